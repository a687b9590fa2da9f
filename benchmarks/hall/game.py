"""A game that the engine plays from a seed: every letter drawn, and the top retained."""

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from config.env import BASE_DIR
from engine.board.board import Board
from engine.board.formats import NORMAL
from engine.board.place import Direction
from engine.board.scoring import find_tiles_needed, list_formed_words, score
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.regulation.editions import CURRENT, get_edition
from engine.rules.choice import list_allowed_tops, list_final_tops
from engine.rules.draw import DrawVerdict, check_draw
from engine.rules.joker_format import lay_retained_word
from engine.rules.remainder import Remainder, build_full_remainder, find_unseen_bag
from engine.search.moves import Move, solve

EDITION = get_edition(CURRENT)
#: Where an installation in this folder keeps its list compiled.
LEXICA = BASE_DIR / ".local" / "lexicon"
#: Draws for one turn before another game is begun.
ATTEMPTS = 50
#: Index of the first turn on which a word may be refused again: the slips are on their way before.
SOONEST_AGAIN = 2


@dataclass(frozen=True)
class Played:
    """A turn as drawn: ``letters`` are those that the judge takes from the bag.

    ``plain`` are lesser solutions whose word lies nowhere else on the grid: what a bulletin with
    one of them is worth leaves no doubt. ``wrong`` are words that no list admits.
    """

    letters: str
    top: Move
    plain: list[Move]
    wrong: list[str]
    again: Move | None
    cancelled: bool


class TooShortError(Exception):
    """The letters do not last, or not for all that is to happen."""


def play(seed: int, *, turns: int, cancelled: int) -> list[Played]:
    """A game of ``turns`` turns, and that one before the one numbered ``cancelled`` (3.6)."""
    lexicon = load_lexicon(DEFAULT_LEXICON, LEXICA)
    for attempt in range(100):
        try:
            return _play(Random(f"{seed}-{attempt}"), lexicon, turns, cancelled)  # noqa: S311 - no secret
        except TooShortError:
            continue
    raise TooShortError(f"{turns} turns")


def _play(chance: Random, lexicon: Lexicon, turns: int, cancelled: int) -> list[Played]:
    board, left, played = Board.empty(), build_full_remainder(NORMAL, Board.empty()), []
    for number in range(1, turns + 1):
        if number == cancelled:
            letters = _draw(chance, left, number)
            rack = left.kept + letters
            played.append(_turn(chance, board, rack, letters, lexicon, number, cancelled=True))
            left = build_full_remainder(NORMAL, board)
        letters = _draw(chance, left, number)
        rack = left.kept + letters
        turn = _turn(chance, board, rack, letters, lexicon, number)
        if played:
            turn = replace(turn, again=_again(chance, board, rack, played[0].letters, lexicon))
        played.append(turn)
        after = lay_retained_word(NORMAL, board, rack, turn.top.word, turn.top.place)
        board, left = after.board, after.remainder
    if not any(turn.again for turn in played[SOONEST_AGAIN:]):
        raise TooShortError("again")
    return played


def _draw(chance: Random, left: Remainder, number: int) -> str:
    """Letters of a valid draw (3.2) that leave some in the bag."""
    for _ in range(ATTEMPTS):
        bag = list(left.bag.letters)
        count = left.count_to_draw(NORMAL)
        if len(bag) <= count:
            break
        letters = "".join(chance.sample(bag, count))
        rest = left.bag.minus(letters).letters
        check = check_draw(
            fmt=NORMAL, turn=number, kept=left.kept, drawn=letters, unseen=rest, edition=EDITION
        )
        if check.verdict is DrawVerdict.VALID:
            return letters
    raise TooShortError(str(number))


def _turn(
    chance: Random,
    board: Board,
    rack: str,
    letters: str,
    lexicon: Lexicon,
    number: int,
    *,
    cancelled: bool = False,
) -> Played:
    moves = solve(board, rack, lexicon)
    if not moves:
        raise TooShortError(str(number))
    tops = [move for move in moves if move.score == moves[0].score]
    allowed = list_allowed_tops(
        fmt=NORMAL,
        turn=number,
        rack=rack,
        unseen=find_unseen_bag(NORMAL, board, rack).letters,
        tops=tops,
        board=board,
        edition=EDITION,
        final=list_final_tops(fmt=NORMAL, rack=rack, tops=tops, board=board, lexicon=lexicon),
    ).allowed
    plain = _plain(moves, first=number == 1)
    if len(plain) < len(rack):
        raise TooShortError(str(number))
    wrong = [_shuffled(chance, move.word.upper(), lexicon) for move in plain[:20]]
    wrong = [word for word in wrong if word]
    if not wrong:
        raise TooShortError(str(number))
    return Played(letters, chance.choice(allowed), plain, wrong, None, cancelled)


def _plain(moves: list[Move], *, first: bool) -> list[Move]:
    """Below the top, the dearest first; at the first turn those at their maximum (5.4.2.a)."""
    found: dict[str, list[Move]] = {}
    for move in moves:
        if not first or move.place.direction is Direction.HORIZONTAL:
            found.setdefault(move.word.upper(), []).append(move)
    once = [ways[0] for ways in found.values() if first or len(ways) == 1]
    return [move for move in once if move.score < moves[0].score][:60]


def _again(chance: Random, board: Board, rack: str, first: str, lexicon: Lexicon) -> Move | None:
    """Of letters of the ``first`` rack too, beside no other word: only the word itself is wrong."""
    for move in solve(board, rack, lexicon):
        if move.word.isupper() and not Counter(move.word) - Counter(first):
            tiles = list(find_tiles_needed(board, move.word, move.place))
            chance.shuffle(tiles)
            word = _with(board, move, tiles)
            alone = len(list_formed_words(board, word, move.place)) == 1
            if alone and len(word) > 3 and not _near(word, lexicon):
                return Move(word, move.place, score(board, word, move.place))
    return None


def _near(word: str, lexicon: Lexicon) -> bool:
    """A word, or one of which a letter that lies there was left out (4.2)."""
    doubled = [word[:i] + word[i] + word[i:] for i in range(len(word))]
    return any(one in lexicon for one in [word, *doubled])


def _with(board: Board, move: Move, tiles: list[str]) -> str:
    """The word of ``move`` with other tiles on its new squares."""
    new = {
        (row, col): tile
        for (row, col, _), tile in zip(
            board.list_new_tiles(move.word, move.place), tiles, strict=True
        )
    }
    at = zip(move.place.squares(len(move.word)), move.word, strict=True)
    return "".join(new.get(square, letter) for square, letter in at)


def _shuffled(chance: Random, word: str, lexicon: Lexicon) -> str:
    """Its letters in an order that is no word; "" where none is found."""
    letters = list(word)
    for _ in range(10):
        chance.shuffle(letters)
        if len(letters) > 4 and "".join(letters) not in lexicon:
            return "".join(letters)
    return ""
