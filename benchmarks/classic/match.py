"""One random game of a match, from its number: every event that is accepted is looked at."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.classic import invariants
from benchmarks.classic.invariants import BrokenError, Ticks, check
from benchmarks.classic.people import DOING, RARE, SENSE, WEIGHTS, Chance
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.endings import winner
from tournament.classic.core.sides import Actor
from tournament.classic.core.state import MatchPhase, MatchState, new_game
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.classic.core.transitions import RULES, apply, next_expiry_event, replay
from tournament.core.errors import ClassicRefused

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


@dataclass
class Tally:
    accepted: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    ended: Counter[str] = field(default_factory=Counter)
    won: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        for mine, others in zip(vars(self).values(), vars(other).values(), strict=True):
            mine.update(others)


def play_match(number: int) -> Tally:
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
        self.tally = Tally()
        self.shuffler = Random(number)  # noqa: S311 - a benchmark's, no secret

    def play(self) -> Tally:
        for _ in range(MOST):
            self._try(*self._choice())
            if self.state.is_over and self.chance.often(300):
                break
        self._bring_to_an_end()
        self._check_again()
        end = self.state.end
        self.tally.ended[str(end.reason) if end else "lost"] += 1
        self.tally.won[str(winner(self.state))] += 1
        return self.tally

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
            self.tally.refused[error.reason] += 1

    def _told(self, command: Command, actor: Actor) -> dict[str, Any]:
        make = DOING.get(command)
        return make(self.chance, self.state, actor) if make else {}

    def _happens(self, event: Event) -> None:
        before = self.state
        self.state = apply(before, event)
        self.ticks.pass_to(before, event)
        self.events.append(event)
        self.tally.accepted[str(event.command)] += 1
        invariants.letters(self.state)
        invariants.totals(self.state)
        invariants.final(before, self.state)
        self.ticks.check(self.state)
        if self.shuffler.random() < 0.1:
            invariants.hidden(self.state, self.shuffler)

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
