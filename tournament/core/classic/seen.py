"""What each may see of a game: nobody the bag, a player his own letters alone."""

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.rules.classic.letters import RACK_SIZE
from tournament.core.classic.clock import Clock
from tournament.core.classic.commands import Command
from tournament.core.classic.endings import Winner, scores, winner
from tournament.core.classic.life import RULES
from tournament.core.classic.rulings import MatchRuling, Penalty
from tournament.core.classic.sides import Actor, Side
from tournament.core.classic.state import (
    Away,
    Challenge,
    Contest,
    MatchEndReason,
    MatchPhase,
    MatchPlayer,
    MatchState,
    MoveKind,
)


class Viewer(StrEnum):
    X = "X"
    Y = "Y"
    #: Spectators, and officers while the game is played.
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class SeenPlayer:
    """``letters``: None when they are not the viewer's to see. ``down``: how many lie face down.
    ``to_draw``: how many he needs, 0 when it is not his to draw."""

    letters: str | None
    size: int
    down: int
    to_draw: int
    excess: int
    reported: bool
    away: Away | None
    calls: bool
    declared: tuple[int, int] | None
    score: int


@dataclass(frozen=True, slots=True)
class SeenMove:
    """``number`` from 0, as commands name it."""

    number: int
    side: Side
    kind: MoveKind
    word: str
    ref: str
    announced: int
    points: int
    changed: int
    stands: bool


@dataclass(frozen=True, slots=True)
class SeenRuling:
    number: int
    ruling: MatchRuling


@dataclass(frozen=True, slots=True)
class Seen:
    """``may``: the commands that the phase leaves to the viewer. ``look_at``: from when on he may
    look at the letters that he drew, in milliseconds. ``challengeable``: the move of the other
    player that can be challenged now."""

    phase: MatchPhase
    to_move: Side | None
    starter: Side | None
    started: bool
    tossed: tuple[str, str]
    grid: tuple[str, ...]
    laid: tuple[str, str] | None
    bag: int
    x: SeenPlayer
    y: SeenPlayer
    clock: Clock
    moves: tuple[SeenMove, ...]
    passes: int
    challengeable: int | None
    look_at: int | None
    challenge: Challenge | None
    contest: Contest | None
    exchange: int | None
    rulings: tuple[SeenRuling, ...]
    penalties: tuple[Penalty, ...]
    referred: Side | None
    time_up: bool
    end: MatchEndReason | None
    left: tuple[str, str] | None
    winner: Winner | None
    losers: frozenset[Side]
    excluded: frozenset[Side]
    confirmed: bool
    may: frozenset[Command]

    def of(self, side: Side) -> SeenPlayer:
        return self.x if side is Side.X else self.y


def may(state: MatchState, actor: Actor) -> frozenset[Command]:
    """By phase and actor alone: a command may still be refused for what it says."""
    phase = state.phase
    return frozenset(
        command for command, rule in RULES.items() if phase in rule.phases and actor in rule.actors
    )


def seen(state: MatchState, viewer: Viewer, now: int, actor: Actor | None = None) -> Seen:
    """``actor``: as whom the viewer acts, if not as the player that he is."""
    side = Side(viewer.value) if viewer is not Viewer.OTHERS else None
    acts = actor or (Actor(viewer.value) if side else None)
    total, end = scores(state), state.end
    return Seen(
        phase=state.phase,
        to_move=None if state.is_over else state.to_move,
        starter=state.starter,
        started=state.started,
        tossed=state.tossed,
        grid=state.board.grid,
        laid=state.laid if side is not None and side is state.to_move else None,
        bag=len(state.bag),
        x=_player(state, Side.X, side, total[0]),
        y=_player(state, Side.Y, side, total[1]),
        clock=state.clock.to(now),
        moves=_moves(state),
        passes=state.passes,
        challengeable=_challengeable(state, side),
        look_at=_look_at(state, side),
        challenge=state.challenge,
        contest=state.contest,
        exchange=state.exchange.n if state.exchange else None,
        rulings=_rulings(state),
        penalties=state.penalties,
        referred=state.referred,
        time_up=state.time_up,
        end=end.reason if end else None,
        left=end.left if end and state.is_final else None,
        winner=winner(state),
        losers=state.losers,
        excluded=state.excluded,
        confirmed=state.confirmed,
        may=may(state, acts) if acts else frozenset(),
    )


def _player(state: MatchState, side: Side, viewer: Side | None, score: int) -> SeenPlayer:
    player = state.of(side)
    shown = side is viewer or state.is_final
    return SeenPlayer(
        letters=player.rack if shown else None,
        size=player.size,
        down=len(player.down),
        to_draw=_to_draw(state, player),
        excess=player.excess,
        reported=player.reported,
        away=player.away,
        calls=player.calls,
        declared=player.declared,
        score=score,
    )


def _to_draw(state: MatchState, player: MatchPlayer) -> int:
    return min(max(0, RACK_SIZE - player.size), len(state.bag)) if player.drawing else 0


def _moves(state: MatchState) -> tuple[SeenMove, ...]:
    return tuple(
        SeenMove(
            number, one.side, one.kind, one.word, one.ref, one.announced, one.points,
            one.changed, one.stands,
        )
        for number, one in enumerate(state.moves)
    )  # fmt: skip


def _rulings(state: MatchState) -> tuple[SeenRuling, ...]:
    """Without the state that they were given in, which holds everything."""
    return tuple(
        SeenRuling(number, one if one.before is None else replace(one, before=None))
        for number, one in enumerate(state.rulings)
    )


def _challengeable(state: MatchState, side: Side | None) -> int | None:
    if state.window is None or side is None or state.losers or state.confirmed:
        return None
    return state.window if state.moves[state.window].side is not side else None


def _look_at(state: MatchState, side: Side | None) -> int | None:
    if side is None or not state.of(side).down:
        return None
    player, window = state.of(side), state.window
    guarded = window is not None and state.moves[window].side is side
    return player.drawn_at + (state.terms.face_down_s * 1000 if guarded else 0)
