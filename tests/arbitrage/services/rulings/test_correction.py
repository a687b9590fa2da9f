"""A closed turn is corrected once for equal bulletins, and arbiters have the last word."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from arbitrage.core.correct import correct
from arbitrage.models import Ruling, RulingStatus
from arbitrage.queries.listing import get_row, list_sorted_rows
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import correction, rulings
from tests.explanations import read_explanation
from tests.room import Room, make_room, ring, solve_now
from tests.snapshots import STAGES, Stage
from tournament.core.errors import BadSetting, LostRace
from tournament.models import Bulletin, Entry, Game, LateBulletin, Score, Turn
from tournament.queries import clock
from tournament.queries.people.table_scope import TableScope
from tournament.queries.results.standings import load_standings
from tournament.queries.results.tops import load_choice
from tournament.services.people.registration import withdraw_entry
from tournament.services.play import turns


def open_turn(room: Room, **settings: Any) -> tuple[Game, Turn]:
    game = room.game(**settings)
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    turns.open_turn(turn=turn, **room.get_author_and_time())
    return game, turn


def hand_in(
    turn: Turn,
    entry: Entry,
    rows: list[str],
    *,
    reference: str = "",
    score: str = "",
    rev: int = 1,
    late: bool = False,
) -> None:
    model = LateBulletin if late else Bulletin
    model.objects.update_or_create(
        turn=turn,
        entry=entry,
        defaults={
            "rev": rev,
            "device": "tablette",
            "rows": rows,
            "reference": reference,
            "score": score,
            "arrived_at": clock.now(),
        },
    )


def collect(turn: Turn) -> None:
    ring(turn)
    correction.correct_turn(turn_id=turn.pk, now=clock.now())


def open_first_turn() -> Stage:
    room = make_room()
    return Stage(room, open_turn(room)[1])


def close_first_turn() -> Stage:
    """The first two entries have handed in the same top, with a wrong score."""
    room = make_room()
    _, turn = open_turn(room)
    top = load_choice(turn).tops[0]
    for entry in room.entries[:2]:
        hand_in(turn, entry, [top.word], score="1")
    collect(turn)
    return Stage(room, turn)


STAGES.update(opened_turn=open_first_turn, closed_turn=close_first_turn)


@pytest.fixture
def opened_turn(_stage: Stage) -> Turn:
    assert _stage.turn
    return _stage.turn


@pytest.fixture
def closed_turn(_stage: Stage) -> Turn:
    assert _stage.turn
    return _stage.turn


def get_score(turn: Turn, entry: Entry) -> Score:
    return Score.objects.get(turn=turn, entry=entry)


def test_every_entry_gets_a_ruling_and_a_line(room: Room, opened_turn: Turn) -> None:
    top = load_choice(opened_turn).tops[0]
    first, second, third, fourth, *_ = room.entries
    hand_in(opened_turn, first, [top.word], reference=top.ref, score=str(top.score))
    hand_in(opened_turn, second, [top.word], score=str(top.score - 1))
    hand_in(opened_turn, third, ["ZZZZ"], reference="H4", score="40")
    hand_in(opened_turn, fourth, [top.word], score=str(top.score), late=True)
    collect(opened_turn)
    assert len(get_current_rulings(opened_turn)) == len(room.entries)
    assert (get_score(opened_turn, first).points, get_score(opened_turn, first).sanction) == (
        top.score,
        "none",
    )
    assert get_score(opened_turn, second).sanction == "warning"
    assert get_score(opened_turn, second).points == top.score
    assert (get_score(opened_turn, third).points, get_score(opened_turn, third).sanction) == (
        0,
        "zero",
    )
    late = get_current_rulings(opened_turn)[fourth.pk]
    assert (late.points, late.motives) == (0, ["temps-depasse"])
    missing = get_current_rulings(opened_turn)[room.entries[4].pk]
    assert (missing.points, missing.motives) == (0, ["vierge-ou-manquant"])


def test_equal_bulletins_are_judged_once_and_alike(
    room: Room, opened_turn: Turn, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = load_choice(opened_turn).tops[0]
    calls: list[Any] = []

    def count_calls(*args: Any) -> Any:
        calls.append(args)
        return correct(*args)

    monkeypatch.setattr(correction, "correct", count_calls)
    for entry, reference in zip(room.entries, ["H4", "h4", "H 4", " h 4", "H4", "H4"], strict=True):
        hand_in(opened_turn, entry, [top.word], reference=reference, score=str(top.score))
    collect(opened_turn)
    assert len(calls) == 1
    assert len({ruling.points for ruling in get_current_rulings(opened_turn).values()}) == 1


def test_a_bulletin_is_paid_with_the_bonus_of_the_format(room: Room) -> None:
    """3.8.2: eight letters laid are worth 75 more, not 50 nor nothing."""
    _, turn = open_turn(room, fmt="7et8", seed=2)
    move = load_choice(turn).proposed_top
    assert move is not None
    assert (turn.drawn, len(move.word), move.score) == ("LSETER?I", 8, 123)
    hand_in(turn, room.entries[0], [move.word], reference=move.ref, score="123")
    collect(turn)
    line = get_score(turn, room.entries[0])
    assert (line.points, line.sanction) == (123, "none")


def test_correcting_again_changes_nothing(opened_turn: Turn) -> None:
    collect(opened_turn)
    rows = Ruling.objects.count()
    assert correction.correct_turn(turn_id=opened_turn.pk, now=clock.now()) == 0
    assert Ruling.objects.count() == rows


def test_an_open_turn_is_not_corrected(opened_turn: Turn) -> None:
    assert correction.correct_turn(turn_id=opened_turn.pk, now=clock.now()) == 0


def test_a_bulletin_stored_after_the_close_is_judged_anew(room: Room, opened_turn: Turn) -> None:
    collect(opened_turn)
    top = load_choice(opened_turn).tops[0]
    hand_in(opened_turn, room.entries[0], [top.word], score=str(top.score))
    assert correction.correct_turn(turn_id=opened_turn.pk, now=clock.now()) == 1
    assert get_score(opened_turn, room.entries[0]).points == top.score


def test_a_withdrawn_entry_is_not_corrected(room: Room, opened_turn: Turn) -> None:
    withdraw_entry(entry=room.entries[0], **room.get_author_and_time())
    collect(opened_turn)
    assert room.entries[0].pk not in get_current_rulings(opened_turn)


def to_equal(room: Room, turn: Turn, entry: Entry, *, version: int) -> int:
    return rulings.apply_to_equal(
        turn=turn,
        entry=entry,
        version=version,
        entries=room.entry_ids,
        **room.get_author_and_time(),
    )


class TestDecisions:
    def test_a_confirmed_proposal_is_signed(self, room: Room, closed_turn: Turn) -> None:
        entry = room.entries[0]
        rulings.confirm_ruling(
            turn=closed_turn, entry=entry, version=1, **room.get_author_and_time()
        )
        ruling = get_current_rulings(closed_turn)[entry.pk]
        assert (ruling.status, ruling.version, ruling.by) == (RulingStatus.CONFIRMED, 2, room.user)

    def test_a_free_ruling_needs_a_reason_and_changes_the_ranking(
        self, room: Room, closed_turn: Turn
    ) -> None:
        entry = room.entries[0]
        change: dict[str, Any] = {
            "turn": closed_turn,
            "entry": entry,
            "version": 1,
            "points": 0,
            "sanction": "zero",
            "motives": ["illisible"],
            "article": "5.7",
        }
        with pytest.raises(BadSetting):
            rulings.change_ruling(
                **change, reason=" ", is_free_ruling=True, **room.get_author_and_time()
            )
        rulings.change_ruling(**change, reason="Mot illisible.", **room.get_author_and_time())
        line = get_score(closed_turn, entry)
        assert line.points == 0
        assert "Mot illisible." in read_explanation(line)
        assert "5.7" in read_explanation(line)
        move = load_choice(closed_turn).proposed_top
        assert move is not None
        turns.reveal_turn(
            turn=closed_turn, word=move.word, ref=move.ref, **room.get_author_and_time()
        )
        ranks = {row.entry_id: row.rank for row in load_standings(closed_turn.game).rows}
        assert ranks[entry.pk] > ranks[room.entries[1].pk]

    @pytest.mark.parametrize(
        ("points", "sanction", "motives"),
        [
            (-1, "none", []),
            (5, "zero", []),
            (5, "amende", []),
            (5, "none", ["humeur"]),
            (3, "none", []),
            (3, "penalty", ["localisation"]),
        ],
    )
    def test_an_impossible_decision_is_refused(
        self, room: Room, closed_turn: Turn, points: int, sanction: str, motives: list[str]
    ) -> None:
        entry = room.entries[0]
        with pytest.raises(BadSetting):
            rulings.change_ruling(
                turn=closed_turn,
                entry=entry,
                version=1,
                points=points,
                sanction=sanction,
                motives=motives,
                article="",
                reason="essai",
                **room.get_author_and_time(),
            )
        assert get_current_rulings(closed_turn)[entry.pk].version == 1

    def test_the_second_of_two_arbiters_is_refused(self, room: Room, closed_turn: Turn) -> None:
        entry = room.entries[0]
        rulings.confirm_ruling(
            turn=closed_turn, entry=entry, version=1, **room.get_author_and_time()
        )
        with pytest.raises(LostRace):
            rulings.confirm_ruling(
                turn=closed_turn, entry=entry, version=1, **room.get_author_and_time()
            )

    def build_decision(self, room: Room) -> dict[str, Any]:
        decision = {"points": 3, "sanction": "none", "motives": [], "article": "6.3"}
        return {
            **decision,
            "reason": "Décision de la commission.",
            "is_free_ruling": True,
            **room.get_author_and_time(),
        }

    def test_a_decision_reaches_all_equal_bulletins_in_one_gesture(
        self, room: Room, closed_turn: Turn
    ) -> None:
        entry, other = room.entries[:2]
        rulings.change_ruling(turn=closed_turn, entry=entry, version=1, **self.build_decision(room))
        assert get_score(closed_turn, other).points != 3
        assert to_equal(room, closed_turn, entry, version=2) == 1
        assert get_score(closed_turn, other).points == 3
        assert to_equal(room, closed_turn, entry, version=2) == 0

    def test_a_change_for_equal_bulletins_is_all_or_nothing(
        self, room: Room, closed_turn: Turn, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        entry, other = room.entries[:2]
        decision = self.build_decision(room)
        with monkeypatch.context() as broken:
            broken.setattr(rulings, "_build_equal_rulings", lambda *_args, **_kwargs: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                rulings.change_ruling(
                    turn=closed_turn, entry=entry, version=1, entries=room.entry_ids, **decision
                )
        assert get_current_rulings(closed_turn)[entry.pk].version == 1
        rulings.change_ruling(
            turn=closed_turn, entry=entry, version=1, entries=room.entry_ids, **decision
        )
        assert [get_score(closed_turn, each).points for each in (entry, other)] == [3, 3]

    def test_a_proposal_is_confirmed_for_all_equal_bulletins_at_once(
        self, room: Room, closed_turn: Turn
    ) -> None:
        entry, other = room.entries[:2]
        assert to_equal(room, closed_turn, entry, version=1) == 1
        in_force = get_current_rulings(closed_turn)
        assert {in_force[each.pk].status for each in (entry, other)} == {RulingStatus.CONFIRMED}
        with pytest.raises(LostRace):
            to_equal(room, closed_turn, entry, version=1)

    def test_one_row_is_the_same_as_in_the_list(self, room: Room, closed_turn: Turn) -> None:
        entry, other = room.entries[:2]
        rows = {row.entry.pk: row for row in list_sorted_rows(turn=closed_turn)}
        assert get_row(turn=closed_turn, entry_id=entry.pk) == rows[entry.pk]
        assert rows[entry.pk].equal_count == 2
        for each, user in ((entry, User.objects.create_user("camille")), (other, room.user)):
            each.table.arbiter = user
            each.table.save()
        scope = TableScope(arbiter=room.user.pk)
        assert get_row(turn=closed_turn, entry_id=entry.pk, scope=scope) is None
        assert get_row(turn=closed_turn, entry_id=other.pk, scope=scope) is not None
        assert get_row(turn=closed_turn, entry_id=0) is None

    def test_a_bulletin_undecided_again_loses_its_line(self, room: Room, closed_turn: Turn) -> None:
        entry = room.entries[0]
        assert Score.objects.filter(turn=closed_turn, entry=entry).exists()
        best, *_, worst = closed_turn.solutions.moves
        hand_in(closed_turn, entry, [best[0], ".", worst[0]], reference="H8", score="4", rev=2)
        correction.correct_turn(turn_id=closed_turn.pk, now=clock.now())
        assert get_current_rulings(closed_turn)[entry.pk].status == RulingStatus.UNDECIDED
        assert not Score.objects.filter(turn=closed_turn, entry=entry).exists()

    def test_the_list_holds_own_and_unassigned_tables(self, room: Room, closed_turn: Turn) -> None:
        entry, other = room.entries[:2]
        for each, user in ((entry, User.objects.create_user("camille")), (other, room.user)):
            each.table.arbiter = user
            each.table.save()
        scope = TableScope(arbiter=room.user.pk)
        listed = {row.entry.pk for row in list_sorted_rows(turn=closed_turn, scope=scope)}
        assert listed == {*room.entry_ids} - {entry.pk}
        assert len(list_sorted_rows(turn=closed_turn)) == len(room.entries)
