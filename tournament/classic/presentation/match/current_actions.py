"""The current action of a player of a classic match, on the tablet.

It reveals neither whether a word is admitted, before an arbiter answers, nor the score of a word.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _, ngettext

from tournament.classic.core.clock import TimeControl
from tournament.classic.core.commands import Command
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Absence
from tournament.classic.core.transitions import TRANSITIONS
from tournament.classic.presentation.match.finished import build_final_box
from tournament.classic.presentation.match.seat import ActionBox, MatchAction, MatchSeat
from tournament.classic.presentation.match.sentences import describe_move, describe_verdict


def build_action_box(seat: MatchSeat) -> ActionBox:
    """Return the content of the box of the tablet."""
    box = _build_late_box(seat) if _is_awaited_late(seat) else _BOX_BUILDERS[seat.state.phase](seat)
    box = replace(box, lines=[*seat.recent_sanctions, *box.lines])
    contest = seat.state.contest
    can_agree = contest is not None and not contest.is_arbiter_called
    if can_agree and (seat.state.phase, Command.AGREE_SCORE) in TRANSITIONS:
        box = _add_contest(seat, box)
    if seat.state.get_player(seat.side).has_called:
        box = replace(box, lines=[*box.lines, _("Vous avez appelé un arbitre : il vient à vous.")])
    if not seat.is_recorded:
        return box
    lines = [*box.lines, _("L’arbitre écrit les coups : c’est à lui que se dit une contestation.")]
    return replace(box, actions=[], lines=lines)


def _is_awaited_late(seat: MatchSeat) -> bool:
    return seat.player.absence is Absence.LATE and (seat.state.phase, Command.ARRIVE) in TRANSITIONS


def _build_late_box(seat: MatchSeat) -> ActionBox:
    lines = [
        _("%(name)s joue sans vous attendre, et votre temps court ensuite (10.5).")
        % {"name": seat.opponent}
    ]
    arrive = MatchAction("arrive", _("Je suis là"), is_primary=True)
    return ActionBox(_("Vous êtes attendu"), lines, [arrive], awaits_player=True, is_urgent=True)


def _build_toss_box(seat: MatchSeat) -> ActionBox:
    own_letter, opponent_letter = seat.side.put_first(seat.state.toss_letters)
    if own_letter:
        sentence = _("Vous avez tiré %(letter)s. %(name)s tire à son tour.")
        return ActionBox(_("Toss"), [sentence % {"letter": own_letter, "name": seat.opponent}])
    lines = [
        _("La lettre la plus proche de A commence. Un joker, deux lettres égales : on tire encore.")
    ]
    if seat.state.is_toss_repeated and not opponent_letter:
        lines.insert(0, _("Deux lettres égales, ou un joker : on tire encore."))
    return ActionBox(
        _("Toss : tirez une lettre"),
        lines,
        [MatchAction("toss", _("Tirer une lettre"), True)],
        True,
    )


def _build_racks_box(seat: MatchSeat) -> ActionBox:
    starter = seat.state.starter or seat.side
    lines = [_describe_starter(seat, starter)]
    if seat.player.to_draw:
        return ActionBox(
            _("Tirez vos lettres"), lines, _list_letter_actions(seat), awaits_player=True
        )
    lines.append(_("%(name)s tire ses lettres.") % {"name": seat.opponent})
    return ActionBox(_("Les lettres"), lines, _list_letter_actions(seat))


def _describe_starter(seat: MatchSeat, starter: Side) -> str:
    if starter is seat.side:
        return _("Vous commencez la partie.")
    return _("%(name)s commence la partie.") % {"name": seat.opponent}


def _build_start_box(seat: MatchSeat) -> ActionBox:
    if seat.state.starter is seat.side:
        sentence = _("%(name)s va presser la pendule : votre temps part alors.")
        return ActionBox(
            _("Vous commencez"), [sentence % {"name": seat.opponent}], _list_letter_actions(seat)
        )
    press = MatchAction("press", _("Presser la pendule"), is_primary=True)
    lines = [
        _describe_starter(seat, seat.side.other),
        _("La partie commence quand vous pressez la pendule (3.6)."),
    ]
    return ActionBox(
        _("Lancez la partie"), lines, [*_list_letter_actions(seat), press], awaits_player=True
    )


def _list_letter_actions(seat: MatchSeat) -> list[MatchAction]:
    """Return the actions to draw missing letters and to turn up drawn ones."""
    player, actions = seat.player, []
    if player.to_draw and not player.face_down_count:
        n = player.to_draw
        text = ngettext("Tirer %(n)d lettre", "Tirer %(n)d lettres", n) % {"n": n}
        actions.append(MatchAction("draw", text, is_primary=True))
    if player.face_down_count:
        opens_at = seat.state.can_look_at_ms
        actions.append(
            MatchAction("look", _("Regarder mes lettres"), is_primary=True, enabled_at=opens_at)
        )
    return actions


def _build_play_box(seat: MatchSeat) -> ActionBox:
    if seat.player.absence is not None:
        return_actions = [MatchAction("return", _("Je suis revenu"), is_primary=True)]
        lines = [_("Votre temps de jeu continue.")]
        return ActionBox(_("Vous êtes absent"), lines, return_actions, awaits_player=True)
    state, name = seat.state, {"name": seat.opponent}
    lines = [*describe_verdict(state.verdict), *_describe_last_move(seat)]
    actions = _list_letter_actions(seat)
    if state.can_challenge:
        actions.append(MatchAction("challenge", _("Je conteste"), is_dangerous=True))
        lines.append(
            _("Vous pouvez contester tant que %(name)s n’a pas regardé ses lettres.") % name
        )
    opponents_turn = _("À %(name)s de jouer") % name
    if seat.player.is_out_of_time:
        lines.append(
            _("Votre temps est épuisé : vous ne jouez plus, mais vous pouvez contester (7.3.1).")
        )
        return ActionBox(opponents_turn, lines, actions)
    lines += _describe_delays(seat)
    if seat.is_on_move:
        return ActionBox(_("À vous de jouer"), lines, actions, awaits_player=True)
    return ActionBox(opponents_turn, lines, actions, awaits_player=bool(actions))


def _describe_delays(seat: MatchSeat) -> list[str]:
    """Return the consequences of an opponent who is late or out of time, and of the common time."""
    opponent, name, lines = seat.state.get_player(seat.side.other), {"name": seat.opponent}, []
    if opponent.absence is Absence.LATE:
        sentence = _(
            "%(name)s est en retard : jouez sans attendre, puis pressez la pendule (10.5)."
        )
        lines.append(sentence % name)
    if opponent.is_out_of_time:
        sentence = _(
            "%(name)s a épuisé son temps : vous jouez seul, sans changer de lettres (7.3.1)."
        )
        lines.append(sentence % name)
    if seat.state.is_time_up:
        lines.append(
            _("Le temps de la partie est écoulé : le directeur du tournoi décide de la suite.")
        )
    return lines


def _describe_last_move(seat: MatchSeat) -> list[str]:
    moves = seat.state.moves
    return [describe_move(moves[-1], seat.names, seat.side)] if moves else []


def _build_announced_box(seat: MatchSeat) -> ActionBox:
    if seat.is_on_move:
        turn = MatchAction("turn", _("Tourner et presser la pendule"), is_primary=True)
        lines = [*_describe_last_move(seat), _("Vos lettres ne se touchent plus (4.1.4).")]
        return ActionBox(_("Score annoncé"), lines, [turn], awaits_player=True)
    lines = [*_describe_last_move(seat), _("%(name)s va tourner le jeu.") % {"name": seat.opponent}]
    if seat.state.clock.get_player_clock(seat.side.other).control is not TimeControl.NONE:
        return ActionBox(_("Score annoncé"), lines)
    lines.append(_("S’il ne le fait pas, tournez-le vous-même."))
    turn = MatchAction("turn", _("Tourner le jeu vers moi"))
    return ActionBox(_("Score annoncé"), lines, [turn])


def _build_turned_box(seat: MatchSeat) -> ActionBox:
    if seat.is_on_move:
        press = MatchAction("press", _("Presser la pendule"), is_primary=True)
        return ActionBox(
            _("Pressez la pendule"), _describe_last_move(seat), [press], awaits_player=True
        )
    challenge = (
        [MatchAction("challenge", _("Je conteste"), is_dangerous=True)]
        if seat.state.can_challenge
        else []
    )
    return ActionBox(
        _("Le jeu est tourné"), _describe_last_move(seat), challenge, awaits_player=True
    )


def _build_challenge_box(seat: MatchSeat) -> ActionBox:
    challenge = seat.state.challenge
    stopped_sentence = _("La pendule est arrêtée, l’arbitre est appelé.")
    if challenge is not None and challenge.challenger is seat.side:
        return ActionBox(
            _("Vous contestez"), [stopped_sentence], awaits_player=True, is_urgent=True
        )
    sentence = _("%(name)s conteste votre coup et remplit le bulletin.") % {"name": seat.opponent}
    return ActionBox(_("Contestation"), [sentence, stopped_sentence], is_urgent=True)


def _build_slip_box(seat: MatchSeat) -> ActionBox:
    challenge = seat.state.challenge
    words = ", ".join(challenge.words or ()) if challenge else ""
    lines = [_("Contesté : %(words)s.") % {"words": words}]
    if challenge is not None and challenge.challenger is not seat.side:
        lines.append(_("Confirmez à l’arbitre que vous venez de jouer cela."))
    lines.append(_("L’arbitre vérifie ; la pendule est arrêtée."))
    return ActionBox(_("Bulletin de contestation"), lines, is_urgent=True)


def _build_score_box(seat: MatchSeat) -> ActionBox:
    lines, actions = _describe_contest(seat)
    lines.append(_("La pendule est arrêtée, l’arbitre est appelé (4.1.6)."))
    return ActionBox(_("Score contesté"), lines, actions, awaits_player=True, is_urgent=True)


def _add_contest(seat: MatchSeat, box: ActionBox) -> ActionBox:
    """Add a contest to the box: the game and its clock continue while the players may agree
    (4.1.6)."""
    lines, actions = _describe_contest(seat)
    lines.append(_("La pendule continue. Sans accord entre vous, appelez un arbitre (4.1.6)."))
    actions.append(MatchAction("call-arbiter", _("Appeler un arbitre pour ce score")))
    return replace(
        box, lines=[*box.lines, *lines], actions=[*box.actions, *actions], awaits_player=True
    )


def _describe_contest(seat: MatchSeat) -> tuple[list[str], list[MatchAction]]:
    """Return the contested score, the proposal, and the possible answers of the player."""
    contest = seat.state.contest
    assert contest is not None
    move = describe_move(seat.state.moves[contest.move_number], seat.names, seat.side)
    lines = [_("Score contesté : %(move)s") % {"move": move}]
    if contest.proposed_score is not None:
        text = _("Score proposé par %(name)s : %(score)s.")
        lines.append(
            text % {"name": seat.get_name(contest.author), "score": contest.proposed_score}
        )
    if contest.author is not seat.side and contest.proposed_score is not None:
        label = _("D’accord avec le score %(score)s") % {"score": contest.proposed_score}
        return lines, [MatchAction("agree-score", label, is_primary=True)]
    if contest.author is seat.side and not contest.is_arbiter_called:
        return lines, [MatchAction("drop-contest", _("Retirer ma contestation"))]
    return lines, []


def _build_held_box(seat: MatchSeat) -> ActionBox:
    if seat.state.is_unwatched:
        sentence = _(
            "Le logiciel a été interrompu, et ce temps-là ne vous est pas compté. Un arbitre est "
            "appelé : il règle la pendule avec vous deux et la remet en marche."
        )
    else:
        sentence = _("Un arbitre a arrêté la pendule.")
    draw_actions = [action for action in _list_letter_actions(seat) if action.name == "draw"]
    return ActionBox(_("Pendule arrêtée"), [sentence], draw_actions, is_urgent=True)


def _build_suspended_box(_seat: MatchSeat) -> ActionBox:
    return ActionBox(
        _("Partie suspendue"), [_("Le directeur du tournoi décide de la suite.")], is_urgent=True
    )


def _build_letters_box(_seat: MatchSeat) -> ActionBox:
    return ActionBox(
        _("Partie terminée"),
        [_("Montrez à l’arbitre les lettres qui vous restent.")],
        awaits_player=True,
    )


def _build_totals_box(_seat: MatchSeat) -> ActionBox:
    sentence = _("Les deux feuilles n’ont pas les mêmes totaux : un arbitre les règle (10.4).")
    return ActionBox(_("Totaux différents"), [sentence], is_urgent=True)


_BOX_BUILDERS: Mapping[MatchPhase, Callable[[MatchSeat], ActionBox]] = {
    MatchPhase.TOSS: _build_toss_box,
    MatchPhase.RACKS: _build_racks_box,
    MatchPhase.START: _build_start_box,
    MatchPhase.PLAY: _build_play_box,
    MatchPhase.ANNOUNCED: _build_announced_box,
    MatchPhase.TURNED: _build_turned_box,
    MatchPhase.CHALLENGE: _build_challenge_box,
    MatchPhase.SLIP: _build_slip_box,
    MatchPhase.SCORE: _build_score_box,
    MatchPhase.HELD: _build_held_box,
    MatchPhase.SUSPENDED: _build_suspended_box,
    MatchPhase.LETTERS: _build_letters_box,
    MatchPhase.TOTALS: _build_totals_box,
    MatchPhase.OVER: build_final_box,
}
