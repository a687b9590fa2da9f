"""The others of an average are in the player's own centre (5.9)."""

from arbitrage.queries.averages import find_average_offer
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tournament.models import Centre, Entry


def list_others(sanctioned_turns: SanctionedTurns, entry: Entry) -> set[int]:
    offer = find_average_offer(sanctioned_turns.second, entry)
    assert offer is not None
    return set(offer.average.other_entries)


def test_averages_never_span_centres(sanctioned_turns: SanctionedTurns) -> None:
    tournament, first = sanctioned_turns.room.tournament, sanctioned_turns.entries[0]
    tournament.tables.update(arbiter=None)
    keys = sanctioned_turns.room.entry_ids
    assert list_others(sanctioned_turns, first) == {*keys[1:]}

    centre = Centre.objects.create(tournament=tournament, name="Nantes", is_lead=True)
    sanctioned_turns.game.seats.filter(table__number__lte=3).update(centre=centre)
    assert list_others(sanctioned_turns, first) == {*keys[1:3]}
    tournament.tables.update(arbiter=sanctioned_turns.room.user)
    assert list_others(sanctioned_turns, first) == {*keys[1:3]}, (
        "also where one arbiter has both rooms"
    )
