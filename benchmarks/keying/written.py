"""Whether what was keyed is on the server. Imported once Django is set up."""

from arbitrage.models import PaperBulletin
from benchmarks.keying.room import Stack
from tournament.queries.people.seating import annotate_seats_by_turn


def wrong_papers(stack: Stack) -> list[str]:
    """What differs from the slips, by table."""
    papers = annotate_seats_by_turn(PaperBulletin.objects.filter(turn=stack.turn)).order_by(
        "version"
    )
    held = {
        table: ("".join(rows), score)
        for table, rows, score in papers.values_list("seat_number", "rows", "score")
    }
    return [
        f"table {table} : {held.get(table)} au lieu de {slip.word} {slip.score}"
        for table, slip in enumerate(stack.slips, start=1)
        if held.get(table) != (slip.word, slip.score)
    ]
