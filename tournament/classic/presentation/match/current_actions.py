"""What a player of a classic match reads and may do now, on his tablet; never whether a word is
admitted before an arbiter has said it, nor what a word is worth."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _, ngettext

from tournament.classic.core.clock import Regime
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Away, MatchPhase
from tournament.classic.core.transitions import TRANSITIONS
from tournament.classic.presentation.match.finished import after_the_end
from tournament.classic.presentation.match.seat import MatchAction, MatchSeat, Now
from tournament.classic.presentation.match.sentences import said_of, verdict_lines


def now_of(seat: MatchSeat) -> Now:
    """What stands in the box of the tablet."""
    now = _late(seat) if _is_awaited(seat) else _BY_PHASE[seat.seen.phase](seat)
    contest = seat.seen.contest
    open_still = contest is not None and not contest.called
    if open_still and (seat.seen.phase, Command.AGREE_SCORE) in TRANSITIONS:
        now = _beside_contest(seat, now)
    if seat.seen.of(seat.side).calls:
        now = replace(now, lines=[*now.lines, _("Vous avez appelé un arbitre : il vient à vous.")])
    if not seat.recorded:
        return now
    lines = [*now.lines, _("L’arbitre écrit les coups : c’est à lui que se dit une contestation.")]
    return replace(now, actions=[], lines=lines)


def _is_awaited(seat: MatchSeat) -> bool:
    return seat.mine.away is Away.LATE and (seat.seen.phase, Command.ARRIVE) in TRANSITIONS


def _late(seat: MatchSeat) -> Now:
    lines = [
        _("%(name)s joue sans vous attendre, et votre temps court ensuite (10.5).")
        % {"name": seat.opponent}
    ]
    here = MatchAction("arrive", _("Je suis là"), first=True)
    return Now(_("Vous êtes attendu"), lines, [here], mine=True, urgent=True)


def spoken(now: Now) -> str:
    """For a screen reader, when it changes."""
    return f"{now.title}. {' '.join(now.lines)}"


def _toss(seat: MatchSeat) -> Now:
    mine, his = _ordered(seat)
    if mine:
        said = _("Vous avez tiré %(letter)s. %(name)s tire à son tour.")
        return Now(_("Toss"), [said % {"letter": mine, "name": seat.opponent}])
    lines = [
        _("La lettre la plus proche de A commence ; le joker et deux lettres égales se retirent.")
    ]
    if seat.seen.tossed_again and not his:
        lines.insert(0, _("Deux lettres égales, ou un joker : on tire encore."))
    return Now(
        _("Toss : tirez une lettre"),
        lines,
        [MatchAction("toss", _("Tirer une lettre"), True)],
        True,
    )


def _ordered(seat: MatchSeat) -> tuple[str, str]:
    first, second = seat.seen.tossed
    return (first, second) if seat.side is Side.X else (second, first)


def _racks(seat: MatchSeat) -> Now:
    starter = seat.seen.starter or seat.side
    lines = [_begins(seat, starter)]
    if seat.mine.to_draw:
        return Now(_("Tirez vos lettres"), lines, _letters(seat), mine=True)
    lines.append(_("%(name)s tire ses lettres.") % {"name": seat.opponent})
    return Now(_("Les lettres"), lines, _letters(seat))


def _begins(seat: MatchSeat, starter: Side) -> str:
    if starter is seat.side:
        return _("Vous commencez la partie.")
    return _("%(name)s commence la partie.") % {"name": seat.opponent}


def _start(seat: MatchSeat) -> Now:
    if seat.seen.starter is seat.side:
        said = _("%(name)s va presser la pendule : votre temps part alors.")
        return Now(_("Vous commencez"), [said % {"name": seat.opponent}], _letters(seat))
    press = MatchAction("press", _("Presser la pendule"), first=True)
    lines = [
        _begins(seat, seat.side.other),
        _("La partie commence quand vous pressez la pendule (3.6)."),
    ]
    return Now(_("Lancez la partie"), lines, [*_letters(seat), press], mine=True)


def _letters(seat: MatchSeat) -> list[MatchAction]:
    """To draw what is missing, and to look at what was drawn."""
    mine, found = seat.mine, []
    if mine.to_draw and not mine.down:
        n = mine.to_draw
        text = ngettext("Tirer %(n)d lettre", "Tirer %(n)d lettres", n) % {"n": n}
        found.append(MatchAction("draw", text, first=True))
    if mine.down:
        at = seat.seen.look_at
        found.append(MatchAction("look", _("Regarder mes lettres"), first=True, at=at))
    return found


def _play(seat: MatchSeat) -> Now:
    seen = seat.seen
    lines = [*verdict_lines(seen.verdict), *_last(seat)]
    actions = _letters(seat)
    if seen.may_challenge:
        actions.append(MatchAction("challenge", _("Je conteste"), danger=True))
        lines.append(
            _("Vous pouvez contester tant que %(name)s n’a pas regardé ses lettres.")
            % {"name": seat.opponent}
        )
    if seat.mine.away is not None:
        back = [MatchAction("return", _("Je suis revenu"), first=True)]
        return Now(_("Vous êtes absent"), [_("Votre temps de jeu continue.")], back, mine=True)
    if seat.mine.out_of_time:
        lines.append(
            _("Votre temps est épuisé : vous ne jouez plus, mais vous pouvez contester (7.3.1).")
        )
        return Now(_("À %(name)s de jouer") % {"name": seat.opponent}, lines, actions)
    if seen.of(seat.side.other).away is Away.LATE:
        lines.append(
            _("%(name)s est en retard : jouez sans attendre, puis pressez la pendule (10.5).")
            % {"name": seat.opponent}
        )
    if seen.of(seat.side.other).out_of_time:
        lines.append(
            _("%(name)s a épuisé son temps : vous jouez seul, sans changer de lettres (7.3.1).")
            % {"name": seat.opponent}
        )
    if seen.time_up:
        lines.append(
            _("Le temps de la partie est écoulé : la direction du tournoi décide de la suite.")
        )
    if seat.on_move:
        return Now(_("À vous de jouer"), lines, actions, mine=True)
    return Now(
        _("À %(name)s de jouer") % {"name": seat.opponent}, lines, actions, mine=bool(actions)
    )


def _last(seat: MatchSeat) -> list[str]:
    moves = seat.seen.moves
    return [said_of(moves[-1], seat.names, seat.side)] if moves else []


def _announced(seat: MatchSeat) -> Now:
    if seat.on_move:
        turn = MatchAction("turn", _("Tourner et presser la pendule"), first=True)
        lines = [*_last(seat), _("Vos lettres ne se touchent plus (4.1.4).")]
        return Now(_("Score annoncé"), lines, [turn], mine=True)
    lines = [*_last(seat), _("%(name)s va tourner le jeu.") % {"name": seat.opponent}]
    if seat.seen.clock.hand(seat.side.other).regime is not Regime.NONE:
        return Now(_("Score annoncé"), lines)
    lines.append(_("S’il ne le fait pas, tournez-le vous-même."))
    turn = MatchAction("turn", _("Tourner le jeu vers moi"))
    return Now(_("Score annoncé"), lines, [turn])


def _turned(seat: MatchSeat) -> Now:
    if seat.on_move:
        press = MatchAction("press", _("Presser la pendule"), first=True)
        return Now(_("Pressez la pendule"), _last(seat), [press], mine=True)
    challenge = (
        [MatchAction("challenge", _("Je conteste"), danger=True)] if seat.seen.may_challenge else []
    )
    return Now(_("Le jeu est tourné"), _last(seat), challenge, mine=True)


def _challenge(seat: MatchSeat) -> Now:
    challenge = seat.seen.challenge
    stopped = _("La pendule est arrêtée, l’arbitre est appelé.")
    if challenge is not None and challenge.by is seat.side:
        return Now(_("Vous contestez"), [stopped], mine=True, urgent=True)
    said = _("%(name)s conteste votre coup et remplit le bulletin.") % {"name": seat.opponent}
    return Now(_("Contestation"), [said, stopped], urgent=True)


def slip_words(seat: MatchSeat) -> list[str]:
    """The words just played that the challenger may tick: which they are is geometry, no hint."""
    challenge = seat.seen.challenge
    if challenge is None or challenge.by is not seat.side or challenge.words is not None:
        return []
    return [] if seat.recorded else list(seat.seen.words)


def _slip(seat: MatchSeat) -> Now:
    challenge = seat.seen.challenge
    words = ", ".join(challenge.words or ()) if challenge else ""
    lines = [_("Contesté : %(words)s.") % {"words": words}]
    if challenge is not None and challenge.by is not seat.side:
        lines.append(_("Confirmez à l’arbitre que vous venez de jouer cela."))
    lines.append(_("L’arbitre vérifie ; la pendule est arrêtée."))
    return Now(_("Bulletin de contestation"), lines, urgent=True)


def _score(seat: MatchSeat) -> Now:
    lines, actions = _contested(seat)
    lines.append(_("La pendule est arrêtée, l’arbitre est appelé (4.1.6)."))
    return Now(_("Score contesté"), lines, actions, mine=True, urgent=True)


def _beside_contest(seat: MatchSeat, now: Now) -> Now:
    """The game goes on, and so does the clock, while the two may agree (4.1.6)."""
    lines, actions = _contested(seat)
    lines.append(_("La pendule continue. Sans accord entre vous, appelez un arbitre (4.1.6)."))
    actions.append(MatchAction("call-arbiter", _("Appeler un arbitre pour ce score")))
    return replace(now, lines=[*now.lines, *lines], actions=[*now.actions, *actions], mine=True)


def _contested(seat: MatchSeat) -> tuple[list[str], list[MatchAction]]:
    """Which score, what is proposed, and what the player may answer."""
    contest = seat.seen.contest
    assert contest is not None
    move = said_of(seat.seen.moves[contest.move], seat.names, seat.side)
    lines = [_("Score contesté : %(move)s") % {"move": move}]
    if contest.score is not None:
        text = _("%(name)s propose %(score)s points.")
        lines.append(text % {"name": seat.name(contest.by), "score": contest.score})
    if contest.by is not seat.side and contest.score is not None:
        label = _("D’accord : %(score)s points") % {"score": contest.score}
        return lines, [MatchAction("agree-score", label, first=True)]
    if contest.by is seat.side and not contest.called:
        return lines, [MatchAction("drop-contest", _("Retirer ma contestation"))]
    return lines, []


def _held(seat: MatchSeat) -> Now:
    if seat.seen.unwatched:
        said = _(
            "Le logiciel a été interrompu, et ce temps-là ne vous est pas compté. Un arbitre est "
            "appelé : il règle la pendule avec vous deux et la remet en marche."
        )
    else:
        said = _("Un arbitre a arrêté la pendule.")
    to_draw = [one for one in _letters(seat) if one.name == "draw"]
    return Now(_("Pendule arrêtée"), [said], to_draw, urgent=True)


def _suspended(_seat: MatchSeat) -> Now:
    return Now(
        _("Partie suspendue"), [_("La direction du tournoi décide de la suite.")], urgent=True
    )


def _left(_seat: MatchSeat) -> Now:
    return Now(
        _("Partie terminée"), [_("Montrez à l’arbitre les lettres qui vous restent.")], mine=True
    )


def _totals(_seat: MatchSeat) -> Now:
    said = _("Les deux feuilles n’ont pas les mêmes totaux : un arbitre les règle (10.4).")
    return Now(_("Totaux différents"), [said], urgent=True)


_BY_PHASE: Mapping[MatchPhase, Callable[[MatchSeat], Now]] = {
    MatchPhase.TOSS: _toss,
    MatchPhase.RACKS: _racks,
    MatchPhase.START: _start,
    MatchPhase.PLAY: _play,
    MatchPhase.ANNOUNCED: _announced,
    MatchPhase.TURNED: _turned,
    MatchPhase.CHALLENGE: _challenge,
    MatchPhase.SLIP: _slip,
    MatchPhase.SCORE: _score,
    MatchPhase.HELD: _held,
    MatchPhase.SUSPENDED: _suspended,
    MatchPhase.LETTERS: _left,
    MatchPhase.TOTALS: _totals,
    MatchPhase.OVER: after_the_end,
}
