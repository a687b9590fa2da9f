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
from tests.arbitrage.services.books import Books
from tests.arbitrage.services.cases import ALLOWED, create_member, decide_case, file_appeal
from tests.arbitrage.services.looks import Pair
from tests.rows import every_row
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import GameState
from tournament.models import Game, Tournament
from tournament.queries import clock
from tournament.services.people.registration import assign_arbiter


class TestWhatIsDue:
    def test_each_criterion_finds_its_bulletins_but_not_waiting_ones(self, books: Books) -> None:
        pair = Pair(books, LookCriteria(sanctioned=True))
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
                    if plan != get_current_plan(books.room.tournament):
                        pair.choose_plan_before(plan)
                    assert pair.list_assignable() == expected
        entry = books.entries[5]
        pair.choose_plan_before(LookCriteria(sanctioned=True))
        version = pair.get_current_ruling(books.first, entry).version
        rulings.confirm_ruling(
            turn=books.first, entry=entry, version=version, **books.room.get_author_and_time()
        )
        assert (1, 5) in pair.list_assignable()

    def test_a_plan_holds_for_the_turns_that_open_after_it(self, books: Books) -> None:
        pair = Pair(books, LookCriteria(everything=True))
        arguments: dict[str, Any] = {"tournament": books.room.tournament, "by": books.room.user}
        assert books.second.opened_at is not None
        choose_plan(plan=LookCriteria(tops=True), now=books.second.opened_at, **arguments)
        assert {turn for turn, _ in pair.list_assignable()} == {1}
        assert choose_plan(plan=LookCriteria(tops=True), now=clock.now(), **arguments) is None
        with pytest.raises(BadSetting, match="look-plan"):
            choose_plan(plan=LookCriteria(every=1000), now=clock.now(), **arguments)
        with pytest.raises(NotAllowed):
            choose_plan(
                tournament=books.room.tournament,
                plan=LookCriteria(),
                by=pair.first,
                now=clock.now(),
            )

    def test_the_best_solution_is_a_top(self, pair: Pair) -> None:
        books = pair.books
        pair.choose_plan_before(LookCriteria(tops=True))
        best = books.first.solutions.moves[0][2]
        pair.rule(books.first, books.entries[1], best, "none", pair.first)
        assert pair.list_assignable() == {(1, 1)}

    def test_other_decisions_do_not_change_the_first_players(self, books: Books) -> None:
        room, entry = books.room, books.entries[0]
        pair = Pair(books, LookCriteria(every=2))
        Tournament.objects.update(confirm_refused=True)  # the word refused waits for an arbiter
        assert pair.list_assignable() == {(1, 2), (1, 4), (2, 1), (2, 3)}
        version = pair.get_current_ruling(books.first, entry).version
        rulings.confirm_ruling(
            turn=books.first, entry=entry, version=version, **room.get_author_and_time()
        )
        assert pair.list_assignable() == {(1, 0), (1, 2), (1, 4), (2, 1), (2, 3)}

        # Who was first when the turn opened stays so, though he lost his points since.
        pair.choose_plan_before(LookCriteria(first=1))
        assert pair.list_assignable() == {(2, 1), (2, 2)}
        pair.rule(books.first, books.entries[1], 0, "zero", pair.first)
        assert pair.list_assignable() == {(2, 1), (2, 2)}

    def test_decisions_of_the_commission_need_no_look(self, pair: Pair) -> None:
        books, before = pair.books, pair.list_assignable()
        decide_case(file_appeal(books, 1), create_member(books), ALLOWED)
        assert pair.list_assignable() == before - {(1, 1)}
        counts = count_looks(books.room.tournament)
        assert (counts.to_look, counts.unassignable) == (len(before) - 1, 0)
        with pytest.raises(WrongState, match="no-look-due"):
            pair.look(books.first, books.entries[1], pair.second)


def _play_again(books: Books) -> None:
    """Copy the game to another of as many turns and rulings."""
    turns = list(books.game.turns.all())
    game = Game.objects.get(pk=books.game.pk)
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
    pair: Pair,
) -> None:
    tournament = pair.books.room.tournament
    plan = LookCriteria(sanctioned=True, tops=True, every=2, first=3)
    pair.choose_plan_before(plan)
    with CaptureQueriesContext(connection) as few:
        before = count_looks(tournament)
    _play_again(pair.books)
    _play_again(pair.books)
    with CaptureQueriesContext(connection) as many:
        after = count_looks(tournament)
    assert after.to_look == 3 * before.to_look > 0
    assert len(many) == len(few)
    LookPlan.objects.all().delete()
    with CaptureQueriesContext(connection) as none:
        assert count_looks(tournament) == LookCounts()
    assert len(none) == 1


def test_a_verdict_reads_no_other_turn(pair: Pair) -> None:
    turn = pair.books.first
    with CaptureQueriesContext(connection) as queries:
        pair.look(turn, pair.books.entries[1], pair.second)
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
    def test_the_ruling_table_and_typing_arbiters_may_not_look(self, pair: Pair) -> None:
        books, room = pair.books, pair.books.room
        ruled, own_table, typed = books.entries[:3]
        pair.rule_before(ruled, pair.second)
        assign_arbiter(tables=[own_table.table], user=pair.second, **room.get_author_and_time())
        PaperBulletin.objects.create(
            turn=books.first, entry=typed, version=1, by=pair.second, at=clock.now()
        )
        theirs = {at for turn, at in pair.list_assignable(pair.second) if turn == 1}
        assert theirs == {3, 4}
        assert {at for turn, at in pair.list_assignable(pair.third) if turn == 1} == {0, 1, 2, 3, 4}
        for entry in (ruled, own_table, typed):
            with pytest.raises(NotAllowed, match="not-second"):
                pair.look(books.first, entry, pair.second)
        with pytest.raises(NotAllowed, match="role-required"):
            pair.look(books.first, books.entries[3], pair.first)

    def test_nobody_looks_twice_at_one_bulletin(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        pair.look(turn, entry, pair.second)
        with pytest.raises(WrongState, match="no-look-due"):
            pair.look(turn, entry, pair.third)
        pair.rule(turn, entry, 3, "none", pair.first)  # it comes back
        assert (1, 1) in pair.list_assignable(pair.third)
        assert (1, 1) not in pair.list_assignable(pair.second)
        with pytest.raises(NotAllowed, match="not-second"):
            pair.look(turn, entry, pair.second)
        look_ = SecondLook.objects.get()
        row = {"turn": turn, "entry": entry, "version": 1, "settled_version": 1, "points": 0}
        row |= {"sanction": "none", "state": "agreed", "at": clock.now()}
        for fields, name in (
            ({"by": look_.by}, "look_once_each"),
            ({"by": pair.third, "ruled_by": pair.third}, "look_not_own"),
            ({"by": pair.third, "state": "kept"}, "look_has_reason"),
        ):
            with pytest.raises(IntegrityError, match=name), transaction.atomic():
                SecondLook.objects.create(**(row | fields))
        # Whoever left is nobody, twice over.
        User.objects.filter(pk=pair.second.pk).delete()
        assert SecondLook.objects.get().by is None

    def test_unassignable_bulletins_are_counted(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        pair.rule_before(entry, pair.second)
        assert count_looks(pair.books.room.tournament).unassignable == 0
        pair.rule(turn, entry, 4, "none", pair.first)
        pair.look(turn, entry, pair.third)
        assert count_looks(pair.books.room.tournament).unassignable == 0
        pair.rule(turn, entry, 5, "none", pair.first)
        assert count_looks(pair.books.room.tournament).unassignable == 1

    def test_a_look_at_a_changed_decision_is_refused(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        with pytest.raises(LostRace):
            give_second_look(
                turn=turn,
                entry=entry,
                version=99,
                points=0,
                sanction="none",
                by=pair.second,
                now=clock.now(),
            )
