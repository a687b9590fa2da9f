"""Differences of second looks (5.9): settlement, and provisional results."""

import pytest

from arbitrage.core.second_looks import LookState
from arbitrage.core.slip import Box
from arbitrage.models import Slip
from arbitrage.presentation.journal import build_line
from arbitrage.queries.blinding import list_blinded_on_turn
from arbitrage.queries.second_looks import find_double_arbitrated_entries, list_differences
from arbitrage.queries.slips import get_notice, get_slips_in_force
from arbitrage.services import rulings
from tests.arbitrage.services.looks import SecondLookStage
from tests.arbitrage.services.sanctioned_turns import get_account
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import GameState, Role
from tournament.models import Game, Journal, Score, Turn
from tournament.queries import clock
from tournament.queries.results.standings import load_standings


class TestDifferences:
    def test_an_equal_verdict_is_in_the_journal(self, second_look_stage: SecondLookStage) -> None:
        turn, entry = (
            second_look_stage.sanctioned_turns.first,
            second_look_stage.sanctioned_turns.entries[1],
        )
        assert (
            second_look_stage.look(turn, entry, second_look_stage.second).state == LookState.AGREED
        )
        assert (1, 1) not in second_look_stage.list_assignable()
        assert not list_differences(second_look_stage.sanctioned_turns.room.tournament)
        row = Journal.objects.filter(kind="look").latest("seq")
        assert (row.data["look"], row.data["table"]) == ("agreed", entry.table.number)
        # Confirming it afterwards says nothing new.
        version = second_look_stage.get_current_ruling(turn, entry).version
        rulings.confirm_ruling(
            turn=turn,
            entry=entry,
            version=version,
            **second_look_stage.sanctioned_turns.room.get_author_and_time(),
        )
        assert (1, 1) not in second_look_stage.list_assignable()

    def test_another_verdict_is_settled_by_a_decision_with_a_slip(
        self, second_look_stage: SecondLookStage
    ) -> None:
        sanctioned_turns = second_look_stage.sanctioned_turns
        turn, entry = sanctioned_turns.first, sanctioned_turns.entries[0]
        difference = second_look_stage.differ(turn, entry)
        assert [shown.look for shown in list_differences(sanctioned_turns.room.tournament)] == [
            difference
        ]
        second_look_stage.settle(
            difference, "contest", second_look_stage.second, "le mot est admis"
        )
        assert not find_double_arbitrated_entries(
            turn, [second_look_stage.get_current_ruling(turn, entry)]
        )
        second_look_stage.rule(turn, entry, 24, "none", second_look_stage.first)
        difference.refresh_from_db()
        assert (difference.state, difference.settled_by) == (
            LookState.RULED,
            second_look_stage.first,
        )
        assert find_double_arbitrated_entries(
            turn, [second_look_stage.get_current_ruling(turn, entry)]
        ) == {entry.pk}
        slip = get_slips_in_force(Slip.objects.filter(turn=turn, entry=entry)).get()
        notice = get_notice(slip)
        assert Box.DOUBLE in notice.list_boxes()
        assert (notice.points, slip.rectifies) == (24, True)
        assert Score.objects.get(turn=turn, entry=entry).points == 24
        assert (1, 0) not in second_look_stage.list_assignable()  # it does not come back
        row = Journal.objects.filter(kind="look").latest("seq")
        assert "désaccord réglé par une nouvelle décision" in build_line(row, {}).event

    def test_a_changed_clean_bulletin_has_a_slip_too(
        self, second_look_stage: SecondLookStage
    ) -> None:
        turn, entry = (
            second_look_stage.sanctioned_turns.first,
            second_look_stage.sanctioned_turns.entries[1],
        )
        assert not Slip.objects.filter(turn=turn, entry=entry).exists()
        second_look_stage.differ(turn, entry)
        second_look_stage.rule(turn, entry, 24, "none", second_look_stage.first)
        notice = get_notice(get_slips_in_force(Slip.objects.filter(turn=turn, entry=entry)).get())
        assert notice.list_boxes() == {Box.DOUBLE}
        assert notice.points == 24

    def test_taking_the_settling_decision_back_opens_it_again(
        self, second_look_stage: SecondLookStage
    ) -> None:
        turn, entry = (
            second_look_stage.sanctioned_turns.first,
            second_look_stage.sanctioned_turns.entries[0],
        )
        difference = second_look_stage.differ(turn, entry)
        second_look_stage.settle(
            difference, "contest", second_look_stage.second, "le mot est admis"
        )
        second_look_stage.rule(turn, entry, 24, "none", second_look_stage.first)
        gesture = (
            Journal.objects.filter(kind="corrected", by=second_look_stage.first).latest("seq").pk
        )
        rulings.undo_rulings(
            turn=turn, journal_row=gesture, by=second_look_stage.first, now=clock.now()
        )
        difference.refresh_from_db()
        assert (difference.state, difference.settled_by) == (LookState.CONTESTED, None)
        slip = get_slips_in_force(Slip.objects.filter(turn=turn, entry=entry)).get()
        assert Box.DOUBLE not in get_notice(slip).list_boxes()

    def test_a_difference_is_kept_or_joined_only_once(
        self, second_look_stage: SecondLookStage
    ) -> None:
        turn = second_look_stage.sanctioned_turns.first
        kept_look, joined = (
            second_look_stage.differ(turn, entry)
            for entry in second_look_stage.sanctioned_turns.entries[:2]
        )
        with pytest.raises(BadSetting, match="no-reason"):
            second_look_stage.settle(kept_look, "keep", second_look_stage.first)
        with pytest.raises(BadSetting, match="no-reason"):
            second_look_stage.settle(kept_look, "contest", second_look_stage.second, "  ")
        with pytest.raises(BadSetting, match="unknown-look-command"):
            second_look_stage.settle(kept_look, "ruled", second_look_stage.first)
        with pytest.raises(NotAllowed, match="own-difference"):
            second_look_stage.settle(kept_look, "keep", second_look_stage.second, "mon avis")
        with pytest.raises(NotAllowed, match="not-own-look"):
            second_look_stage.settle(kept_look, "join", second_look_stage.first)
        judge = get_account(second_look_stage.sanctioned_turns.room, Role.JUDGE, name="jo")
        assert second_look_stage.settle(kept_look, "keep", judge, "vu ensemble").settled_by == judge
        assert (
            second_look_stage.settle(joined, "join", second_look_stage.second).state
            == LookState.JOINED
        )
        with pytest.raises(LostRace, match="look"):
            second_look_stage.settle(kept_look, "keep", second_look_stage.first, "encore")
        assert not list_differences(second_look_stage.sanctioned_turns.room.tournament)
        assert not {(1, 0), (1, 1)} & second_look_stage.list_assignable()

    def test_double_arbiters_do_not_record_their_own_differences(
        self, second_look_stage: SecondLookStage
    ) -> None:
        turn, entry = (
            second_look_stage.sanctioned_turns.first,
            second_look_stage.sanctioned_turns.entries[0],
        )
        with pytest.raises(WrongState, match="second-look-first"):
            second_look_stage.rule(turn, entry, 24, "none", second_look_stage.second)
        second_look_stage.differ(turn, entry)
        with pytest.raises(NotAllowed, match="own-difference"):
            second_look_stage.rule(turn, entry, 24, "none", second_look_stage.second)

    def test_results_are_provisional_until_no_difference_is_open(
        self, second_look_stage: SecondLookStage
    ) -> None:
        sanctioned_turns = second_look_stage.sanctioned_turns
        entry = sanctioned_turns.entries[5]
        for turn in (sanctioned_turns.first, sanctioned_turns.second):
            version = second_look_stage.get_current_ruling(turn, entry).version
            rulings.confirm_ruling(
                turn=turn,
                entry=entry,
                version=version,
                **sanctioned_turns.room.get_author_and_time(),
            )
        Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
        over = Game.objects.get()
        assert not load_standings(over).is_provisional
        turn = Turn.objects.get(pk=sanctioned_turns.first.pk)
        difference = second_look_stage.differ(turn, sanctioned_turns.entries[0])
        assert load_standings(over).is_provisional
        second_look_stage.settle(difference, "keep", second_look_stage.first, "vu ensemble")
        assert not load_standings(over).is_provisional

    def test_decisions_are_hidden_from_the_second_arbiter_only(
        self, second_look_stage: SecondLookStage
    ) -> None:
        turn = second_look_stage.sanctioned_turns.first
        assert len(list_blinded_on_turn(turn, second_look_stage.second)) == 5
        second_look_stage.look(
            turn, second_look_stage.sanctioned_turns.entries[0], second_look_stage.second
        )
        assert (
            len(list_blinded_on_turn(turn, second_look_stage.second))
            == len(list_blinded_on_turn(turn, second_look_stage.third))
            == 4
        )
        assert not list_blinded_on_turn(turn, second_look_stage.first)
