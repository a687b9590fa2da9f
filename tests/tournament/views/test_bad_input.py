"""Input that no page sends: a French sentence or 404, never an error 500."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver, reverse

from tests.room import Room, solve_now
from tests.rows import every_row
from tests.tournament.classic.services.tables import MatchTable
from tests.tournament.views.addresses import list_patterns
from tests.tournament.views.judge_desk import Desk, get_last_turn
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.classic.core.terms import MatchTerms
from tournament.core.states import Role, TurnState
from tournament.models import Entry, Turn

LONG = "é" * 80
#: More digits than Python turns into a number.
ENDLESS = "9" * 5000


def upload(organiser: Client, room: Room, text: str) -> str:
    file = SimpleUploadedFile("liste.csv", text.encode())
    response = organiser.post(reverse_for(room, "office-import-send"), {"file": file}, follow=True)
    assert response.status_code in {200, 422}
    return read_text(response)


def test_a_line_with_too_long_a_name_is_named(room: Room, organiser: Client) -> None:
    page = upload(organiser, room, f"nom,club\n{LONG}é,Lyon\nPETIT,{LONG}é\nGRAND,Lyon\n")
    assert page.count("est trop long : 80 caractères au plus") == 2


@pytest.mark.parametrize("table", [ENDLESS, "9" * 12])
def test_an_endless_table_number_is_refused(room: Room, organiser: Client, table: str) -> None:
    page = upload(organiser, room, f"nom,table\nPETIT,{table}\n")
    assert "n’est pas un numéro de table" in page


def test_file_with_an_endless_cell_is_refused_as_a_whole(room: Room, organiser: Client) -> None:
    page = upload(organiser, room, f'nom\n"{"x" * 200_000}"\n')
    assert "Ce n’est pas une liste que Duplicata sait lire." in page


def test_a_pair_with_the_longest_names_finds_room(room: Room, organiser: Client) -> None:
    fields = {
        f"{prefix}{name}": LONG
        for prefix in ("", "partner_")
        for name in ("last_name", "first_name")
    }
    response = organiser.post(reverse_for(room, "office-register"), fields, headers=HTMX)
    assert response.status_code == 422  # both have one name
    fields["decision"] = "in"
    response = organiser.post(reverse_for(room, "office-register"), fields, headers=HTMX)
    assert response.status_code == 200
    assert Entry.objects.filter(name__startswith=LONG).exists()


@pytest.mark.parametrize("key", ["%00", "a%00b", "x" * 3000])
def test_links_of_any_shape_are_unknown(room: Room, key: str) -> None:
    response = Client().get(f"/t/{key}/")
    assert response.status_code == 403
    assert "Ce lien n’est plus valable" in read_text(response)
    assert Client().get(f"/training/{key}/").status_code == 404


def test_a_place_beside_the_grid_is_no_solution(judge: Client, room: Room) -> None:
    desk = Desk(judge, room)
    room.game()
    desk.press("draw")
    turn = get_last_turn(room)
    solve_now(turn)
    Turn.objects.filter(pk=turn.pk).update(state=TurnState.CLOSED)
    with every_row() as row:
        for ref in ("A99", "O0", "99A", "A١"):
            with row(ref):
                assert desk.press("reveal", top=f"MOT {ref}").status_code == 422
    turn.refresh_from_db()
    assert turn.state == TurnState.CLOSED


def test_the_tablet_of_a_match_answers_nonsense_with_a_sentence(room: Room) -> None:
    table = MatchTable(room)
    table.start()
    browser = Client()
    browser.get(f"/t/{room.entries[0].table.key}/")
    sound = {"game": table.game.pk, "key": "un-deux-trois", "moves": 0}
    odd: list[Any] = [
        {"do": "call-arbiter", "about": "\0"},
        {"do": "call-arbiter", "about": {"a": ["\ud800"]}},
        {"do": "call-arbiter", "about": float("nan")},
        {"do": "pass", "key": "\0" * 10},
        {"do": "pass", "key": "\ud800" * 10},
        {"do": "play", "word": ["A"], "ref": {}, "score": "9" * 3000},
        {"do": {"a": 1}},
    ]
    bodies = [json.dumps(sound | odd_fields) for odd_fields in odd]
    with every_row() as row:
        for body in [*bodies, "[" * 3000, "null", "\0", '{"key": "un-deux-trois", "game": NaN}']:
            with row(body[-60:]):
                answer = browser.post("/table/match/", body, content_type="application/json")
                assert answer.status_code == 409
                assert answer.json()["problem"].endswith(".")


def test_the_record_of_a_match_answers_nonsense_with_a_sentence(
    room: Room, organiser: Client
) -> None:
    table = MatchTable(room, MatchTerms(real_tiles=True))
    address = reverse("match-record", args=[room.tournament.slug, table.match.pk])
    odd: list[dict[str, Any]] = [
        {"do": "hold", "key": "\0" * 8},
        {"do": "play", "side": "X", "word": "\0", "ref": "H8", "score": "5"},
        {"do": "play", "side": "Z", "word": "\0", "ref": "H8", "score": ENDLESS},
        {"do": "exchange", "side": "X", "n": "-1"},
        {"do": "exchange", "side": "X", "n": "99999"},
        {"do": "toss", "letter-X": "\0", "letter-Y": LONG},
        {"do": "letters", "left-X": "\0", "left-Y": LONG},
        {"do": "challenge", "words": ["\0"], "answers": ["good"]},
        {"do": "\0"},
    ]
    with every_row() as row:
        for number, odd_fields in enumerate(odd):
            with row(str(odd_fields)[:40]):
                sent = {"game": table.game.pk, "key": f"un-deux-{number}"} | odd_fields
                answer = organiser.post(address, sent, headers=HTMX)
                assert 400 <= answer.status_code < 500


def test_no_address_answers_what_asks_to_be_sent_back(room: Room, sign_in: SignIn) -> None:
    browser = sign_in(*Role)
    arguments = {"slug": room.tournament.slug, "uid": UUID(int=1)}
    with every_row() as row:
        for pattern in list_patterns(get_resolver()):
            if pattern.name is None or pattern.name.startswith(("api-", "openapi-")):
                continue  # ninja answers documented statuses only
            kinds = pattern.pattern.converters.items()
            values = {name: arguments.get(name) or kind.to_python("1") for name, kind in kinds}
            address = reverse(pattern.name, kwargs=values)
            with row(address):
                assert browser.trace(address).status_code >= 400
