"""The script of the hall, by table and turn, drawn from the seed alone: a game played by the
engine, with every letter drawn and the top retained.

Independent of the product. ``ranking`` computes the result from it, ``programme`` and ``tablets``
play it.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from random import Random

from config.env import BASE_DIR
from engine.board.board import Board
from engine.board.formats import NORMAL
from engine.board.place import Direction
from engine.board.scoring import find_tiles_needed, list_formed_words, score
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.record.prepare import PreparedGame, Trials
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
SOONEST_AGAIN = 2
TABLET, PAPER, AWAY = "tablet", "paper", "nothing"
TOP_SHARE = 0.5
ARBITERS = 6


@dataclass(frozen=True)
class DrawnTurn:
    """A drawn turn; ``letters``: those that the judge takes from the bag.

    ``safe_moves``: lesser solutions whose word has one place only, so that the score of a bulletin
    is certain. ``wrong``: words that are not admitted.
    """

    letters: str
    top: Move
    safe_moves: list[Move]
    wrong: list[str]
    again: Move | None
    cancelled: bool


class TooShortError(Exception):
    """The letters do not suffice for the turns, or for the events."""


def play(seed: int, *, turns: int, cancelled: int) -> list[DrawnTurn]:
    """Return the first turns of a longer game, with a cancelled turn before ``cancelled`` (3.6)."""
    lexicon = load_lexicon(DEFAULT_LEXICON, LEXICA)
    trials = Trials(NORMAL, seed.to_bytes(32), lexicon, EDITION)
    for number in range(ATTEMPTS):
        game = trials.play(number)
        drawn_once = all(len(turn.racks) == 1 for turn in game.turns[:turns])
        if len(game.turns) > turns and drawn_once:
            try:
                return _play(Random(f"{seed}-{number}"), lexicon, game, turns, cancelled)  # noqa: S311 - no secret
            except TooShortError:
                continue
    raise TooShortError(f"{turns} turns")


def _play(
    chance: Random, lexicon: Lexicon, game: PreparedGame, turns: int, cancelled: int
) -> list[DrawnTurn]:
    board, remainder, played = (
        Board.empty(),
        build_full_remainder(NORMAL, Board.empty()),
        list[DrawnTurn](),
    )
    for number, turn in enumerate(game.turns[:turns], start=1):
        moves, drawn = solve(board, turn.letters, lexicon), turn.rack.drawn
        if number == cancelled:
            other = next(draw_racks(
                fmt=NORMAL, turn=number, board=board, remainder=remainder, seed=game.seed,
                index=OTHER_DRAW, edition=EDITION,
            ))  # fmt: skip
            its_moves = solve(board, other.kept + other.drawn, lexicon)
            is_other = Counter(other.drawn) != Counter(drawn)
            if other.check.verdict is not DrawVerdict.VALID or not is_other or not its_moves:
                raise TooShortError(str(number))
            drawn_turn = _build_turn(chance, other.drawn, its_moves[0], its_moves, lexicon, number)
            played.append(replace(drawn_turn, cancelled=True))
            drawn = turn.letters  # all letters were returned to the bag
        drawn_turn = _build_turn(chance, drawn, turn.move, moves, lexicon, number)
        if played:
            drawn_turn = replace(
                drawn_turn,
                again=_find_refused_twice(chance, board, moves, played[0].letters, lexicon),
            )
        played.append(drawn_turn)
        after = lay_retained_word(NORMAL, board, turn.letters, turn.move.word, turn.move.place)
        board, remainder = after.board, after.remainder
    if not any(turn.again for turn in played[SOONEST_AGAIN:]):
        raise TooShortError("again")
    return played


def _build_turn(
    chance: Random, letters: str, top: Move, moves: list[Move], lexicon: Lexicon, number: int
) -> DrawnTurn:
    """Return the turn with the words for its bulletins. Raise TooShortError."""
    safe_moves = _list_safe_moves(moves, first=number == 1)
    wrong = [
        _find_anagram_not_admitted(chance, move.word.upper(), lexicon) for move in safe_moves[:20]
    ]
    wrong = [word for word in wrong if word]
    if len(safe_moves) < NORMAL.rack_size or not wrong:
        raise TooShortError(str(number))
    return DrawnTurn(letters, top, safe_moves, wrong, None, cancelled=False)


def _list_safe_moves(moves: list[Move], *, first: bool) -> list[Move]:
    """Return moves below the top, best first; at turn 1 those at their maximum (5.4.2.a)."""
    by_word: dict[str, list[Move]] = {}
    for move in moves:
        if not first or move.place.direction is Direction.HORIZONTAL:
            by_word.setdefault(move.word.upper(), []).append(move)
    once = [
        moves_of_word[0] for moves_of_word in by_word.values() if first or len(moves_of_word) == 1
    ]
    return [move for move in once if move.score < moves[0].score][:60]


def _find_refused_twice(
    chance: Random, board: Board, moves: list[Move], first: str, lexicon: Lexicon
) -> Move | None:
    """Return a wrong word of letters of the ``first`` rack, which forms no other word."""
    for move in moves:
        if move.word.isupper() and not Counter(move.word) - Counter(first):
            tiles = list(find_tiles_needed(board, move.word, move.place))
            chance.shuffle(tiles)
            squares = move.place.list_squares(len(move.word))
            word = "".join(board.get_tile(*square) or tiles.pop() for square in squares)
            alone = len(list_formed_words(board, word, move.place)) == 1
            if alone and len(word) > 3 and not _is_near_word(word, lexicon):
                return Move(word, move.place, score(board, word, move.place))
    return None


def _is_near_word(word: str, lexicon: Lexicon) -> bool:
    """Return True if it is a word, or would be with a letter of the grid doubled (4.2)."""
    doubled = [word[:i] + word[i] + word[i:] for i in range(len(word))]
    return any(candidate in lexicon for candidate in [word, *doubled])


def _find_anagram_not_admitted(chance: Random, word: str, lexicon: Lexicon) -> str:
    """Return an order of its letters that is not admitted, "" if none is found."""
    letters = list(word)
    for _ in range(10):
        chance.shuffle(letters)
        if len(letters) > 4 and "".join(letters) not in lexicon:
            return "".join(letters)
    return ""


class Fate(StrEnum):
    """The outcome of a bulletin."""

    EXACT = "exact"
    WRONG_SCORE = "wrong-score"
    NOT_ADMITTED = "not-admitted"
    MISSING = "missing"
    LATE = "late"
    #: Late, and counted as in time by an arbiter.
    EXCUSED = "excused"
    #: Penalised by five points by an arbiter for a wrong place.
    PENALISED = "penalised"
    #: Other points by an arbiter's free ruling.
    RULED = "ruled"
    #: The word refused on the first turn, of which the player was not informed (5.9).
    AGAIN = "again"


#: Per hundred ordinary bulletins; the rest are exact.
FAULTS = {Fate.WRONG_SCORE: 7, Fate.NOT_ADMITTED: 5, Fate.MISSING: 4, Fate.LATE: 3}


@dataclass(frozen=True)
class Slip:
    """A written bulletin; ``state``: as typed by an arbiter."""

    rows: tuple[str, ...] = ()
    reference: str = ""
    score: str = ""
    state: str = "ok"


@dataclass(frozen=True)
class Story:
    """One table on one turn.

    ``slip``: as handed in; ``worth``: score of the solution on it. ``mistyped``: typed first, then
    corrected; ``rival``: typed by another arbiter, and the difference settled.
    """

    plays_on: str
    fate: Fate
    worth: int
    slip: Slip
    mistyped: Slip | None = None
    rival: Slip | None = None
    ruled: int = 0


@dataclass(frozen=True)
class TurnScript:
    """``stories`` by table number, without the absent tables."""

    letters: str
    top: Move
    cancelled: bool
    plays_on: dict[int, str]
    stories: dict[int, Story]


@dataclass(frozen=True)
class Script:
    """The turns, a cancelled one included. ``annulled`` loses its score up to ``annulled_after``
    (index of a turn), ``disciplined`` is warned for its conduct on the turn ``disciplined_on``.
    ``told`` and ``untold`` write a refused word twice; only the former were informed."""

    tables: int
    told: list[int]
    untold: list[int]
    turns: list[TurnScript]
    annulled: int
    annulled_after: int
    disciplined: int
    disciplined_on: int
    #: Tables on paper whose bulletins of the last turn are typed in after the end of the game.
    forgotten: list[int] = field(default_factory=list)


def list_shares(tables: int) -> list[range]:
    """Return the tables of each arbiter."""
    bounds = [number * tables // ARBITERS + 1 for number in range(ARBITERS + 1)]
    return [range(first, end) for first, end in pairwise(bounds)]


def write_script(*, seed: int, tables: int, turns: int) -> Script:
    """Return the script of the whole game."""
    cancelled = turns // 2 + 1
    return _Writer(seed, tables).write(play(seed, turns=turns, cancelled=cancelled))


class _Writer:
    def __init__(self, seed: int, tables: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - no secret
        self.numbers = range(1, tables + 1)
        remaining_tables = self.chance.sample(self.numbers, tables)
        self.plays_on = {n: PAPER if n % 2 else TABLET for n in self.numbers}
        group = max(1, tables // 60)
        self.away, remaining_tables = remaining_tables[:group], remaining_tables[group:]
        self.clumsy, remaining_tables = remaining_tables[: 2 * group], remaining_tables[2 * group :]
        self.annulled, self.disciplined = remaining_tables[:2]
        self.breaks = next(n for n in remaining_tables[2:] if self.plays_on[n] == TABLET)
        rest = [n for n in remaining_tables[2:] if n != self.breaks]
        by_medium = {on: [n for n in rest if self.plays_on[n] == on][:2] for on in (PAPER, TABLET)}
        self.untold, self.told = map(sorted, zip(*by_medium.values(), strict=True))

    def write(self, game: list[DrawnTurn]) -> Script:
        self.again, self.word = next(
            (i, move) for i in range(SOONEST_AGAIN, len(game)) if (move := game[i].again)
        )
        turns = [self._turn(index, played, len(game)) for index, played in enumerate(game)]
        last = turns[-1].stories.items()
        typed_once = [n for n, s in last if s.plays_on == PAPER and not s.mistyped and not s.rival]
        middle = len(game) // 2
        return Script(
            tables=len(self.numbers),
            told=self.told,
            untold=self.untold,
            turns=turns,
            annulled=self.annulled,
            annulled_after=len(game) - 2,
            disciplined=self.disciplined,
            disciplined_on=next(i for i in range(middle, len(game)) if not game[i].cancelled),
            forgotten=self.chance.sample(typed_once, min(6, len(typed_once))),
        )

    def _turn(self, index: int, played: DrawnTurn, count: int) -> TurnScript:
        plays_on = dict(self.plays_on)
        away = range(count // 4, max(count // 4 + 1, count // 2))
        plays_on |= dict.fromkeys(self.away, AWAY) if index in away else {}
        plays_on |= {self.breaks: PAPER} if index >= count // 2 else {}
        present = [n for n in self.numbers if plays_on[n] != AWAY]
        alone = self._alone(index, present)
        stories = {n: self._common(n, plays_on[n], played, alone) for n in present}
        stories |= self._repeated(index, plays_on)
        self._special(stories, played, index, alone)
        return TurnScript(played.letters, played.top, played.cancelled, plays_on, stories)

    def _alone(self, index: int, present: list[int]) -> int | None:
        """Return the only table that finds the top, every third turn; first the annulled one."""
        if index % 3:
            return None
        others = [n for n in present if n not in {*self.clumsy, *self.told, *self.untold}]
        return self.annulled if not index else self.chance.choice(others)

    def _repeated(self, index: int, plays_on: dict[int, str]) -> dict[int, Story]:
        """Return the stories of the tables that write a refused word twice."""
        if index not in {0, self.again}:
            return {}
        later = Fate.AGAIN if index else Fate.NOT_ADMITTED
        fates = dict.fromkeys(self.told, Fate.NOT_ADMITTED) | dict.fromkeys(self.untold, later)
        slip = _slip(self.word) if index else Slip((self.word.word,), "H4", "12")
        return {n: Story(plays_on[n], fate, self.word.score, slip) for n, fate in fates.items()}

    def _common(self, table: int, medium: str, played: DrawnTurn, alone: int | None) -> Story:
        faults = [*FAULTS, Fate.EXACT]
        weights = [*FAULTS.values(), 100 - sum(FAULTS.values())]
        (fate,) = self.chance.choices(faults, weights)
        if table in self.clumsy:
            fate = Fate.WRONG_SCORE
        finds = self.chance.random() < TOP_SHARE if alone is None else table == alone
        if finds and (fate is Fate.EXACT or table == alone):
            return Story(medium, Fate.EXACT, played.top.score, _slip(played.top))
        return self._lesser(medium, fate, self.chance.choice(played.safe_moves), played)

    def _lesser(self, medium: str, fate: Fate, move: Move, played: DrawnTurn) -> Story:
        slip = _slip(move)
        if fate is Fate.WRONG_SCORE:
            claimed = max(1, move.score + self.chance.choice([-2, -1, 1, 2, 10]))
            slip = _slip(move, score=claimed + (claimed == move.score))
        elif fate is Fate.NOT_ADMITTED:
            slip = Slip((self.chance.choice(played.wrong),), move.ref, str(move.score))
        elif fate is Fate.MISSING:
            slip = Slip(state="missing")
        elif fate is Fate.LATE:
            slip = _slip(move, state="late" if medium == PAPER else "ok")
        return Story(medium, fate, move.score, slip)

    def _special(
        self, stories: dict[int, Story], played: DrawnTurn, index: int, alone: int | None
    ) -> None:
        """Add the rare events, each on every turn, to another table each time."""
        exact = [n for n, story in stories.items() if story.fate is Fate.EXACT and n != alone]
        on_paper = self.chance.sample([n for n in exact if stories[n].plays_on == PAPER], 3)
        others = [n for n in exact if n not in on_paper and n not in self.clumsy]
        excused, ruled, penalised = self.chance.sample(others, 3)
        if alone is not None and index % 2:
            penalised = alone  # the solo is by the score before the penalty (3.5)
        contested, *corrected = on_paper
        other = _slip(self.chance.choice(played.safe_moves), score=1)
        stories[contested] = replace(stories[contested], rival=other)
        for table in corrected:
            other = _slip(self.chance.choice(played.safe_moves), score=1)
            stories[table] = replace(stories[table], mistyped=other)
        late = stories[excused]
        slip = replace(late.slip, state="late" if late.plays_on == PAPER else "ok")
        stories[excused] = replace(late, fate=Fate.EXCUSED, slip=slip)
        points = self.chance.randint(1, 40)
        stories[ruled] = replace(stories[ruled], fate=Fate.RULED, ruled=points)
        if stories[penalised].worth > 5:
            stories[penalised] = replace(stories[penalised], fate=Fate.PENALISED)


def _slip(move: Move, *, score: int | None = None, state: str = "ok") -> Slip:
    across = move.place.direction is Direction.HORIZONTAL
    rows = (move.word,) if across else tuple(move.word)
    return Slip(rows, move.ref, str(move.score if score is None else score), state)
