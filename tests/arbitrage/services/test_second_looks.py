"""Second looks (*double arbitrage*, 5.9): who looks at what, differences, and what they do."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from arbitrage.core.second_looks import LookState, Twice
from arbitrage.core.slip import Box
from arbitrage.models import LookPlan, PaperBulletin, Ruling, SecondLook, Slip
from arbitrage.queries.rulings import current_rulings
from arbitrage.queries.second_looks import GameLooks, counts_of, differences_of, doubled, plan_now
from arbitrage.queries.slips import in_force, notice_of
from arbitrage.queries.veil import veiled_of
from arbitrage.services import rulings
from arbitrage.services.second_looks import choose_plan, look, settle_difference
from arbitrage.words.journal import line_of
from tests.arbitrage.services.books import Books, account_of
from tests.rows import every_row
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import GameState, Role
from tournament.models import Entry, Game, Journal, Score, Turn
from tournament.queries import clock
from tournament.queries.standings import standings_of
from tournament.services.registration import assign_arbiter


class Pair:
    """A first arbiter, a second one and another, over the books; all that is played is due."""

    def __init__(self, books: Books, plan: Twice) -> None:
        self.books = books
        room = books.room
        self.first = account_of(room, Role.ARBITER, name="camille")
        self.second = account_of(room, Role.DOUBLE_ARBITER, name="dominique")
        self.third = account_of(room, Role.DOUBLE_ARBITER, name="sacha")
        self.plan(plan)

    def plan(self, plan: Twice) -> None:
        """As if it had been chosen before the first turn opened."""
        opened = self.books.first.opened_at
        assert opened is not None
        chosen = choose_plan(
            tournament=self.books.room.tournament, plan=plan, by=self.books.room.user, now=opened
        )
        assert chosen is not None

    def held(self, turn: Turn, entry: Entry) -> Ruling:
        return current_rulings(turn)[entry.pk]

    def rule(self, turn: Turn, entry: Entry, points: int, sanction: str, by: User) -> Ruling:
        return rulings.change(
            turn=turn,
            entry=entry,
            version=self.held(turn, entry).version,
            points=points,
            sanction=sanction,
            motives=[],
            reason="relu",
            free=True,
            by=by,
            now=clock.now(),
        )

    def ruled_before(self, entry: Entry, by: User) -> None:
        """On the first turn, as long as nothing was to be looked at."""
        LookPlan.objects.all().delete()
        self.rule(self.books.first, entry, 3, "none", by)
        self.plan(Twice(everything=True))

    def look(
        self, turn: Turn, entry: Entry, by: User, points: int | None = None, sanction: str = ""
    ) -> SecondLook:
        """Without points, what is decided."""
        held = self.held(turn, entry)
        return look(
            turn=turn,
            entry=entry,
            version=held.version,
            points=held.points if points is None else points,
            sanction=sanction or (held.sanction if points is None else "none"),
            by=by,
            now=clock.now(),
        )

    def differ(self, turn: Turn, entry: Entry) -> SecondLook:
        found = self.look(turn, entry, self.second, 24)
        assert found.state == LookState.DIFFERS
        return found

    def settle(self, found: SecondLook, command: str, by: User, text: str = "") -> SecondLook:
        return settle_difference(look=found, command=command, text=text, by=by, now=clock.now())

    def pending(self, user: User | None = None) -> set[tuple[int, int]]:
        """Turn and entry, by their place in the books."""
        book = GameLooks(Game.objects.select_related("tournament").get(pk=self.books.game.pk))
        turns = {self.books.first.pk: 1, self.books.second.pk: 2}
        entries = [entry.pk for entry in self.books.entries]
        places = book.pending if user is None else book.pending_for(user)
        return {(turns[turn], entries.index(entry)) for turn, entry in places}


@pytest.fixture
def pair(books: Books) -> Pair:
    return Pair(books, Twice(everything=True))


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


class TestDifferences:
    def test_the_same_verdict_is_done_and_in_the_journal(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        assert pair.look(turn, entry, pair.second).state == LookState.AGREED
        assert (1, 1) not in pair.pending()
        assert not differences_of(pair.books.room.tournament)
        row = Journal.objects.filter(kind="look").latest("seq")
        assert (row.data["look"], row.data["table"]) == ("agreed", entry.table.number)
        # Confirming it afterwards says nothing new.
        version = pair.held(turn, entry).version
        rulings.confirm(turn=turn, entry=entry, version=version, **pair.books.room.by())
        assert (1, 1) not in pair.pending()

    def test_another_verdict_is_settled_by_a_decision_whose_slip_says_so(self, pair: Pair) -> None:
        books = pair.books
        turn, entry = books.first, books.entries[0]
        found = pair.differ(turn, entry)
        assert [one.look for one in differences_of(books.room.tournament)] == [found]
        pair.settle(found, "contest", pair.second, "le mot est admis")
        assert not doubled(turn, [pair.held(turn, entry)])
        pair.rule(turn, entry, 24, "none", pair.first)
        found.refresh_from_db()
        assert (found.state, found.settled_by) == (LookState.RULED, pair.first)
        assert doubled(turn, [pair.held(turn, entry)]) == {entry.pk}
        slip = in_force(Slip.objects.filter(turn=turn, entry=entry)).get()
        notice = notice_of(slip)
        assert Box.DOUBLE in notice.boxes()
        assert (notice.points, slip.rectifies) == (24, True)
        assert Score.objects.get(turn=turn, entry=entry).points == 24
        assert (1, 0) not in pair.pending()  # it does not come back
        row = Journal.objects.filter(kind="look").latest("seq")
        assert "désaccord réglé par une nouvelle décision" in line_of(row, {}).what

    def test_a_clean_bulletin_that_a_second_look_changes_has_a_slip_too(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[1]
        assert not Slip.objects.filter(turn=turn, entry=entry).exists()
        pair.differ(turn, entry)
        pair.rule(turn, entry, 24, "none", pair.first)
        notice = notice_of(in_force(Slip.objects.filter(turn=turn, entry=entry)).get())
        assert notice.boxes() == {Box.DOUBLE}
        assert notice.points == 24

    def test_taking_the_settling_decision_back_opens_it_again(self, pair: Pair) -> None:
        turn, entry = pair.books.first, pair.books.entries[0]
        found = pair.differ(turn, entry)
        pair.settle(found, "contest", pair.second, "le mot est admis")
        pair.rule(turn, entry, 24, "none", pair.first)
        gesture = Journal.objects.filter(kind="corrected", by=pair.first).latest("seq").pk
        rulings.undo(turn=turn, gesture=gesture, by=pair.first, now=clock.now())
        found.refresh_from_db()
        assert (found.state, found.settled_by) == (LookState.CONTESTED, None)
        slip = in_force(Slip.objects.filter(turn=turn, entry=entry)).get()
        assert Box.DOUBLE not in notice_of(slip).boxes()

    def test_it_is_kept_for_a_reason_or_joined_and_only_once(self, pair: Pair) -> None:
        turn = pair.books.first
        kept, joined = (pair.differ(turn, entry) for entry in pair.books.entries[:2])
        with pytest.raises(BadSetting, match="no-reason"):
            pair.settle(kept, "keep", pair.first)
        with pytest.raises(BadSetting, match="no-reason"):
            pair.settle(kept, "contest", pair.second, "  ")
        with pytest.raises(BadSetting, match="unknown-look-command"):
            pair.settle(kept, "ruled", pair.first)
        with pytest.raises(NotAllowed, match="own-difference"):
            pair.settle(kept, "keep", pair.second, "mon avis")
        with pytest.raises(NotAllowed, match="not-own-look"):
            pair.settle(kept, "join", pair.first)
        judge = account_of(pair.books.room, Role.JUDGE, name="jo")
        assert pair.settle(kept, "keep", judge, "vu ensemble").settled_by == judge
        assert pair.settle(joined, "join", pair.second).state == LookState.JOINED
        with pytest.raises(LostRace, match="look"):
            pair.settle(kept, "keep", pair.first, "encore")
        assert not differences_of(pair.books.room.tournament)
        assert not {(1, 0), (1, 1)} & pair.pending()

    def test_who_looked_does_not_record_it_himself_and_who_has_to_look_does_not_rule(
        self, pair: Pair
    ) -> None:
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
            version = pair.held(turn, entry).version
            rulings.confirm(turn=turn, entry=entry, version=version, **books.room.by())
        Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
        over = Game.objects.get()
        assert not standings_of(over).provisional
        turn = Turn.objects.get(pk=books.first.pk)
        found = pair.differ(turn, books.entries[0])
        assert standings_of(over).provisional
        pair.settle(found, "keep", pair.first, "vu ensemble")
        assert not standings_of(over).provisional

    def test_nothing_is_veiled_but_from_who_has_still_to_look(self, pair: Pair) -> None:
        turn = pair.books.first
        assert len(veiled_of(turn, pair.second)) == 5
        pair.look(turn, pair.books.entries[0], pair.second)
        assert len(veiled_of(turn, pair.second)) == len(veiled_of(turn, pair.third)) == 4
        assert not veiled_of(turn, pair.first)
