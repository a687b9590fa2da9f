"""A second look that differs and is contested."""

from arbitrage.core.second_looks import LookCommand, Twice
from arbitrage.models import SecondLook
from arbitrage.queries.second_looks import GameLooks
from arbitrage.services.second_looks import choose_plan, look, settle_difference
from tests.arbitrage.services.books import Books, account_of
from tournament.core.states import Role
from tournament.models import Entry, Turn
from tournament.queries import clock


def contested(books: Books, motive: str) -> SecondLook:
    """Of the first bulletin that is due: of the first turn all are, of the others none."""
    second = account_of(books.room, Role.DOUBLE_ARBITER, name="second")
    for turn, plan in ((books.first, Twice(everything=True)), (books.second, Twice())):
        at = Turn.objects.get(pk=turn.pk).opened_at
        assert at is not None
        choose_plan(tournament=books.room.tournament, plan=plan, by=books.room.user, now=at)
    book = GameLooks(books.first.game)
    place = book.pending_for(second)[0]
    found = look(
        turn=books.first,
        entry=Entry.objects.get(pk=place[1]),
        version=book.held[place].version,
        points=3,
        sanction="none",
        by=second,
        now=clock.now(),
    )
    return settle_difference(
        look=found, command=LookCommand.CONTEST, text=motive, by=second, now=clock.now()
    )
