"""The solutions of a turn as an arbiter looks at them: the tops, the list, who played which."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from django.db.models import F, Func, JSONField

from engine.board.place import Place
from engine.lexicon.word_list import fold
from engine.search.moves import Move
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Score, Solutions, Turn
from tournament.queries.people.seating import annotate_seats
from tournament.queries.results.tops import list_moves

#: Solutions on a page, and on the page to print.
PAGE, MOST = 100, 5000
#: Longer than a word with a place and a score.
MAX_SEARCH = 40
#: How a place is written.
_PLACE = re.compile(r"[A-O](1[0-5]|[1-9])|(1[0-5]|[1-9])[A-O]")


def tops_of(turn: Turn) -> list[Move]:
    """The word retained, once it is shown; before that every solution of the best score, the one
    proposed first."""
    if turn.state in PLACED_TURN_STATES:
        return [Move(turn.word, Place.parse(turn.ref), turn.score)]
    path = "strict $[*] ? (@[2] == $[0][2])"
    best = Func(
        F("moves"),
        function="jsonb_path_query_array",
        template=f"%(function)s(%(expressions)s, '{path}')",
        output_field=JSONField(),
    )
    found = Solutions.objects.filter(turn=turn).values_list(best, "proposed").first()
    rows, proposed = found or ([], None)
    moves = sorted(rows, key=lambda row: row[:2] != proposed)
    return [Move(word, Place.parse(ref), score) for word, ref, score in moves]


@dataclass(frozen=True, slots=True)
class RankedSolution:
    """A solution with its place in the list, and the tables that were paid for it."""

    rank: int
    move: Move
    tables: Sequence[int]


@dataclass(frozen=True, slots=True)
class SolutionList:
    """A page of ``found`` of all the solutions."""

    shown: list[RankedSolution]
    found: int
    total: int
    number: int = 1
    pages: int = 1

    @classmethod
    def of(
        cls,
        turn: Turn,
        search: str = "",
        page: int = 1,
        size: int = PAGE,
        *,
        veiled: Collection[int] = (),
    ) -> Self:
        """Those that answer every part of ``search``, the best first; words that begin with what
        is looked for come before those that hold it. What the entries ``veiled`` were paid for is
        not told."""
        stored = Solutions.objects.filter(turn=turn).first()
        moves = list_moves(stored) if stored else []
        found = _found(moves, search)
        pages = max(1, -(-len(found) // size))
        number = min(max(1, page), pages)
        played = _played(turn, veiled)
        shown = [
            RankedSolution(rank, move, played.get((move.word.upper(), move.ref), ()))
            for rank, move in found[(number - 1) * size : number * size]
        ]
        return cls(shown, len(found), len(moves), number, pages)

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None


def _found(moves: Sequence[Move], search: str) -> list[tuple[int, Move]]:
    """With their rank: equal scores share it."""
    ranked: list[tuple[int, Move]] = []
    for at, move in enumerate(moves, 1):
        level = ranked[-1][0] if ranked and moves[at - 2].score == move.score else at
        ranked.append((level, move))
    parts = fold(search[:MAX_SEARCH]).upper().split()
    for matches in map(_matcher, parts):
        ranked = [one for one in ranked if matches(one[1])]
    begins = [part for part in parts if part.isalpha()]
    return sorted(
        ranked, key=lambda one: not all(one[1].word.upper().startswith(part) for part in begins)
    )


def _matcher(part: str) -> Callable[[Move], bool]:
    """Whether a solution has this score, place, or part of its word."""
    if part.isdecimal():
        return lambda move: move.score == int(part)
    if _PLACE.fullmatch(part):
        return lambda move: move.ref == part
    return lambda move: part in move.word.upper()


def _played(turn: Turn, veiled: Collection[int]) -> Mapping[tuple[str, str], list[int]]:
    """Numbers of the tables by the word and place that the scoreboard pays them."""
    paid = Score.objects.filter(turn=turn).exclude(word="").exclude(entry__in=veiled)
    lines = annotate_seats(paid, turn.game_id, "entry").order_by("seat_number")
    tables: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for word, ref, table in lines.values_list("word", "ref", "seat_number"):
        tables[word.upper(), ref].append(table)
    return tables
