"""Bulletins on paper: permissions, times, correction."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from arbitrage.core.bulletin import ILLEGIBLE, Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import PaperBulletin, RulingStatus
from arbitrage.queries.listing import list_sorted_rows
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from arbitrage.services.correction import correct_turn
from tests.bulletins import enter_paper, give_tables, play_first_turn
from tests.room import Room
from tournament.core.errors import BadSetting, BadSheet, NotAllowed, WrongState
from tournament.core.states import Role
from tournament.models import (
    Bulletin as HandedBulletin,
    Journal,
    LateBulletin,
    Score,
    StaffMember,
    Turn,
)
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.people.registration import withdraw_entry
from tournament.services.play.games import annul_game
from tournament.services.play.turns import cancel_turn, reveal_turn

RATINES = Bulletin(Sheet(("RATINES",)), "H2", "66")


@pytest.fixture
def turn(first_results: Turn) -> Turn:
    """The first turn, collected and corrected; table 6 handed nothing in."""
    return first_results


def type_in(room: Room, turn: Turn, bulletin: Bulletin = RATINES, **changes: Any) -> PaperBulletin:
    fields = (
        {"number": 6, "seen_version": 0, "over_tablet": False}
        | room.get_author_and_time()
        | changes
    )
    return enter_paper(turn=turn, bulletin=bulletin, **fields)


def correct(turn: Turn) -> None:
    """Run the task of the correction."""
    correct_turn(turn_id=turn.pk, now=clock.now())


def get_points(room: Room, turn: Turn, table: int = 6) -> int | None:
    return get_current_rulings(turn)[room.entries[table - 1].pk].points


def create_arbiter(room: Room, name: str) -> User:
    user = User.objects.create_user(name)
    StaffMember.objects.create(tournament=room.tournament, user=user, role=Role.ARBITER)
    return user


def test_a_typed_bulletin_is_corrected_like_a_tablet_one(room: Room, turn: Turn) -> None:
    assert get_points(room, turn) == 0
    top = get_points(room, turn, table=2)

    type_in(room, turn)
    correct(turn)

    assert get_points(room, turn) == top
    assert Score.objects.get(turn=turn, entry=room.entries[5]).points == top
    row = next(row for row in list_sorted_rows(turn=turn) if row.table == 6)
    assert isinstance(row.bulletin, PaperBulletin)
    assert (row.bulletin.rows, row.is_late) == (["RATINES"], False)


def test_its_correction_is_asked_for_when_it_is_committed(
    room: Room, turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    requested: list[tuple[int, list[int]]] = []
    monkeypatch.setattr(
        "arbitrage.services.paper.request_correction", lambda *args: requested.append(args)
    )

    type_in(room, turn)

    assert requested == [(turn.pk, [room.entries[5].pk])]


def test_the_journal_has_author_and_time_of_typing(room: Room, turn: Turn) -> None:
    type_in(room, turn)

    row = Journal.objects.get(kind="paper")
    assert (row.turn, row.by) == (turn, room.user)
    assert (row.data["tables"], row.data["slips"]) == ([6], [[6, 1, "ok"]])


def test_typing_again_adds_a_version(room: Room, turn: Turn) -> None:
    type_in(room, turn)
    correct(turn)
    type_in(room, turn, Bulletin(Sheet(("ZZZ",)), "H7", "50"), seen_version=1)
    correct(turn)

    assert get_points(room, turn) == 0
    stored = PaperBulletin.objects.filter(turn=turn).values_list("version", "rows")
    assert list(stored) == [(1, ["RATINES"]), (2, ["ZZZ"])]


def test_a_tablet_bulletin_gives_way_only_to_a_confirmed_one(room: Room, turn: Turn) -> None:
    with pytest.raises(WrongState) as refused:
        type_in(room, turn, number=4)
    assert refused.value.reason == "tablet-bulletin"

    type_in(room, turn, number=4, over_tablet=True)
    correct(turn)

    assert get_points(room, turn, table=4) == get_points(room, turn, table=2)
    assert HandedBulletin.objects.get(turn=turn, entry=room.entries[3]).rows == ["ZZZ"]


def test_a_late_tablet_bulletin_asks_for_confirmation_too(room: Room, turn: Turn) -> None:
    late = LateBulletin.objects.create(
        turn=turn, entry=room.entries[5], rev=1, device="d", rows=["UN"], arrived_at=clock.now()
    )
    with pytest.raises(WrongState):
        type_in(room, turn)

    type_in(room, turn, over_tablet=True)
    correct(turn)

    row = next(row for row in list_sorted_rows(turn=turn) if row.table == 6)
    assert not row.is_late
    assert row.ruling.points == get_points(room, turn, table=2)
    assert LateBulletin.objects.get() == late


def test_a_bulletin_typed_after_a_decision_is_judged(room: Room, turn: Turn) -> None:
    entry = room.entries[5]
    rulings.confirm_ruling(turn=turn, entry=entry, version=1, **room.get_author_and_time())
    type_in(room, turn)
    correct(turn)

    ruling = get_current_rulings(turn)[entry.pk]
    assert (ruling.status, ruling.version) == (RulingStatus.UNDECIDED, 3), (
        "it returns to the arbiter"
    )
    assert ruling.points


def test_a_decision_on_a_typed_bulletin_stays(room: Room, turn: Turn) -> None:
    entry = room.entries[5]
    type_in(room, turn)
    correct(turn)
    rulings.confirm_ruling(turn=turn, entry=entry, version=2, **room.get_author_and_time())
    correct(turn)
    assert get_current_rulings(turn)[entry.pk].status == RulingStatus.CONFIRMED

    type_in(room, turn, Bulletin(Sheet(("RATINES",)), "h 2", "066"), seen_version=1)
    correct(turn)

    assert get_current_rulings(turn)[entry.pk].status == RulingStatus.CONFIRMED


@pytest.mark.parametrize(
    ("state", "motive"),
    [
        (SheetState.BLANK, "vierge-ou-manquant"),
        (SheetState.MISSING, "vierge-ou-manquant"),
        (SheetState.LATE, "temps-depasse"),
        (SheetState.EXCHANGED, "echange"),
        (SheetState.ILLEGIBLE, "illisible"),
        (SheetState.SEVERAL, "plusieurs-bulletins"),
    ],
)
def test_the_state_of_the_slip_decides_the_zero(
    room: Room, turn: Turn, state: SheetState, motive: str
) -> None:
    empty = state in {SheetState.BLANK, SheetState.MISSING}
    written = Bulletin(Sheet(() if empty else ("RATINES",)), "", "", state)

    type_in(room, turn, written)
    correct(turn)

    ruling = get_current_rulings(turn)[room.entries[5].pk]
    assert (ruling.points, ruling.sanction, ruling.motives) == (0, "zero", [motive])


def test_typed_text_is_stored_as_written(room: Room, turn: Turn) -> None:
    sheet = Sheet(("RaTINES", "..X...."), (".......", "..x...."))
    type_in(room, turn, Bulletin(sheet, ILLEGIBLE, ILLEGIBLE, SheetState.HARD_TO_READ))
    correct(turn)

    paper = PaperBulletin.objects.get()
    assert (paper.rows, paper.struck) == (list(sheet.rows), list(sheet.struck))
    assert (paper.reference, paper.score) == (ILLEGIBLE, ILLEGIBLE)
    assert get_current_rulings(turn)[room.entries[5].pk].key


def test_a_zero_for_no_bulletin_goes_when_one_is_typed(room: Room, turn: Turn) -> None:
    line = Score.objects.filter(turn=turn, entry=room.entries[5])
    assert line.get().points == 0

    type_in(room, turn, Bulletin(Sheet(("RATINES", "..X....")), "H2", "66"))
    correct(turn)

    assert get_current_rulings(turn)[room.entries[5].pk].status == RulingStatus.UNDECIDED
    assert not line.exists()


@pytest.mark.parametrize(
    ("bulletin", "reason"),
    [
        (Bulletin(Sheet()), "nothing-written"),
        (Bulletin(Sheet(("UN",)), state=SheetState.BLANK), "blank-but-written"),
        (Bulletin(Sheet(), score="12", state=SheetState.MISSING), "blank-but-written"),
    ],
)
def test_state_and_writing_may_not_contradict_each_other(
    room: Room, turn: Turn, bulletin: Bulletin, reason: str
) -> None:
    with pytest.raises(BadSheet) as refused:
        type_in(room, turn, bulletin)

    assert refused.value.reason == reason
    assert not PaperBulletin.objects.exists()


def test_only_arbiters_type_and_each_at_any_table(room: Room, turn: Turn) -> None:
    with pytest.raises(NotAllowed):
        type_in(room, turn, by=User.objects.create_user("visiteuse"))
    create_arbiter(room, "camille")
    dominique = create_arbiter(room, "dominique")
    give_tables(room, "camille", 6)
    assert type_in(room, turn, by=dominique).by == dominique


def test_a_table_without_a_player_is_named(room: Room, turn: Turn) -> None:
    with pytest.raises(BadSetting) as refused:
        type_in(room, turn, number=99)
    assert refused.value.data == {"number": 99}
    withdraw_entry(entry=room.entries[5], **room.get_author_and_time())
    with pytest.raises(BadSetting):
        type_in(room, turn)


def test_typing_before_the_end_is_refused(room: Room) -> None:
    with pytest.raises(WrongState) as refused:
        type_in(room, play_first_turn(room))

    assert refused.value.reason == "not-collected"


def test_typing_is_possible_after_the_reveal(room: Room, turn: Turn) -> None:
    top = load_choice(turn).proposed_top
    assert top is not None
    reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())

    type_in(room, turn)
    correct(turn)

    assert get_points(room, turn)


def test_typing_for_a_cancelled_turn_or_game_is_refused(room: Room, turn: Turn) -> None:
    game = turn.game
    cancel_turn(turn=turn, reason="essai", **room.get_author_and_time())
    with pytest.raises(WrongState) as refused:
        type_in(room, turn)
    assert refused.value.reason == "turn-cancelled"
    annul_game(game=game, **room.get_author_and_time())
    with pytest.raises(WrongState):
        type_in(room, turn)
