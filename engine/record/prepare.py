"""Games prepared in advance: played by software, one after the other, until one is suitable.

Every game has a seed of its own, derived from the one given: try number n (from 0) has
HMAC-SHA256(key = seed, message = "duplicata-prepare-1" + n on 8 bytes). Its letters are those of
the seeded draw of `engine.rules.draw` in a live game with that seed. Each word is the choice of
`engine.rules.choice.propose` among the tops that 3.4 allows; if there is a vocabulary and it has
some of these tops, only among those. So a game depends on seed, format, word lists and edition
only, and can be played without the games before it.
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
from engine.rules.ending import Ending, check_end_after_placement, check_end_without_move
from engine.rules.joker_format import JokerOutcome, lay_retained_word
from engine.rules.remainder import Remainder, build_full_remainder, find_unseen_bag
from engine.search.moves import Move, find_tops, has_any_move, is_unplayable_last_rack

_LABEL = b"duplicata-prepare-1"
_MAX_RACKS = 1000
NO_VALID_DRAW = "no_valid_draw"


@dataclass(frozen=True, slots=True)
class PreparedTurn:
    """`racks`: those rejected by 3.2, then the valid one. `joker`: the result of the turn for it.

    `in_vocabulary`: True if the vocabulary has the word, or if there is no vocabulary.
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
        """Return the letters on the rack, "?" for a joker."""
        return self.rack.kept + self.rack.drawn


@dataclass(frozen=True, slots=True)
class PreparedGame:
    """`reason`: of the end of the game, `NO_VALID_DRAW` or one of `engine.rules.ending`, with its
    article; None if a turn had no solution, which a judge would cancel (3.6).
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
        """Return the number of turns whose top has the bonus of 1.2.3 or of the format."""
        return sum(self.fmt.get_bonus(turn.tiles) > 0 for turn in self.turns)


def derive_game_seed(seed: bytes, number: int) -> bytes:
    return hmac.digest(seed, _LABEL + number.to_bytes(8), "sha256")


@dataclass(frozen=True, slots=True)
class SeededGames:
    """The games of a seed, numbered from 0. Words of `vocabulary` are preferred among the equal
    tops that 3.4 allows; it does not admit other words."""

    fmt: Format
    seed: bytes
    lexicon: Lexicon
    edition: Edition
    vocabulary: Lexicon | None = None

    def play(self, number: int) -> PreparedGame:
        """Play the game of that number. Raises `BadSeed`."""
        return play_game(
            fmt=self.fmt,
            seed=derive_game_seed(self.seed, number),
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
    """Play the whole game of a seed. Raises `BadSeed`."""
    board = Board.empty()
    remainder, turns = build_full_remainder(fmt, board), list[PreparedTurn]()

    def build_game(reason: str | None, article: str) -> PreparedGame:
        return PreparedGame(fmt, seed, tuple(turns), reason, article)

    while True:
        nothing_playable = bool(turns) and is_unplayable_last_rack(
            board, remainder.letters, lexicon, fmt
        )
        ending = check_end_after_placement(
            fmt, remainder.letters, edition=edition, nothing_playable=nothing_playable
        )
        if turns and ending.is_over:
            return build_game(str(ending.reason), ending.article)
        index = sum(len(turn.racks) for turn in turns)
        racks = _draw_until_valid(fmt, len(turns) + 1, board, remainder, seed, index, edition)
        if racks[-1].check.verdict is not DrawVerdict.VALID:
            return build_game(NO_VALID_DRAW, edition.format_articles(Topic.DRAW))
        rack = racks[-1].kept + racks[-1].drawn
        allowed = _find_allowed_tops(fmt, len(turns) + 1, board, rack, lexicon, edition)
        if not allowed:
            ending = _check_end_without_move(fmt, board, rack, lexicon, edition)
            return build_game(str(ending.reason) if ending.is_over else None, ending.article)
        preferred = [top for top in allowed if vocabulary is None or top.word in vocabulary]
        move = _choose_move(preferred or allowed, board, lexicon, fmt)
        play = lay_retained_word(fmt, board, rack, move.word, move.place)
        tiles = len(find_tiles_needed(board, move.word, move.place))
        turns.append(PreparedTurn(racks, move, tiles, play.joker.outcome, bool(preferred)))
        board, remainder = play.board, play.remainder


def _draw_until_valid(
    fmt: Format,
    turn: int,
    board: Board,
    remainder: Remainder,
    seed: bytes,
    index: int,
    edition: Edition,
) -> tuple[DrawnRack, ...]:
    """Return the racks up to the first that is not rejected."""
    racks = []
    all_racks = draw_racks(
        fmt=fmt,
        turn=turn,
        board=board,
        remainder=remainder,
        seed=seed,
        index=index,
        edition=edition,
    )
    for rack in islice(all_racks, _MAX_RACKS):
        racks.append(rack)
        if rack.check.verdict is not DrawVerdict.REJECTED:
            break
    return tuple(racks)


def _find_allowed_tops(
    fmt: Format, turn: int, board: Board, rack: str, lexicon: Lexicon, edition: Edition
) -> list[Move]:
    """Return the tops that 3.4 allows; none without a solution."""
    all_tops = find_tops(board, rack, lexicon, fmt)
    if not all_tops:
        return []
    return list_allowed_tops(
        fmt=fmt,
        turn=turn,
        rack=rack,
        unseen=find_unseen_bag(fmt, board, rack).letters,
        tops=all_tops,
        board=board,
        final_tops=list_final_tops(fmt=fmt, rack=rack, tops=all_tops, board=board, lexicon=lexicon),
        edition=edition,
    ).allowed


def _check_end_without_move(
    fmt: Format, board: Board, rack: str, lexicon: Lexicon, edition: Edition
) -> Ending:
    """Return the ending for a rack without a move."""
    remaining = rack + find_unseen_bag(fmt, board, rack).letters
    nothing_playable = not has_any_move(board, remaining, lexicon, fmt)
    return check_end_without_move(
        fmt, remaining, edition=edition, nothing_playable=nothing_playable
    )


def _choose_move(allowed: list[Move], board: Board, lexicon: Lexicon, fmt: Format) -> Move:
    return allowed[0] if len(allowed) == 1 else propose(allowed, board, lexicon, fmt)


def to_script(game: PreparedGame) -> dict[str, object]:
    """Return the game in the format of `engine.record.recorded_game`, with draws and reason of the
    end."""
    return {
        "format": game.fmt.key,
        "total": game.total,
        "turns": [_build_turn_script(game.fmt, i, turn) for i, turn in enumerate(game.turns, 1)],
        "end": {"reason": game.reason, "article": game.article},
    }


def _build_turn_script(fmt: Format, number: int, turn: PreparedTurn) -> dict[str, object]:
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
