"""Archives of centres: verified, refused by name, joined."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import msgspec

from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.verify.record import ArchiveRecord
from arbitrage.event.core.comparability import Objection, ObjectionCode, list_objections
from arbitrage.event.core.decisions import EventDecisionKind
from arbitrage.event.core.extraction import extract_contribution
from arbitrage.event.core.joining import join_contributions
from arbitrage.event.core.ranking import rank_joint
from arbitrage.event.models import CentreArchive, Event, ImportedEvent
from arbitrage.event.presentation.objections import explain_objection
from arbitrage.event.queries.definition import load_definition
from arbitrage.event.queries.joint import CentreStatus, load_state
from arbitrage.event.queries.sheet import load_sheet
from arbitrage.event.services.events import decide
from arbitrage.event.services.sending import build_signed_archive, can_send
from arbitrage.services import acts
from tests.arbitrage.archive.archive_bytes import Lines, forge
from tests.arbitrage.event.centres import (
    RANKS,
    PlayedRoom,
    archive,
    draw,
    make_event,
    play_centre,
    play_turn,
    prepare_short_game,
    receive,
)
from tests.arbitrage.event.core.contributions import describe, make_centre, split_contribution
from tests.arbitrage.event.imported import make_imported
from tests.room import Room, make_room
from tests.rows import every_row
from tests.tournament.services.prepared.prepared_game import start
from tournament.queries import clock
from tournament.services.play import turns
from tournament.services.play.games import annul_game, finish_game


def list_codes(received: CentreArchive) -> list[ObjectionCode]:
    return [Objection.from_json(stored).code for stored in received.objections]


def test_a_real_room_split_equals_itself_and_its_standings(first_centre: PlayedRoom) -> None:
    room, game = first_centre
    event = make_event(room, game)
    definition = load_definition(event)
    record = ArchiveRecord(read_archive(archive(room)))
    whole = extract_contribution(record, definition)
    expected = rank_joint(definition, join_contributions(definition, {make_centre(0): whole}))
    stated = {line.row.entry: line.row for line in record.standings if line.row.game is None}
    for row in expected:
        line = stated[row.uid]
        totals = row.ranked_entry.totals
        assert (line.rank, line.total, line.solos) == (row.rank, totals.total, totals.solos)
    contributions = split_contribution(whole, [0, 1, 2, 0, 1, 2])
    for order in permutations(enumerate(contributions, 1)):
        centres = {make_centre(number): contribution for number, contribution in order}
        assert describe(
            rank_joint(definition, join_contributions(definition, centres))
        ) == describe(expected)


def test_two_centres_are_joined_and_the_third_is_expected(first_centre: PlayedRoom) -> None:
    first, game = first_centre
    second, _ = play_centre((30, 1, 1, 2, 3, 4))
    event = make_event(first, game, "Nantes", "Lomé", "Liège")
    contents = {"Nantes": archive(first), "Lomé": archive(second)}
    for centre, content in contents.items():
        received = receive(event, centre, content)
        assert received.objections == []
        again = receive(event, centre, content)
        assert again.pk == received.pk, "the same file changes nothing"
    state = load_state(event)
    assert [row.status for row in state.centres] == [
        CentreStatus.EXPECTED,  # Liège
        CentreStatus.COUNTED,
        CentreStatus.COUNTED,
    ]
    assert state.is_provisional
    rows = state.joint.rows
    assert len(rows) == 12
    assert (rows[0].joint.centre.name, rows[0].ranked_entry.totals.solos) == ("Nantes", 1)
    assert rows[0].ranked_entry.totals.bonus == 0, "twelve players"
    liege = state.centres[0].centre
    decide(
        event=event, kind=EventDecisionKind.MISSING, subject=str(liege.uid), name=liege.name,
        reason="Salle fermée", by=first.user, now=clock.now(),
    )  # fmt: skip
    assert not load_state(event).is_provisional


def test_every_kind_of_bad_archive_is_named(first_centre: PlayedRoom) -> None:
    room, game = first_centre
    event = make_event(room, game, "Nantes", "Lomé")
    content = archive(room)

    def other_word(lines: Lines) -> Lines:
        return [lines[0] | {"word": "ZUT"}, *lines[1:]]

    rows = [
        ("no archive", content[:-90], ObjectionCode.UNREADABLE),
        ("tampered", forge(content, "turns", other_word), ObjectionCode.TAMPERED),
    ]
    with every_row() as each:
        for name, sent, code in rows:
            with each(name):
                received = receive(event, "Lomé", sent)
                assert list_codes(received) == [code]
                assert received.contribution is None
                sentences = [
                    explain_objection(Objection.from_json(stored)) for stored in received.objections
                ]
                assert all(sentences)
    assert load_state(event).centres[0].status is CentreStatus.REFUSED
    receive(event, "Nantes", content)
    receive(event, "Lomé", content)
    statuses = {row.centre.name: row.status for row in load_state(event).centres}
    assert statuses == dict.fromkeys(("Nantes", "Lomé"), CentreStatus.CONTRADICTED)
    assert load_state(event).joint.rows == []


def test_a_centre_that_leaves_the_sheet_waits_for_a_decision(
    first_centre: PlayedRoom,
) -> None:
    first, game = first_centre
    other = make_room()
    abandoned = prepare_short_game(other)
    start(other, abandoned)
    turn = draw(other, abandoned)
    assert turn is not None
    play_turn(other, turn, RANKS)
    turn.refresh_from_db()
    turns.cancel_turn(turn=turn, reason="spelling", **other.get_author_and_time())
    turn = draw(other, abandoned)
    assert turn is not None
    play_turn(other, turn, RANKS)
    finish_game(
        game=abandoned, reason="judge_decision", article="3.7", **other.get_author_and_time()
    )
    event = make_event(first, game, "Nantes", "Lomé")
    received = receive(event, "Nantes", archive(other))
    assert list_codes(received)[0] is ObjectionCode.SCRIPT_LEFT
    assert ObjectionCode.UNDECIDED not in _list_with_undecided_cancelled(event, archive(other))
    objection = Objection.from_json(received.objections[0])
    assert objection.article == "3.6"
    assert "coup annulé" in explain_objection(objection)
    state = load_state(event)
    assert state.centres[1].status is CentreStatus.NOT_COMPARABLE
    assert state.joint.rows == []
    decide(
        event=event, kind=EventDecisionKind.COUNT, subject=received.sha256, name="Nantes",
        reason="Panne de courant", by=first.user, now=clock.now(),
    )  # fmt: skip
    receive(event, "Lomé", archive(first))
    state = load_state(event)
    assert len(state.joint.rows) == 12
    for row in state.joint.rows:
        (sheet,) = load_sheet(state, row)
        points = sum(line.score.points for line in sheet.turns if line.score)
        assert points == row.ranked_entry.totals.points
        assert len({line.turn.number for line in sheet.turns}) == len(sheet.turns)


def test_an_annulled_game_is_missing_and_adds_nothing(first_centre: PlayedRoom) -> None:
    first, game = first_centre
    other = make_room()
    annulled = prepare_short_game(other)
    start(other, annulled)
    turn = draw(other, annulled)
    assert turn is not None
    play_turn(other, turn, RANKS)
    event = make_event(first, game, "Nantes")
    imported = make_imported(event, other, annulled)
    annul_game(game=annulled, **other.get_author_and_time())
    imported.refresh_from_db()
    assert not can_send(imported, clock.now())
    ImportedEvent.objects.update(ends_at=clock.now())
    imported.refresh_from_db()
    signed = build_signed_archive(package=imported, by=other.user, now=clock.now())
    received = receive(event, "Nantes", signed.content)
    assert list_codes(received) == [ObjectionCode.MISSING_GAME]
    decide(
        event=event, kind=EventDecisionKind.COUNT, subject=received.sha256, name="Nantes",
        reason="Panne de courant", by=first.user, now=clock.now(),
    )  # fmt: skip
    rows = load_state(event).joint.rows
    assert {row.ranked_entry.totals.points for row in rows} == {0}


def _list_with_undecided_cancelled(event: Event, content: bytes) -> list[ObjectionCode]:
    """Return the objections if the bulletins of cancelled turns were undecided."""
    record = ArchiveRecord(read_archive(content))
    for turn in record.games[1].turns.values():
        for versions in turn.rulings.values() if turn.row.state == "cancelled" else ():
            undecided = msgspec.structs.replace(versions[-1].row, status="undecided")
            versions[-1] = replace(versions[-1], row=undecided)
    return [item.code for item in list_objections(record, load_definition(event))]


def test_a_later_decision_supersedes_the_older_file(first_centre: PlayedRoom) -> None:
    room, game = first_centre
    event = make_event(room, game, "Nantes")
    receive(event, "Nantes", archive(room), "vieux.zip")
    before = _count_warnings(event)
    _warn(room)
    receive(event, "Nantes", archive(room))
    (centre,) = load_state(event).centres
    assert centre.status is CentreStatus.COUNTED
    assert [(row.archive.file_name, row.is_late) for row in centre.arrivals] == [
        ("envoi.zip", False),
        ("vieux.zip", True),
    ]
    assert _count_warnings(event) == before + 1


def _count_warnings(event: Event) -> int:
    return sum(row.ranked_entry.totals.warnings for row in load_state(event).joint.rows)


def _warn(room: Room) -> None:
    turn = room.tournament.games.get().turns.get(number=1)
    acts.give_warning(
        turn=turn, entry=room.entries[0], reason="Bavardage", **room.get_author_and_time()
    )


def test_another_event_edition_and_lexicon_are_named(first_centre: PlayedRoom) -> None:
    room, game = first_centre
    content = archive(room)
    event = make_event(room, game, "Nantes")
    rows: list[tuple[str, dict[str, Any], dict[str, Any], list[ObjectionCode]]] = [
        ("event", {"commitment": "0" * 64}, {}, [ObjectionCode.OTHER_EVENT]),
        ("lexicon", {}, {"lexicon_checksum": "0" * 64}, [ObjectionCode.OTHER_LEXICON]),
        ("edition", {}, {"edition": "2017"}, [ObjectionCode.OTHER_EDITION]),
        ("time", {"time_s": 120}, {}, [ObjectionCode.OTHER_TIME]),
        ("sheet", {"seal": "0" * 64}, {}, [ObjectionCode.OTHER_SHEET]),
    ]
    with every_row() as each:
        for name, of_game, of_event, codes in rows:
            with each(name):
                CentreArchive.objects.all().delete()
                sealed = event.games.get()
                kept = {field: getattr(sealed, field) for field in of_game}
                event.games.update(**of_game)
                kept_event = {field: getattr(event, field) for field in of_event}
                Event.objects.update(**of_event)
                assert list_codes(receive(Event.objects.get(), "Nantes", content)) == codes
                event.games.update(**kept)
                Event.objects.update(**kept_event)
