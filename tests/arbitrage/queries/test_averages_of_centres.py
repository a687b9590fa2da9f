"""The others of an average are in the player's own centre (5.9)."""

from arbitrage.queries.averages import find_average_offer
from tests.arbitrage.services.books import Books
from tournament.models import Centre, Entry


def list_others(books: Books, entry: Entry) -> set[int]:
    offer = find_average_offer(books.second, entry)
    assert offer is not None
    return set(offer.average.other_entries)


def test_averages_never_span_centres(books: Books) -> None:
    tournament, first = books.room.tournament, books.entries[0]
    tournament.tables.update(arbiter=None)
    keys = books.room.everybody
    assert list_others(books, first) == {*keys[1:]}

    centre = Centre.objects.create(tournament=tournament, name="Nantes", is_lead=True)
    books.game.seats.filter(table__number__lte=3).update(centre=centre)
    assert list_others(books, first) == {*keys[1:3]}
    tournament.tables.update(arbiter=books.room.user)
    assert list_others(books, first) == {*keys[1:3]}, "also where one arbiter has both rooms"
