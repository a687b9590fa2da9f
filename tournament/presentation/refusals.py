"""The answer to a client whose bulletin is not stored."""

from tournament.core.errors import BadSheet, Busy, RoomError
from tournament.presentation.messages import explain
from tournament.protocol import Refused, Save


def build_refusal(error: RoomError, save: Save | None = None) -> Refused:
    """Return the answer; ``code`` is the kind of error, or what is wrong with the bulletin."""
    return Refused(
        code=error.reason if isinstance(error, BadSheet) else error.code,
        text=explain(error),
        turn=save.turn if save else None,
        rev=save.rev if save else None,
        retry=isinstance(error, Busy),
    )
