"""Second looks (*double arbitrage*, 5.9): what is due, and who may look at it."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from arbitrage.core.second_looks import Twice
from arbitrage.models import PaperBulletin, SecondLook
from arbitrage.queries.second_looks import counts_of, plan_now
from arbitrage.services import rulings
from arbitrage.services.second_looks import choose_plan, look
from tests.arbitrage.services.books import Books
from tests.arbitrage.services.looks import Pair
from tests.rows import every_row
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.queries import clock
from tournament.services.registration import assign_arbiter


class TestWhatIsDue:
    def test_each_part_of_the_plan_finds_its_bulletins_and_what_waits_is_not_there_yet(
        self, books: Books
    ) -> None:
        pair = Pair(books, Twice(sanctioned=True))
        rows = [
            # the zero of entry 5, who handed in nothing, waits for an arbiter first (5.7)
            (Twice(everything=True), {(turn, at) for turn in (1, 2) for at in range(5)}),
            (Twice(tops=True), set()),
            # sanction of 3 and 4: a wrong score, a warning
            (Twice(sanctioned=True), {(1, 0), (2, 0)}),
            # before the first turn nobody has a rank; after it 1 and 2 share the first
            (Twice(first=1), {(2, 1), (2, 2)}),
            (Twice(every=5), {(1, 4), (2, 3)}),
        ]
        with every_row() as row:
            for plan, wanted in rows:
                with row(plan):
                    if plan != plan_now(books.room.tournament):
                        pair.plan(plan)
                    assert pair.pending() == wanted
        entry = books.entries[5]
        pair.plan(Twice(sanctioned=True))
        version = pair.held(books.first, entry).version
        rulings.confirm(turn=books.first, entry=entry, version=version, **books.room.by())
        assert (1, 5) in pair.pending()

    def test_a_plan_holds_for_the_turns_that_open_after_it(self, books: Books) -> None:
        pair = Pair(books, Twice(everything=True))
        given: dict[str, Any] = {"tournament": books.room.tournament, "by": books.room.user}
        assert books.second.opened_at is not None
        choose_plan(plan=Twice(tops=True), now=books.second.opened_at, **given)
        assert {turn for turn, _ in pair.pending()} == {1}
        assert choose_plan(plan=Twice(tops=True), now=clock.now(), **given) is None
        with pytest.raises(BadSetting, match="look-plan"):
            choose_plan(plan=Twice(every=1000), now=clock.now(), **given)
        with pytest.raises(NotAllowed):
            choose_plan(
                tournament=books.room.tournament, plan=Twice(), by=pair.first, now=clock.now()
            )

    def test_the_best_solution_is_a_top(self, pair: Pair) -> None:
        books = pair.books
        pair.plan(Twice(tops=True))
        best = books.first.solutions.moves[0][2]
        pair.rule(books.first, books.entries[1], best, "none", pair.first)
        assert pair.pending() == {(1, 1)}


class TestWhoLooks:
    def test_never_who_ruled_nor_whose_tables_they_are_nor_who_typed_what_nobody_decided(
        self, pair: Pair
    ) -> None:
        books, room = pair.books, pair.books.room
        ruled, own, typed = books.entries[:3]
        pair.ruled_before(ruled, pair.second)
        assign_arbiter(tables=[own.table], user=pair.second, **room.by())
        PaperBulletin.objects.create(
            turn=books.first, entry=typed, version=1, by=pair.second, at=clock.now()
        )
        theirs = {at for turn, at in pair.pending(pair.second) if turn == 1}
        assert theirs == {3, 4}
        assert {at for turn, at in pair.pending(pair.third) if turn == 1} == {0, 1, 2, 3, 4}
        for entry in (ruled, own, typed):
            with pytest.raises(NotAllowed, match="not-second"):
                pair.look(books.first, entry, pair.second)
        with pytest.raises(NotAllowed, match="role"):
            pair.look(books.first, books.entries[3], pair.first)

    def test_never_the_same_person_twice_for_one_bulletin_nor_in_the_database(
        self, pair: Pair
    ) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        pair.look(turn, entry, pair.second)
        with pytest.raises(WrongState, match="no-look-due"):
            pair.look(turn, entry, pair.third)
        pair.rule(turn, entry, 3, "none", pair.first)  # it comes back
        assert (1, 1) in pair.pending(pair.third)
        assert (1, 1) not in pair.pending(pair.second)
        with pytest.raises(NotAllowed, match="not-second"):
            pair.look(turn, entry, pair.second)
        kept = SecondLook.objects.get()
        row = {"turn": turn, "entry": entry, "version": 1, "settled_version": 1, "points": 0}
        row |= {"sanction": "none", "state": "agreed", "at": clock.now()}
        for fields, name in (
            ({"by": kept.by}, "look_once_each"),
            ({"by": pair.third, "ruled_by": pair.third}, "look_not_own"),
            ({"by": pair.third, "state": "kept"}, "look_has_reason"),
        ):
            with pytest.raises(IntegrityError, match=name), transaction.atomic():
                SecondLook.objects.create(**(row | fields))
        # Whoever left is nobody, twice over.
        User.objects.filter(pk=pair.second.pk).delete()
        assert SecondLook.objects.get().by is None

    def test_what_nobody_here_may_look_at_is_counted(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        pair.ruled_before(entry, pair.second)
        assert counts_of(pair.books.room.tournament).nobodys == 0
        pair.rule(turn, entry, 4, "none", pair.first)
        pair.look(turn, entry, pair.third)
        assert counts_of(pair.books.room.tournament).nobodys == 0
        pair.rule(turn, entry, 5, "none", pair.first)
        assert counts_of(pair.books.room.tournament).nobodys == 1

    def test_what_was_decided_meanwhile_is_not_judged_unseen(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        with pytest.raises(LostRace):
            look(
                turn=turn,
                entry=entry,
                version=99,
                points=0,
                sanction="none",
                by=pair.second,
                now=clock.now(),
            )
