"""What a player of a classic match reads and may do now, on his tablet; never whether a word is
admitted before an arbiter has said it, nor what a word is worth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.rules.classic.letters import RACK_SIZE
from tournament.core.classic.challenges import formed
from tournament.core.classic.endings import Winner, winner
from tournament.core.classic.moves import BAG_TO_EXCHANGE
from tournament.core.classic.score_sheet import shown_scores
from tournament.core.classic.sides import Side
from tournament.core.classic.state import Away, MatchMove, MatchPhase, MatchState, MoveKind
from tournament.core.classic.terms import ClockKind
from tournament.words.matches import how_it_ended, with_minus


@dataclass(frozen=True, slots=True)
class MatchAction:
    """A key of the tablet: ``name`` is the command. ``at``: milliseconds before which it is closed;
    ``opens`` a dialog that asks first."""

    name: str
    label: str
    first: bool = False
    danger: bool = False
    at: int = 0
    opens: str = ""


@dataclass(frozen=True, slots=True)
class Now:
    """``mine``: something is awaited of this player; ``urgent``: the clock stands for both."""

    title: str
    lines: Sequence[str] = ()
    actions: Sequence[MatchAction] = ()
    mine: bool = False
    urgent: bool = False


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """One player at the table: the game as it stands, his side of it and what both are called."""

    state: MatchState
    side: Side
    names: tuple[str, str]
    #: Of the last challenge, word by word what the arbiter has answered, until the next move.
    verdict: Mapping[str, bool] = field(default_factory=dict)
    #: Whether the match goes on with another game.
    more_games: bool = False

    @property
    def opponent(self) -> str:
        return self.name(self.side.other)

    def name(self, side: Side) -> str:
        return self.names[0] if side is Side.X else self.names[1]

    @property
    def on_move(self) -> bool:
        return self.state.to_move is self.side

    @property
    def may_challenge(self) -> bool:
        """Of the move just made by the opponent, until he has seen a letter (5.2)."""
        state = self.state
        if state.window is None or state.phase not in _TO_CHALLENGE:
            return False
        return state.moves[state.window].side is not self.side

    @property
    def may_play(self) -> bool:
        state = self.state
        here = state.of(self.side).away is None
        return (
            state.phase is MatchPhase.PLAY and state.started
            and self.on_move and here and not state.is_out_of_time(self.side)
        )  # fmt: skip

    @property
    def may_exchange(self) -> bool:
        state = self.state
        alone = state.is_out_of_time(self.side.other)
        return self.may_play and not alone and len(state.bag) >= BAG_TO_EXCHANGE


_TO_CHALLENGE = frozenset({MatchPhase.PLAY, MatchPhase.TURNED, MatchPhase.OVER})


def now_of(seat: MatchSeat) -> Now:
    """What stands in the box of the tablet."""
    now = _BY_PHASE[seat.state.phase](seat)
    if not seat.state.of(seat.side).calls:
        return now
    return replace(now, lines=[*now.lines, _("Vous avez appelé un arbitre : il vient à vous.")])


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
    if seat.state.toss_out and not his:
        lines.insert(0, _("Deux lettres égales, ou un joker : on tire encore."))
    return Now(
        _("Toss : tirez une lettre"),
        lines,
        [MatchAction("toss", _("Tirer une lettre"), True)],
        True,
    )


def _ordered(seat: MatchSeat) -> tuple[str, str]:
    first, second = seat.state.tossed
    return (first, second) if seat.side is Side.X else (second, first)


def _racks(seat: MatchSeat) -> Now:
    starter = seat.state.starter or seat.side
    mine = seat.state.of(seat.side)
    lines = [_begins(seat, starter)]
    if mine.drawing:
        return Now(_("Tirez vos lettres"), lines, _letters(seat), mine=True)
    lines.append(_("%(name)s tire ses lettres.") % {"name": seat.opponent})
    return Now(_("Les lettres"), lines, _letters(seat))


def _begins(seat: MatchSeat, starter: Side) -> str:
    if starter is seat.side:
        return _("Vous commencez la partie.")
    return _("%(name)s commence la partie.") % {"name": seat.opponent}


def _start(seat: MatchSeat) -> Now:
    if seat.state.starter is seat.side:
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
    state, mine = seat.state, seat.state.of(seat.side)
    found = []
    if mine.drawing and not mine.down:
        n = min(RACK_SIZE - mine.size, len(state.bag))
        text = ngettext("Tirer %(n)d lettre", "Tirer %(n)d lettres", n) % {"n": n}
        found.append(MatchAction("draw", text, first=True))
    if mine.down:
        own = state.window is not None and state.moves[state.window].side is seat.side
        at = mine.drawn_at + state.terms.face_down_s * 1000 if own else 0
        found.append(MatchAction("look", _("Regarder mes lettres"), first=True, at=at))
    return found


def _play(seat: MatchSeat) -> Now:
    state = seat.state
    lines = [*verdict_lines(seat.verdict), *_last(seat)]
    actions = _letters(seat)
    if seat.may_challenge:
        actions.append(MatchAction("challenge", _("Je conteste"), danger=True))
        lines.append(
            _("Vous pouvez contester tant que %(name)s n’a pas regardé ses lettres.")
            % {"name": seat.opponent}
        )
    if state.of(seat.side).away is not None:
        back = [MatchAction("return", _("Je suis revenu"), first=True)]
        return Now(_("Vous êtes absent"), [_("Votre temps de jeu continue.")], back, mine=True)
    if state.is_out_of_time(seat.side):
        lines.append(
            _("Votre temps est épuisé : vous ne jouez plus, mais vous pouvez contester (7.3.1).")
        )
        return Now(_("À %(name)s de jouer") % {"name": seat.opponent}, lines, actions)
    if state.is_out_of_time(seat.side.other):
        lines.append(
            _("%(name)s a épuisé son temps : vous jouez seul, sans changer de lettres (7.3.1).")
            % {"name": seat.opponent}
        )
    if state.time_up:
        lines.append(
            _("Le temps de la partie est écoulé : la direction du tournoi décide de la suite.")
        )
    if seat.on_move:
        return Now(_("À vous de jouer"), lines, actions, mine=True)
    return Now(
        _("À %(name)s de jouer") % {"name": seat.opponent}, lines, actions, mine=bool(actions)
    )


def verdict_lines(verdict: Mapping[str, bool]) -> list[str]:
    """What the arbiter wrote on the slip, and nothing else about the words (5.2)."""
    return [
        (_("%(word)s : admis") if good else _("%(word)s : non admis")) % {"word": word}
        for word, good in verdict.items()
    ]


def _last(seat: MatchSeat) -> list[str]:
    moves = seat.state.moves
    return [said_of(seat, moves[-1])] if moves else []


def said_of(seat: MatchSeat, move: MatchMove, *, to_all: bool = False) -> str:
    """A move in one sentence, to the player or to everybody."""
    mine = move.side is seat.side and not to_all
    data = {
        "name": seat.name(move.side), "word": move.word.upper(), "ref": move.ref,
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
    return _("Tour perdu : le temps de %(name)s est écoulé.") % data


def _announced(seat: MatchSeat) -> Now:
    if seat.on_move:
        turn = MatchAction("turn", _("Tourner et presser la pendule"), first=True)
        lines = [*_last(seat), _("Vos lettres ne se touchent plus (4.1.4).")]
        return Now(_("Score annoncé"), lines, [turn], mine=True)
    lines = [*_last(seat), _("%(name)s va tourner le jeu.") % {"name": seat.opponent}]
    return Now(_("Score annoncé"), lines)


def _turned(seat: MatchSeat) -> Now:
    if seat.on_move:
        press = MatchAction("press", _("Presser la pendule"), first=True)
        return Now(_("Pressez la pendule"), _last(seat), [press], mine=True)
    challenge = (
        [MatchAction("challenge", _("Je conteste"), danger=True)] if seat.may_challenge else []
    )
    return Now(_("Le jeu est tourné"), _last(seat), challenge, mine=True)


def _exchanging(seat: MatchSeat) -> Now:
    exchange = seat.state.exchange
    n = exchange.n if exchange else 0
    text = ngettext("%(n)d lettre est à changer.", "%(n)d lettres sont à changer.", n) % {"n": n}
    return Now(_("Changement de lettres"), [text])


def _challenge(seat: MatchSeat) -> Now:
    challenge = seat.state.challenge
    stopped = _("La pendule est arrêtée, l’arbitre est appelé.")
    if challenge is not None and challenge.by is seat.side:
        return Now(_("Vous contestez"), [stopped], mine=True, urgent=True)
    said = _("%(name)s conteste votre coup et remplit le bulletin.") % {"name": seat.opponent}
    return Now(_("Contestation"), [said, stopped], urgent=True)


def slip_words(seat: MatchSeat) -> list[str]:
    """The words just played that the challenger may tick: which they are is geometry, no hint."""
    challenge = seat.state.challenge
    if challenge is None or challenge.by is not seat.side or challenge.words is not None:
        return []
    return list(dict.fromkeys(formed(seat.state.moves[challenge.move])))


def _slip(seat: MatchSeat) -> Now:
    challenge = seat.state.challenge
    words = ", ".join(challenge.words or ()) if challenge else ""
    lines = [_("Contesté : %(words)s.") % {"words": words}]
    if challenge is not None and challenge.by is not seat.side:
        lines.append(_("Confirmez à l’arbitre que vous venez de jouer cela."))
    lines.append(_("L’arbitre vérifie ; la pendule est arrêtée."))
    return Now(_("Bulletin de contestation"), lines, urgent=True)


def _score(seat: MatchSeat) -> Now:
    contest = seat.state.contest
    if contest is None:
        return Now(_("Score contesté"), urgent=True)
    move = seat.state.moves[contest.move]
    lines = [said_of(seat, move)]
    if contest.score is not None:
        text = _("%(name)s propose %(score)s points.")
        lines.append(text % {"name": seat.name(contest.by), "score": contest.score})
    lines.append(_("La pendule est arrêtée. Sans accord entre vous, appelez un arbitre (4.1.6)."))
    call = MatchAction("call-arbiter", _("Appeler un arbitre"))
    if contest.by is seat.side:
        actions = [MatchAction("drop-contest", _("Retirer ma contestation")), call]
    elif contest.score is not None:
        label = _("D’accord : %(score)s points") % {"score": contest.score}
        actions = [MatchAction("agree-score", label, first=True), call]
    else:
        actions = [call]
    return Now(_("Score contesté"), lines, actions, mine=True, urgent=True)


def _held(_seat: MatchSeat) -> Now:
    return Now(_("Pendule arrêtée"), [_("Un arbitre a arrêté la pendule.")], urgent=True)


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


def _over(seat: MatchSeat) -> Now:
    state = seat.state
    lines = verdict_lines(seat.verdict)
    reason = how_it_ended(state)
    if reason:
        lines.append(_("Fin de la partie : %(reason)s.") % {"reason": reason})
    own, other = _mine_first(seat, shown_scores(state))
    score = {"own": with_minus(own), "other": with_minus(other)}
    if state.is_final:
        lines.append(_("Score : %(own)s – %(other)s.") % score)
    else:
        lines.append(_("Score : %(own)s – %(other)s, lettres restantes non comptées.") % score)
    actions = []
    if seat.may_challenge:
        lines.append(_("Vous pouvez encore contester le dernier coup."))
        actions.append(MatchAction("challenge", _("Je conteste"), danger=True))
        actions.append(MatchAction("sign", _("Ne pas contester et signer la feuille"), first=True))
    elif state.is_final and not state.confirmed and state.of(seat.side).declared is None:
        label = _("Signer la feuille : %(own)s – %(other)s") % score
        actions.append(MatchAction("sign", label, first=True))
    if seat.more_games and state.is_final:
        actions.append(MatchAction("next-game", _("Commencer la partie suivante")))
    if not state.is_final and not state.losers and not seat.may_challenge:
        lines.append(_("%(name)s peut encore contester le dernier coup.") % {"name": seat.opponent})
    return Now(_result(seat), lines, actions, mine=bool(actions))


def _mine_first(seat: MatchSeat, both: tuple[int, int]) -> tuple[int, int]:
    return both if seat.side is Side.X else (both[1], both[0])


def _result(seat: MatchSeat) -> str:
    won = winner(seat.state)
    if won is None or not (seat.state.is_final or seat.state.losers):
        return _("Partie terminée")
    if won is Winner.EQUAL:
        return _("Partie terminée : ex æquo")
    return _("Partie gagnée") if won.value == seat.side.value else _("Partie perdue")


_BY_PHASE: Mapping[MatchPhase, Callable[[MatchSeat], Now]] = {
    MatchPhase.TOSS: _toss,
    MatchPhase.RACKS: _racks,
    MatchPhase.START: _start,
    MatchPhase.PLAY: _play,
    MatchPhase.ANNOUNCED: _announced,
    MatchPhase.TURNED: _turned,
    MatchPhase.EXCHANGING: _exchanging,
    MatchPhase.CHALLENGE: _challenge,
    MatchPhase.SLIP: _slip,
    MatchPhase.SCORE: _score,
    MatchPhase.HELD: _held,
    MatchPhase.SUSPENDED: _suspended,
    MatchPhase.LETTERS: _left,
    MatchPhase.TOTALS: _totals,
    MatchPhase.OVER: _over,
}


def contestable(seat: MatchSeat) -> list[tuple[int, str]]:
    """The moves whose score may be contested at any time, the last first (4.1.6)."""
    state = seat.state
    if state.phase not in _SCORES_OPEN or state.confirmed:
        return []
    found = [
        (number, said_of(seat, move))
        for number, move in enumerate(state.moves)
        if move.kind is MoveKind.PLAY and move.stands
    ]
    return found[::-1]


_SCORES_OPEN = frozenset(
    {
        MatchPhase.PLAY,
        MatchPhase.ANNOUNCED,
        MatchPhase.TURNED,
        MatchPhase.EXCHANGING,
        MatchPhase.LETTERS,
        MatchPhase.OVER,
        MatchPhase.HELD,
    }
)


def more_of(seat: MatchSeat) -> list[MatchAction]:
    """What a player may ask for at any time."""
    state, mine = seat.state, seat.state.of(seat.side)
    if state.is_over and state.confirmed:
        return []
    found = [MatchAction("call-arbiter", _("Appeler un arbitre"))]
    if state.terms.clock is ClockKind.GLOBAL and not state.is_over and state.referred is None:
        found.append(MatchAction("refer", _("Signaler la lenteur au directeur")))
    if seat.may_play and mine.away is None:
        found.append(
            MatchAction("pause-open", _("M’absenter quelques minutes"), opens="pause-dialog")
        )
    if not state.is_over:
        found.append(
            MatchAction("abandon-open", _("Abandonner"), danger=True, opens="abandon-dialog")
        )
    return found


def side_state(state: MatchState, side: Side) -> str:
    """Under a clock: what a player is doing, and what the other one and the public may know."""
    player = state.of(side)
    if player.away is Away.LATE:
        return _("en retard")
    if player.away is not None:
        return _("absent")
    if state.is_out_of_time(side):
        return _("temps épuisé")
    if player.down:
        return ngettext(
            "%(n)d lettre face cachée", "%(n)d lettres faces cachées", len(player.down)
        ) % {"n": len(player.down)}
    if (
        state.phase in (MatchPhase.PLAY, MatchPhase.ANNOUNCED, MatchPhase.TURNED)
        and state.to_move is side
    ):
        return _("à son tour")
    return ""
