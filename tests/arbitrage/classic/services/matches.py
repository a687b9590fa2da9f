"""A match with real tiles, recorded by an arbiter: any word can be played."""

from typing import Any

from django.contrib.auth.models import User

from arbitrage.classic.core.calls import CallKind
from arbitrage.classic.models import TableCall
from arbitrage.classic.services.decisions import DecisionReasons, OfficeStep, decide_match_game
from tests.arbitrage.services.sanctioned_turns import get_account
from tests.room import Room
from tests.tournament.classic.services.tables import create_match
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchState
from tournament.classic.core.terms import MatchTerms
from tournament.classic.models import MatchGame
from tournament.classic.queries.games import load_state
from tournament.classic.services.matches import open_game
from tournament.classic.services.play import SenderFields, run_command
from tournament.core.states import Role
from tournament.queries import clock

REAL = MatchTerms(real_tiles=True)
#: A word that the word list admits, and one that it does not.
GOOD, BAD = "MAISON", "MAISXN"


class RecordedMatch:
    """A game between the first two entries of ``room``, which has begun; X is on the move."""

    def __init__(self, room: Room, terms: MatchTerms = REAL, *, begun: bool = True) -> None:
        self.room = room
        match = create_match(room.entries[:2], terms, board_number=3)
        self.game = open_game(match=match, **room.get_author_and_time())
        if begun:
            self.begin()

    def begin(self) -> None:
        self.do_as_x(Command.TOSS, letter="A")
        self.do_as_y(Command.TOSS, letter="E")
        self.do_as_x(Command.DRAW, n=7)
        self.do_as_y(Command.DRAW, n=7)
        if self.state.phase == "start":
            self.do_as_y(Command.PRESS)

    def do(
        self, command_name: Command, actor: Actor, *, reason: str = "", **data: Any
    ) -> MatchGame:
        sent = SenderFields(reason=reason)
        self.game = run_command(
            game_id=self.game.pk,
            command=command_name,
            actor=actor,
            data=data,
            sender_fields=sent,
            now=clock.now(),
        )
        return self.game

    def do_as_x(self, command_name: Command, **data: Any) -> MatchGame:
        return self.do(command_name, Actor.X, **data)

    def do_as_y(self, command_name: Command, **data: Any) -> MatchGame:
        return self.do(command_name, Actor.Y, **data)

    def play(
        self, word: str = GOOD, ref: str = "H4", score: int = 18, *, too_many: int = 0
    ) -> None:
        """Play a word as X, and draw as many letters, or ``too_many`` more."""
        self.do_as_x(Command.PLAY, word=word, ref=ref, score=score)
        self.do_as_x(Command.TURN_BOARD)
        if self.state.phase == "turned":
            self.do_as_x(Command.PRESS)
        self.do_as_x(Command.DRAW, n=len(word) + too_many)

    def challenge(self, *words: str) -> TableCall:
        """Challenge the words as Y, and return the call."""
        self.do_as_y(Command.CHALLENGE)
        self.do_as_y(Command.SLIP, words=list(words))
        return self.call(CallKind.CHALLENGE)

    def call(self, kind: CallKind) -> TableCall:
        """Return the newest call of the kind."""
        call = TableCall.objects.filter(game=self.game, kind=kind).order_by("-number").first()
        assert call is not None
        return call

    def decide(
        self, by: User, *steps: OfficeStep, call: TableCall | None = None, **texts: str
    ) -> MatchGame:
        """Decide about the current state of the game."""
        self.game.refresh_from_db()
        reasons = DecisionReasons(texts.get("reason", ""), texts.get("otherwise", ""))
        self.game = decide_match_game(
            game=self.game, steps=steps, call=call, reasons=reasons, by=by, now=clock.now()
        )
        return self.game

    @property
    def state(self) -> MatchState:
        self.game.refresh_from_db()
        return load_state(self.game)

    @property
    def scores(self) -> tuple[int, int]:
        self.game.refresh_from_db()
        return self.game.score_x, self.game.score_y


def create_arbiter(room: Room, name: str = "arbitre") -> User:
    return get_account(room, Role.ARBITER, name=name)


def create_director(room: Room, name: str = "directeur") -> User:
    return get_account(room, Role.JUDGE, name=name)


def build_sanction_step(side: Side, sanction: str, article: str = "9.2") -> OfficeStep:
    return Command.SANCTION, {"side": side.value, "sanction": sanction, "article": article}


def build_verdict_step(**words: bool) -> OfficeStep:
    return Command.VERDICT, {"words": words}
