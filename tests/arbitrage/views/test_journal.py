"""The journal has author, time, event and reason of all that happened."""

import csv
import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Sanction
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import Ruling, RulingStatus
from arbitrage.queries.undoable_decisions import find_undoable_decision
from arbitrage.services import acts, rulings
from arbitrage.services.correction import correct_turn
from tests.bulletins import enter_paper
from tests.french import plain
from tests.room import Room, ring
from tests.rows import every_row
from tests.tournament.views.office import SignIn, make_sign_in, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.accounts.staff import add_staff
from tournament.services.play.turns import (
    announce_turn,
    cancel_turn,
    draw_turn,
    open_turn,
    reveal_turn,
)

FORMULA = "=2+3"
REFUSED = "Confirmé : Zéro : mot non admis, lettre absente du tirage (art. 5.7)."
TAKEN_BACK = "Décision reprise : avertissement disciplinaire"


@pytest.fixture
def journal_turn(room: Room, first_results: Turn) -> Turn:
    """A turn about which much was decided, and the next one drawn."""
    turn, by = first_results, room.get_author_and_time()
    entries = room.entries
    rulings.confirm_ruling(turn=turn, entry=entries[3], version=1, **by)
    rulings.change_ruling(
        turn=turn,
        entry=entries[1],
        version=1,
        points=12,
        sanction=Sanction.NONE,
        motives=[],
        article="",
        reason=FORMULA,
        is_free_ruling=True,
        entries=[entries[2].pk],
        **room.get_author_and_time(),
    )
    gesture = find_undoable_decision(turn, room.user)
    assert gesture is not None
    rulings.undo_rulings(turn=turn, journal_row=gesture.pk, **room.get_author_and_time())
    warned = acts.give_warning(
        turn=turn, entry=entries[0], reason="bavarde", **room.get_author_and_time()
    )
    acts.withdraw_act(act=warned, reason="ce n’était pas elle", **room.get_author_and_time())
    enter_paper(
        turn=turn,
        number=6,
        bulletin=Bulletin(Sheet.from_text("RATINES"), "H4", "70", SheetState.OK),
        seen_version=0,
        over_tablet=False,
        **room.get_author_and_time(),
    )
    correct_turn(turn_id=turn.pk, now=clock.now())
    turn.refresh_from_db()
    top = load_choice(turn).proposed_top
    assert top is not None
    reveal_turn(turn=turn, word=top.word, ref=str(top.ref), **room.get_author_and_time())
    drawn = draw_turn(game=turn.game, letters="AAEIRTU", **room.get_author_and_time())
    assert drawn is not None
    return drawn


@pytest.fixture
def reader(room: Room) -> Client:
    return make_sign_in(room)(Role.ARBITER)


def read_lines(reader: Client, room: Room, **query: Any) -> list[list[str]]:
    """Return place (game/turn), table, who, what and why of each line, the oldest first."""
    response = reader.get(reverse_for(room, "journal-csv"), query)
    assert response.status_code == 200
    written = plain(response.content.decode("utf-8-sig"))
    rows = list(csv.reader(io.StringIO(written), delimiter=";"))[1:]
    return [[f"{game}/{turn}", *others] for _date, _time, game, turn, *others in rows]


def test_every_event_is_listed_once_with_author_and_reason(
    journal_turn: Turn, room: Room, reader: Client
) -> None:
    journal_lines = read_lines(reader, room, what="all")
    username = room.user.username
    expected = [
        ["/", "", username, "bureau reçoit le rôle « organisateur ».", ""],
        ["1/", "", username, "Partie déclarée prête : réglages fixés.", ""],
        ["1/", "", username, "Partie commencée.", ""],
        ["1/1", "", username, "Lettres tirées : TAESINR.", ""],
        ["1/1", "", username, "Chrono lancé.", ""],
        ["1/1", "", "le logiciel", "Bulletins ramassés.", ""],
        ["1/1", "4", username, REFUSED, ""],
        ["1/1", "2", username, "Décidé : 12 points (art. 5.3).", "'=2+3"],
        ["1/1", "3", username, "Décidé : 12 points (art. 5.3).", "'=2+3"],
        ["1/1", "", username, "Décision annulée, sur 2 bulletins.", ""],
        ["1/1", "1", username, "Avertissement disciplinaire", "bavarde (art. 5.5)"],
        [
            "1/1",
            "1",
            username,
            TAKEN_BACK,
            "ce n’était pas elle (art. 5.5)",
        ],
        ["1/1", "6", username, "Bulletin en papier saisi : RATINES, horizontal · H4 · 70", ""],
    ]
    with every_row() as row:
        for line in expected:
            with row(line):
                assert journal_lines.count(line) == 1, [
                    other for other in journal_lines if other[:3] == line[:3]
                ]
    assert [line[2] for line in journal_lines if line[3].startswith("Remis comme avant")] == [
        username,
        username,
    ]
    assert sum(line[3].startswith("Solution donnée : ENTRAIS en H4") for line in journal_lines) == 1
    proposals = Ruling.objects.filter(
        by=None, status__in=[RulingStatus.PROPOSED, RulingStatus.UNDECIDED]
    )
    by_software = [line for line in journal_lines if line[2] == "le logiciel"]
    assert len(by_software) >= proposals.count()


def test_letters_are_hidden_until_they_are_announced(
    journal_turn: Turn, room: Room, reader: Client
) -> None:
    assert "AAEIRTU" not in str(read_lines(reader, room, what="all"))
    announce_turn(turn=journal_turn, **room.get_author_and_time())
    assert "AAEIRTU" in str(read_lines(reader, room, what="all"))


def test_other_readers_see_a_turn_after_its_top(
    journal_turn: Turn, room: Room, reader: Client, sign_in: SignIn
) -> None:
    member = sign_in(Role.COMMISSION, name="membre")
    of_turn: dict[str, Any] = {"where": "1-2", "what": "all"}
    announce_turn(turn=journal_turn, **room.get_author_and_time())
    open_turn(turn=journal_turn, **room.get_author_and_time())
    ring(journal_turn)
    correct_turn(turn_id=journal_turn.pk, now=clock.now())
    acts.give_warning(
        turn=journal_turn,
        entry=room.entries[0],
        reason="bavarde encore",
        **room.get_author_and_time(),
    )
    assert "bavarde encore" in str(read_lines(reader, room, **of_turn))
    assert read_lines(member, room, **of_turn) == []
    assert "Solution donnée" in str(read_lines(member, room, what="all"))
    cancel_turn(turn=journal_turn, reason="spelling", detail="un Y", **room.get_author_and_time())
    assert read_lines(member, room, **of_turn) == read_lines(reader, room, **of_turn) != []


def test_the_journal_is_filtered_by_turn_table_person_and_kind(
    journal_turn: Turn, room: Room, reader: Client
) -> None:
    other, _card = add_staff(
        tournament=room.tournament,
        username="autre",
        roles=[Role.JUDGE],
        **room.get_author_and_time(),
    )
    cancel_turn(turn=journal_turn, reason="spelling", detail="un Y", by=other, now=clock.now())
    assert read_lines(reader, room, where="1-2", by=other.pk) == [
        ["1/2", "", "autre", "Coup annulé.", "Erreur d’épellation – un Y"]
    ]
    of_table = read_lines(reader, room, table=2, what="all")
    assert {line[1] for line in of_table} == {"2", ""}
    assert [line[3] for line in of_table if not line[1]] == ["Décision annulée, sur 2 bulletins."]
    assert read_lines(reader, room, table=99) == []
    assert {line[2] for line in read_lines(reader, room, what="decisions")} == {"bureau"}
    assert {line[2] for line in read_lines(reader, room, what="commands", by=0)} == {"le logiciel"}
    assert read_lines(reader, room, by=0, what="papers") == []
    for name, value in {"where": "7-1", "table": "x", "by": "99999", "what": "rien"}.items():
        assert reader.get(reverse_for(room, "journal"), {name: value}).status_code == 404


def test_a_page_reads_no_more_than_it_shows(journal_turn: Turn, room: Room, reader: Client) -> None:
    with CaptureQueriesContext(connection) as few:
        shown = read_text(reader.get(reverse_for(room, "journal"), {"what": "all"}))
    assert "les plus récentes d’abord" in shown
    ruling = Ruling.objects.get(turn__number=1, entry=room.entries[0], version=1)
    Ruling.objects.bulk_create(
        Ruling(
            **{
                field.attname: getattr(ruling, field.attname)
                for field in Ruling._meta.concrete_fields
                if field.attname not in {"id", "version"}
            },
            version=version,
        )
        for version in range(2, 250)
    )
    with CaptureQueriesContext(connection) as many:
        page = read_text(reader.get(reverse_for(room, "journal"), {"what": "all", "page": "2"}))
    assert "Page 2 sur 3" in page
    assert page.count('<th scope="row"') == 100
    assert len(many) <= len(few)


def test_the_journal_can_only_be_read(journal_turn: Turn, room: Room, sign_in: SignIn) -> None:
    assert User.objects.filter(username="bureau").exists()
    for name in ("journal", "journal-print", "journal-csv"):
        assert sign_in(Role.ORGANISER).post(reverse_for(room, name)).status_code == 405
