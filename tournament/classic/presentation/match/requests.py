"""What a player of a classic match may ask for at any time, on his tablet."""

from django.utils.translation import gettext as _

from tournament.classic.core.state import MatchPhase, MoveKind
from tournament.classic.core.terms import ClockKind
from tournament.classic.presentation.match.seat import MatchAction, MatchSeat
from tournament.classic.presentation.match.sentences import said_of


def contestable(seat: MatchSeat) -> list[tuple[int, str]]:
    """The moves whose score may be contested at any time, the last first (4.1.6)."""
    seen = seat.seen
    taken = seen.contest is not None or seen.confirmed or seat.recorded
    if seen.phase not in _SCORES_OPEN or taken:
        return []
    found = [
        (number, said_of(move, seat.names, seat.side))
        for number, move in enumerate(seen.moves)
        if move.kind is MoveKind.PLAY and move.stands
    ]
    return found[::-1]


_SCORES_OPEN = frozenset(
    {
        MatchPhase.PLAY,
        MatchPhase.ANNOUNCED,
        MatchPhase.TURNED,
        MatchPhase.LETTERS,
        MatchPhase.OVER,
        MatchPhase.HELD,
    }
)


def more_of(seat: MatchSeat) -> list[MatchAction]:
    """What a player may ask for at any time."""
    seen = seat.seen
    if seen.is_over and seen.confirmed:
        return []
    found = [MatchAction("call-arbiter", _("Appeler un arbitre"))]
    if seen.terms.clock is ClockKind.GLOBAL and not seen.is_over and not seen.referred:
        found.append(MatchAction("refer", _("Signaler la lenteur au directeur")))
    if seen.may_play and not seat.recorded:
        found.append(
            MatchAction("pause-open", _("M’absenter quelques minutes"), opens="pause-dialog")
        )
    if not seen.is_over:
        found.append(
            MatchAction("abandon-open", _("Abandonner"), danger=True, opens="abandon-dialog")
        )
    return found
