"""The origin of a restored tournament, and its last turn in the archive."""

from dataclasses import dataclass

from arbitrage.archive.models import Restoration
from tournament.core.events import EventKind
from tournament.models import Bulletin, Journal, Tournament, Turn


@dataclass(frozen=True)
class RestoredTournament:
    """The origin of a tournament.

    ``last_row`` is the last row of its journals in the archive, ``last_turn`` the last turn drawn
    by then and ``bulletins`` the number of bulletins sent for it.
    """

    restoration: Restoration
    last_row: Journal | None
    last_turn: Turn | None
    bulletins: int

    @property
    def was_open(self) -> bool:
        """Return True if the turn's time was running when the archive was made; it has run out
        since."""
        if (
            self.last_turn is None
            or self.last_turn.opened_at is None
            or self.last_turn.collects_at is None
        ):
            return False
        return self.last_turn.opened_at <= self.restoration.made_at < self.last_turn.collects_at


def find_origin(tournament: Tournament) -> RestoredTournament | None:
    """Return the origin of ``tournament``; None if it was created on this server."""
    restoration = Restoration.objects.filter(tournament=tournament).select_related("by").first()
    if restoration is None:
        return None
    rows = Journal.objects.filter(game__tournament=tournament, at__lte=restoration.made_at)
    last_row = rows.select_related("game", "turn").order_by("-at", "-pk").first()
    # Not the turn of ``last_row``: earlier turns are corrected while one is played.
    draws = (
        rows.filter(kind=EventKind.RACK_DRAWN).select_related("turn__game").order_by("-at", "-pk")
    )
    last_draw = draws.first()
    last_turn = last_draw.turn if last_draw else None
    bulletins = Bulletin.objects.filter(turn=last_turn, arrived_at__lte=restoration.made_at)
    return RestoredTournament(
        restoration, last_row, last_turn, bulletins.count() if last_turn else 0
    )
