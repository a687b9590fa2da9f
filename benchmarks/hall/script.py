"""What happens in the hall, table by table and turn by turn: drawn from the seed alone.

Nothing here knows what the software makes of it. ``ranking`` computes the result from it,
``people`` and ``tablets`` act it out.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise
from random import Random

from benchmarks.hall.game import SOONEST_AGAIN, Played, play
from engine.board.place import Direction
from engine.search.moves import Move


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


TABLET, PAPER, AWAY = "tablet", "paper", "nothing"
#: Of a hundred bulletins for which nothing special is foreseen; the rest are exact.
FAULTS = {Fate.WRONG_SCORE: 7, Fate.NOT_ADMITTED: 5, Fate.MISSING: 4, Fate.LATE: 3}
TOP_SHARE = 0.5
ARBITERS = 6


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
