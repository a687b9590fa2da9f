"""What everybody reads of a classic match."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament.classic.core.endings import Winner
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchPhase
from tournament.classic.core.visible_state import Seen
from tournament.classic.models import Match
from tournament.classic.presentation.match.common import how_it_ended
from tournament.classic.presentation.match.sentences import said_of, verdict_lines
from tournament.queries.people.public_names import PublicNames


def both_names(match: Match, names: PublicNames) -> tuple[str, str]:
    return names.entry(match.x), names.entry(match.y) if match.y else _("exempt")


def said_to_all(seen: Seen, names: tuple[str, str]) -> list[str]:
    """What is being done, in a few sentences."""
    lines = verdict_lines(seen.verdict)
    if seen.moves:
        lines.append(said_of(seen.moves[-1], names))
    lines.append(_going_on(seen, names))
    return [line for line in lines if line]


_BEFORE = gettext_lazy("La partie va commencer.")
_CHALLENGED = gettext_lazy("Contestation : un arbitre vérifie, la pendule est arrêtée.")
_CONTESTED = gettext_lazy("Un score est contesté.")
_STOPPED = gettext_lazy("La pendule est arrêtée.")
#: Phases in which nobody plays, or nobody yet.
_WAITING: Mapping[MatchPhase, Promise] = {
    MatchPhase.TOSS: _BEFORE,
    MatchPhase.RACKS: _BEFORE,
    MatchPhase.START: _BEFORE,
    MatchPhase.CHALLENGE: _CHALLENGED,
    MatchPhase.SLIP: _CHALLENGED,
    MatchPhase.SCORE: _CONTESTED,
    MatchPhase.TOTALS: _CONTESTED,
    MatchPhase.HELD: _STOPPED,
    MatchPhase.SUSPENDED: _STOPPED,
    MatchPhase.LETTERS: gettext_lazy("Partie terminée."),
}


def _going_on(seen: Seen, names: tuple[str, str]) -> str:
    if seen.rewriting and not seen.is_over:
        return _("Le dernier coup écrit est repris : il se réécrit, la pendule est arrêtée.")
    if seen.phase in _WAITING:
        return str(_WAITING[seen.phase])
    if seen.phase is MatchPhase.OVER:
        return _outcome(seen, names)
    if seen.phase in (MatchPhase.ANNOUNCED, MatchPhase.TURNED):
        said = _("%(name)s va presser la pendule.")
    else:
        said = _("À %(name)s de jouer.")
    return said % {"name": names[1 if seen.to_move is Side.Y else 0]}


def _outcome(seen: Seen, names: tuple[str, str]) -> str:
    if not (seen.is_final or seen.lost):
        return _("Partie terminée, sauf contestation du dernier coup.")
    reason, won = how_it_ended(seen), seen.winner
    if won is Winner.EQUAL:
        return _("Ex æquo : %(reason)s.") % {"reason": reason}
    if won is None:
        return _("Partie perdue par les deux joueurs : %(reason)s.") % {"reason": reason}
    name = names[0 if won is Winner.X else 1]
    return _("%(name)s gagne la partie : %(reason)s.") % {"name": name, "reason": reason}
