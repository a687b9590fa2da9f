"""For what a game waits for an officer now: it follows from its state. Pure."""

from collections.abc import Iterator, Mapping

from arbitrage.classic.core.calls import SAID, Awaited, CallKind
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchPhase, MatchState

#: By what a player did who calls; a call in so many words says it itself.
_CALLED_BY: Mapping[Command, CallKind] = {
    Command.UPSET: CallKind.BOARD,
    Command.INCOMPLETE: CallKind.SET,
    Command.PAUSE: CallKind.PAUSE,
}
#: What raises a player's hand.
CALLING = frozenset({Command.CALL_ARBITER, *_CALLED_BY})


def called_with(event: Event) -> CallKind:
    """With what a player calls by ``event``, one of ``CALLING``."""
    if event.command in _CALLED_BY:
        return _CALLED_BY[event.command]
    about = event.data.get("about")
    return CallKind(about) if about in SAID else CallKind.OTHER


def waiting(state: MatchState, called: Mapping[Side, CallKind]) -> Iterator[Awaited]:
    """``called``: with what each player has raised his hand, as far as it is raised."""
    yield from _for_the_table(state)
    for side in Side:
        player = state.player(side)
        if player.calls:
            yield Awaited(called.get(side, CallKind.OTHER), side)
    for number, ruling in enumerate(state.rulings):
        if ruling.is_pending and ruling.appealed is not None:
            yield Awaited(CallKind.APPEAL, ruling.appealed, number)


def _for_the_table(state: MatchState) -> Iterator[Awaited]:
    """What keeps the game itself from going on, or might."""
    if state.challenge is not None:
        yield Awaited(CallKind.CHALLENGE, state.challenge.by)
    if state.contest is not None and state.contest.called:
        yield Awaited(CallKind.SCORE, state.contest.by)
    if state.phase is MatchPhase.TOTALS:
        yield Awaited(CallKind.TOTALS)
    if state.referred is not None:
        yield Awaited(CallKind.SLOW, state.referred)
    if not state.is_over and (state.time_up or state.excluded):
        yield Awaited(CallKind.END)
    if state.phase is MatchPhase.HELD and state.unwatched:
        yield Awaited(CallKind.CLOCK)
