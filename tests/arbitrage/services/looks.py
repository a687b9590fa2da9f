"""Second looks on the two turns of ``sanctioned_turns``, with the people who give them."""

from django.contrib.auth.models import User

from arbitrage.core.second_looks import LookCommand, LookCriteria, LookState
from arbitrage.models import LookPlan, Ruling, SecondLook
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.queries.second_looks import SecondLooks
from arbitrage.services import rulings
from arbitrage.services.second_looks import choose_plan, give_second_look, settle_difference
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account
from tournament.core.states import Role
from tournament.models import Entry, Game, Turn
from tournament.queries import clock


class SecondLookStage:
    """A first arbiter, a second one and another, over the sanctioned turns; all is due."""

    def __init__(self, sanctioned_turns: SanctionedTurns, plan: LookCriteria) -> None:
        self.sanctioned_turns = sanctioned_turns
        room = sanctioned_turns.room
        self.first = get_account(room, Role.ARBITER, name="camille")
        self.second = get_account(room, Role.DOUBLE_ARBITER, name="dominique")
        self.third = get_account(room, Role.DOUBLE_ARBITER, name="sacha")
        self.choose_plan_before(plan)

    def choose_plan_before(self, plan: LookCriteria) -> None:
        """Choose the plan at the moment when the first turn opened."""
        opened = self.sanctioned_turns.first.opened_at
        assert opened is not None
        chosen = choose_plan(
            tournament=self.sanctioned_turns.room.tournament,
            plan=plan,
            by=self.sanctioned_turns.room.user,
            now=opened,
        )
        assert chosen is not None

    def get_current_ruling(self, turn: Turn, entry: Entry) -> Ruling:
        return get_current_rulings(turn)[entry.pk]

    def rule(self, turn: Turn, entry: Entry, points: int, sanction: str, by: User) -> Ruling:
        return rulings.change_ruling(
            turn=turn,
            entry=entry,
            version=self.get_current_ruling(turn, entry).version,
            points=points,
            sanction=sanction,
            motives=[],
            reason="relu",
            is_free_ruling=True,
            by=by,
            now=clock.now(),
        )

    def rule_before(self, entry: Entry, by: User) -> None:
        """Rule on the first turn before any look is planned."""
        LookPlan.objects.all().delete()
        self.rule(self.sanctioned_turns.first, entry, 3, "none", by)
        self.choose_plan_before(LookCriteria(everything=True))

    def look(
        self, turn: Turn, entry: Entry, by: User, points: int | None = None, sanction: str = ""
    ) -> SecondLook:
        """Give a second look; without points, the same verdict as the ruling in force."""
        ruling = self.get_current_ruling(turn, entry)
        return give_second_look(
            turn=turn,
            entry=entry,
            version=ruling.version,
            points=ruling.points if points is None else points,
            sanction=sanction or (ruling.sanction if points is None else "none"),
            by=by,
            now=clock.now(),
        )

    def differ(self, turn: Turn, entry: Entry) -> SecondLook:
        second_look = self.look(turn, entry, self.second, 24)
        assert second_look.state == LookState.DIFFERS
        return second_look

    def settle(self, look_: SecondLook, command: str, by: User, text: str = "") -> SecondLook:
        return settle_difference(look=look_, command=command, text=text, by=by, now=clock.now())

    def list_assignable(self, user: User | None = None) -> set[tuple[int, int]]:
        """Return the looks that are due: number of the turn, index of the entry."""
        book = SecondLooks.from_game(
            Game.objects.select_related("tournament").get(pk=self.sanctioned_turns.game.pk)
        )
        turns = {self.sanctioned_turns.first.pk: 1, self.sanctioned_turns.second.pk: 2}
        entries = [entry.pk for entry in self.sanctioned_turns.entries]
        places = book.due_places if user is None else book.list_assignable(user)
        return {(turns[turn], entries.index(entry)) for turn, entry in places}


def create_difference(sanctioned_turns: SanctionedTurns, motive: str) -> SecondLook:
    """Return the first look that is due: the plan covers the first turn only."""
    second = get_account(sanctioned_turns.room, Role.DOUBLE_ARBITER, name="second")
    for turn, plan in (
        (sanctioned_turns.first, LookCriteria(everything=True)),
        (sanctioned_turns.second, LookCriteria()),
    ):
        at = Turn.objects.get(pk=turn.pk).opened_at
        assert at is not None
        choose_plan(
            tournament=sanctioned_turns.room.tournament,
            plan=plan,
            by=sanctioned_turns.room.user,
            now=at,
        )
    book = SecondLooks.from_game(sanctioned_turns.first.game)
    place = book.list_assignable(second)[0]
    second_look = give_second_look(
        turn=sanctioned_turns.first,
        entry=Entry.objects.get(pk=place[1]),
        version=book.due_looks[place].version,
        points=3,
        sanction="none",
        by=second,
        now=clock.now(),
    )
    return settle_difference(
        look=second_look, command=LookCommand.CONTEST, text=motive, by=second, now=clock.now()
    )
