"""Public sentences about a classic match."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament.classic.core.endings import Winner
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.visible_state import VisibleState
from tournament.classic.models import Match
from tournament.classic.presentation.match.match_words import describe_end_reason
from tournament.classic.presentation.match.sentences import describe_move, describe_verdict
from tournament.queries.people.public_names import PublicNames


def get_both_names(match: Match, names: PublicNames) -> tuple[str, str]:
    return names.get_entry_name(match.x), names.get_entry_name(match.y) if match.y else _("exempt")


def list_public_sentences(state: VisibleState, names: tuple[str, str]) -> list[str]:
    """Return the current action in a few sentences."""
    lines = describe_verdict(state.verdict)
    if state.moves:
        lines.append(describe_move(state.moves[-1], names))
    lines.append(_describe_current_action(state, names))
    return [line for line in lines if line]


_BEFORE_SENTENCE = gettext_lazy("La partie va commencer.")
_CHALLENGE_SENTENCE = gettext_lazy("Contestation : un arbitre vérifie, la pendule est arrêtée.")
_CONTEST_SENTENCE = gettext_lazy("Un score est contesté.")
_STOPPED_SENTENCE = gettext_lazy("La pendule est arrêtée.")
#: Sentences of the phases without a player to move.
_PHASE_SENTENCES: Mapping[MatchPhase, Promise] = {
    MatchPhase.TOSS: _BEFORE_SENTENCE,
    MatchPhase.RACKS: _BEFORE_SENTENCE,
    MatchPhase.START: _BEFORE_SENTENCE,
    MatchPhase.CHALLENGE: _CHALLENGE_SENTENCE,
    MatchPhase.SLIP: _CHALLENGE_SENTENCE,
    MatchPhase.SCORE: _CONTEST_SENTENCE,
    MatchPhase.TOTALS: _CONTEST_SENTENCE,
    MatchPhase.HELD: _STOPPED_SENTENCE,
    MatchPhase.SUSPENDED: _STOPPED_SENTENCE,
    MatchPhase.LETTERS: gettext_lazy("Partie terminée."),
}


def _describe_current_action(state: VisibleState, names: tuple[str, str]) -> str:
    if state.is_rewriting and not state.is_over:
        return _("Le dernier coup écrit est repris : il se réécrit, la pendule est arrêtée.")
    if state.phase in _PHASE_SENTENCES:
        return str(_PHASE_SENTENCES[state.phase])
    if state.phase is MatchPhase.OVER:
        return _describe_result(state, names)
    if state.phase in (MatchPhase.ANNOUNCED, MatchPhase.TURNED):
        sentence = _("%(name)s va presser la pendule.")
    else:
        sentence = _("À %(name)s de jouer.")
    return sentence % {"name": names[1 if state.to_move is Side.Y else 0]}


def _describe_result(state: VisibleState, names: tuple[str, str]) -> str:
    if not (state.is_final or state.has_loser):
        return _("Partie terminée, sauf contestation du dernier coup.")
    reason, winner = describe_end_reason(state), state.winner
    if winner is Winner.EQUAL:
        return _("Ex æquo : %(reason)s.") % {"reason": reason}
    if winner is None:
        return _("Partie perdue par les deux joueurs : %(reason)s.") % {"reason": reason}
    name = names[0 if winner is Winner.X else 1]
    return _("%(name)s gagne la partie : %(reason)s.") % {"name": name, "reason": reason}
