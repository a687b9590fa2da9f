"""One random game of a match, from its number. After every accepted event the invariants are
checked, by other means than the game's."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from benchmarks.classic.random_commands import (
    DATA_BUILDERS,
    IS_SENSIBLE,
    RARE_PER_THOUSAND,
    WEIGHTS,
    RandomChoices,
)
from engine.board.letters import FRENCH
from engine.rules.classic.letters import UNSEEN, build_full_bag
from tournament.classic.core.clock import TimeControl
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import compute_scores, find_winner
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.rulings import MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchEndReason, MatchState, build_game_state
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.transitions import COMMAND_RULES, apply, find_next_expiry, replay
from tournament.classic.core.visible_state import Viewer, build_visible_state
from tournament.core.errors import ClassicRefused

ALL_LETTERS = Counter(build_full_bag())
#: Attempts in one game; most end long before.
MAX_ATTEMPTS = 700
#: Terms of the matches, in turn.
TERMS = (
    MatchTerms(time_s=1500),
    MatchTerms(time_s=300, face_down_s=5),
    MatchTerms(clock=ClockKind.MOVE, time_s=60),
    MatchTerms(clock=ClockKind.GLOBAL, time_s=3000),
    MatchTerms(time_s=1200, real_tiles=True),
)
#: Commands that end a game, by phase; Command.STOP in the others.
ENDINGS: Mapping[MatchPhase, Command] = {
    MatchPhase.LETTERS: Command.TYPE_LETTERS,
    MatchPhase.TOTALS: Command.SETTLE_TOTALS,
}


class InvariantError(AssertionError):
    """An invariant does not hold."""


def require(invariant: str, *, holds: bool) -> None:
    if not holds:
        raise InvariantError(invariant)


def _check_letters(state: MatchState) -> None:
    """Check that 102 letters are in the bag, on racks and board, and drawn for the toss."""
    on_board = "".join(
        "?" if letter.islower() else letter
        for row in state.board.grid
        for letter in row
        if letter != "."
    )
    letters = state.bag + state.x.letters + state.y.letters + on_board + state.drawn_toss_letters
    require("102 letters", holds=len(letters) == 102)
    visible = Counter(letters.replace(UNSEEN, ""))
    require("letters of the set", holds=not visible - ALL_LETTERS)
    if not state.terms.real_tiles:
        require("the same letters", holds=visible == ALL_LETTERS)


@dataclass
class TimeSpent:
    """Time spent by each player, counted independently of the clock."""

    spent: dict[Side, int] = field(default_factory=lambda: dict.fromkeys(Side, 0))

    def advance_to(self, state: MatchState, event: Event) -> None:
        """Count the time until ``event``; ``state`` is before it. Unwatched time is free."""
        if state.running_side is not None and event.command is not Command.UNWATCHED:
            self.spent[state.running_side] += event.at - state.clock.updated_at_ms
        if event.command is Command.SET_CLOCKS and state.terms.clock is ClockKind.CHESS:
            total_s = state.terms.time_s
            self.spent = {side: (total_s - event.data[side]) * 1000 for side in Side}

    def check(self, state: MatchState) -> None:
        for side in Side:
            hand = state.clock.get_player_clock(side)
            require("no remaining time below zero", holds=hand.remaining_ms >= 0)
            if hand.control is TimeControl.GAME and hand.initial_ms == state.terms.time_s * 1000:
                expected_left = max(0, hand.initial_ms - self.spent[side])
                require("the clock shows the time left", holds=hand.remaining_ms == expected_left)


def _check_totals(state: MatchState) -> None:
    """Check the totals, added up from the first move."""
    totals = dict.fromkeys(Side, 0)
    for move in state.moves:
        totals[move.side] += move.points if move.stands else 0
    for penalty in state.penalties:
        totals[penalty.side] -= penalty.points
    for ruling in state.rulings:
        if ruling.side is not None and ruling.sanction is MatchSanction.POINTS:
            totals[ruling.side] -= state.terms.lost_points
    end = state.end
    if (
        end is not None
        and end.remaining_letters is not None
        and end.reason is not MatchEndReason.TOTALS
    ):
        values = [sum(FRENCH.values[letter] for letter in rack) for rack in end.remaining_letters]
        for side, own, other in zip(Side, values, reversed(values), strict=True):
            totals[side] -= own
            totals[side] += other if end.reason is MatchEndReason.OUT else 0
        if end.reason is MatchEndReason.OUT:
            require(
                "the player who goes out has no letter", holds=0 in map(len, end.remaining_letters)
            )
    expected = tuple(totals[side] + state.adjustment[rank] for rank, side in enumerate(Side))
    require("totals", holds=compute_scores(state) == expected)


def _check_final(before: MatchState, after: MatchState) -> None:
    """Check that a final state stays final: seed and racks are public from then on. With real tiles
    they reveal nothing."""
    if before.is_final and not before.terms.real_tiles:
        require("what is final stays so", holds=after.is_final and after.board == before.board)


def _check_hidden(state: MatchState, rng: Random) -> None:
    """Check that a viewer's state does not depend on the letters hidden from them."""
    if state.is_final:
        return
    for viewer in Viewer:
        now = state.clock.updated_at_ms
        visible_state = build_visible_state(state, viewer, now)
        shuffled_state = build_visible_state(_shuffle_hidden(state, viewer, rng), viewer, now)
        require(f"nothing hidden reaches {viewer}", holds=visible_state == shuffled_state)


def _shuffle_hidden(state: MatchState, viewer: Viewer, rng: Random) -> MatchState:
    """Return the state with the letters hidden from the viewer shuffled; all counts stay."""
    own_side = Side(viewer.value) if viewer is not Viewer.OTHERS else None
    hidden_letters = list(state.bag + state.x.face_down + state.y.face_down)
    hidden_letters += [
        letter for side in Side if side is not own_side for letter in state.get_player(side).rack
    ]
    rng.shuffle(hidden_letters)

    def take_letters(n: int) -> str:
        return "".join(hidden_letters.pop() for _ in range(n))

    shuffled = replace(state, bag=take_letters(len(state.bag)))
    for side in Side:
        player = shuffled.get_player(side)
        rack = player.rack if side is own_side else take_letters(len(player.rack))
        shuffled = shuffled.with_player(
            side, rack=rack, face_down=take_letters(len(player.face_down))
        )
    return shuffled


@dataclass
class Counts:
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    end_reasons: Counter[str] = field(default_factory=Counter)
    winners: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Counts") -> None:
        for own_counter, other_counter in zip(
            vars(self).values(), vars(other).values(), strict=True
        ):
            own_counter.update(other_counter)


def play_match(number: int) -> Counts:
    """Play one match. Raise BrokenError with its number."""
    try:
        return _Game(number).play()
    except InvariantError as error:
        raise InvariantError(f"match {number}: {error}") from error


class _Game:
    def __init__(self, number: int) -> None:
        self.choices = RandomChoices(number)
        self.terms = TERMS[number % len(TERMS)]
        self.state = build_game_state(self.terms)
        self.events: list[Event] = []
        self.time_spent = TimeSpent()
        self.counts = Counts()
        self.shuffler = Random(number)  # noqa: S311 - a benchmark's, no secret

    def play(self) -> Counts:
        for _ in range(MAX_ATTEMPTS):
            self._try_command(*self._choose_command())
            if self.state.is_over and self.choices.draw_bool(300):
                break
        self._end_game()
        self._check_replay()
        end = self.state.end
        self.counts.end_reasons[str(end.reason) if end else "lost"] += 1
        self.counts.winners[str(find_winner(self.state))] += 1
        return self.counts

    def _choose_command(self) -> tuple[Command, Actor]:
        """Choose by weight among the commands that the phase allows."""
        state, phase, choices = self.state, self.state.phase, self.choices
        options = [
            (command, actor)
            for command, rule in COMMAND_RULES.items()
            if phase in rule.phases and command is not Command.EXPIRE
            for actor in sorted(rule.actors)
            if command not in RARE_PER_THOUSAND or choices.draw_bool(RARE_PER_THOUSAND[command])
            if command not in IS_SENSIBLE
            or IS_SENSIBLE[command](state, actor)
            or choices.draw_bool(3)
        ]
        if not options:
            return Command.CALL_ARBITER, Actor.X
        weights = [WEIGHTS.get(command, 1) for command, _ in options]
        return choices.random.choices(options, weights)[0]

    def _try_command(self, command: Command, actor: Actor) -> None:
        random = self.choices.random
        elapsed_ms = (
            random.randint(0, 240_000) if self.choices.draw_bool(20) else random.randint(0, 20_000)
        )
        at = self.state.clock.updated_at_ms + elapsed_ms
        while (expiry := find_next_expiry(self.state)) is not None and expiry.at <= at:
            self._apply(expiry)
        at = max(at, self.state.clock.updated_at_ms)
        try:
            data = self._build_data(command, actor)
            if command is Command.PLAY and not data:
                command = Command.PASS  # no word was found
            self._apply(Event(command, actor, at, data))
        except ClassicRefused as error:
            self.counts.refused[error.reason] += 1

    def _build_data(self, command: Command, actor: Actor) -> dict[str, Any]:
        build = DATA_BUILDERS.get(command)
        return build(self.choices, self.state, actor) if build else {}

    def _apply(self, event: Event) -> None:
        before = self.state
        self.state = apply(before, event)
        self.time_spent.advance_to(before, event)
        self.events.append(event)
        self.counts.accepted[str(event.command)] += 1
        _check_letters(self.state)
        _check_totals(self.state)
        _check_final(before, self.state)
        self.time_spent.check(self.state)
        if self.shuffler.random() < 0.1:
            _check_hidden(self.state, self.shuffler)

    def _end_game(self) -> None:
        """End the game: in every phase a command of an officer must do it."""
        for _ in range(4):
            if self.state.phase is MatchPhase.OVER:
                return
            command = ENDINGS.get(self.state.phase, Command.STOP)
            self._try_command(command, Actor.DIRECTOR)
        require(f"a way out of {self.state.phase}", holds=self.state.phase is MatchPhase.OVER)

    def _check_replay(self) -> None:
        """Check that the events, written and read as JSON, give the same game."""
        rows = json.loads(json.dumps([[e.command, e.actor, e.at, e.data] for e in self.events]))
        events = [Event(Command(c), Actor(a), at, data) for c, a, at, data in rows]
        replayed: MatchState = replay(build_game_state(self.terms), events)
        require("the same from its events", holds=replayed == self.state)
