"""Which tables have handed in for a turn, on their tablet or on paper."""

from tournament.core.events import EventKind
from tournament.core.states import Handed
from tournament.models import Bulletin, Journal, LateBulletin, Turn


def handed_in(turn: Turn) -> dict[int, Handed]:
    """By number, the tables from which something has come or about which an arbiter says so.

    What an arbiter typed in counts before the tablet, as in the correction.
    """
    found: dict[int, Handed] = {}
    for model, how in ((LateBulletin, Handed.LATE), (Bulletin, Handed.IN_TIME)):
        rows = model.objects.filter(turn=turn).values_list("entry__table__number", flat=True)
        found.update(dict.fromkeys(rows, how))
    typed = Journal.objects.filter(turn=turn, kind=EventKind.PAPER).order_by("seq")
    for data in typed.values_list("data", flat=True):
        found[data["table"]] = Handed(data.get("handed", Handed.IN_TIME))
    return found
