"""Of a tournament that came from an archive: how far it went in it."""

from dataclasses import dataclass

from arbitrage.archive.models import Restoration
from tournament.core.events import EventKind
from tournament.models import Bulletin, Journal, Tournament, Turn


@dataclass(frozen=True)
class RestoredFrom:
    """``last`` is the last row of its journals that came with it, ``turn`` the last one begun by
    then and ``bulletins`` those that had come for it."""

    restoration: Restoration
    last: Journal | None
    turn: Turn | None
    bulletins: int

    @property
    def was_open(self) -> bool:
        """Whether its time was running when the file was made: here it has run out since."""
        if self.turn is None or self.turn.opened_at is None or self.turn.collects_at is None:
            return False
        return self.turn.opened_at <= self.restoration.made_at < self.turn.collects_at


def restored_from(tournament: Tournament) -> RestoredFrom | None:
    """None for a tournament that was made here."""
    restoration = Restoration.objects.filter(tournament=tournament).select_related("by").first()
    if restoration is None:
        return None
    rows = Journal.objects.filter(game__tournament=tournament, at__lte=restoration.made_at)
    last = rows.select_related("game", "turn").order_by("-at", "-pk").first()
    # Not the last that anything was done about: earlier turns are corrected while one is played.
    drawn = rows.filter(kind=EventKind.DRAWN).select_related("turn__game").order_by("-at", "-pk")
    row = drawn.first()
    turn = row.turn if row else None
    sent = Bulletin.objects.filter(turn=turn, arrived_at__lte=restoration.made_at)
    return RestoredFrom(restoration, last, turn, sent.count() if turn else 0)
