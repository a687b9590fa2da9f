"""Decisions of officers in a game between two, in French."""

from collections.abc import Mapping

from django.utils.translation import gettext, gettext_noop as _

from tournament.classic.core.rulings import DirectorDecision, MatchRuling, MatchSanction, RulingKind
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState
from tournament.classic.presentation.match.sanctions import describe_sanction

SANCTIONS: Mapping[MatchSanction, str] = {
    MatchSanction.WARNING: _("avertissement"),
    MatchSanction.POINTS: _("perte de points"),
    MatchSanction.LOSS: _("perte de la partie"),
    MatchSanction.EXCLUSION: _("exclusion du tournoi"),
}
DECISION_SENTENCES: Mapping[DirectorDecision, str] = {
    DirectorDecision.CONFIRM: _("confirmée"),
    DirectorDecision.SOFTEN: _("adoucie"),
    DirectorDecision.STRENGTHEN: _("renforcée"),
    DirectorDecision.OVERTURN: _("déjugée"),
}
#: The decisions that the director may take on an appeal.
JUDGEMENTS: Mapping[DirectorDecision, str] = {
    DirectorDecision.CONFIRM: _("confirmer la décision"),
    DirectorDecision.SOFTEN: _("l’adoucir : une sanction plus légère"),
    DirectorDecision.STRENGTHEN: _("la renforcer : une sanction plus lourde"),
    DirectorDecision.OVERTURN: _("déjuger l’arbitre : elle ne compte plus"),
}


def describe_ruling(ruling: MatchRuling, state: MatchState, names: Mapping[Side, str]) -> str:
    """Return the ruling as it stands now, in one line."""
    name = names[ruling.side] if ruling.side else ""
    if ruling.kind is RulingKind.SANCTION:
        sanction = describe_sanction(ruling.sanction, state.terms.lost_points)
        return gettext("%(who)s : %(sanction)s") % {"who": name, "sanction": sanction}
    if ruling.kind is RulingKind.VERDICT:
        return gettext("contestation de %(who)s : verdict") % {"who": name}
    if ruling.kind is RulingKind.SCORE and ruling.move_number is not None:
        move = state.moves[ruling.move_number]
        values = {"who": name, "word": move.word.upper(), "score": move.points}
        return gettext("%(who)s, %(word)s : score fixé à %(score)s") % values
    return gettext("totaux fixés par l’arbitre")


def build_badge(ruling: MatchRuling) -> tuple[str, str]:
    """Return the colour and the text of the badge of a ruling; the text says the same as the
    colour."""
    if ruling.is_pending:
        return "warn", gettext("en recours")
    if ruling.director_decision is not None:
        return "good", gettext(DECISION_SENTENCES[ruling.director_decision])
    return "note", gettext("en vigueur")
