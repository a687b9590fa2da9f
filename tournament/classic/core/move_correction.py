"""Taking back a move that the recorder of a real board wrote wrongly.

The move itself cannot change (4.1.4), only its record, before the next move is recorded and while
no decision depends on it (9.2, C-33).
"""

from dataclasses import replace

from tournament.classic.core.commands import Command, Event
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState, MoveKind
from tournament.core.errors import ClassicRefused

#: Commands that record a move.
RECORDING_COMMANDS = frozenset({Command.PLAY, Command.PASS, Command.EXCHANGE})


def store_state_before_record(before: MatchState, after: MatchState) -> MatchState:
    """Return ``after`` with the state before the recorded move, to which the record can be taken
    back."""
    if not before.terms.real_tiles:
        return after
    return replace(
        after, state_before_record=replace(before, state_before_record=None), is_rewriting=False
    )


def can_take_back_record(state: MatchState) -> bool:
    """Return True if nothing was decided or drawn since the last recorded move."""
    before = state.state_before_record
    if before is None or len(state.moves) != len(before.moves) + 1:
        return False
    is_exchange = state.moves[-1].kind is MoveKind.EXCHANGE
    is_quiet = state.draw_count == before.draw_count + is_exchange and not (
        state.challenge or state.contest
    )
    decisions = (state.rulings, state.penalties, state.adjustment, state.losers, state.is_confirmed)
    return is_quiet and decisions == (
        before.rulings, before.penalties, before.adjustment, before.losers, before.is_confirmed
    )  # fmt: skip


def take_back_record(state: MatchState, event: Event) -> MatchState:
    """Return the state before the last recorded move.

    No clock runs until the move is recorded again; time used meanwhile, calls and absences are
    kept.
    """
    before = state.state_before_record
    if before is None or not can_take_back_record(state):
        raise ClassicRefused("not-just-written")
    if event.read_number("move") != len(before.moves):
        raise ClassicRefused("moved-on")
    for side in Side:
        player = state.get_player(side)
        before = before.with_player(side, has_called=player.has_called, absence=player.absence)
    return replace(
        before, clock=state.clock, is_held=state.is_held, is_time_up=state.is_time_up,
        director_requester=state.director_requester, is_rewriting=True,
    )  # fmt: skip
