"""The solutions of a turn for an arbiter: the tops, the list, and the tables that scored each."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from django.db.models import F, Func, JSONField

from engine.board.letters import fold
from engine.board.place import Place
from engine.search.moves import Move
from tournament.core.states import PLACED_TURN_STATES
from tournament.models import Score, Solutions, Turn
from tournament.queries.people.seating import annotate_seats
from tournament.queries.results.tops import list_moves

#: Solutions on a page, and on the page to print.
PAGE_SIZE, MAX_PRINTED = 100, 5000
#: Longer than a word with a place and a score.
MAX_SEARCH = 40
#: The format of a place.
_PLACE = re.compile(r"[A-O](1[0-5]|[1-9])|(1[0-5]|[1-9])[A-O]")


def find_tops(turn: Turn) -> list[Move]:
    """Return the retained word once revealed, before that all solutions of the best score.

    The proposed word is first.
    """
    if turn.state in PLACED_TURN_STATES:
        return [Move(turn.word, Place.parse(turn.ref), turn.score)]
    path = "strict $[*] ? (@[2] == $[0][2])"
    best = Func(
        F("moves"),
        function="jsonb_path_query_array",
        template=f"%(function)s(%(expressions)s, '{path}')",
        output_field=JSONField(),
    )
    stored = Solutions.objects.filter(turn=turn).values_list(best, "proposed").first()
    rows, proposed = stored or ([], None)
    moves = sorted(rows, key=lambda row: row[:2] != proposed)
    return [Move(word, Place.parse(ref), score) for word, ref, score in moves]


@dataclass(frozen=True, slots=True)
class RankedSolution:
    """A solution with its rank in the list, and the tables that scored it."""

    rank: int
    move: Move
    tables: Sequence[int]


@dataclass(frozen=True, slots=True)
class SolutionList:
    """One page of the ``match_count`` solutions that match a search."""

    page_solutions: list[RankedSolution]
    match_count: int
    total: int
    number: int = 1
    pages: int = 1

    @classmethod
    def search(
        cls,
        turn: Turn,
        search: str = "",
        page: int = 1,
        size: int = PAGE_SIZE,
        *,
        blinded: Collection[int] = (),
    ) -> Self:
        """Return the solutions that match every part of ``search``, the best first.

        Words that begin with the search come before those that contain it. The points of the
        entries in ``blinded`` are hidden.
        """
        stored = Solutions.objects.filter(turn=turn).first()
        moves = list_moves(stored) if stored else []
        matches = _rank_matches(moves, search)
        pages = max(1, -(-len(matches) // size))
        number = min(max(1, page), pages)
        tables = _list_tables(turn, blinded)
        shown = [
            RankedSolution(rank, move, tables.get((move.word.upper(), move.ref), ()))
            for rank, move in matches[(number - 1) * size : number * size]
        ]
        return cls(shown, len(matches), len(moves), number, pages)

    @property
    def previous_number(self) -> int | None:
        return self.number - 1 if self.number > 1 else None

    @property
    def next_number(self) -> int | None:
        return self.number + 1 if self.number < self.pages else None


def _rank_matches(moves: Sequence[Move], search: str) -> list[tuple[int, Move]]:
    """Return the matching solutions with their rank: equal scores share it."""
    ranked: list[tuple[int, Move]] = []
    for position, move in enumerate(moves, 1):
        rank = ranked[-1][0] if ranked and moves[position - 2].score == move.score else position
        ranked.append((rank, move))
    parts = fold(search[:MAX_SEARCH]).upper().split()
    for is_match in map(_build_match, parts):
        ranked = [pair for pair in ranked if is_match(pair[1])]
    letter_parts = [part for part in parts if part.isalpha()]
    return sorted(
        ranked,
        key=lambda pair: not all(pair[1].word.upper().startswith(part) for part in letter_parts),
    )


def _build_match(part: str) -> Callable[[Move], bool]:
    """Return a test of whether a solution has this score, place, or part of its word."""
    if part.isdecimal():
        return lambda move: move.score == int(part)
    if _PLACE.fullmatch(part):
        return lambda move: move.ref == part
    return lambda move: part in move.word.upper()


def _list_tables(turn: Turn, blinded: Collection[int]) -> Mapping[tuple[str, str], list[int]]:
    """Return the numbers of the tables by the word and place that they scored."""
    scores = Score.objects.filter(turn=turn).exclude(word="").exclude(entry__in=blinded)
    lines = annotate_seats(scores, turn.game_id, "entry").order_by("seat_number")
    tables: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for word, ref, table in lines.values_list("word", "ref", "seat_number"):
        tables[word.upper(), ref].append(table)
    return tables
