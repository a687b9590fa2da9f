"""The pages of toppings; nothing of the game is sent before it is played."""

import json
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.prepared.prepared_game import create_prepared
from tests.tournament.topping.services.toppings import (
    LIMIT_S,
    advance_clock,
    create_topping_for,
    get_run,
    get_turn,
)
from tests.tournament.views.addresses import PUBLIC_ADDRESSES, list_patterns
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.core.states import ResultVisibility, Role
from tournament.models import Entry
from tournament.protocol import bus
from tournament.topping.core.topping_run import ToppingCommand, ToppingMode, ToppingRunCommand
from tournament.topping.models import Topping
from tournament.topping.queries.topping import ToppingGame
from tournament.topping.services.aloud import accept_heard_top
from tournament.topping.services.lifecycle import move_topping
from tournament.topping.services.runs import command_run


def open_table(entry: Entry) -> Client:
    """Return a browser that has opened the link of a table."""
    browser = Client()
    browser.get(f"/t/{entry.table.key}/")
    return browser


def read_state(response: Any) -> dict[str, Any]:
    """Return the state that js/topping/play.js reads."""
    match = re.search(
        r'<script id="run-state" type="application/json">(.*?)</script>', response.content.decode()
    )
    assert match
    state: dict[str, Any] = json.loads(match[1])
    return state


def post_proposal(
    browser: Client, number: int, word: str, ref: str, *, topping_number: int = 1
) -> Any:
    data = {"turn": number, "word": word.replace("E", "É"), "ref": ref}  # as the lexicon reads it
    return browser.post(reverse("table-topping-say", args=[topping_number]), data, headers=HTMX)


# --- data sent to browsers -----------------------------------------------------------------


def list_secrets(topping: Topping, numbers: Iterable[int]) -> list[str]:
    """Return letters, words and tops of these turns; texts of less than four letters may occur
    anywhere."""
    game = ToppingGame(topping)
    texts: set[str] = set()
    for number in numbers:
        game_turn = game.get_turn(number)
        words = {game_turn.word, *(word for word, _, _ in game_turn.tops)}
        texts |= {game_turn.rack, *words, *(word.upper() for word in words)}
    return sorted(text for text in texts if len(text) >= 4)


@dataclass
class SentBytes:
    """Everything that leaves the server: messages of the bus, and responses."""

    messages: list[bytes] = field(default_factory=list)

    def record(self, envelope: bus.Envelope) -> None:
        self.messages.append(repr(envelope).encode())

    def check_without(self, secrets: list[str], answers: Iterator[tuple[str, bytes]]) -> None:
        sent = [*((f"bus {n}", message) for n, message in enumerate(self.messages)), *answers]
        assert len(sent) >= 6
        with every_row() as row:
            for name, body in sent:
                with row(name):
                    found_secrets = [message for message in secrets if message.encode() in body]
                    assert not found_secrets


#: Public addresses that show toppings.
OF_TOPPINGS = {"public-topping", "public-topping-screen", "public-topping-csv", "public-home"}


def read_response(response: Any) -> bytes:
    body = b"".join(response) if response.streaming else response.content
    return body + str(response.headers).encode()


def read_public_pages(
    room: Room, browser: Client, names: Container[str] = PUBLIC_ADDRESSES
) -> Iterator[tuple[str, bytes]]:
    """Yield every public page, file and API response about the tournament, or these of them."""
    arguments = {"slug": room.tournament.slug, "number": 1, "turn": 1}
    arguments |= {"entry_id": room.entries[0].pk, "other_id": room.entries[1].pk}
    arguments |= {"name": "wall", "kind": "csv", "match_id": 1}  # of a classic tournament: not here
    for pattern in list_patterns(get_resolver()):
        if pattern.name in PUBLIC_ADDRESSES and pattern.name in names:
            api = "api-v1:" if pattern.name.startswith("api-") else ""
            kwargs = {name: arguments[name] for name in pattern.pattern.converters}
            yield (
                pattern.name,
                read_response(browser.get(reverse(api + pattern.name, kwargs=kwargs))),
            )


def read_table_pages(browser: Client) -> Iterator[tuple[str, bytes]]:
    for name, args in (("table", []), ("table-toppings", []), ("table-topping", [1])):
        yield name, read_response(browser.get(reverse(name, args=args)))
        yield f"{name} part", read_response(browser.get(reverse(name, args=args), headers=HTMX))


def read_office_pages(room: Room, browser: Client) -> Iterator[tuple[str, bytes]]:
    for name, args in (
        ("office-toppings", []),
        *((f"office-topping{suffix}", [1]) for suffix in ("", "-events", "-csv", "-xlsx", "-ods")),
        ("office-tournament", []),
        ("journal", []),
    ):
        yield name, read_response(browser.get(reverse_for(room, name, *args)))


def test_nothing_of_the_game_is_sent_before_the_turn(
    room: Room, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = SentBytes()
    monkeypatch.setattr(bus, "publish", sent.record)
    topping = create_topping_for(room, game=create_prepared(room))  # the same game every time
    player, other = (open_table(entry) for entry in room.entries[:2])
    office = sign_in(Role.ORGANISER)
    count = topping.terms.turns
    all_turns = range(1, count + 1)

    def check(playing: int) -> None:
        """While the first player is at that turn: they get its letters and the words placed
        before, to all others nothing."""
        current = ToppingGame(topping).get_turn(playing)
        later = [s for s in list_secrets(topping, range(playing, count + 1)) if s != current.rack]
        shown = {game_turn.word.upper() for game_turn in ToppingGame(topping).turns[: playing - 1]}
        sent.check_without([s for s in later if s.upper() not in shown], read_table_pages(player))
        secrets = list_secrets(topping, all_turns)
        sent.check_without(secrets, read_table_pages(other))
        sent.check_without(secrets, read_public_pages(room, Client(), OF_TOPPINGS))
        sent.check_without(secrets, read_office_pages(room, office))

    sent.check_without(list_secrets(topping, all_turns), read_table_pages(player))
    player.post(reverse("table-topping-start", args=[1]))
    check(1)
    first = get_turn(topping, 1)
    wrong = post_proposal(player, 1, "ZZZZ", "H8")
    assert read_state(wrong)["answer"] == "not-top"
    assert post_proposal(player, 1, first.word.upper(), first.ref).status_code == HTTPStatus.OK
    check(2)
    command_run(
        run=get_run(topping, room.entries[0]),
        command=ToppingRunCommand.INTERRUPT,
        **room.get_author_and_time(),
    )
    assert read_state(player.get(reverse("table-topping", args=[1])))["rack"] == ""
    command_run(
        run=get_run(topping, room.entries[0]),
        command=ToppingRunCommand.RESUME,
        **room.get_author_and_time(),
    )
    for _ in range(2, count + 1):  # the others, by the clock alone
        advance_clock(get_run(topping, room.entries[0]), LIMIT_S + 6)
    done = player.get(reverse("table-topping", args=[1]))
    assert read_state(done)["phase"] == "done"
    check_until_closed(room, topping, other, sent)


def check_until_closed(room: Room, topping: Topping, other: Client, sent: SentBytes) -> None:
    """Check that one player's finished run makes nothing public until the topping is closed."""
    secrets = list_secrets(topping, range(1, topping.terms.turns + 1))
    sent.check_without(secrets, read_table_pages(other))
    sent.check_without(secrets, read_public_pages(room, Client()))
    run = get_run(topping, room.entries[1])
    command_run(run=run, command=ToppingRunCommand.STOP, **room.get_author_and_time())
    sent.check_without(secrets, read_public_pages(room, Client(), OF_TOPPINGS))
    move_topping(topping=topping, command=ToppingCommand.CLOSE, **room.get_author_and_time())
    page = read_text(Client().get(reverse_for(room, "public-topping", 1)))
    assert all(game_turn.rack in page for game_turn in ToppingGame(topping).turns)


def test_the_answer_is_the_same_for_every_wrong_word(room: Room) -> None:
    topping = create_topping_for(room)
    player = open_table(room.entries[0])
    player.post(reverse("table-topping-start", args=[1]))
    wrong_words = [
        candidate
        for candidate in ("ET", "QQQQQ", "LE")
        if not get_turn(topping, 1).accepts(candidate, "H8")
    ]
    answers = []
    for word in wrong_words:
        answer = post_proposal(player, 1, word, "H8")
        content = answer.content.decode()
        text = re.sub(r'"now": \d+|data-update-token="[^"]*"|value="[^"]*"', "", content)
        answers.append(text)
    assert len(wrong_words) >= 2
    assert len(set(answers)) == 1  # a word that exists, and one that does not
    with every_row() as row:
        for word, ref in (("A", "H8"), ("MOT", "Z9"), ("MOT", ""), ("M0T", "H8")):
            with row(f"{word} {ref}"):
                refused = post_proposal(player, 1, word, ref)
                assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
                assert "Écrivez un mot et sa référence" in read_text(refused)


# --- pages ---------------------------------------------------------------------------------


def test_the_organiser_creates_opens_and_closes_a_topping(room: Room, sign_in: SignIn) -> None:
    office = sign_in(Role.ORGANISER)
    form = office.get(reverse_for(room, "office-topping-new"))
    assert 'value="60"' in form.content.decode()
    assert 'value="20"' in form.content.decode()
    data = {"title": "Finale", "mode": "devices", "limit_s": 60, "penalty_s": 20, "pause_s": 5}
    data |= {"format": "normal", "entries": room.entry_ids[:2]}
    response = office.post(reverse_for(room, "office-topping-new"), data, follow=True)
    assert "Finale" in read_text(response)
    topping = Topping.objects.get()
    player = open_table(room.entries[0])
    assert "Finale" not in read_text(player.get(reverse("table")))
    assert "Finale" not in read_text(Client().get(reverse_for(room, "public-home")))
    office.post(reverse_for(room, "office-topping-open", 1))
    assert reverse_for(room, "public-topping", 1) in read_text(
        Client().get(reverse_for(room, "public-home"))
    )
    assert "Finale" in read_text(player.get(reverse("table")))
    assert "Finale" not in read_text(open_table(room.entries[2]).get(reverse("table")))
    player.post(reverse("table-topping-start", args=[1]))
    top = get_turn(topping, 1)
    post_proposal(player, 1, top.word.upper(), top.ref)
    page = read_text(office.get(reverse_for(room, "office-topping", 1), headers=HTMX))
    assert f"coup 2 sur {topping.terms.turns}" in page
    refused = read_text(office.post(reverse_for(room, "office-topping-close", 1), follow=True))
    assert "qui n’ont pas fini : 2" in refused
    for entry in room.entries[:2]:
        run = get_run(topping, entry)
        office.post(reverse_for(room, "office-topping-run-stop", 1, run.pk))
    closed = read_text(office.post(reverse_for(room, "office-topping-close", 1), follow=True))
    assert "terminé" in closed
    csv = office.get(reverse_for(room, "office-topping-csv", 1)).content.decode("utf-8-sig")
    assert csv.startswith("Rang;Joueur;Table;")
    events = read_text(office.get(reverse_for(room, "office-topping-events", 1)))
    assert f"Trouve le top : {top.word.upper()} {top.ref}" in events


def test_the_judge_reads_letters_and_accepts_tops(room: Room, sign_in: SignIn) -> None:
    topping = create_topping_for(room, mode=ToppingMode.JUDGE)
    judge = sign_in(Role.JUDGE)
    watching = open_table(room.entries[0])
    assert reverse_for(room, "judge-topping", 1) in read_text(
        judge.get(reverse_for(room, "judge-desk"))
    )
    page = read_text(judge.get(reverse_for(room, "judge-topping", 1)))
    assert all(letter in page for letter in get_turn(topping, 1).rack)
    run = get_run(topping, room.entries[0])
    judge.post(reverse_for(room, "judge-topping-start", 1), {"run": run.pk}, headers=HTMX)
    assert (
        read_state(watching.get(reverse("table-topping", args=[1])))["rack"]
        == get_turn(topping, 1).rack
    )
    refused = post_proposal(watching, 1, "ZZZZ", "H8")
    assert refused.status_code == HTTPStatus.CONFLICT
    data = {"run": run.pk, "turn": 1, "top": 0}
    for _ in range(2):
        after = judge.post(reverse_for(room, "judge-topping-found", 1), data, headers=HTMX)
        assert read_state(after)["turn"] == 2
    assert "n’a pas été dit au coup 1" in read_text(after)
    for _ in range(2):
        back = judge.post(reverse_for(room, "judge-topping-take-back", 1), data, headers=HTMX)
        assert read_state(back)["turn"] == 1
    assert "n’a pas été dit" not in read_text(back)
    judge.post(reverse_for(room, "judge-topping-found", 1), data, headers=HTMX)
    advance_clock(run, LIMIT_S + 3)
    too_late = judge.post(reverse_for(room, "judge-topping-take-back", 1), data, headers=HTMX)
    assert "il ne se reprend plus" in read_text(too_late)
    solution_page = judge.get(reverse_for(room, "judge-topping", 1), headers=HTMX)
    assert read_state(solution_page)["phase"] == "reading"
    assert "Pas trouvé" in read_text(solution_page)
    other = get_run(topping, room.entries[1])
    busy = judge.post(reverse_for(room, "judge-topping-start", 1), {"run": other.pk}, headers=HTMX)
    assert busy.status_code == HTTPStatus.CONFLICT


def test_the_judge_of_several_starts_and_accepts_by_board(room: Room, sign_in: SignIn) -> None:
    topping = create_topping_for(room, room.entries[:3], mode=ToppingMode.TOGETHER)
    judge = sign_in(Role.JUDGE)
    address, accept = (
        reverse_for(room, "judge-topping", 1),
        reverse_for(room, "judge-topping-found", 1),
    )
    assert address in read_text(judge.get(reverse_for(room, "judge-desk")))
    chosen = [get_run(topping, entry) for entry in room.entries[:2]]
    none = judge.post(reverse_for(room, "judge-topping-start", 1), {}, headers=HTMX)
    assert none.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    data = {"run": [run.pk for run in chosen]}
    page = read_text(judge.post(reverse_for(room, "judge-topping-start", 1), data, headers=HTMX))
    assert all(f'id="board-{board}-top-0"' in page for board in (1, 2))
    assert room.entries[2].name in page
    watching = open_table(room.entries[1])
    assert (
        read_state(watching.get(reverse("table-topping", args=[1])))["rack"]
        == get_turn(topping, 1).rack
    )
    after = read_text(judge.post(accept, {"run": chosen[1].pk, "turn": 1, "top": 0}, headers=HTMX))
    assert f"{room.entries[1].name} n’a pas dit" in after
    assert [get_run(topping, entry).turn for entry in room.entries[:2]] == [1, 2]
    last = topping.terms.turns
    for turn in range(2, last):
        run = get_run(topping, room.entries[1])
        accept_heard_top(run=run, turn=turn, top=0, **room.get_author_and_time())
    done = judge.post(accept, {"run": chosen[1].pk, "turn": last, "top": 0}, headers=HTMX)
    assert "Ils ont fini" in read_text(done)
    assert 'id="board-1-top-0"' in read_text(done)


def test_withheld_times_are_on_no_public_page(room: Room) -> None:
    room.tournament.publicity = ResultVisibility.END
    room.tournament.save()
    create_topping_for(room)
    for name in ("public-topping", "public-topping-screen", "public-topping-csv"):
        for headers in ({}, HTMX):
            page = read_text(Client().get(reverse_for(room, name, 1), headers=headers))
            is_file_for_htmx = bool(headers) and name == "public-topping-csv"
            assert ("Rechargez-la" if is_file_for_htmx else "à la fin") in page
            assert room.entries[0].name not in page


def test_only_its_players_have_a_page_of_it(room: Room) -> None:
    create_topping_for(room)
    address = reverse("table-topping", args=[1])
    assert open_table(room.entries[3]).get(address).status_code == HTTPStatus.NOT_FOUND
    assert Client().get(address).status_code == HTTPStatus.FOUND


def test_players_of_a_topping_cannot_use_the_bench(room: Room) -> None:
    topping = create_topping_for(room)
    player = open_table(room.entries[0])
    waiting = open_table(room.entries[1])
    player.post(reverse("table-topping-start", args=[1]))
    letters = {"rack": get_turn(topping, 1).rack}
    with every_row() as row:
        for name, browser in (("player", player), ("waiting", waiting), ("public", Client())):
            with row(name):
                page = browser.get(reverse("bench"), letters)
                assert get_turn(topping, 1).word.upper() not in read_text(page).upper()
