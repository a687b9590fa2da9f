"""What happens beside the play (6.4, 9, 10): letters too many, an upset board, who is not there."""

from dataclasses import replace

from engine.rules.classic.letters import RACK_SIZE, remove_letters
from tournament.classic.core.clock import Regime, timed
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.discipline import named, sanctioned
from tournament.classic.core.moves import on_turn
from tournament.classic.core.opening import put_in, ready, toss_back
from tournament.classic.core.rulings import MatchSanction, Penalty
from tournament.classic.core.sides import Side
from tournament.classic.core.state import Away, MatchPhase, MatchState, begins
from tournament.classic.core.terms import ClockKind
from tournament.core.errors import ClassicRefused

_REGIMES = {ClockKind.CHESS: Regime.GAME, ClockKind.MOVE: Regime.MOVE}


def report_excess(state: MatchState, event: Event) -> MatchState:
    """A player says that he has drawn too many; once he has seen one of them, it costs (10.1.2)."""
    side = event.mover
    player = state.of(side)
    if not player.excess or player.reported:
        raise ClassicRefused("no-excess")
    if player.down:
        return state  # face down still: nothing to pay (10.1.1)
    points = state.terms.too_many_letters
    penalty = Penalty(side, points, "10.1.2", event.at)
    told = replace(state, penalties=(*state.penalties, penalty))
    return told.with_player(side, reported=True)


def remove_excess(state: MatchState, event: Event) -> MatchState:
    """The opponent takes out the letters too many: of those just drawn while all of them are face
    down (10.1.1), of all that the player has once he has seen one (10.1.2).

    The server has written which ones chance took: nobody sees them.
    """
    faulty = event.mover.other
    player = state.of(faulty)
    n, among = event.number("n", low=1), event.text("among")
    if not player.excess:
        raise ClassicRefused("no-excess")
    if n != player.excess:
        raise ClassicRefused("excess-exactly", n=player.excess)
    if among not in ("drawn", "all"):
        raise event.malformed("among")
    if among == "drawn" and len(player.down) < n:
        raise ClassicRefused("already-seen")
    if among == "all" and not player.reported:
        raise ClassicRefused("not-reported")
    letters = event.text("letters", longest=n)
    if len(letters) != n:
        raise event.malformed("letters")
    bag = put_in(state.bag, letters)
    cleared = replace(state, bag=bag, draws=state.draws + 1)
    if among == "drawn":
        return cleared.with_player(faulty, down=remove_letters(player.down, letters))
    rack = remove_letters(player.letters, letters)
    return cleared.with_player(faulty, rack=rack, down="", reported=False)


def find_excess(state: MatchState, event: Event) -> MatchState:
    """An arbiter finds more than seven letters behind a player's screen: he has lost (10.1.3).

    Letters that lie face down are not behind it (C-11)."""
    side = event.side()
    player = state.of(side)
    if len(player.rack) <= RACK_SIZE or player.reported:
        raise ClassicRefused("no-excess" if not player.excess else "face-down")
    return sanctioned(state, event, side, MatchSanction.LOSS, "10.1.3")


def upset(state: MatchState, event: Event) -> MatchState:
    """The board was upset: the clock stops, an arbiter puts it back and may sanction; if it cannot
    be put back, who upset it has lost (10.2)."""
    if event.actor.side is not None:
        return replace(state, held=True).with_player(event.actor.side, calls=True)
    side = event.side()
    if not event.flag("restorable"):
        return sanctioned(state, event, side, MatchSanction.LOSS, "10.2")
    state = resume(state, event)
    which = named(event)
    return state if which is None else sanctioned(state, event, side, which, "10.2")


def incomplete(state: MatchState, event: Event) -> MatchState:
    """The game was not played with 102 letters: the scores stay, unless a player has taken some
    out knowingly (10.3). Players tell; the director says."""
    if event.actor.side is not None:
        return state.with_player(event.actor.side, calls=True)
    side = event.optional_side()
    return state if side is None else sanctioned(state, event, side, MatchSanction.LOSS, "10.3")


def late(state: MatchState, event: Event) -> MatchState:
    """A player is not there: the director gives the game to the other one, or lets him draw, play
    and wait (10.5); his own time runs from his first press on (C-14)."""
    side = event.side()
    if event.flag("lost"):
        return sanctioned(state, event, side, MatchSanction.LOSS, "10.5")
    waiting = begins(toss_back(state), side.other).with_player(side, away=Away.LATE)
    if waiting.of(side.other).size < RACK_SIZE:
        return waiting
    has_drawn = waiting.with_player(side.other, drawing=False)
    return replace(has_drawn, flow=MatchPhase.PLAY)


def back_by(state: MatchState, side: Side) -> Command:
    """The command that says that he is at the table (again)."""
    return Command.ARRIVE if state.of(side).away is Away.LATE else Command.RETURN


def arrive(state: MatchState, event: Event) -> MatchState:
    """The late player is there and draws, unless his time is over: the game goes on as usual
    (10.5), from where he starts the clock when nothing was played yet (3.6, C-14)."""
    side = event.actor.side or event.side()
    if state.of(side).away is not Away.LATE:
        raise ClassicRefused("not-away")
    here = state.with_player(side, away=None)
    if state.flow is MatchPhase.RACKS:
        return here
    short = here.of(side).size < RACK_SIZE and bool(here.bag)
    if not state.started and state.flow is MatchPhase.PLAY:
        here = replace(here, flow=MatchPhase.RACKS) if short else ready(here)
    return here.with_player(side, drawing=short and not here.is_out_of_time(side))


def pause(state: MatchState, event: Event) -> MatchState:
    """A player goes out for some minutes, on his own time (C-15), and an arbiter knows (10.6)."""
    on_turn(state, event)
    return state.with_player(event.mover, away=Away.PAUSE, calls=True)


def leave(state: MatchState, event: Event) -> MatchState:
    """A player has gone and said nothing: the game goes on until an arbiter decides (10.7)."""
    side = event.actor.side or event.side()
    return state.with_player(side, away=Away.LEFT)


def come_back(state: MatchState, event: Event) -> MatchState:
    side = event.actor.side or event.side()
    if state.of(side).away not in (Away.PAUSE, Away.LEFT):
        raise ClassicRefused("not-away")
    return state.with_player(side, away=None)


def call_arbiter(state: MatchState, event: Event) -> MatchState:
    """By a player; of a score that the two do not agree on, it stops the clock (4.1.6)."""
    contest = state.contest
    if contest is not None and not contest.called and "about" not in event.data:
        return replace(state, contest=replace(contest, called=True))
    return state.with_player(event.mover, calls=True)


def answer(state: MatchState, event: Event) -> MatchState:
    """An arbiter has seen to a call, or the director to a player who asked for him."""
    side = event.side()
    referred = None if state.referred is side else state.referred
    return replace(state, referred=referred).with_player(side, calls=False)


def abandon(state: MatchState, event: Event) -> MatchState:
    """ "I give up", said distinctly to an arbiter, or the game goes on (10.7)."""
    if event.data.get("told") != "arbiter":
        raise ClassicRefused("tell-an-arbiter")
    return replace(state, abandoned=event.actor.side or event.side())


def refer(state: MatchState, event: Event) -> MatchState:
    """A player asks for the director: the other one seems slow (6.4.2)."""
    return replace(state, referred=event.mover)


def time_player(state: MatchState, event: Event) -> MatchState:
    """The director has a player timed (6.4.2), or both until the end (6.4.3)."""
    if state.terms.clock is not ClockKind.GLOBAL:
        raise ClassicRefused("timed-already")
    kind = event.data.get("clock", ClockKind.MOVE)
    if kind not in list(_REGIMES):
        raise event.malformed("clock")
    hand = timed(_REGIMES[ClockKind(kind)], event.number("seconds", low=5) * 1000)
    clock, only = state.clock, event.optional_side()
    for side in [only] if only else Side:
        clock = clock.with_hand(side, hand)
    return replace(state, clock=clock, referred=None)


def hold(state: MatchState, _event: Event) -> MatchState:
    """An arbiter stops the clock."""
    return replace(state, held=True)


def resume(state: MatchState, _event: Event) -> MatchState:
    return replace(state, held=False, unwatched=False)
