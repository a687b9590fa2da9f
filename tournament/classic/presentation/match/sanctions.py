"""Sanctions of a game as they are announced to both players (9.2, 9.3)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _, ngettext

from tournament.classic.core.rulings import MatchSanction, RulingKind
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState
from tournament.classic.presentation.match.match_words import SANCTION_NAMES
from tournament.classic.queries.exclusions import find_exclusion
from tournament.classic.queries.ruling_histories import RulingHistory
from tournament.models import Entry
from tournament.queries.clock import to_milliseconds


def describe_sanction(sanction: MatchSanction | None, points: int) -> str:
    """Return the sanction; ``points``: the cost of MatchSanction.POINTS by the terms of the
    game."""
    if sanction is None:
        return _("aucune sanction")
    if sanction is MatchSanction.POINTS:
        return ngettext("perte de %(n)d point", "perte de %(n)d points", points) % {"n": points}
    return str(SANCTION_NAMES[sanction])


def list_sanctions(
    histories: Sequence[RulingHistory], state: MatchState, names: tuple[str, str]
) -> list[str]:
    """Return the sanctions of a game with their articles and reasons, the last first."""
    return [_describe(history, state, names) for history in _sort_latest_first(histories)]


def list_recent_sanctions(
    histories: Sequence[RulingHistory], state: MatchState, names: tuple[str, str]
) -> list[str]:
    """Return the sanctions given or revised since the last move."""
    since = state.moves[-1].at if state.moves else 0
    recent = [
        history
        for history in histories
        if to_milliseconds((history.decision or history.ruling_event).at) >= since
    ]
    return list_sanctions(recent, state, names)


def _sort_latest_first(histories: Sequence[RulingHistory]) -> list[RulingHistory]:
    sanctions = [history for history in histories if history.ruling.kind is RulingKind.SANCTION]
    return sorted(
        sanctions, key=lambda history: (history.decision or history.ruling_event).seq, reverse=True
    )


def _describe(history: RulingHistory, state: MatchState, names: tuple[str, str]) -> str:
    ruling, decision = history.ruling, history.decision
    values = {
        "article": ruling.article,
        "name": names[0 if ruling.side is Side.X else 1],
        "sanction": describe_sanction(ruling.sanction, state.terms.lost_points),
    }
    pattern = (
        _("Sanction (%(article)s) : %(name)s, %(sanction)s.")
        if decision is None
        else _("Sanction revue (%(article)s) : %(name)s, %(sanction)s.")
    )
    return (pattern % values) + _describe_reason((decision or history.ruling_event).reason)


def _describe_reason(reason: str) -> str:
    return _(" Motif : %(reason)s") % {"reason": reason} if reason else ""


def describe_exclusion(entry: Entry) -> str:
    """Return the sentence for a player excluded from the tournament (9.3), empty for another."""
    exclusion = find_exclusion(entry)
    if exclusion is None:
        return ""
    sentence = _(
        "Le directeur du tournoi vous a exclu du tournoi (9.3) : vous ne jouez plus. Pour toute "
        "question, allez le voir."
    )
    return sentence + _describe_reason((exclusion.decision or exclusion.ruling_event).reason)
