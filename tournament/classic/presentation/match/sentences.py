"""A classic match in sentences, to a player or to everybody: moves, verdicts, who does what."""

from collections.abc import Mapping

from django.utils.translation import gettext as _, ngettext

from tournament.classic.core.sides import Side
from tournament.classic.core.state import Away, MatchMove, MatchPhase, MoveKind
from tournament.classic.core.visible_state import Seen


def verdict_lines(verdict: Mapping[str, bool]) -> list[str]:
    """What the arbiter wrote on the slip, and nothing else about the words (5.2)."""
    return [
        (_("%(word)s : admis") if good else _("%(word)s : non admis")) % {"word": word}
        for word, good in verdict.items()
    ]


def said_of(move: MatchMove, names: tuple[str, str], own: Side | None = None) -> str:
    """A move in one sentence, to the player of that side or to everybody."""
    mine = move.side is own
    data = {
        "name": names[0 if move.side is Side.X else 1], "word": move.word.upper(), "ref": move.ref,
        "score": move.announced, "n": move.changed,
    }  # fmt: skip
    if move.kind is MoveKind.PLAY:
        if not move.stands:
            return (
                _("Vous avez repris vos lettres : %(word)s n’est pas resté.")
                if mine
                else _("%(name)s a repris ses lettres : %(word)s n’est pas resté.")
            ) % data
        return (
            _("Vous avez joué %(word)s en %(ref)s, %(score)s points annoncés.")
            if mine
            else _("%(name)s a joué %(word)s en %(ref)s, %(score)s points annoncés.")
        ) % data
    if move.kind is MoveKind.PASS:
        return _("Vous avez passé.") if mine else _("%(name)s passe.") % data
    if move.kind is MoveKind.EXCHANGE:
        text = ngettext(
            "%(n)d lettre changée par %(name)s.",
            "%(n)d lettres changées par %(name)s.",
            move.changed,
        )
        return text % data
    return _("%(name)s perd son tour : temps écoulé.") % data


def side_state(seen: Seen, side: Side) -> str:
    """Under a clock: what a player is doing, and what the other one and the public may know."""
    player = seen.of(side)
    if player.away is Away.LATE:
        return _("en retard")
    if player.away is not None:
        return _("absent")
    if player.out_of_time:
        return _("temps épuisé")
    if player.down and not seen.terms.real_tiles:
        return ngettext("%(n)d lettre face cachée", "%(n)d lettres faces cachées", player.down) % {
            "n": player.down
        }
    if (
        seen.phase in (MatchPhase.PLAY, MatchPhase.ANNOUNCED, MatchPhase.TURNED)
        and seen.to_move is side
    ):
        return _("à son tour")
    return ""
