"""Requests that a player of a classic match may make at any time, on the tablet."""

from django.utils.translation import gettext as _

from tournament.classic.core.phases import RUNNING_PHASES, MatchPhase
from tournament.classic.core.state import MoveKind
from tournament.classic.core.terms import ClockKind
from tournament.classic.presentation.match.seat import MatchAction, MatchSeat
from tournament.classic.presentation.match.sentences import describe_move


def list_contestable_moves(seat: MatchSeat) -> list[tuple[int, str]]:
    """List the moves whose score may be contested, the last first (4.1.6)."""
    state = seat.state
    is_closed = state.contest is not None or state.is_confirmed or seat.is_recorded
    if state.phase not in _CONTEST_PHASES or is_closed:
        return []
    moves = [
        (number, describe_move(move, seat.names, seat.side))
        for number, move in enumerate(state.moves)
        if move.kind is MoveKind.PLAY and move.stands
    ]
    return moves[::-1]


_CONTEST_PHASES = RUNNING_PHASES | {MatchPhase.LETTERS, MatchPhase.OVER, MatchPhase.HELD}


def list_slip_words(seat: MatchSeat) -> list[str]:
    """Return the words that the challenger may tick: all words formed by the last move."""
    challenge = seat.state.challenge
    if challenge is None or challenge.challenger is not seat.side or challenge.words is not None:
        return []
    return [] if seat.is_recorded else list(seat.state.formed_words)


def list_requests(seat: MatchSeat) -> list[MatchAction]:
    """List what a player may request at any time."""
    state = seat.state
    if state.is_over and state.is_confirmed:
        return []
    actions = [MatchAction("call-arbiter", _("Appeler un arbitre"))]
    if (
        state.terms.clock is ClockKind.GLOBAL
        and not state.is_over
        and not state.is_director_requested
    ):
        actions.append(MatchAction("refer", _("Signaler la lenteur au directeur")))
    if state.can_play and not seat.is_recorded:
        actions.append(
            MatchAction("pause-open", _("M’absenter quelques minutes"), dialog_id="pause-dialog")
        )
    if not state.is_over:
        actions.append(
            MatchAction(
                "abandon-open", _("Abandonner"), is_dangerous=True, dialog_id="abandon-dialog"
            )
        )
    return actions
