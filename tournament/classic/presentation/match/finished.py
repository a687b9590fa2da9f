"""The box of the tablet after the end of a game.

The last word may still be refused; the remaining letters count once it is accepted.
"""

from django.utils.translation import gettext as _

from tournament.classic.core.endings import Winner
from tournament.classic.core.visible_state import VisibleState
from tournament.classic.presentation.match.match_words import describe_end_reason, format_number
from tournament.classic.presentation.match.seat import ActionBox, MatchAction, MatchSeat
from tournament.classic.presentation.match.sentences import describe_verdict


def build_final_box(seat: MatchSeat) -> ActionBox:
    state = seat.state
    lines = describe_verdict(state.verdict)
    reason = describe_end_reason(state)
    if reason:
        lines.append(_("Fin de la partie : %(reason)s.") % {"reason": reason})
    own, other = seat.side.put_first(state.scores)
    score = {"own": format_number(own), "other": format_number(other)}
    if state.is_final:
        lines.append(_("Score : %(own)s – %(other)s.") % score)
    else:
        lines.append(_("Score : %(own)s – %(other)s, lettres restantes non comptées.") % score)
    actions: list[MatchAction] = []
    if state.can_accept_last_word:
        sentence, actions = _list_last_word_actions(state)
        lines.append(sentence)
    elif state.is_confirmed:
        lines.append(_("Le résultat est enregistré."))
    elif state.is_final:
        if seat.player.has_signed:
            sentence = _("Vous avez signé la feuille ; %(name)s doit encore la signer.")
            lines.append(sentence % {"name": seat.opponent})
        else:
            label = _("Signer la feuille : %(own)s – %(other)s") % score
            totals = "{}/{}".format(*state.scores)
            actions.append(MatchAction("sign", label, is_primary=True, totals=totals))
    if seat.has_next_game:
        actions.append(MatchAction("next-game", _("Commencer la partie suivante")))
    if state.has_pending_appeal:
        lines.append(_("Le directeur du tournoi doit trancher un appel."))
    elif state.open_move is not None and not state.has_loser and not state.can_accept_last_word:
        lines.append(_describe_awaited_answer(state) % {"name": seat.opponent})
    return ActionBox(_build_title(seat), lines, actions, awaits_player=bool(actions))


def _list_last_word_actions(state: VisibleState) -> tuple[str, list[MatchAction]]:
    """Return what a player may do about the last word while the remaining letters do not count."""
    if state.is_judged:
        sentence = _("Vous pouvez encore en appeler au directeur du tournoi.")
        return sentence, [MatchAction("let-be", _("Accepter le verdict"), is_primary=True)]
    actions = [MatchAction("let-be", _("Ne pas contester"), is_primary=True)]
    if state.can_challenge:
        actions.insert(0, MatchAction("challenge", _("Je conteste"), is_dangerous=True))
    return _("Vous pouvez encore contester le dernier coup."), actions


def _describe_awaited_answer(state: VisibleState) -> str:
    if state.is_judged:
        return _("%(name)s peut encore faire appel du verdict.")
    return _("%(name)s peut encore contester le dernier coup.")


def _build_title(seat: MatchSeat) -> str:
    winner = seat.state.winner
    if winner is None:
        return _("Partie terminée")
    if winner is Winner.EQUAL:
        return _("Partie terminée : ex æquo")
    return _("Partie gagnée") if winner.value == seat.side.value else _("Partie perdue")
