"""Second looks (*double arbitrage*, 5.9): what is due, and who may look at it."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from arbitrage.core.second_looks import LookCriteria
from arbitrage.models import LookPlan, PaperBulletin, Ruling, SecondLook
from arbitrage.queries.second_looks import LookCounts, count_looks, get_current_plan
from arbitrage.services import rulings
from arbitrage.services.second_looks import choose_plan, give_second_look
from tests.arbitrage.services.cases import ALLOWED, create_member, decide_case, file_appeal
from tests.arbitrage.services.looks import SecondLookStage
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.rows import every_row
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import GameState
from tournament.models import Game, Tournament
from tournament.queries import clock
from tournament.services.people.registration import assign_arbiter


class TestWhatIsDue:
    def test_each_criterion_finds_its_bulletins_but_not_waiting_ones(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        second_look_stage = SecondLookStage(sanctioned_turns, LookCriteria(sanctioned=True))
        rows = [
            # the zero of entry 5, who handed in nothing, waits for an arbiter first (5.7)
            (LookCriteria(everything=True), {(turn, at) for turn in (1, 2) for at in range(5)}),
            (LookCriteria(tops=True), set()),
            # sanction of 3 and 4: a wrong score, a warning
            (LookCriteria(sanctioned=True), {(1, 0), (2, 0)}),
            # before the first turn nobody has a rank; after it 1 and 2 share the first
            (LookCriteria(first=1), {(2, 1), (2, 2)}),
            # numbers of table and turn that add up to five
            (LookCriteria(every=5), {(1, 3), (2, 2)}),
        ]
        with every_row() as row:
            for plan, expected in rows:
                with row(plan):
                    if plan != get_current_plan(sanctioned_turns.room.tournament):
                        second_look_stage.choose_plan_before(plan)
                    assert second_look_stage.list_assignable() == expected
        entry = sanctioned_turns.entries[5]
        second_look_stage.choose_plan_before(LookCriteria(sanctioned=True))
        version = second_look_stage.get_current_ruling(sanctioned_turns.first, entry).version
        rulings.confirm_ruling(
            turn=sanctioned_turns.first,
            entry=entry,
            version=version,
            **sanctioned_turns.room.get_author_and_time(),
        )
        assert (1, 5) in second_look_stage.list_assignable()

    def test_a_plan_holds_for_the_turns_that_open_after_it(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        second_look_stage = SecondLookStage(sanctioned_turns, LookCriteria(everything=True))
        arguments: dict[str, Any] = {
            "tournament": sanctioned_turns.room.tournament,
            "by": sanctioned_turns.room.user,
        }
        assert sanctioned_turns.second.opened_at is not None
        choose_plan(
            plan=LookCriteria(tops=True), now=sanctioned_turns.second.opened_at, **arguments
        )
        assert {turn for turn, _ in second_look_stage.list_assignable()} == {1}
        assert choose_plan(plan=LookCriteria(tops=True), now=clock.now(), **arguments) is None
        with pytest.raises(BadSetting, match="look-plan"):
            choose_plan(plan=LookCriteria(every=1000), now=clock.now(), **arguments)
        with pytest.raises(NotAllowed):
            choose_plan(
                tournament=sanctioned_turns.room.tournament,
                plan=LookCriteria(),
                by=second_look_stage.first,
                now=clock.now(),
            )

    def test_the_best_solution_is_a_top(self, second_look_stage: SecondLookStage) -> None:
        sanctioned_turns = second_look_stage.sanctioned_turns
        second_look_stage.choose_plan_before(LookCriteria(tops=True))
        best = sanctioned_turns.first.solutions.moves[0][2]
        second_look_stage.rule(
            sanctioned_turns.first,
            sanctioned_turns.entries[1],
            best,
            "none",
            second_look_stage.first,
        )
        assert second_look_stage.list_assignable() == {(1, 1)}

    def test_other_decisions_do_not_change_the_first_players(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        room, entry = sanctioned_turns.room, sanctioned_turns.entries[0]
        second_look_stage = SecondLookStage(sanctioned_turns, LookCriteria(every=2))
        Tournament.objects.update(confirm_refused=True)  # the word refused waits for an arbiter
        assert second_look_stage.list_assignable() == {(1, 2), (1, 4), (2, 1), (2, 3)}
        version = second_look_stage.get_current_ruling(sanctioned_turns.first, entry).version
        rulings.confirm_ruling(
            turn=sanctioned_turns.first, entry=entry, version=version, **room.get_author_and_time()
        )
        assert second_look_stage.list_assignable() == {(1, 0), (1, 2), (1, 4), (2, 1), (2, 3)}

        # The first when the turn opened stays first, though they have lost their points since.
        second_look_stage.choose_plan_before(LookCriteria(first=1))
        assert second_look_stage.list_assignable() == {(2, 1), (2, 2)}
        second_look_stage.rule(
            sanctioned_turns.first, sanctioned_turns.entries[1], 0, "zero", second_look_stage.first
        )
        assert second_look_stage.list_assignable() == {(2, 1), (2, 2)}

    def test_decisions_of_the_commission_need_no_look(
        self, second_look_stage: SecondLookStage
    ) -> None:
        sanctioned_turns, before = (
            second_look_stage.sanctioned_turns,
            second_look_stage.list_assignable(),
        )
        decide_case(file_appeal(sanctioned_turns, 1), create_member(sanctioned_turns), ALLOWED)
        assert second_look_stage.list_assignable() == before - {(1, 1)}
        counts = count_looks(sanctioned_turns.room.tournament)
        assert (counts.to_look, counts.unassignable) == (len(before) - 1, 0)
        with pytest.raises(WrongState, match="no-look-due"):
            second_look_stage.look(
                sanctioned_turns.first, sanctioned_turns.entries[1], second_look_stage.second
            )


def _play_again(sanctioned_turns: SanctionedTurns) -> None:
    """Copy the game to another of as many turns and rulings."""
    turns = list(sanctioned_turns.game.turns.all())
    game = Game.objects.get(pk=sanctioned_turns.game.pk)
    number = Game.objects.count() + 1
    game.pk, game.uid, game.number, game.state = None, uuid4(), number, GameState.FINISHED
    game.finished_at = clock.now()
    game.save(force_insert=True)
    for turn in turns:
        in_force = list(Ruling.objects.filter(turn=turn))
        turn.pk, turn.game = None, game
        turn.save(force_insert=True)
        for ruling in in_force:
            ruling.pk, ruling.turn = None, turn
        Ruling.objects.bulk_create(in_force)


def test_counts_need_few_queries_for_any_number_of_games(
    second_look_stage: SecondLookStage,
) -> None:
    tournament = second_look_stage.sanctioned_turns.room.tournament
    plan = LookCriteria(sanctioned=True, tops=True, every=2, first=3)
    second_look_stage.choose_plan_before(plan)
    with CaptureQueriesContext(connection) as few:
        before = count_looks(tournament)
    _play_again(second_look_stage.sanctioned_turns)
    _play_again(second_look_stage.sanctioned_turns)
    with CaptureQueriesContext(connection) as many:
        after = count_looks(tournament)
    assert after.to_look == 3 * before.to_look > 0
    assert len(many) == len(few)
    LookPlan.objects.all().delete()
    with CaptureQueriesContext(connection) as none:
        assert count_looks(tournament) == LookCounts()
    assert len(none) == 1


def test_a_verdict_reads_no_other_turn(second_look_stage: SecondLookStage) -> None:
    turn = second_look_stage.sanctioned_turns.first
    with CaptureQueriesContext(connection) as queries:
        second_look_stage.look(
            turn, second_look_stage.sanctioned_turns.entries[1], second_look_stage.second
        )
    ruling_queries = [
        query["sql"] for query in queries if 'FROM "arbitrage_ruling"' in query["sql"]
    ]
    assert ruling_queries
    assert not [
        sql
        for sql in ruling_queries
        if f'"turn_id" = {turn.pk}' not in sql and f"IN ({turn.pk})" not in sql
    ]


class TestWhoLooks:
    def test_the_ruling_table_and_typing_arbiters_may_not_look(
        self, second_look_stage: SecondLookStage
    ) -> None:
        sanctioned_turns, room = (
            second_look_stage.sanctioned_turns,
            second_look_stage.sanctioned_turns.room,
        )
        ruled, own_table, typed = sanctioned_turns.entries[:3]
        second_look_stage.rule_before(ruled, second_look_stage.second)
        assign_arbiter(
            tables=[own_table.table], user=second_look_stage.second, **room.get_author_and_time()
        )
        PaperBulletin.objects.create(
            turn=sanctioned_turns.first,
            entry=typed,
            version=1,
            by=second_look_stage.second,
            at=clock.now(),
        )
        theirs = {
            at
            for turn, at in second_look_stage.list_assignable(second_look_stage.second)
            if turn == 1
        }
        assert theirs == {3, 4}
        assert {
            at
            for turn, at in second_look_stage.list_assignable(second_look_stage.third)
            if turn == 1
        } == {0, 1, 2, 3, 4}
        for entry in (ruled, own_table, typed):
            with pytest.raises(NotAllowed, match="not-second"):
                second_look_stage.look(sanctioned_turns.first, entry, second_look_stage.second)
        with pytest.raises(NotAllowed, match="role-required"):
            second_look_stage.look(
                sanctioned_turns.first, sanctioned_turns.entries[3], second_look_stage.first
            )

    def test_nobody_looks_twice_at_one_bulletin(self, second_look_stage: SecondLookStage) -> None:
        turn, entry = (
            second_look_stage.sanctioned_turns.first,
            second_look_stage.sanctioned_turns.entries[1],
        )
        second_look_stage.look(turn, entry, second_look_stage.second)
        with pytest.raises(WrongState, match="no-look-due"):
            second_look_stage.look(turn, entry, second_look_stage.third)
        second_look_stage.rule(turn, entry, 3, "none", second_look_stage.first)  # it comes back
        assert (1, 1) in second_look_stage.list_assignable(second_look_stage.third)
        assert (1, 1) not in second_look_stage.list_assignable(second_look_stage.second)
        with pytest.raises(NotAllowed, match="not-second"):
            second_look_stage.look(turn, entry, second_look_stage.second)
        look_ = SecondLook.objects.get()
        row = {"turn": turn, "entry": entry, "version": 1, "settled_version": 1, "points": 0}
        row |= {"sanction": "none", "state": "agreed", "at": clock.now()}
        for fields, name in (
            ({"by": look_.by}, "look_once_each"),
            ({"by": second_look_stage.third, "ruled_by": second_look_stage.third}, "look_not_own"),
            ({"by": second_look_stage.third, "state": "kept"}, "look_has_reason"),
        ):
            with pytest.raises(IntegrityError, match=name), transaction.atomic():
                SecondLook.objects.create(**(row | fields))
        # Whoever left is nobody, twice over.
        User.objects.filter(pk=second_look_stage.second.pk).delete()
        assert SecondLook.objects.get().by is None

    def test_unassignable_bulletins_are_counted(self, second_look_stage: SecondLookStage) -> None:
        turn, entry = (
            second_look_stage.sanctioned_turns.first,
            second_look_stage.sanctioned_turns.entries[1],
        )
        second_look_stage.rule_before(entry, second_look_stage.second)
        assert count_looks(second_look_stage.sanctioned_turns.room.tournament).unassignable == 0
        second_look_stage.rule(turn, entry, 4, "none", second_look_stage.first)
        second_look_stage.look(turn, entry, second_look_stage.third)
        assert count_looks(second_look_stage.sanctioned_turns.room.tournament).unassignable == 0
        second_look_stage.rule(turn, entry, 5, "none", second_look_stage.first)
        assert count_looks(second_look_stage.sanctioned_turns.room.tournament).unassignable == 1

    def test_a_look_at_a_changed_decision_is_refused(
        self, second_look_stage: SecondLookStage
    ) -> None:
        turn, entry = (
            second_look_stage.sanctioned_turns.first,
            second_look_stage.sanctioned_turns.entries[1],
        )
        with pytest.raises(LostRace):
            give_second_look(
                turn=turn,
                entry=entry,
                version=99,
                points=0,
                sanction="none",
                by=second_look_stage.second,
                now=clock.now(),
            )
