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
from tests.arbitrage.services.books import get_account
from tests.arbitrage.services.looks import Pair
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import GameState, Role
from tournament.models import Game, Journal, Score, Turn
from tournament.queries import clock
from tournament.queries.results.standings import load_standings


class TestDifferences:
    def test_an_equal_verdict_is_in_the_journal(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        assert pair.look(turn, entry, pair.second).state == LookState.AGREED
        assert (1, 1) not in pair.list_assignable()
        assert not list_differences(pair.books.room.tournament)
        row = Journal.objects.filter(kind="look").latest("seq")
        assert (row.data["look"], row.data["table"]) == ("agreed", entry.table.number)
        # Confirming it afterwards says nothing new.
        version = pair.get_current_ruling(turn, entry).version
        rulings.confirm_ruling(
            turn=turn, entry=entry, version=version, **pair.books.room.get_author_and_time()
        )
        assert (1, 1) not in pair.list_assignable()

    def test_another_verdict_is_settled_by_a_decision_with_a_slip(self, pair: Pair) -> None:
        books = pair.books
        turn, entry = books.first, books.entries[0]
        difference = pair.differ(turn, entry)
        assert [shown.look for shown in list_differences(books.room.tournament)] == [difference]
        pair.settle(difference, "contest", pair.second, "le mot est admis")
        assert not find_double_arbitrated_entries(turn, [pair.get_current_ruling(turn, entry)])
        pair.rule(turn, entry, 24, "none", pair.first)
        difference.refresh_from_db()
        assert (difference.state, difference.settled_by) == (LookState.RULED, pair.first)
        assert find_double_arbitrated_entries(turn, [pair.get_current_ruling(turn, entry)]) == {
            entry.pk
        }
        slip = get_slips_in_force(Slip.objects.filter(turn=turn, entry=entry)).get()
        notice = get_notice(slip)
        assert Box.DOUBLE in notice.list_boxes()
        assert (notice.points, slip.rectifies) == (24, True)
        assert Score.objects.get(turn=turn, entry=entry).points == 24
        assert (1, 0) not in pair.list_assignable()  # it does not come back
        row = Journal.objects.filter(kind="look").latest("seq")
        assert "désaccord réglé par une nouvelle décision" in build_line(row, {}).event

    def test_a_changed_clean_bulletin_has_a_slip_too(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        assert not Slip.objects.filter(turn=turn, entry=entry).exists()
        pair.differ(turn, entry)
        pair.rule(turn, entry, 24, "none", pair.first)
        notice = get_notice(get_slips_in_force(Slip.objects.filter(turn=turn, entry=entry)).get())
        assert notice.list_boxes() == {Box.DOUBLE}
        assert notice.points == 24

    def test_taking_the_settling_decision_back_opens_it_again(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[0]
        difference = pair.differ(turn, entry)
        pair.settle(difference, "contest", pair.second, "le mot est admis")
        pair.rule(turn, entry, 24, "none", pair.first)
        gesture = Journal.objects.filter(kind="corrected", by=pair.first).latest("seq").pk
        rulings.undo_rulings(turn=turn, journal_row=gesture, by=pair.first, now=clock.now())
        difference.refresh_from_db()
        assert (difference.state, difference.settled_by) == (LookState.CONTESTED, None)
        slip = get_slips_in_force(Slip.objects.filter(turn=turn, entry=entry)).get()
        assert Box.DOUBLE not in get_notice(slip).list_boxes()

    def test_a_difference_is_kept_or_joined_only_once(self, pair: Pair) -> None:
        turn = pair.books.first
        kept_look, joined = (pair.differ(turn, entry) for entry in pair.books.entries[:2])
        with pytest.raises(BadSetting, match="no-reason"):
            pair.settle(kept_look, "keep", pair.first)
        with pytest.raises(BadSetting, match="no-reason"):
            pair.settle(kept_look, "contest", pair.second, "  ")
        with pytest.raises(BadSetting, match="unknown-look-command"):
            pair.settle(kept_look, "ruled", pair.first)
        with pytest.raises(NotAllowed, match="own-difference"):
            pair.settle(kept_look, "keep", pair.second, "mon avis")
        with pytest.raises(NotAllowed, match="not-own-look"):
            pair.settle(kept_look, "join", pair.first)
        judge = get_account(pair.books.room, Role.JUDGE, name="jo")
        assert pair.settle(kept_look, "keep", judge, "vu ensemble").settled_by == judge
        assert pair.settle(joined, "join", pair.second).state == LookState.JOINED
        with pytest.raises(LostRace, match="look"):
            pair.settle(kept_look, "keep", pair.first, "encore")
        assert not list_differences(pair.books.room.tournament)
        assert not {(1, 0), (1, 1)} & pair.list_assignable()

    def test_double_arbiters_do_not_record_their_own_differences(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[0]
        with pytest.raises(WrongState, match="second-look-first"):
            pair.rule(turn, entry, 24, "none", pair.second)
        pair.differ(turn, entry)
        with pytest.raises(NotAllowed, match="own-difference"):
            pair.rule(turn, entry, 24, "none", pair.second)

    def test_results_are_provisional_until_no_difference_is_open(self, pair: Pair) -> None:
        books = pair.books
        entry = books.entries[5]
        for turn in (books.first, books.second):
            version = pair.get_current_ruling(turn, entry).version
            rulings.confirm_ruling(
                turn=turn, entry=entry, version=version, **books.room.get_author_and_time()
            )
        Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
        over = Game.objects.get()
        assert not load_standings(over).is_provisional
        turn = Turn.objects.get(pk=books.first.pk)
        difference = pair.differ(turn, books.entries[0])
        assert load_standings(over).is_provisional
        pair.settle(difference, "keep", pair.first, "vu ensemble")
        assert not load_standings(over).is_provisional

    def test_decisions_are_hidden_from_the_second_arbiter_only(self, pair: Pair) -> None:
        turn = pair.books.first
        assert len(list_blinded_on_turn(turn, pair.second)) == 5
        pair.look(turn, pair.books.entries[0], pair.second)
        assert (
            len(list_blinded_on_turn(turn, pair.second))
            == len(list_blinded_on_turn(turn, pair.third))
            == 4
        )
        assert not list_blinded_on_turn(turn, pair.first)
