"""Writing of the script of the hall: random, from the seed alone."""

from dataclasses import replace
from random import Random

from benchmarks.hall.drawn_game import FIRST_REFUSED_TWICE, DrawnTurn, play
from benchmarks.hall.script import (
    AWAY,
    PAPER,
    TABLET,
    Outcome,
    Script,
    TableTurn,
    TurnScript,
    WrittenBulletin,
)
from engine.board.place import Direction
from engine.search.moves import Move

TOP_SHARE = 0.5
#: Per hundred ordinary bulletins; the rest are exact.
OUTCOME_WEIGHTS = {
    Outcome.WRONG_SCORE: 7,
    Outcome.NOT_ADMITTED: 5,
    Outcome.MISSING: 4,
    Outcome.LATE: 3,
}


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
        self.absent_tables, remaining_tables = remaining_tables[:group], remaining_tables[group:]
        self.wrong_score_tables, remaining_tables = (
            remaining_tables[: 2 * group],
            remaining_tables[2 * group :],
        )
        self.annulled, self.disciplined = remaining_tables[:2]
        self.broken_tablet = next(n for n in remaining_tables[2:] if self.plays_on[n] == TABLET)
        rest = [n for n in remaining_tables[2:] if n != self.broken_tablet]
        by_medium = {on: [n for n in rest if self.plays_on[n] == on][:2] for on in (PAPER, TABLET)}
        self.uninformed, self.informed = map(sorted, zip(*by_medium.values(), strict=True))

    def write(self, game: list[DrawnTurn]) -> Script:
        self.refused_again_on, self.refused_move = next(
            (i, move)
            for i in range(FIRST_REFUSED_TWICE, len(game))
            if (move := game[i].refused_twice)
        )
        turns = [
            self._write_turn(index, drawn_turn, len(game)) for index, drawn_turn in enumerate(game)
        ]
        last_table_turns = turns[-1].table_turns.items()
        typed_once = [
            n
            for n, s in last_table_turns
            if s.plays_on == PAPER and not s.typed_first and not s.typed_by_other
        ]
        middle = len(game) // 2
        return Script(
            tables=len(self.numbers),
            informed=self.informed,
            uninformed=self.uninformed,
            turns=turns,
            annulled=self.annulled,
            annulled_after=len(game) - 2,
            disciplined=self.disciplined,
            disciplined_on=next(i for i in range(middle, len(game)) if not game[i].cancelled),
            typed_late=self.chance.sample(typed_once, min(6, len(typed_once))),
        )

    def _write_turn(self, index: int, drawn_turn: DrawnTurn, count: int) -> TurnScript:
        plays_on = dict(self.plays_on)
        absent_turns = range(count // 4, max(count // 4 + 1, count // 2))
        plays_on |= dict.fromkeys(self.absent_tables, AWAY) if index in absent_turns else {}
        plays_on |= {self.broken_tablet: PAPER} if index >= count // 2 else {}
        present = [n for n in self.numbers if plays_on[n] != AWAY]
        solo_table = self._choose_solo(index, present)
        table_turns = {
            n: self._write_table_turn(n, plays_on[n], drawn_turn, solo_table) for n in present
        }
        table_turns |= self._write_refused_twice(index, plays_on)
        self._add_rare_events(table_turns, drawn_turn, index, solo_table)
        return TurnScript(
            drawn_turn.letters, drawn_turn.top, drawn_turn.cancelled, plays_on, table_turns
        )

    def _choose_solo(self, index: int, present: list[int]) -> int | None:
        """Return the only table that finds the top, every third turn; first the annulled one."""
        if index % 3:
            return None
        candidates = [
            n
            for n in present
            if n not in {*self.wrong_score_tables, *self.informed, *self.uninformed}
        ]
        return self.annulled if not index else self.chance.choice(candidates)

    def _write_refused_twice(self, index: int, plays_on: dict[int, str]) -> dict[int, TableTurn]:
        """Return the turn of the tables that write a refused word twice."""
        if index not in {0, self.refused_again_on}:
            return {}
        later_outcome = Outcome.REFUSED_TWICE if index else Outcome.NOT_ADMITTED
        outcomes = dict.fromkeys(self.informed, Outcome.NOT_ADMITTED) | dict.fromkeys(
            self.uninformed, later_outcome
        )
        bulletin = (
            _write_bulletin(self.refused_move)
            if index
            else WrittenBulletin((self.refused_move.word,), "H4", "12")
        )
        return {
            n: TableTurn(plays_on[n], outcome, self.refused_move.score, bulletin)
            for n, outcome in outcomes.items()
        }

    def _write_table_turn(
        self, table: int, medium: str, drawn_turn: DrawnTurn, solo_table: int | None
    ) -> TableTurn:
        outcomes = [*OUTCOME_WEIGHTS, Outcome.EXACT]
        weights = [*OUTCOME_WEIGHTS.values(), 100 - sum(OUTCOME_WEIGHTS.values())]
        (outcome,) = self.chance.choices(outcomes, weights)
        if table in self.wrong_score_tables:
            outcome = Outcome.WRONG_SCORE
        finds_top = self.chance.random() < TOP_SHARE if solo_table is None else table == solo_table
        if finds_top and (outcome is Outcome.EXACT or table == solo_table):
            return TableTurn(
                medium, Outcome.EXACT, drawn_turn.top.score, _write_bulletin(drawn_turn.top)
            )
        return self._write_lesser(
            medium, outcome, self.chance.choice(drawn_turn.safe_moves), drawn_turn
        )

    def _write_lesser(
        self, medium: str, outcome: Outcome, move: Move, drawn_turn: DrawnTurn
    ) -> TableTurn:
        bulletin = _write_bulletin(move)
        if outcome is Outcome.WRONG_SCORE:
            claimed = max(1, move.score + self.chance.choice([-2, -1, 1, 2, 10]))
            bulletin = _write_bulletin(move, score=claimed + (claimed == move.score))
        elif outcome is Outcome.NOT_ADMITTED:
            bulletin = WrittenBulletin(
                (self.chance.choice(drawn_turn.not_admitted),), move.ref, str(move.score)
            )
        elif outcome is Outcome.MISSING:
            bulletin = WrittenBulletin(state="missing")
        elif outcome is Outcome.LATE:
            bulletin = _write_bulletin(move, state="late" if medium == PAPER else "ok")
        return TableTurn(medium, outcome, move.score, bulletin)

    def _add_rare_events(
        self,
        table_turns: dict[int, TableTurn],
        drawn_turn: DrawnTurn,
        index: int,
        solo_table: int | None,
    ) -> None:
        """Add the rare events, each on every turn, to another table each time."""
        exact = [
            n
            for n, table_turn in table_turns.items()
            if table_turn.outcome is Outcome.EXACT and n != solo_table
        ]
        on_paper = self.chance.sample([n for n in exact if table_turns[n].plays_on == PAPER], 3)
        others = [n for n in exact if n not in on_paper and n not in self.wrong_score_tables]
        excused, ruled, penalised = self.chance.sample(others, 3)
        if solo_table is not None and index % 2:
            penalised = solo_table  # the solo is by the score before the penalty (3.5)
        typed_by_other, *typed_first = on_paper
        other_bulletin = _write_bulletin(self.chance.choice(drawn_turn.safe_moves), score=1)
        table_turns[typed_by_other] = replace(
            table_turns[typed_by_other], typed_by_other=other_bulletin
        )
        for table in typed_first:
            other_bulletin = _write_bulletin(self.chance.choice(drawn_turn.safe_moves), score=1)
            table_turns[table] = replace(table_turns[table], typed_first=other_bulletin)
        late_turn = table_turns[excused]
        bulletin = replace(
            late_turn.bulletin, state="late" if late_turn.plays_on == PAPER else "ok"
        )
        table_turns[excused] = replace(late_turn, outcome=Outcome.EXCUSED, bulletin=bulletin)
        points = self.chance.randint(1, 40)
        table_turns[ruled] = replace(table_turns[ruled], outcome=Outcome.RULED, ruled_points=points)
        if table_turns[penalised].points > 5:
            table_turns[penalised] = replace(table_turns[penalised], outcome=Outcome.PENALISED)


def _write_bulletin(move: Move, *, score: int | None = None, state: str = "ok") -> WrittenBulletin:
    is_horizontal = move.place.direction is Direction.HORIZONTAL
    rows = (move.word,) if is_horizontal else tuple(move.word)
    return WrittenBulletin(rows, move.ref, str(move.score if score is None else score), state)
