"""One random game of a match, from its number: what holds after every event that is accepted is
counted by other means than the game's own."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from benchmarks.classic.people import DOING, RARE, SENSE, WEIGHTS, Chance
from engine.board.letters import FRENCH
from engine.rules.classic.letters import UNSEEN, build_full_bag
from tournament.classic.core.clock import TimeControl
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import scores, winner
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchEndReason, MatchPhase, MatchState, new_game
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.transitions import RULES, apply, next_expiry_event, replay
from tournament.classic.core.visible_state import Viewer, build_visible_state
from tournament.core.errors import ClassicRefused

ALL = Counter(build_full_bag())
#: Attempts in one game; most end long before.
MOST = 700
#: Of the terms, by the number of the match.
TERMS = (
    MatchTerms(time_s=1500),
    MatchTerms(time_s=300, face_down_s=5),
    MatchTerms(clock=ClockKind.MOVE, time_s=60),
    MatchTerms(clock=ClockKind.GLOBAL, time_s=3000),
    MatchTerms(time_s=1200, real_tiles=True),
)
#: What ends a game that stands still, whatever its phase.
ENDINGS: Mapping[MatchPhase, Command] = {
    MatchPhase.LETTERS: Command.TYPE_LETTERS,
    MatchPhase.TOTALS: Command.SETTLE_TOTALS,
}


class BrokenError(AssertionError):
    """An invariant does not hold."""


def check(what: str, *, holds: bool) -> None:
    if not holds:
        raise BrokenError(what)


def _check_letters(state: MatchState) -> None:
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


def _check_totals(state: MatchState) -> None:
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


def _check_final(before: MatchState, after: MatchState) -> None:
    """Seed and racks are public then: no letter is played any more. Of a board of wood they tell
    nothing."""
    if before.is_final and not before.terms.real_tiles:
        check("what is final stays so", holds=after.is_final and after.board == before.board)


def _check_hidden(state: MatchState, chance: Random) -> None:
    """What a viewer sees would be the same if the letters that he may not see were others."""
    if state.is_final:
        return
    for viewer in Viewer:
        at = state.clock.at
        shown = build_visible_state(state, viewer, at)
        other = build_visible_state(_shuffled(state, viewer, chance), viewer, at)
        check(f"nothing hidden reaches {viewer}", holds=shown == other)


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


@dataclass
class Counts:
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Counts") -> None:
        for mine, others in zip(vars(self).values(), vars(other).values(), strict=True):
            mine.update(others)


def play_match(number: int) -> Counts:
    """Raises BrokenError, which names the match."""
    try:
        return _Game(number).play()
    except BrokenError as error:
        raise BrokenError(f"match {number}: {error}") from error


class _Game:
    def __init__(self, number: int) -> None:
        self.chance = Chance(number)
        self.terms = TERMS[number % len(TERMS)]
        self.state = new_game(self.terms)
        self.events: list[Event] = []
        self.ticks = Ticks()
        self.counts = Counts()
        self.shuffler = Random(number)  # noqa: S311 - a benchmark's, no secret

    def play(self) -> Counts:
        for _ in range(MOST):
            self._try(*self._choice())
            if self.state.is_over and self.chance.often(300):
                break
        self._bring_to_an_end()
        self._check_again()
        end = self.state.end
        self.counts.ended[str(end.reason) if end else "lost"] += 1
        self.counts.won[str(winner(self.state))] += 1
        return self.counts

    def _choice(self) -> tuple[Command, Actor]:
        """By weight, of what the phase leaves to each."""
        state, phase, chance = self.state, self.state.phase, self.chance
        options = [
            (command, actor)
            for command, rule in RULES.items()
            if phase in rule.phases and command is not Command.EXPIRE
            for actor in sorted(rule.actors)
            if command not in RARE or chance.often(RARE[command])
            if command not in SENSE or SENSE[command](state, actor) or chance.often(3)
        ]
        if not options:
            return Command.CALL_ARBITER, Actor.X
        weights = [WEIGHTS.get(command, 1) for command, _ in options]
        return chance.random.choices(options, weights)[0]

    def _try(self, command: Command, actor: Actor) -> None:
        random = self.chance.random
        passed = random.randint(0, 240_000) if self.chance.often(20) else random.randint(0, 20_000)
        at = self.state.clock.at + passed
        while (expiry := next_expiry_event(self.state)) is not None and expiry.at <= at:
            self._happens(expiry)
        at = max(at, self.state.clock.at)
        try:
            told = self._told(command, actor)
            if command is Command.PLAY and not told:
                command = Command.PASS  # no word was found
            self._happens(Event(command, actor, at, told))
        except ClassicRefused as error:
            self.counts.refused[error.reason] += 1

    def _told(self, command: Command, actor: Actor) -> dict[str, Any]:
        make = DOING.get(command)
        return make(self.chance, self.state, actor) if make else {}

    def _happens(self, event: Event) -> None:
        before = self.state
        self.state = apply(before, event)
        self.ticks.pass_to(before, event)
        self.events.append(event)
        self.counts.accepted[str(event.command)] += 1
        _check_letters(self.state)
        _check_totals(self.state)
        _check_final(before, self.state)
        self.ticks.check(self.state)
        if self.shuffler.random() < 0.1:
            _check_hidden(self.state, self.shuffler)

    def _bring_to_an_end(self) -> None:
        """Whatever the phase, an officer finds a way out of it."""
        for _ in range(4):
            if self.state.phase is MatchPhase.OVER:
                return
            command = ENDINGS.get(self.state.phase, Command.STOP)
            self._try(command, Actor.DIRECTOR)
        check(f"a way out of {self.state.phase}", holds=self.state.phase is MatchPhase.OVER)

    def _check_again(self) -> None:
        """The events, written and read, make the same game."""
        written = json.loads(json.dumps([[e.command, e.actor, e.at, e.data] for e in self.events]))
        read = [Event(Command(c), Actor(a), at, data) for c, a, at, data in written]
        again: MatchState = replay(new_game(self.terms), read)
        check("the same from its events", holds=again == self.state)
