"""A match of the room's first two entries and its commands, for tests."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.room import Room
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import Match, MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services.matches import build_match, open_game
from tournament.classic.services.play import SenderFields, run_command
from tournament.core.errors import ClassicRefused
from tournament.models import Entry
from tournament.queries import clock

X, Y, ARBITER, DIRECTOR = Actor.X, Actor.Y, Actor.ARBITER, Actor.DIRECTOR


def create_match(players: list[Entry], terms: MatchTerms, board_number: int | None = None) -> Match:
    """Return a match without round."""
    x, y = players
    match = build_match(tournament=x.tournament, x=x, y=y, terms=terms, board_number=board_number)
    match.save()
    return match


class MatchTable:
    """A match at one table; its time advances only by ``advance``."""

    def __init__(self, room: Room, terms: MatchTerms = MatchTerms(), seed: int = 3) -> None:
        self.room = room
        self.now = clock.now().replace(microsecond=0)
        self.match: Match = create_match(room.entries[:2], terms)
        self.seed = seed
        self.game = self.open()

    def get_author_and_time(self) -> dict[str, Any]:
        return {"by": self.room.user, "now": self.now}

    def open(self) -> MatchGame:
        game = open_game(match=self.match, **self.get_author_and_time())
        MatchGame.objects.filter(pk=game.pk).update(seed=f"{self.seed:064x}")
        self.game = MatchGame.objects.get(pk=game.pk)
        return self.game

    def run(self, command: Command, actor: Actor, *, key: str = "", **data: Any) -> MatchGame:
        self.game = run_command(
            game_id=self.game.pk,
            command=command,
            actor=actor,
            data=data,
            sender_fields=SenderFields(key),
            **self.get_author_and_time(),
        )
        return self.game

    def advance(self, seconds: float) -> datetime:
        self.now += timedelta(seconds=seconds)
        return self.now

    @property
    def state(self) -> MatchState:
        return load_state(MatchGame.objects.get(pk=self.game.pk))

    def start(self) -> None:
        """Play the toss and the first draw, and start the clock."""
        while self.state.starter is None:
            for actor in (X, Y):
                self.toss(actor)
        for actor in (self.first, self.second):
            self.run(Command.DRAW, actor, n=7)
            self.run(Command.LOOK, actor)
        if self.state.phase == "start":
            self.run(Command.PRESS, self.second)

    def toss(self, actor: Actor) -> None:
        """Toss a letter, again after a joker."""
        rank = int(actor is Y)
        while not (self.state.starter or self.state.toss_letters[rank]):
            self.run(Command.TOSS, actor)
            if not any(self.state.toss_letters):
                return

    @property
    def first(self) -> Actor:
        assert self.state.starter
        return Actor(self.state.starter.value)

    @property
    def second(self) -> Actor:
        assert self.state.starter
        return Actor(self.state.starter.other.value)

    def rack(self, actor: Actor) -> str:
        return self.state.get_player(Side(actor.value)).rack

    def play_two_letters(self, actor: Actor, score: int = 10) -> None:
        """Place two letters of the rack in the centre, whatever they spell."""
        word = self.rack(actor).replace("?", "")[:2]
        self.run(Command.PLAY, actor, word=word, ref="H7", score=score)
        self.run(Command.TURN_BOARD, actor)


def catch_reason(act: Callable[[], object]) -> str:
    """Return the reason of the refusal."""
    with pytest.raises(ClassicRefused) as caught:
        act()
    return caught.value.reason
