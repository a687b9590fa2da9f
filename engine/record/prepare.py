"""Games prepared in advance: played by software alone, again and again, until one fits.

Every game has a seed of its own, derived from the one given: try number n (from 0) has
HMAC-SHA256(key = seed, message = "duplicata-prepare-1" + n on 8 bytes). Its letters are those that
the seeded draw of `engine.rules.draw` gives in a live game with that seed; its words are the tops
that 3.4 allows, those that `engine.rules.choice.propose` takes. So the game follows from seed,
format, word list and edition alone.
"""

import hmac
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import islice

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.scoring import tiles_needed
from engine.lexicon.lexicon import Lexicon
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from engine.rules.choice import allowed_tops, final_tops, propose
from engine.rules.draw import DrawVerdict, Rack, racks
from engine.rules.ending import after_placement, without_move
from engine.rules.joker_format import Fate, settle
from engine.rules.remainder import Remainder, unseen, whole
from engine.search.moves import Move, playable, stuck, tops

_LABEL = b"duplicata-prepare-1"
_MOST_RACKS = 1000
NO_VALID_DRAW = "no_valid_draw"


@dataclass(frozen=True, slots=True)
class PreparedTurn:
    """`racks`: those refused by 3.2, then the one that stands. `joker`: what became of it."""

    racks: tuple[Rack, ...]
    move: Move
    tiles: int
    joker: Fate

    @property
    def rack(self) -> Rack:
        return self.racks[-1]


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """`reason`: why it ends, `NO_VALID_DRAW` or of `engine.rules.ending`, with its article.

    None: not by the rules; a turn came without any solution, which a judge would cancel (3.6).
    """

    fmt: Format
    seed: bytes
    turns: tuple[PreparedTurn, ...]
    reason: str | None
    article: str

    @property
    def total(self) -> int:
        return sum(turn.move.score for turn in self.turns)

    @property
    def scrabbles(self) -> int:
        """Turns whose top has the bonus of 1.2.3 or of the format."""
        return sum(self.fmt.bonus(turn.tiles) > 0 for turn in self.turns)


class Wish(StrEnum):
    """What can be wished of a game."""

    TURNS = "turns"
    TOTAL = "total"
    SCRABBLES = "scrabbles"


MEASURES: Mapping[Wish, Callable[[PreparedGame], int]] = {
    Wish.TURNS: lambda game: len(game.turns),
    Wish.TOTAL: lambda game: game.total,
    Wish.SCRABBLES: lambda game: game.scrabbles,
}


@dataclass(frozen=True, slots=True)
class Range:
    """A wish: at least, at most; None is no bound."""

    wish: Wish
    least: int | None = None
    most: int | None = None

    def holds(self, value: int) -> bool:
        return (self.least is None or value >= self.least) and (
            self.most is None or value <= self.most
        )


@dataclass(slots=True)
class WishCount:
    """How the games tried answer one wish."""

    met: int = 0
    lowest: int | None = None
    highest: int | None = None

    def add(self, value: int, *, met: bool) -> None:
        self.met += met
        self.lowest = value if self.lowest is None else min(self.lowest, value)
        self.highest = value if self.highest is None else max(self.highest, value)


@dataclass(slots=True)
class SearchTally:
    """What the games tried came to: `games` that the rules ended, and each wish."""

    games: int = 0
    wishes: dict[Wish, WishCount] = field(default_factory=dict)

    def add(self, game: PreparedGame, wishes: Sequence[Range]) -> bool:
        """Count a game in; whether it meets every wish."""
        if game.reason is None:
            return False
        self.games += 1
        fits = True
        for one in wishes:
            value = MEASURES[one.wish](game)
            met = one.holds(value)
            self.wishes.setdefault(one.wish, WishCount()).add(value, met=met)
            fits = fits and met
        return fits


class Relax(StrEnum):
    """How to relax a wish that no game of a search met, or that fewest met."""

    LEAST = "least"
    MOST = "most"
    WIDEN = "widen"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """A wish in the way. `to`: the bound that a game tried would have met; None to widen it."""

    wish: Wish
    relax: Relax
    to: int | None = None


def obstacles(tally: SearchTally, wishes: Sequence[Range]) -> list[Obstacle]:
    """What to relax after a search without result: the wishes that no game met; if each was met
    by some game but never all by one, the one met least often."""
    counted = [(wish, tally.wishes[wish.wish]) for wish in wishes if wish.wish in tally.wishes]
    never = [_obstacle(wish, count) for wish, count in counted if not count.met]
    if never or not counted:
        return never
    rarest = min(counted, key=lambda both: both[1].met)[0]
    return [Obstacle(rarest.wish, Relax.WIDEN)]


def _obstacle(wish: Range, count: WishCount) -> Obstacle:
    if wish.least is not None and count.highest is not None and count.highest < wish.least:
        return Obstacle(wish.wish, Relax.LEAST, count.highest)
    if wish.most is not None and count.lowest is not None and count.lowest > wish.most:
        return Obstacle(wish.wish, Relax.MOST, count.lowest)
    return Obstacle(wish.wish, Relax.WIDEN)


def seed_of_try(seed: bytes, number: int) -> bytes:
    return hmac.digest(seed, _LABEL + number.to_bytes(8), "sha256")


def play(*, fmt: Format, seed: bytes, lexicon: Lexicon, edition: Edition) -> PreparedGame:
    """The whole game of a seed. Raises `BadSeed`."""
    board = Board.empty()
    left, turns = whole(fmt, board), list[PreparedTurn]()

    def over(reason: str | None, article: str) -> PreparedGame:
        return PreparedGame(fmt, seed, tuple(turns), reason, article)

    while True:
        nothing = bool(turns) and stuck(board, left.letters, lexicon, fmt)
        end = after_placement(fmt, left.letters, edition=edition, nothing_playable=nothing)
        if turns and end.over:
            return over(str(end.reason), end.article)
        index = sum(len(turn.racks) for turn in turns)
        drawn = _draw(fmt, len(turns) + 1, board, left, seed, index, edition)
        if drawn[-1].check.verdict is not DrawVerdict.VALID:
            return over(NO_VALID_DRAW, edition.number(Topic.DRAW))
        rack = drawn[-1].kept + drawn[-1].drawn
        move = _top(fmt, len(turns) + 1, board, rack, lexicon, edition)
        if move is None:
            remaining = rack + unseen(fmt, board, rack).letters
            nothing = not playable(board, remaining, lexicon, fmt)
            end = without_move(fmt, remaining, edition=edition, nothing_playable=nothing)
            return over(str(end.reason) if end.over else None, end.article)
        settled = settle(fmt, board, rack, move.word, move.place)
        tiles = len(tiles_needed(board, move.word, move.place))
        turns.append(PreparedTurn(drawn, move, tiles, settled.joker.fate))
        board, left = settled.board, settled.remainder


def _draw(
    fmt: Format, turn: int, board: Board, left: Remainder, seed: bytes, index: int, edition: Edition
) -> tuple[Rack, ...]:
    """Racks up to the first that is not refused."""
    drawn = []
    endless = racks(
        fmt=fmt, turn=turn, board=board, left=left, seed=seed, index=index, edition=edition
    )
    for rack in islice(endless, _MOST_RACKS):
        drawn.append(rack)
        if rack.check.verdict is not DrawVerdict.REJECTED:
            break
    return tuple(drawn)


def _top(
    fmt: Format, turn: int, board: Board, rack: str, lexicon: Lexicon, edition: Edition
) -> Move | None:
    found = tops(board, rack, lexicon, fmt)
    if not found:
        return None
    allowed = allowed_tops(
        fmt=fmt,
        turn=turn,
        rack=rack,
        unseen=unseen(fmt, board, rack).letters,
        tops=found,
        board=board,
        final=final_tops(fmt=fmt, rack=rack, tops=found, board=board, lexicon=lexicon),
        edition=edition,
    ).allowed
    return allowed[0] if len(allowed) == 1 else propose(allowed, board, lexicon, fmt)


def tries(
    *, fmt: Format, seed: bytes, lexicon: Lexicon, edition: Edition, start: int = 0
) -> Iterator[PreparedGame]:
    """The games of a seed from try `start` on, without end."""
    number = start
    while True:
        game_seed = seed_of_try(seed, number)
        yield play(fmt=fmt, seed=game_seed, lexicon=lexicon, edition=edition)
        number += 1


def as_script(game: PreparedGame) -> dict[str, object]:
    """The game in the format of `engine.record.recorded`, with the draws and why it ends."""
    return {
        "format": game.fmt.key,
        "total": game.total,
        "turns": [_turn_script(game.fmt, i, turn) for i, turn in enumerate(game.turns, 1)],
        "end": {"reason": game.reason, "article": game.article},
    }


def _turn_script(fmt: Format, number: int, turn: PreparedTurn) -> dict[str, object]:
    script: dict[str, object] = {
        "turn": number,
        "tirage": turn.rack.kept + turn.rack.drawn,
        "kept": turn.rack.kept,
        "drawn": turn.rack.drawn,
        "rejected": len(turn.racks) > 1,
        "word": turn.move.word,
        "ref": turn.move.ref,
        "score": turn.move.score,
        "attempts": [
            {
                "kept": rack.kept,
                "drawn": rack.drawn,
                "verdict": str(rack.check.verdict),
                "index": rack.index,
            }
            for rack in turn.racks
        ],
    }
    if fmt.joker_on_rack and turn.joker in {Fate.REPLACED, Fate.STAYS}:
        script["joker_stays_on_board"] = turn.joker is Fate.STAYS
    return script
