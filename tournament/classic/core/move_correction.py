"""A move that the recorder of a board of wood wrote down wrongly is taken back, to be written anew.

What was played does not change (4.1.4): its writing does, before the next move is written and while
nothing was decided of it (9.2, reading C-33).
"""

from dataclasses import replace

from tournament.classic.core.commands import Command, Event
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState, MoveKind
from tournament.core.errors import ClassicRefused

#: What a recorder writes as a move.
WRITES = frozenset({Command.PLAY, Command.PASS, Command.EXCHANGE})


def written(before: MatchState, after: MatchState) -> MatchState:
    """``after`` a move that was recorded: it can be taken back to ``before``."""
    if not before.terms.real_tiles:
        return after
    return replace(after, before_written=replace(before, before_written=None), rewriting=False)


def may_unwrite(state: MatchState) -> bool:
    """Whether the last move was just written, and nothing came of it."""
    before = state.before_written
    if before is None or len(state.moves) != len(before.moves) + 1:
        return False
    drawn = state.moves[-1].kind is MoveKind.EXCHANGE
    quiet = state.draws == before.draws + drawn and not (state.challenge or state.contest)
    decided = (state.rulings, state.penalties, state.adjust, state.losers, state.confirmed)
    return quiet and decided == (
        before.rulings, before.penalties, before.adjust, before.losers, before.confirmed
    )  # fmt: skip


def unwrite(state: MatchState, event: Event) -> MatchState:
    """As it was before the last move. Nobody's time runs until it is written anew, and what has
    run meanwhile did so for whoever was on the move; who calls or is away still does or is."""
    before = state.before_written
    if before is None or not may_unwrite(state):
        raise ClassicRefused("not-just-written")
    if event.number("move") != len(before.moves):
        raise ClassicRefused("moved-on")
    for side in Side:
        player = state.of(side)
        before = before.with_player(side, calls=player.calls, away=player.away)
    return replace(
        before, clock=state.clock, held=state.held, time_up=state.time_up,
        referred=state.referred, rewriting=True,
    )  # fmt: skip
