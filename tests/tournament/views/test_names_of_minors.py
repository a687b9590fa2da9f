"""Names of minors in a tournament that shortens them, on every public output."""

from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from tests.documents.pdfs import Printed
from tests.french import plain
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.addresses import list_patterns
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GroupKind, Role
from tournament.models import Entry, Game, Group
from tournament.protocol import Audience, bus, encode, parts
from tournament.queries import clock
from tournament.services import tasks
from tournament.services.people.registration import update_entry
from tournament.services.play.games import finish_game
from tournament.services.tournaments import update_tournament
from tournament.urls import public

#: Last names of the three minors, which are not public.
WHOLE = ("Quetsche", "Zwolak", "Fjord")
SHORT = ("Lucas Q.", "Emma Z. / Zwingli Paul", "Nora F.")


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


@pytest.fixture
def minors(room: Room) -> Room:
    """Return a minor by birth year, one by category in a pair with an adult, and one who comes of
    age in the year of the tournament; the setting is off."""
    year = clock.now().year
    home = room.tournament.organisation
    ages = {"age_from": 15, "age_to": 17}
    Group.objects.update_or_create(
        organisation=home, kind=GroupKind.CATEGORY, code="J", defaults=ages
    )
    people = [
        [PlayerData("Quetsche", "Lucas", birth_year=year - 11, club="Mer")],
        [PlayerData("Zwolak", "Emma", category="j"), PlayerData("Zwingli", "Paul")],
        [PlayerData("Fjord", "Nora", birth_year=year - 18, category="S")],
        [PlayerData("Majeur", "Anne", birth_year=year - 19, category="J")],
    ]
    for entry, players in zip(room.entries, people, strict=False):
        update_entry(entry=entry, players=players, **room.get_author_and_time())
    return room


def shorten_names(room: Room) -> None:
    update_tournament(
        tournament=room.tournament, changes={"short_minors": True}, **room.get_author_and_time()
    )


#: Arguments of addresses that only a classic tournament has: rounds, their papers and files.
OF_MATCHES = {"match_id", "name", "kind", "what"}


def list_addresses(room: Room) -> list[str]:
    """Return every public address of the tournament with its first game and turn and two of the
    minors.

    A new argument of an address must be added here.
    """
    first, second = room.entries[:2]
    values: dict[str, Any] = {
        "slug": room.tournament.slug,
        "entry_id": first.pk,
        "other_id": second.pk,
    }
    values |= dict.fromkeys(("number", "game", "turn"), 1)
    paths = [
        reverse(pattern.name, kwargs={name: values[name] for name in pattern.pattern.converters})
        for pattern in list_patterns(get_resolver())
        if _is_public(pattern) and not OF_MATCHES & pattern.pattern.converters.keys()
    ]
    names = ("tournament", "entries", "games", "ranking")
    paths += [reverse(f"api-v1:api-{name}", args=[room.tournament.slug]) for name in names]
    return [*paths, "/", reverse("api-v1:api-turns", args=[room.tournament.slug, 1])]


def _is_public(pattern: URLPattern) -> bool:
    return pattern in public.urlpatterns and "slug" in pattern.pattern.converters


def read_bodies(room: Room, client: Client) -> dict[str, str]:
    paths = [
        *list_addresses(room),
        *(
            reverse_for(room, "public-ranking") + f"?{query}"
            for query in ("game=1", "by=club", "kind=pairs")
        ),
        *(reverse_for(room, "public-tables") + f"?{query}" for query in ("q=lucas", "by=number")),
    ]
    bodies_by_path = {}
    for path in paths:
        if path.endswith((".png", ".pdf")):
            continue  # nothing of it can be read here
        response = client.get(path)
        if response.status_code == 200:
            content = b"".join(response) if response.streaming else response.content
            bodies_by_path[path] = content.decode("utf-8-sig", "replace")
    return bodies_by_path


def is_hidden(text: str) -> bool:
    return not any(name in plain(text) for name in WHOLE)


def test_no_public_page_file_or_answer_has_the_whole_name(minors: Room, sign_in: SignIn) -> None:
    game = minors.game()
    play_turn(minors, game)
    whole = read_text(Client().get(reverse_for(minors, "public-ranking")))
    assert "Quetsche Lucas" in whole, "not asked for: as ever"
    shorten_names(minors)
    shown_names: set[str] = set()
    for moment, client in {"during the game": sign_in(Role.JUDGE), "after it": Client()}.items():
        with every_row() as row:
            for path, body in read_bodies(minors, client).items():
                with row(f"{moment}: {path}"):
                    assert is_hidden(body)
                    shown_names |= {name for name in SHORT if name in body}
        if moment == "during the game":
            finish_game(game=game, reason="judge_decision", **minors.get_author_and_time())
    assert shown_names == set(SHORT)


def test_a_hidden_name_is_not_searchable(minors: Room) -> None:
    shorten_names(minors)
    for query, is_found in (("quetsche", False), ("zwol", False), ("lucas", True), ("zwing", True)):
        page = read_text(Client().get(reverse_for(minors, "public-tables"), {"q": query}))
        assert ("Aucun nom ne va" in page) is not is_found, query


def test_no_frame_for_the_public_or_other_tables_has_it(
    minors: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    published: list[bus.Envelope] = []
    shorten_names(minors)
    monkeypatch.setattr(bus, "publish", published.append)
    game = minors.game()
    play_turn(minors, game)
    finish_game(game=game, reason="judge_decision", **minors.get_author_and_time())
    frames = [frame for frame in published if isinstance(frame, bus.Frames)]
    for frame in frames:
        for audience in (Audience.PUBLIC, Audience.ENTRY):
            assert is_hidden(frame.frames.get(audience, b"").decode())
        assert all(is_hidden(personal.decode()) for personal in frame.personal.values())
    assert any("Lucas Q." in frame.frames.get(Audience.PUBLIC, b"").decode() for frame in frames)
    assert any(
        "Quetsche Lucas" in frame.frames.get(Audience.JUDGE, b"").decode() for frame in frames
    )


def test_player_reads_the_short_name_but_their_own_in_full(minors: Room) -> None:
    shorten_names(minors)
    play_turn(minors, minors.game())
    tournament = minors.tournament.pk
    assert is_hidden(encode(parts.build_snapshot(tournament, Audience.PUBLIC)).decode())
    assert not is_hidden(encode(parts.build_snapshot(tournament, Audience.JUDGE)).decode())
    adult = parts.build_snapshot(tournament, Audience.ENTRY, minors.entries[3].pk)
    assert is_hidden(encode(adult).decode())
    own_state: Any = parts.build_snapshot(tournament, Audience.ENTRY, minors.entries[0].pk).state
    assert own_state.name == "Quetsche Lucas"
    browser = Client()
    browser.get(f"/t/{minors.entries[0].table.key}/")
    assert "Quetsche Lucas" in read_text(browser.get("/table/"))


def test_changing_the_setting_reaches_the_room(
    minors: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_turn(minors, minors.game())
    published: list[Any] = []
    monkeypatch.setattr(bus, "publish", published.append)
    shorten_names(minors)
    assert "Lucas Q." in published[-1].frames[Audience.PUBLIC].decode()


def test_the_staff_reads_whole_names(minors: Room, sign_in: SignIn) -> None:
    shorten_names(minors)
    game = minors.game()
    play_turn(minors, game)
    browser = sign_in(Role.ORGANISER)
    for path in (
        reverse_for(minors, "office-ranking"),
        reverse_for(minors, "office-entries"),
        reverse_for(minors, "office-export", "classement-csv"),
    ):
        response = browser.get(path)
        assert response.status_code == 200, path
        assert "Quetsche" in response.content.decode("utf-8-sig", "replace"), path
    plan = browser.get(reverse_for(minors, "office-plan") + "?by=name")
    assert "Quetsche" in Printed(plan.content).text()


def test_the_organiser_chooses_it_among_the_settings(minors: Room, organiser: Client) -> None:
    path = reverse_for(minors, "office-settings")
    page = read_text(organiser.get(path))
    assert "Noms des mineurs" in page
    assert "prénom et initiale" in page
    form: dict[str, Any] = {"name": "Essai", "starts_on": minors.tournament.starts_on.isoformat()}
    form |= {"lexicon": "fr-libre", "edition": minors.tournament.edition, "plays_on": "tablet"}
    form |= {"links_valid_until": "2999-01-01", "publicity": "live"}
    for chosen, short in (("1", True), ("", False), ("oui", False)):
        organiser.post(path, form | {"short_minors": chosen})
        minors.tournament.refresh_from_db()
        assert minors.tournament.short_minors is short


def test_an_entry_without_age_data_keeps_its_name(room: Room) -> None:
    shorten_names(room)
    page = read_text(Client().get(reverse_for(room, "public-ranking")))
    for entry in Entry.objects.all():
        assert entry.name in page
    assert Game.objects.count() == 0
