"""What a player of a classic match reads and may do once his game is over: his last word or the
other's may still be refused, and the letters left are not counted before it is let be."""

from django.utils.translation import gettext as _

from tournament.classic.core.endings import Winner
from tournament.classic.core.sides import Side
from tournament.classic.core.visible_state import Seen
from tournament.classic.presentation.match.common import how_it_ended, with_minus
from tournament.classic.presentation.match.seat import MatchAction, MatchSeat, Now
from tournament.classic.presentation.match.sentences import verdict_lines


def after_the_end(seat: MatchSeat) -> Now:
    seen = seat.seen
    lines = verdict_lines(seen.verdict)
    reason = how_it_ended(seen)
    if reason:
        lines.append(_("Fin de la partie : %(reason)s.") % {"reason": reason})
    own, other = _mine_first(seat, seen.scores)
    score = {"own": with_minus(own), "other": with_minus(other)}
    if seen.is_final:
        lines.append(_("Score : %(own)s – %(other)s.") % score)
    else:
        lines.append(_("Score : %(own)s – %(other)s, lettres restantes non comptées.") % score)
    actions: list[MatchAction] = []
    if seen.may_let_be:
        told, actions = _last_word(seen)
        lines.append(told)
    elif seen.confirmed:
        lines.append(_("Le résultat est enregistré."))
    elif seen.is_final:
        if seat.mine.signed:
            told = _("Vous avez signé la feuille ; %(name)s doit encore la signer.")
            lines.append(told % {"name": seat.opponent})
        else:
            label = _("Signer la feuille : %(own)s – %(other)s") % score
            totals = "{}/{}".format(*seen.scores)
            actions.append(MatchAction("sign", label, first=True, totals=totals))
    if seat.more_games:
        actions.append(MatchAction("next-game", _("Commencer la partie suivante")))
    if seen.appealed:
        lines.append(_("La direction du tournoi doit trancher un appel."))
    elif seen.open_move is not None and not seen.lost and not seen.may_let_be:
        lines.append(_awaited(seen) % {"name": seat.opponent})
    return Now(_result(seat), lines, actions, mine=bool(actions))


def _last_word(seen: Seen) -> tuple[str, list[MatchAction]]:
    """What a player may do about it while the letters left are not counted."""
    if seen.judged:
        told = _("Vous pouvez encore en appeler au directeur du tournoi.")
        return told, [MatchAction("let-be", _("Accepter le verdict"), first=True)]
    actions = [MatchAction("let-be", _("Ne pas contester"), first=True)]
    if seen.may_challenge:
        actions.insert(0, MatchAction("challenge", _("Je conteste"), danger=True))
    return _("Vous pouvez encore contester le dernier coup."), actions


def _awaited(seen: Seen) -> str:
    if seen.judged:
        return _("%(name)s peut encore faire appel du verdict.")
    return _("%(name)s peut encore contester le dernier coup.")


def _mine_first(seat: MatchSeat, both: tuple[int, int]) -> tuple[int, int]:
    return both if seat.side is Side.X else (both[1], both[0])


def _result(seat: MatchSeat) -> str:
    won = seat.seen.winner
    if won is None:
        return _("Partie terminée")
    if won is Winner.EQUAL:
        return _("Partie terminée : ex æquo")
    return _("Partie gagnée") if won.value == seat.side.value else _("Partie perdue")
