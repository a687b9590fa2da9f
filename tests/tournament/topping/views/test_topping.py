"""Toppings by their pages; and on the wire, nothing of the game before it is played."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.prepared.prepared_game import prepared
from tests.tournament.topping.services.toppings import LIMIT_S, make, passed, run_of, turn
from tests.tournament.views.addresses import PUBLIC, patterns
from tests.tournament.views.office import HTMX, SignIn, at, seen
from tournament.core.states import Publicity, Role
from tournament.models import Entry
from tournament.protocol import bus
from tournament.topping.core.topping_run import ToppingCommand, ToppingMode, ToppingMove
from tournament.topping.models import Topping
from tournament.topping.queries.topping import GameOfTopping
from tournament.topping.services.lifecycle import move_topping
from tournament.topping.services.runs import command_run


def device_of(entry: Entry) -> Client:
    """A device that has opened the link of a table."""
    browser = Client()
    browser.get(f"/t/{entry.table.key}/")
    return browser


def state_in(response: Any) -> dict[str, Any]:
    """What js/topping/play.js reads."""
    found = re.search(
        r'<script id="run-state" type="application/json">(.*?)</script>', response.content.decode()
    )
    assert found
    state: dict[str, Any] = json.loads(found[1])
    return state


def proposed(browser: Client, number: int, word: str, ref: str, *, of: int = 1) -> Any:
    written = {"turn": number, "word": word, "ref": ref}
    return browser.post(reverse("table-topping-say", args=[of]), written, headers=HTMX)


# --- on the wire ---------------------------------------------------------------------------


def secrets_of(topping: Topping, numbers: Iterable[int]) -> list[str]:
    """Letters, words and tops of these turns; what is short may stand anywhere."""
    game = GameOfTopping(topping)
    found: set[str] = set()
    for number in numbers:
        one = game.at(number)
        words = {one.word, *(word for word, _, _ in one.tops)}
        found |= {one.rack, *words, *(word.upper() for word in words)}
    return sorted(text for text in found if len(text) >= 4)


@dataclass
class Ears:
    """Everything that leaves the server: by the bus, and as answers."""

    heard: list[bytes] = field(default_factory=list)

    def hear(self, envelope: bus.Envelope) -> None:
        self.heard.append(repr(envelope).encode())

    def nothing_of(self, secrets: list[str], answers: Iterator[tuple[str, bytes]]) -> None:
        said = [*((f"bus {n}", one) for n, one in enumerate(self.heard)), *answers]
        assert len(said) >= 6
        with every_row() as row:
            for name, body in said:
                with row(name):
                    there = [one for one in secrets if one.encode() in body]
                    assert not there


def whole(response: Any) -> bytes:
    body = b"".join(response) if response.streaming else response.content
    return body + str(response.headers).encode()


def everybodys(room: Room, browser: Client) -> Iterator[tuple[str, bytes]]:
    """Every public page, file and answer for programs about the tournament."""
    given = {"slug": room.tournament.slug, "number": 1, "turn": 1}
    given |= {"entry_id": room.entries[0].pk, "other_id": room.entries[1].pk}
    given |= {"name": "wall", "kind": "csv", "match_id": 1}  # of a classic tournament: not here
    for one in patterns(get_resolver()):
        if one.name in PUBLIC:
            api = "api-v1:" if one.name.startswith("api-") else ""
            asked = {name: given[name] for name in one.pattern.converters}
            yield one.name, whole(browser.get(reverse(api + one.name, kwargs=asked)))


def of_table(browser: Client) -> Iterator[tuple[str, bytes]]:
    for name, args in (("table", []), ("table-toppings", []), ("table-topping", [1])):
        yield name, whole(browser.get(reverse(name, args=args)))
        yield f"{name} part", whole(browser.get(reverse(name, args=args), headers=HTMX))


def of_office(room: Room, browser: Client) -> Iterator[tuple[str, bytes]]:
    for name, args in (
        ("office-toppings", []),
        *((f"office-topping{one}", [1]) for one in ("", "-events", "-csv", "-xlsx", "-ods")),
        ("office-tournament", []),
        ("journal", []),
    ):
        yield name, whole(browser.get(at(room, name, *args)))


def test_nothing_of_the_game_leaves_before_the_turn_of_who_asks_is_over(
    room: Room, sign_in: SignIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    ears = Ears()
    monkeypatch.setattr(bus, "publish", ears.hear)
    topping = make(room, game=prepared(room))  # the same game every time
    player, other = (device_of(entry) for entry in room.entries[:2])
    office = sign_in(Role.ORGANISER)
    count = topping.terms.turns
    every = range(1, count + 1)

    def check(playing: int) -> None:
        """While the first player is at that turn: to him the letters of it and what was laid
        before, to all others nothing."""
        own = GameOfTopping(topping).at(playing)
        later = [s for s in secrets_of(topping, range(playing, count + 1)) if s != own.rack]
        shown = {one.word.upper() for one in GameOfTopping(topping).turns[: playing - 1]}
        ears.nothing_of([s for s in later if s.upper() not in shown], of_table(player))
        secrets = secrets_of(topping, every)
        ears.nothing_of(secrets, of_table(other))
        ears.nothing_of(secrets, everybodys(room, Client()))
        ears.nothing_of(secrets, of_office(room, office))

    ears.nothing_of(secrets_of(topping, every), of_table(player))
    player.post(reverse("table-topping-start", args=[1]))
    check(1)
    first = turn(topping, 1)
    wrong = proposed(player, 1, "ZZZZ", "H8")
    assert state_in(wrong)["answer"] == "not-top"
    assert proposed(player, 1, first.word.upper(), first.ref).status_code == HTTPStatus.OK
    check(2)
    command_run(run=run_of(topping, room.entries[0]), command=ToppingMove.INTERRUPT, **room.by())
    assert state_in(player.get(reverse("table-topping", args=[1])))["rack"] == ""
    command_run(run=run_of(topping, room.entries[0]), command=ToppingMove.RESUME, **room.by())
    for _ in range(2, count + 1):  # the others, by the clock alone
        passed(run_of(topping, room.entries[0]), LIMIT_S + 6)
    done = player.get(reverse("table-topping", args=[1]))
    assert state_in(done)["phase"] == "done"
    check_after(room, topping, other, ears)


def check_after(room: Room, topping: Topping, other: Client, ears: Ears) -> None:
    """One has played it all, the other has not: nobody reads it; then everybody does."""
    secrets = secrets_of(topping, range(1, topping.terms.turns + 1))
    ears.nothing_of(secrets, of_table(other))
    ears.nothing_of(secrets, everybodys(room, Client()))
    run = run_of(topping, room.entries[1])
    command_run(run=run, command=ToppingMove.STOP, **room.by())
    ears.nothing_of(secrets, everybodys(room, Client()))
    move_topping(topping=topping, command=ToppingCommand.CLOSE, **room.by())
    page = seen(Client().get(at(room, "public-topping", 1)))
    assert all(one.rack in page for one in GameOfTopping(topping).turns)


def test_an_answer_says_top_or_not_and_is_the_same_for_every_word(room: Room) -> None:
    topping = make(room)
    player = device_of(room.entries[0])
    player.post(reverse("table-topping-start", args=[1]))
    lower = [one for one in ("ET", "QQQQQ", "LE") if not turn(topping, 1).takes(one, "H8")]
    answers = []
    for word in lower:
        answer = proposed(player, 1, word, "H8")
        text = re.sub(r'"now": \d+|data-beside="[^"]*"|value="[^"]*"', "", answer.content.decode())
        answers.append(text)
    assert len(lower) >= 2
    assert len(set(answers)) == 1  # a word that exists, and one that does not
    with every_row() as row:
        for word, ref in (("A", "H8"), ("MOT", "Z9"), ("MOT", ""), ("M0T", "H8")):
            with row(f"{word} {ref}"):
                refused = proposed(player, 1, word, ref)
                assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
                assert "Écrivez un mot et sa place" in seen(refused)


# --- pages ---------------------------------------------------------------------------------


def test_the_organiser_makes_opens_follows_and_closes_a_topping(
    room: Room, sign_in: SignIn
) -> None:
    office = sign_in(Role.ORGANISER)
    form = office.get(at(room, "office-topping-new"))
    assert 'value="60"' in form.content.decode()
    assert 'value="20"' in form.content.decode()
    asked = {"title": "Finale", "mode": "devices", "limit_s": 60, "penalty_s": 20, "pause_s": 5}
    asked |= {"format": "normal", "entries": room.everybody[:2]}
    made = office.post(at(room, "office-topping-new"), asked, follow=True)
    assert "Finale" in seen(made)
    topping = Topping.objects.get()
    player = device_of(room.entries[0])
    assert "Finale" not in seen(player.get(reverse("table")))
    assert "Finale" not in seen(Client().get(at(room, "public-home")))
    office.post(at(room, "office-topping-open", 1))
    assert at(room, "public-topping", 1) in seen(Client().get(at(room, "public-home")))
    assert "Finale" in seen(player.get(reverse("table")))
    assert "Finale" not in seen(device_of(room.entries[2]).get(reverse("table")))
    player.post(reverse("table-topping-start", args=[1]))
    top = turn(topping, 1)
    proposed(player, 1, top.word.upper(), top.ref)
    page = seen(office.get(at(room, "office-topping", 1), headers=HTMX))
    assert f"coup 2 sur {topping.terms.turns}" in page
    refused = seen(office.post(at(room, "office-topping-close", 1), follow=True))
    assert "qui n’ont pas fini : 2" in refused
    for entry in room.entries[:2]:
        run = run_of(topping, entry)
        office.post(at(room, "office-topping-run-stop", 1, run.pk))
    closed = seen(office.post(at(room, "office-topping-close", 1), follow=True))
    assert "terminé" in closed
    csv = office.get(at(room, "office-topping-csv", 1)).content.decode("utf-8-sig")
    assert csv.startswith("Rang;Joueur;Table;")
    events = seen(office.get(at(room, "office-topping-events", 1)))
    assert f"Trouve le top : {top.word.upper()} {top.ref}" in events


def test_the_judge_reads_the_letters_and_validates_what_was_said(
    room: Room, sign_in: SignIn
) -> None:
    topping = make(room, mode=ToppingMode.JUDGE)
    judge = sign_in(Role.JUDGE)
    watching = device_of(room.entries[0])
    assert at(room, "judge-topping", 1) in seen(judge.get(at(room, "judge-desk")))
    page = seen(judge.get(at(room, "judge-topping", 1)))
    assert all(letter in page for letter in turn(topping, 1).rack)
    run = run_of(topping, room.entries[0])
    judge.post(at(room, "judge-topping-start", 1), {"run": run.pk}, headers=HTMX)
    assert (
        state_in(watching.get(reverse("table-topping", args=[1])))["rack"] == turn(topping, 1).rack
    )
    refused = proposed(watching, 1, "ZZZZ", "H8")
    assert refused.status_code == HTTPStatus.CONFLICT
    heard = {"run": run.pk, "turn": 1, "top": 0}
    for _ in range(2):
        after = judge.post(at(room, "judge-topping-found", 1), heard, headers=HTMX)
        assert state_in(after)["turn"] == 2
    assert "n’a pas été dit au coup 1" in seen(after)
    for _ in range(2):
        back = judge.post(at(room, "judge-topping-take-back", 1), heard, headers=HTMX)
        assert state_in(back)["turn"] == 1
    assert "n’a pas été dit" not in seen(back)
    judge.post(at(room, "judge-topping-found", 1), heard, headers=HTMX)
    passed(run, LIMIT_S + 3)
    gone_on = judge.post(at(room, "judge-topping-take-back", 1), heard, headers=HTMX)
    assert "il ne se reprend plus" in seen(gone_on)
    given = judge.get(at(room, "judge-topping", 1), headers=HTMX)
    assert state_in(given)["phase"] == "reading"
    assert "Pas trouvé" in seen(given)
    other = run_of(topping, room.entries[1])
    busy = judge.post(at(room, "judge-topping-start", 1), {"run": other.pk}, headers=HTMX)
    assert busy.status_code == HTTPStatus.CONFLICT


def test_times_that_are_not_public_yet_are_on_no_public_page(room: Room) -> None:
    room.tournament.publicity = Publicity.END
    room.tournament.save()
    make(room)
    for name in ("public-topping", "public-topping-screen", "public-topping-csv"):
        for headers in ({}, HTMX):
            page = seen(Client().get(at(room, name, 1), headers=headers))
            assert "à la fin" in page
            assert room.entries[0].name not in page


def test_who_does_not_play_it_has_no_page_of_it(room: Room) -> None:
    make(room)
    address = reverse("table-topping", args=[1])
    assert device_of(room.entries[3]).get(address).status_code == HTTPStatus.NOT_FOUND
    assert Client().get(address).status_code == HTTPStatus.FOUND


def test_nobody_is_helped_who_plays_one(room: Room) -> None:
    topping = make(room)
    player = device_of(room.entries[0])
    waiting = device_of(room.entries[1])
    player.post(reverse("table-topping-start", args=[1]))
    letters = {"rack": turn(topping, 1).rack}
    with every_row() as row:
        for name, browser in (("player", player), ("waiting", waiting), ("public", Client())):
            with row(name):
                page = browser.get(reverse("bench"), letters)
                assert turn(topping, 1).word.upper() not in seen(page).upper()
