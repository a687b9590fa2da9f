"""What holds after every event of every match, counted by other means than the game's own."""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

from engine.board.letters import FRENCH
from engine.rules.classic.letters import UNSEEN, build_full_bag
from tournament.classic.core.clock import TimeControl
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import scores
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Side
from tournament.classic.core.state import MatchEndReason, MatchState
from tournament.classic.core.terms import ClockKind
from tournament.classic.core.visible_state import Viewer, build_visible_state

ALL = Counter(build_full_bag())


class BrokenError(AssertionError):
    """An invariant does not hold."""


def check(what: str, *, holds: bool) -> None:
    if not holds:
        raise BrokenError(what)


def letters(state: MatchState) -> None:
    """102 of them, in the bag, on the racks, on the board and in the hands of who tosses."""
    on_board = "".join(
        "?" if letter.islower() else letter
        for row in state.board.grid
        for letter in row
        if letter != "."
    )
    held = state.bag + state.x.letters + state.y.letters + on_board + state.toss_out
    check("102 letters", holds=len(held) == 102)
    known = Counter(held.replace(UNSEEN, ""))
    check("letters of the set", holds=not known - ALL)
    if not state.terms.real_tiles:
        check("the same letters", holds=known == ALL)


@dataclass
class Ticks:
    """Time of each player, counted beside the clock."""

    spent: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))

    def pass_to(self, state: MatchState, event: Event) -> None:
        """``state``: before it. What nobody counted costs nothing, and clocks can be set anew."""
        if state.ticking is not None and event.command is not Command.UNWATCHED:
            self.spent[state.ticking] += event.at - state.clock.at
        if event.command is Command.SET_CLOCKS and state.terms.clock is ClockKind.CHESS:
            full = state.terms.time_s
            self.spent = {side: (full - event.data[side]) * 1000 for side in Side}

    def check(self, state: MatchState) -> None:
        for side in Side:
            hand = state.clock.hand(side)
            check("no hand below zero", holds=hand.left >= 0)
            if hand.control is TimeControl.GAME and hand.full == state.terms.time_s * 1000:
                left = max(0, hand.full - self.spent[side])
                check("time spent is time gone", holds=hand.left == left)


def totals(state: MatchState) -> None:
    """What each has, added up from the beginning."""
    found = dict.fromkeys(Side, 0)
    for move in state.moves:
        found[move.side] += move.points if move.stands else 0
    for one in state.penalties:
        found[one.side] -= one.points
    for ruling in state.rulings:
        if ruling.side is not None and ruling.sanction is MatchSanction.POINTS:
            found[ruling.side] -= state.terms.lost_points
    end = state.end
    if end is not None and end.left is not None and end.reason is not MatchEndReason.TOTALS:
        values = [sum(FRENCH.values[letter] for letter in left) for left in end.left]
        for side, own, other in zip(Side, values, reversed(values), strict=True):
            found[side] -= own
            found[side] += other if end.reason is MatchEndReason.OUT else 0
        if end.reason is MatchEndReason.OUT:
            check("who goes out has no letter", holds=0 in map(len, end.left))
    expected = tuple(found[side] + state.adjust[rank] for rank, side in enumerate(Side))
    check("totals", holds=scores(state) == expected)


def final(before: MatchState, after: MatchState) -> None:
    """Seed and racks are public then: no letter is played any more. Of a board of wood they tell
    nothing."""
    if before.is_final and not before.terms.real_tiles:
        check("what is final stays so", holds=after.is_final and after.board == before.board)


def hidden(state: MatchState, chance: Random) -> None:
    """What a viewer sees would be the same if the letters that he may not see were others."""
    if state.is_final:
        return
    for viewer in Viewer:
        other = _shuffled(state, viewer, chance)
        same = build_visible_state(state, viewer, state.clock.at) == build_visible_state(
            other, viewer, state.clock.at
        )
        check(f"nothing hidden reaches {viewer}", holds=same)


def _shuffled(state: MatchState, viewer: Viewer, chance: Random) -> MatchState:
    """Letters that the viewer does not see change places; the number of them everywhere stays."""
    own = Side(viewer.value) if viewer is not Viewer.OTHERS else None
    pool = list(state.bag + state.x.down + state.y.down)
    pool += [letter for side in Side if side is not own for letter in state.player(side).rack]
    chance.shuffle(pool)

    def take(n: int) -> str:
        return "".join(pool.pop() for _ in range(n))

    changed = replace(state, bag=take(len(state.bag)))
    for side in Side:
        player = changed.player(side)
        rack = player.rack if side is own else take(len(player.rack))
        changed = changed.with_player(side, rack=rack, down=take(len(player.down)))
    return changed
