"""The game of the script: drawn and played by the engine, with the words for its bulletins."""

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from config.env import BASE_DIR
from engine.board.board import Board
from engine.board.formats import NORMAL
from engine.board.place import Direction
from engine.board.scoring import find_tiles_needed, list_formed_words, score
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.record.prepare import PreparedGame, SeededGames
from engine.regulation.editions import CURRENT, get_edition
from engine.rules.draw import DrawVerdict, draw_racks
from engine.rules.joker_format import lay_retained_word
from engine.rules.remainder import build_full_remainder
from engine.search.moves import Move, solve

#: The folder of compiled lexica of an installation in this folder.
LEXICA = BASE_DIR / ".local" / "lexicon"
EDITION = get_edition(CURRENT)
#: Games tried until one fits; index of the draw of the cancelled turn.
ATTEMPTS, OTHER_DRAW = 1000, 1000
#: Index of the first turn on which a word may be refused again: slips must have been handed over.
FIRST_REFUSED_TWICE = 2


@dataclass(frozen=True)
class DrawnTurn:
    """A drawn turn; ``letters``: those that the judge takes from the bag.

    ``safe_moves``: lesser solutions whose word has one place only, so that the score of a bulletin
    is certain. ``words_not_admitted``: orders of letters of the rack.
    """

    letters: str
    top: Move
    safe_moves: list[Move]
    words_not_admitted: list[str]
    refused_twice_move: Move | None
    is_cancelled: bool


class UnsuitableGameError(Exception):
    """The game has too few turns, or no words for the events of the script."""


def play_drawn_game(seed: int, *, turns: int, cancelled_turn: int) -> list[DrawnTurn]:
    """Return the first turns of a longer game, and a cancelled one before that number (3.6)."""
    lexicon = load_lexicon(DEFAULT_LEXICON, LEXICA)
    trials = SeededGames(NORMAL, seed.to_bytes(32), lexicon, EDITION)
    for number in range(ATTEMPTS):
        game = trials.play(number)
        is_drawn_once = all(len(turn.racks) == 1 for turn in game.turns[:turns])
        if len(game.turns) > turns and is_drawn_once:
            try:
                rng = Random(f"{seed}-{number}")  # noqa: S311 - no secret
                return _list_drawn_turns(rng, lexicon, game, turns, cancelled_turn)
            except UnsuitableGameError:
                continue
    raise UnsuitableGameError(f"{turns} turns")


def _list_drawn_turns(
    rng: Random, lexicon: Lexicon, game: PreparedGame, turns: int, cancelled_turn: int
) -> list[DrawnTurn]:
    board, drawn_turns = Board.empty(), list[DrawnTurn]()
    remainder = build_full_remainder(NORMAL, board)
    for number, turn in enumerate(game.turns[:turns], start=1):
        moves, drawn = solve(board, turn.letters, lexicon), turn.rack.drawn
        if number == cancelled_turn:
            other_rack = next(draw_racks(
                fmt=NORMAL, turn=number, board=board, remainder=remainder, seed=game.seed,
                index=OTHER_DRAW, edition=EDITION,
            ))  # fmt: skip
            other_moves = solve(board, other_rack.kept + other_rack.drawn, lexicon)
            is_other = Counter(other_rack.drawn) != Counter(drawn)
            if other_rack.check.verdict is not DrawVerdict.VALID or not is_other or not other_moves:
                raise UnsuitableGameError(str(number))
            drawn_turn = _build_turn(
                rng, other_rack.drawn, other_moves[0], other_moves, lexicon, number
            )
            drawn_turns.append(replace(drawn_turn, is_cancelled=True))
            drawn = turn.letters  # all letters were returned to the bag
        drawn_turn = _build_turn(rng, drawn, turn.move, moves, lexicon, number)
        if drawn_turns:
            drawn_turn = replace(
                drawn_turn,
                refused_twice_move=_find_refused_twice_move(
                    rng, board, moves, drawn_turns[0].letters, lexicon
                ),
            )
        drawn_turns.append(drawn_turn)
        retained = lay_retained_word(NORMAL, board, turn.letters, turn.move.word, turn.move.place)
        board, remainder = retained.board, retained.remainder
    if not any(turn.refused_twice_move for turn in drawn_turns[FIRST_REFUSED_TWICE:]):
        raise UnsuitableGameError("again")
    return drawn_turns


def _build_turn(
    rng: Random, letters: str, top: Move, moves: list[Move], lexicon: Lexicon, number: int
) -> DrawnTurn:
    """Return the turn with the words for its bulletins. Raise UnsuitableGameError."""
    safe_moves = _list_safe_moves(moves, is_first=number == 1)
    words_not_admitted = [
        _find_anagram_not_admitted(rng, move.word.upper(), lexicon) for move in safe_moves[:20]
    ]
    words_not_admitted = [word for word in words_not_admitted if word]
    if len(safe_moves) < NORMAL.rack_size or not words_not_admitted:
        raise UnsuitableGameError(str(number))
    return DrawnTurn(letters, top, safe_moves, words_not_admitted, None, is_cancelled=False)


def _list_safe_moves(moves: list[Move], *, is_first: bool) -> list[Move]:
    """Return moves below the top, best first; at turn 1 those at their maximum (5.4.2.a)."""
    by_word: dict[str, list[Move]] = {}
    for move in moves:
        if not is_first or move.place.direction is Direction.HORIZONTAL:
            by_word.setdefault(move.word.upper(), []).append(move)
    single_place_moves = [
        moves_of_word[0]
        for moves_of_word in by_word.values()
        if is_first or len(moves_of_word) == 1
    ]
    return [move for move in single_place_moves if move.score < moves[0].score][:60]


def _find_refused_twice_move(
    rng: Random, board: Board, moves: list[Move], first_rack: str, lexicon: Lexicon
) -> Move | None:
    """Return a wrong word of letters of the first rack, which forms no other word."""
    for move in moves:
        if move.word.isupper() and not Counter(move.word) - Counter(first_rack):
            tiles = list(find_tiles_needed(board, move.word, move.place))
            rng.shuffle(tiles)
            squares = move.place.list_squares(len(move.word))
            word = "".join(board.get_tile(*square) or tiles.pop() for square in squares)
            is_only_word = len(list_formed_words(board, word, move.place)) == 1
            if is_only_word and len(word) > 3 and not _is_near_word(word, lexicon):
                return Move(word, move.place, score(board, word, move.place))
    return None


def _is_near_word(word: str, lexicon: Lexicon) -> bool:
    """Return True if it is a word, or would be with a letter of the grid doubled (4.2)."""
    words_with_doubled_letter = [word[:i] + word[i] + word[i:] for i in range(len(word))]
    return any(candidate in lexicon for candidate in [word, *words_with_doubled_letter])


def _find_anagram_not_admitted(rng: Random, word: str, lexicon: Lexicon) -> str:
    """Return an order of its letters that is not admitted, "" if none is found."""
    letters = list(word)
    for _ in range(10):
        rng.shuffle(letters)
        if len(letters) > 4 and "".join(letters) not in lexicon:
            return "".join(letters)
    return ""
