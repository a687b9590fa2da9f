"""The calls that a game needs now; they follow from its state. Pure."""

from collections.abc import Iterator, Mapping

from arbitrage.classic.core.calls import PLAYER_KINDS, CallKind, ExpectedCall
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchState

#: The kind of call that a command of a player implies; CALL_ARBITER names its kind itself.
_CALLS_BY_COMMAND: Mapping[Command, CallKind] = {
    Command.UPSET: CallKind.BOARD,
    Command.INCOMPLETE: CallKind.SET,
    Command.PAUSE: CallKind.PAUSE,
}
#: Commands with which a player calls.
CALL_COMMANDS = frozenset({Command.CALL_ARBITER, *_CALLS_BY_COMMAND})


def find_call_kind(event: Event) -> CallKind:
    """Return the kind of the call made by ``event``, whose command is one of ``CALL_COMMANDS``."""
    if event.command in _CALLS_BY_COMMAND:
        return _CALLS_BY_COMMAND[event.command]
    about = event.data.get("about")
    return CallKind(about) if about in PLAYER_KINDS else CallKind.OTHER


def list_expected_calls(
    state: MatchState, open_kinds: Mapping[Side, CallKind]
) -> Iterator[ExpectedCall]:
    """Yield the calls that ``state`` needs; ``open_kinds``: the kind of each player's open call."""
    yield from _list_game_calls(state)
    for side in Side:
        player = state.get_player(side)
        if player.has_called:
            yield ExpectedCall(open_kinds.get(side, CallKind.OTHER), side)
    for number, ruling in enumerate(state.rulings):
        if ruling.is_pending and ruling.appellant is not None:
            yield ExpectedCall(CallKind.APPEAL, ruling.appellant, number)


def _list_game_calls(state: MatchState) -> Iterator[ExpectedCall]:
    """Yield the calls without which the game cannot go on."""
    if state.challenge is not None:
        yield ExpectedCall(CallKind.CHALLENGE, state.challenge.challenger)
    if state.contest is not None and state.contest.is_arbiter_called:
        yield ExpectedCall(CallKind.SCORE, state.contest.author)
    if state.phase is MatchPhase.TOTALS:
        yield ExpectedCall(CallKind.TOTALS)
    if state.director_requester is not None:
        yield ExpectedCall(CallKind.SLOW, state.director_requester)
    if not state.is_over and (state.is_time_up or state.excluded):
        yield ExpectedCall(CallKind.END)
    if state.phase is MatchPhase.HELD and state.is_unwatched:
        yield ExpectedCall(CallKind.CLOCK)
