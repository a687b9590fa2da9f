"""Games prepared in advance: played by software alone, again and again, until one fits.

Every game has a seed of its own, derived from the one given: try number n (from 0) has
HMAC-SHA256(key = seed, message = "duplicata-prepare-1" + n on 8 bytes). Its letters are those that
the seeded draw of `engine.rules.draw` gives in a live game with that seed; its words are the tops
that 3.4 allows, of a vocabulary if there is one and it has any of them, else all, those that
`engine.rules.choice.propose` takes. So the game follows from seed, format, word lists and edition
alone, and each can be played without those before it.
"""

import hmac
from dataclasses import dataclass
from itertools import islice

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.scoring import find_tiles_needed
from engine.lexicon.lexicon import Lexicon
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from engine.rules.choice import list_allowed_tops, list_final_tops, propose
from engine.rules.draw import DrawnRack, DrawVerdict, draw_racks
from engine.rules.ending import check_end_after_placement, check_end_without_move
from engine.rules.joker_format import JokerOutcome, lay_retained_word
from engine.rules.remainder import Remainder, build_full_remainder, find_unseen_bag
from engine.search.moves import Move, has_any_move, is_last_rack_without_move, tops

_LABEL = b"duplicata-prepare-1"
_MOST_RACKS = 1000
NO_VALID_DRAW = "no_valid_draw"


@dataclass(frozen=True, slots=True)
class PreparedTurn:
    """`racks`: those refused by 3.2, then the one that stands. `joker`: what became of it.

    `known`: whether the vocabulary has the word; True where there is none.
    """

    racks: tuple[DrawnRack, ...]
    move: Move
    tiles: int
    joker: JokerOutcome
    in_vocabulary: bool = True

    @property
    def rack(self) -> DrawnRack:
        return self.racks[-1]

    @property
    def letters(self) -> str:
        """Those on the rack, "?" for a joker."""
        return self.rack.kept + self.rack.drawn


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


def derive_trial_seed(seed: bytes, number: int) -> bytes:
    return hmac.digest(seed, _LABEL + number.to_bytes(8), "sha256")


@dataclass(frozen=True, slots=True)
class Trials:
    """The games of a seed, numbered from 0. Words of `vocabulary` are preferred among equal tops
    that 3.4 allows; it never adds a word."""

    fmt: Format
    seed: bytes
    lexicon: Lexicon
    edition: Edition
    vocabulary: Lexicon | None = None

    def game(self, number: int) -> PreparedGame:
        """Raises `BadSeed`."""
        return play_game(
            fmt=self.fmt,
            seed=derive_trial_seed(self.seed, number),
            lexicon=self.lexicon,
            edition=self.edition,
            vocabulary=self.vocabulary,
        )


def play_game(
    *,
    fmt: Format,
    seed: bytes,
    lexicon: Lexicon,
    edition: Edition,
    vocabulary: Lexicon | None = None,
) -> PreparedGame:
    """The whole game of a seed. Raises `BadSeed`."""
    board = Board.empty()
    left, turns = build_full_remainder(fmt, board), list[PreparedTurn]()

    def over(reason: str | None, article: str) -> PreparedGame:
        return PreparedGame(fmt, seed, tuple(turns), reason, article)

    while True:
        nothing = bool(turns) and is_last_rack_without_move(board, left.letters, lexicon, fmt)
        end = check_end_after_placement(
            fmt, left.letters, edition=edition, nothing_playable=nothing
        )
        if turns and end.is_over:
            return over(str(end.reason), end.article)
        index = sum(len(turn.racks) for turn in turns)
        drawn = _draw(fmt, len(turns) + 1, board, left, seed, index, edition)
        if drawn[-1].check.verdict is not DrawVerdict.VALID:
            return over(NO_VALID_DRAW, edition.number(Topic.DRAW))
        rack = drawn[-1].kept + drawn[-1].drawn
        allowed = _allowed(fmt, len(turns) + 1, board, rack, lexicon, edition)
        if not allowed:
            remaining = rack + find_unseen_bag(fmt, board, rack).letters
            nothing = not has_any_move(board, remaining, lexicon, fmt)
            end = check_end_without_move(fmt, remaining, edition=edition, nothing_playable=nothing)
            return over(str(end.reason) if end.is_over else None, end.article)
        known = [top for top in allowed if vocabulary is None or top.word in vocabulary]
        move = _retained(known or allowed, board, lexicon, fmt)
        settled = lay_retained_word(fmt, board, rack, move.word, move.place)
        tiles = len(find_tiles_needed(board, move.word, move.place))
        turns.append(PreparedTurn(drawn, move, tiles, settled.joker.fate, bool(known)))
        board, left = settled.board, settled.remainder


def _draw(
    fmt: Format, turn: int, board: Board, left: Remainder, seed: bytes, index: int, edition: Edition
) -> tuple[DrawnRack, ...]:
    """Racks up to the first that is not refused."""
    drawn = []
    endless = draw_racks(
        fmt=fmt, turn=turn, board=board, left=left, seed=seed, index=index, edition=edition
    )
    for rack in islice(endless, _MOST_RACKS):
        drawn.append(rack)
        if rack.check.verdict is not DrawVerdict.REJECTED:
            break
    return tuple(drawn)


def _allowed(
    fmt: Format, turn: int, board: Board, rack: str, lexicon: Lexicon, edition: Edition
) -> list[Move]:
    """The tops that 3.4 allows; none without a solution."""
    found = tops(board, rack, lexicon, fmt)
    if not found:
        return []
    return list_allowed_tops(
        fmt=fmt,
        turn=turn,
        rack=rack,
        unseen=find_unseen_bag(fmt, board, rack).letters,
        tops=found,
        board=board,
        final=list_final_tops(fmt=fmt, rack=rack, tops=found, board=board, lexicon=lexicon),
        edition=edition,
    ).allowed


def _retained(allowed: list[Move], board: Board, lexicon: Lexicon, fmt: Format) -> Move:
    return allowed[0] if len(allowed) == 1 else propose(allowed, board, lexicon, fmt)


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
        "tirage": turn.letters,
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
    if fmt.joker_on_rack and turn.joker in {JokerOutcome.REPLACED, JokerOutcome.STAYS}:
        script["joker_stays_on_board"] = turn.joker is JokerOutcome.STAYS
    return script
