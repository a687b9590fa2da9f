"""Sentences of a classic match, for a player or for all: moves, verdicts, states."""

from collections.abc import Mapping

from django.utils.translation import gettext as _, ngettext

from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Absence, MatchMove, MoveKind
from tournament.classic.core.visible_state import VisibleState


def describe_verdict(verdict: Mapping[str, bool]) -> list[str]:
    """Return the arbiter's answers on the slip, and nothing else about the words (5.2)."""
    return [
        (_("%(word)s : admis") if is_admitted else _("%(word)s : non admis")) % {"word": word}
        for word, is_admitted in verdict.items()
    ]


def describe_move(move: MatchMove, names: tuple[str, str], own: Side | None = None) -> str:
    """Describe a move for the player of side ``own``, or for all."""
    is_own = move.side is own
    data = {
        "name": names[move.side.position], "word": move.word.upper(), "ref": move.ref,
        "score": move.announced, "n": move.exchanged_count,
    }  # fmt: skip
    if move.kind is MoveKind.PLAY:
        if not move.stands:
            return (
                _("Vous avez repris vos lettres : %(word)s n’est pas resté.")
                if is_own
                else _("%(name)s a repris ses lettres : %(word)s n’est pas resté.")
            ) % data
        return (
            _("Vous avez joué %(word)s en %(ref)s, score annoncé : %(score)s.")
            if is_own
            else _("%(name)s a joué %(word)s en %(ref)s, score annoncé : %(score)s.")
        ) % data
    if move.kind is MoveKind.PASS:
        return _("Vous avez passé.") if is_own else _("%(name)s passe.") % data
    if move.kind is MoveKind.EXCHANGE:
        text = ngettext(
            "%(n)d lettre changée par %(name)s.",
            "%(n)d lettres changées par %(name)s.",
            move.exchanged_count,
        )
        return text % data
    return _("%(name)s perd son tour : temps écoulé.") % data


def describe_side(state: VisibleState, side: Side) -> str:
    """Return the text under a clock: what a player is doing, as far as it is public."""
    player = state.get_player(side)
    if player.absence is Absence.LATE:
        return _("en retard")
    if player.absence is not None:
        return _("absent")
    if player.is_out_of_time:
        return _("temps épuisé")
    if player.face_down_count and not state.terms.real_tiles:
        return ngettext(
            "%(n)d lettre face cachée", "%(n)d lettres faces cachées", player.face_down_count
        ) % {"n": player.face_down_count}
    if (
        state.phase in (MatchPhase.PLAY, MatchPhase.ANNOUNCED, MatchPhase.TURNED)
        and state.to_move is side
    ):
        return _("à son tour")
    return ""
