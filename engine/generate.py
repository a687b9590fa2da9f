"""A whole game played by the software, as a judge would: what a seed gives."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.board import Board
from engine.choice import allowed_tops, propose
from engine.draw import Rack, Verdict, racks
from engine.editions import CURRENT
from engine.ending import Ending, Outcome, Reason, after_placement, without_move
from engine.formats import NORMAL, Format
from engine.joker_format import Joker, settle
from engine.lexicon import Lexicon
from engine.moves import Move, tops
from engine.remainder import Remainder, unseen, whole

FRUITLESS = 100
"""Racks in a row without a move, or refused, after which nothing can be played any more."""


@dataclass(frozen=True, slots=True)
class GeneratedTurn:
    """`refused`: racks put back before this one, because 3.2 refuses them or nothing could be
    played with them (3.6). `tops`: all equal best moves; `move`: the one retained (3.4)."""

    number: int
    refused: tuple[Rack, ...]
    rack: Rack
    tops: tuple[Move, ...]
    move: Move
    joker: Joker
    board: Board
    """After the turn."""

    @property
    def letters(self) -> str:
        return self.rack.kept + self.rack.drawn


class Generator:
    """Iterate over the turns; `ending` says afterwards why there is no other.

    The same seed, list, format and edition give the same game. Raises `BadSeed`, `UnknownEdition`.
    """

    def __init__(
        self, seed: bytes, lexicon: Lexicon, fmt: Format = NORMAL, edition: str = CURRENT
    ) -> None:
        self.fmt, self.edition = fmt, edition
        self.board = Board.empty()
        self.ending: Ending | None = None
        self._seed, self._lexicon = seed, lexicon
        self._drawn = 0
        self._left: Remainder = whole(fmt, self.board)

    def __iter__(self) -> Iterator[GeneratedTurn]:
        number = 1
        while self.ending is None:
            turn = self._turn(number)
            if turn is not None:
                yield turn
            number += 1

    def _turn(self, number: int) -> GeneratedTurn | None:
        """None when the game is over instead."""
        refused: list[Rack] = []
        for rack in racks(
            fmt=self.fmt,
            turn=number,
            board=self.board,
            left=self._left,
            seed=self._seed,
            index=self._drawn,
            edition=self.edition,
        ):
            self._drawn += 1
            if rack.check.verdict is Verdict.GAME_OVER:
                self.ending = self._after_placement()
                return None
            found = []
            if rack.check.verdict is Verdict.VALID:
                found = tops(self.board, rack.kept + rack.drawn, self._lexicon, self.fmt)
            if found:
                return self._placed(number, rack, tuple(refused), found)
            refused.append(rack)
            if self._hopeless(rack, len(refused)):
                return None
        raise AssertionError("racks never end")

    def _hopeless(self, rack: Rack, refused: int) -> bool:
        """3.6: without a move the game ends where no other letters can be drawn."""
        if rack.check.verdict is Verdict.VALID:
            ending = without_move(self.fmt, self._left.letters, edition=self.edition)
            self.ending = ending if ending.over else None
        if self.ending is None and refused >= FRUITLESS:
            article = self._after_placement().article
            self.ending = Ending(Outcome.ENDS, Reason.NOTHING_PLAYABLE, article)
        return self.ending is not None

    def _placed(
        self, number: int, rack: Rack, refused: tuple[Rack, ...], found: list[Move]
    ) -> GeneratedTurn:
        letters = rack.kept + rack.drawn
        choice = allowed_tops(
            fmt=self.fmt,
            turn=number,
            rack=letters,
            unseen=unseen(self.fmt, self.board, letters).letters,
            tops=found,
            board=self.board,
            edition=self.edition,
        )
        move = propose(choice.allowed, self.board, self._lexicon, self.fmt)
        settled = settle(self.fmt, self.board, letters, move.word, move.place)
        self.board, self._left = settled.board, settled.remainder
        ending = self._after_placement()
        self.ending = ending if ending.over else None
        return GeneratedTurn(
            number, refused, rack, tuple(found), move, settled.joker, settled.board
        )

    def _after_placement(self) -> Ending:
        return after_placement(self.fmt, self._left.letters, edition=self.edition)
