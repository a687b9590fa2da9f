"""Checks of what people decide on a bulletin: arbiters, commission, federation."""

from collections.abc import Iterable

from arbitrage.core.allowed_decisions import AllowedDecisions
from arbitrage.core.codes import Motive, Sanction
from arbitrage.queries.solutions import find_tops
from engine.regulation.edition import Edition
from tournament.core.errors import BadSetting
from tournament.models import Turn

#: Above the score of any turn (1.2: 27 times a long word, with bonus).
MAX_POINTS = 2000


def check_decision(points: int, sanction: str, motives: Iterable[str]) -> None:
    """Raise BadSetting for an impossible decision."""
    if sanction not in set(Sanction):
        raise BadSetting("unknown-sanction", sanction=sanction)
    max_points = 0 if sanction == Sanction.ZERO else MAX_POINTS
    if not 0 <= points <= max_points:
        raise BadSetting("bad-points", points=points, most=max_points)
    for motive in motives:
        if motive not in set(Motive):
            raise BadSetting("unknown-motive", motive=motive)


def compute_gross(points: int, sanction: str, edition: Edition) -> int:
    """Return the points before a penalty."""
    penalty = edition.sanctions.penalty.value if sanction == Sanction.PENALTY else 0
    return points + penalty


def check_top(turn: Turn, gross: int, reason: str, *, is_confirmed: bool) -> None:
    """Raise BadSetting for more than the top of the turn, unless it is confirmed with a reason.

    Such a player would have a solo, and more than 100 % of the tops.
    """
    tops = find_tops(turn)
    if not tops or gross <= tops[0].score:
        return
    if not is_confirmed:
        raise BadSetting("above-top", points=gross, top=tops[0].score)
    if not reason.strip():
        raise BadSetting("no-reason")


def check_text(text: str, error_code: str, max_length: int) -> str:
    """Return the stripped text. Raise BadSetting if it is empty or too long."""
    stripped = text.strip()
    if not stripped:
        raise BadSetting(error_code)
    if len(stripped) > max_length:
        raise BadSetting("too-many-words", most=max_length)
    return stripped


def check_allowed(
    allowed: AllowedDecisions, points: int, sanction: Sanction, reason: str, *, is_free_ruling: bool
) -> None:
    if is_free_ruling and not reason.strip():
        raise BadSetting("no-reason")
    if not is_free_ruling and points not in (possible := allowed.list_points(sanction)):
        raise BadSetting("points-of-no-reading", points=points, allowed=sorted(possible))
