"""What happens in the hall, table by table and turn by turn, drawn from the seed alone: of a game
that the engine plays, with every letter drawn and the top retained.

Nothing here knows what the software makes of it. ``ranking`` computes the result from it,
``programme`` and ``tablets`` act it out.
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

#: Where an installation in this folder keeps its list compiled.
LEXICA = BASE_DIR / ".local" / "lexicon"
EDITION = get_edition(CURRENT)
#: Games of which one has to fit, and which of its draws is that of the turn cancelled.
ATTEMPTS, OTHER_DRAW = 1000, 1000
#: Index of the first turn on which a word may be refused again: the slips are on their way before.
SOONEST_AGAIN = 2
TABLET, PAPER, AWAY = "tablet", "paper", "nothing"
TOP_SHARE = 0.5
ARBITERS = 6


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
    """The first turns of a game that goes on, and one before that numbered ``cancelled`` (3.6)."""
    lexicon = load_lexicon(DEFAULT_LEXICON, LEXICA)
    trials = Trials(NORMAL, seed.to_bytes(32), lexicon, EDITION)
    for number in range(ATTEMPTS):
        game = trials.game(number)
        drawn_once = all(len(turn.racks) == 1 for turn in game.turns[:turns])
        if len(game.turns) > turns and drawn_once:
            try:
                return _play(Random(f"{seed}-{number}"), lexicon, game, turns, cancelled)  # noqa: S311 - no secret
            except TooShortError:
                continue
    raise TooShortError(f"{turns} turns")


def _play(
    chance: Random, lexicon: Lexicon, game: PreparedGame, turns: int, cancelled: int
) -> list[Played]:
    board, left, played = Board.empty(), build_full_remainder(NORMAL, Board.empty()), list[Played]()
    for number, turn in enumerate(game.turns[:turns], start=1):
        moves, drawn = solve(board, turn.letters, lexicon), turn.rack.drawn
        if number == cancelled:
            other = next(draw_racks(
                fmt=NORMAL, turn=number, board=board, remainder=left, seed=game.seed,
                index=OTHER_DRAW, edition=EDITION,
            ))  # fmt: skip
            its_moves = solve(board, other.kept + other.drawn, lexicon)
            is_other = Counter(other.drawn) != Counter(drawn)
            if other.check.verdict is not DrawVerdict.VALID or not is_other or not its_moves:
                raise TooShortError(str(number))
            one = _written(chance, other.drawn, its_moves[0], its_moves, lexicon, number)
            played.append(replace(one, cancelled=True))
            drawn = turn.letters  # all have gone back into the bag
        one = _written(chance, drawn, turn.move, moves, lexicon, number)
        if played:
            one = replace(one, again=_again(chance, board, moves, played[0].letters, lexicon))
        played.append(one)
        after = lay_retained_word(NORMAL, board, turn.letters, turn.move.word, turn.move.place)
        board, left = after.board, after.remainder
    if not any(turn.again for turn in played[SOONEST_AGAIN:]):
        raise TooShortError("again")
    return played


def _written(
    chance: Random, letters: str, top: Move, moves: list[Move], lexicon: Lexicon, number: int
) -> Played:
    """With what may be written on the turn's slips."""
    plain = _plain(moves, first=number == 1)
    wrong = [_shuffled(chance, move.word.upper(), lexicon) for move in plain[:20]]
    wrong = [word for word in wrong if word]
    if len(plain) < NORMAL.rack_size or not wrong:
        raise TooShortError(str(number))
    return Played(letters, top, plain, wrong, None, cancelled=False)


def _plain(moves: list[Move], *, first: bool) -> list[Move]:
    """Below the top, the dearest first; at the first turn those at their maximum (5.4.2.a)."""
    found: dict[str, list[Move]] = {}
    for move in moves:
        if not first or move.place.direction is Direction.HORIZONTAL:
            found.setdefault(move.word.upper(), []).append(move)
    once = [ways[0] for ways in found.values() if first or len(ways) == 1]
    return [move for move in once if move.score < moves[0].score][:60]


def _again(
    chance: Random, board: Board, moves: list[Move], first: str, lexicon: Lexicon
) -> Move | None:
    """Of letters of the ``first`` rack too, beside no other word: only the word itself is wrong."""
    for move in moves:
        if move.word.isupper() and not Counter(move.word) - Counter(first):
            tiles = list(find_tiles_needed(board, move.word, move.place))
            chance.shuffle(tiles)
            squares = move.place.squares(len(move.word))
            word = "".join(board.tile_at(*square) or tiles.pop() for square in squares)
            alone = len(list_formed_words(board, word, move.place)) == 1
            if alone and len(word) > 3 and not _near(word, lexicon):
                return Move(word, move.place, score(board, word, move.place))
    return None


def _near(word: str, lexicon: Lexicon) -> bool:
    """A word, or one of which a letter that lies there was left out (4.2)."""
    doubled = [word[:i] + word[i] + word[i:] for i in range(len(word))]
    return any(one in lexicon for one in [word, *doubled])


def _shuffled(chance: Random, word: str, lexicon: Lexicon) -> str:
    """Its letters in an order that is no word; "" where none is found."""
    letters = list(word)
    for _ in range(10):
        chance.shuffle(letters)
        if len(letters) > 4 and "".join(letters) not in lexicon:
            return "".join(letters)
    return ""


class Fate(StrEnum):
    """What becomes of a bulletin; ``worth`` is what the solution written on it scores."""

    EXACT = "exact"
    WRONG_SCORE = "wrong-score"
    NOT_ADMITTED = "not-admitted"
    MISSING = "missing"
    LATE = "late"
    #: Late, and counted as handed in in time by an arbiter.
    EXCUSED = "excused"
    #: Five points less, by an arbiter who sees a wrong place.
    PENALISED = "penalised"
    #: Other points, by an arbiter's free ruling.
    RULED = "ruled"
    #: With the word refused to him on the first turn, which nobody has told him (5.9).
    AGAIN = "again"


#: Of a hundred bulletins for which nothing special is foreseen; the rest are exact.
FAULTS = {Fate.WRONG_SCORE: 7, Fate.NOT_ADMITTED: 5, Fate.MISSING: 4, Fate.LATE: 3}


@dataclass(frozen=True)
class Slip:
    """As written; ``state`` as whoever types it in says it."""

    rows: tuple[str, ...] = ()
    reference: str = ""
    score: str = ""
    state: str = "ok"


@dataclass(frozen=True)
class Story:
    """One table on one turn.

    ``slip`` is what it handed in. ``mistyped`` was typed before it and corrected, ``rival`` typed
    by another arbiter, and the difference settled.
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
    """``stories`` by number of the table; of those that are away there is none."""

    letters: str
    top: Move
    cancelled: bool
    plays_on: dict[int, str]
    stories: dict[int, Story]


@dataclass(frozen=True)
class Script:
    """Turns as drawn, a cancelled one included; ``annulled`` loses what it scored up to
    ``annulled_after`` (index of a turn), ``disciplined`` is warned for its conduct on the turn
    ``disciplined_on``. ``told`` and ``untold`` write a refused word twice; between the two nobody
    tells the latter why."""

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


def shares(tables: int) -> list[range]:
    """By arbiter, the tables that are his."""
    bounds = [number * tables // ARBITERS + 1 for number in range(ARBITERS + 1)]
    return [range(first, end) for first, end in pairwise(bounds)]


def write(*, seed: int, tables: int, turns: int) -> Script:
    """The whole afternoon."""
    cancelled = turns // 2 + 1
    return _Writer(seed, tables).write(play(seed, turns=turns, cancelled=cancelled))


class _Writer:
    def __init__(self, seed: int, tables: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - no secret
        self.numbers = range(1, tables + 1)
        mixed = self.chance.sample(self.numbers, tables)
        self.plays_on = {n: PAPER if n % 2 else TABLET for n in self.numbers}
        some = max(1, tables // 60)
        self.away, mixed = mixed[:some], mixed[some:]
        self.clumsy, mixed = mixed[: 2 * some], mixed[2 * some :]
        self.annulled, self.disciplined = mixed[:2]
        self.breaks = next(n for n in mixed[2:] if self.plays_on[n] == TABLET)
        rest = [n for n in mixed[2:] if n != self.breaks]
        of = {on: [n for n in rest if self.plays_on[n] == on][:2] for on in (PAPER, TABLET)}
        self.untold, self.told = map(sorted, zip(*of.values(), strict=True))

    def write(self, game: list[Played]) -> Script:
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

    def _turn(self, index: int, played: Played, count: int) -> TurnScript:
        on = dict(self.plays_on)
        away = range(count // 4, max(count // 4 + 1, count // 2))
        on |= dict.fromkeys(self.away, AWAY) if index in away else {}
        on |= {self.breaks: PAPER} if index >= count // 2 else {}
        here = [n for n in self.numbers if on[n] != AWAY]
        alone = self._alone(index, here)
        stories = {n: self._common(n, on[n], played, alone) for n in here}
        stories |= self._repeated(index, on)
        self._special(stories, played, index, alone)
        return TurnScript(played.letters, played.top, played.cancelled, on, stories)

    def _alone(self, index: int, here: list[int]) -> int | None:
        """Who alone finds the top, every third turn; the one who cheats, the first time."""
        if index % 3:
            return None
        others = [n for n in here if n not in {*self.clumsy, *self.told, *self.untold}]
        return self.annulled if not index else self.chance.choice(others)

    def _repeated(self, index: int, on: dict[int, str]) -> dict[int, Story]:
        """The tables that write one refused word twice: on the first turn and later."""
        if index not in {0, self.again}:
            return {}
        later = Fate.AGAIN if index else Fate.NOT_ADMITTED
        fates = dict.fromkeys(self.told, Fate.NOT_ADMITTED) | dict.fromkeys(self.untold, later)
        slip = _slip(self.word) if index else Slip((self.word.word,), "H4", "12")
        return {n: Story(on[n], fate, self.word.score, slip) for n, fate in fates.items()}

    def _common(self, table: int, on: str, played: Played, alone: int | None) -> Story:
        faults = [*FAULTS, Fate.EXACT]
        weights = [*FAULTS.values(), 100 - sum(FAULTS.values())]
        (fate,) = self.chance.choices(faults, weights)
        if table in self.clumsy:
            fate = Fate.WRONG_SCORE
        finds = self.chance.random() < TOP_SHARE if alone is None else table == alone
        if finds and (fate is Fate.EXACT or table == alone):
            return Story(on, Fate.EXACT, played.top.score, _slip(played.top))
        return self._lesser(on, fate, self.chance.choice(played.plain), played)

    def _lesser(self, on: str, fate: Fate, move: Move, played: Played) -> Story:
        slip = _slip(move)
        if fate is Fate.WRONG_SCORE:
            claimed = max(1, move.score + self.chance.choice([-2, -1, 1, 2, 10]))
            slip = _slip(move, score=claimed + (claimed == move.score))
        elif fate is Fate.NOT_ADMITTED:
            slip = Slip((self.chance.choice(played.wrong),), move.ref, str(move.score))
        elif fate is Fate.MISSING:
            slip = Slip(state="missing")
        elif fate is Fate.LATE:
            slip = _slip(move, state="late" if on == PAPER else "ok")
        return Story(on, fate, move.score, slip)

    def _special(
        self, stories: dict[int, Story], played: Played, index: int, alone: int | None
    ) -> None:
        """What happens to few, each on every turn: another table each time."""
        exact = [n for n, story in stories.items() if story.fate is Fate.EXACT and n != alone]
        on_paper = self.chance.sample([n for n in exact if stories[n].plays_on == PAPER], 3)
        others = [n for n in exact if n not in on_paper and n not in self.clumsy]
        excused, ruled, penalised = self.chance.sample(others, 3)
        if alone is not None and index % 2:
            penalised = alone  # the solo is by the score before the penalty (3.5)
        contested, *corrected = on_paper
        other = _slip(self.chance.choice(played.plain), score=1)
        stories[contested] = replace(stories[contested], rival=other)
        for table in corrected:
            other = _slip(self.chance.choice(played.plain), score=1)
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
