"""Writing of the script of the hall: random, from the seed alone."""

from dataclasses import replace
from random import Random

from benchmarks.hall.drawn_game import FIRST_REFUSED_TWICE, DrawnTurn, play_drawn_game
from benchmarks.hall.script import (
    ARBITERS,
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


def write_script(*, seed: int, tables: int, turns: int, arbiters: int = ARBITERS) -> Script:
    """Return the script of the whole game."""
    cancelled_turn = turns // 2 + 1
    return _Writer(seed, tables, arbiters).write(
        play_drawn_game(seed, turns=turns, cancelled_turn=cancelled_turn)
    )


class _Writer:
    def __init__(self, seed: int, tables: int, arbiters: int) -> None:
        self.arbiters = arbiters
        self.rng = Random(seed)  # noqa: S311 - no secret
        self.numbers = range(1, tables + 1)
        shuffled = self.rng.sample(self.numbers, tables)
        self.plays_on = {n: PAPER if n % 2 else TABLET for n in self.numbers}
        size = max(1, tables // 60)
        self.absent_tables, self.wrong_score_tables = shuffled[:size], shuffled[size : 3 * size]
        self.annulled_table, self.disciplined_table, *others = shuffled[3 * size :]
        self.broken_tablet = next(n for n in others if self.plays_on[n] == TABLET)
        others.remove(self.broken_tablet)
        by_medium = [
            [n for n in others if self.plays_on[n] == medium][:2] for medium in (PAPER, TABLET)
        ]
        self.uninformed_tables, self.informed_tables = map(sorted, zip(*by_medium, strict=True))

    def write(self, game: list[DrawnTurn]) -> Script:
        self.refused_again_on, self.refused_move = next(
            (i, move)
            for i in range(FIRST_REFUSED_TWICE, len(game))
            if (move := game[i].refused_twice_move)
        )
        turns = [
            self._write_turn(index, drawn_turn, len(game)) for index, drawn_turn in enumerate(game)
        ]
        typed_once = [
            n
            for n, table_turn in turns[-1].table_turns.items()
            if table_turn.plays_on == PAPER and table_turn.typed_bulletin is table_turn.bulletin
        ]
        middle = len(game) // 2
        return Script(
            tables=len(self.numbers),
            arbiters=self.arbiters,
            informed_tables=self.informed_tables,
            uninformed_tables=self.uninformed_tables,
            turns=turns,
            annulled_table=self.annulled_table,
            annulled_after=len(game) - 2,
            disciplined_table=self.disciplined_table,
            disciplined_on=next(i for i in range(middle, len(game)) if not game[i].is_cancelled),
            tables_typed_late=self.rng.sample(typed_once, min(6, len(typed_once))),
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
            drawn_turn.letters, drawn_turn.top, drawn_turn.is_cancelled, plays_on, table_turns
        )

    def _choose_solo(self, index: int, present: list[int]) -> int | None:
        """Return the only table that finds the top, every third turn; first the annulled one."""
        if index % 3:
            return None
        excluded = {*self.wrong_score_tables, *self.informed_tables, *self.uninformed_tables}
        candidates = [n for n in present if n not in excluded]
        return self.annulled_table if not index else self.rng.choice(candidates)

    def _write_refused_twice(self, index: int, plays_on: dict[int, str]) -> dict[int, TableTurn]:
        """Return the turn of the tables that write a refused word twice."""
        if index not in {0, self.refused_again_on}:
            return {}
        move = self.refused_move
        outcome = Outcome.REFUSED_TWICE if index else Outcome.NOT_ADMITTED
        outcomes = dict.fromkeys(self.informed_tables, Outcome.NOT_ADMITTED)
        outcomes |= dict.fromkeys(self.uninformed_tables, outcome)
        bulletin = _write_bulletin(move) if index else WrittenBulletin((move.word,), "H4", "12")
        return {
            n: TableTurn(plays_on[n], outcome, move.score, bulletin)
            for n, outcome in outcomes.items()
        }

    def _write_table_turn(
        self, table: int, medium: str, drawn_turn: DrawnTurn, solo_table: int | None
    ) -> TableTurn:
        outcomes = [*OUTCOME_WEIGHTS, Outcome.EXACT]
        weights = [*OUTCOME_WEIGHTS.values(), 100 - sum(OUTCOME_WEIGHTS.values())]
        (outcome,) = self.rng.choices(outcomes, weights)
        if table in self.wrong_score_tables:
            outcome = Outcome.WRONG_SCORE
        finds_top = self.rng.random() < TOP_SHARE if solo_table is None else table == solo_table
        if finds_top and (outcome is Outcome.EXACT or table == solo_table):
            top = drawn_turn.top
            return TableTurn(medium, Outcome.EXACT, top.score, _write_bulletin(top))
        move = self.rng.choice(drawn_turn.safe_moves)
        return self._write_lesser(medium, outcome, move, drawn_turn)

    def _write_lesser(
        self, medium: str, outcome: Outcome, move: Move, drawn_turn: DrawnTurn
    ) -> TableTurn:
        bulletin = _write_bulletin(move)
        if outcome is Outcome.WRONG_SCORE:
            claimed_score = max(1, move.score + self.rng.choice([-2, -1, 1, 2, 10]))
            bulletin = _write_bulletin(move, score=claimed_score + (claimed_score == move.score))
        elif outcome is Outcome.NOT_ADMITTED:
            word = self.rng.choice(drawn_turn.words_not_admitted)
            bulletin = WrittenBulletin((word,), move.ref, str(move.score))
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
        exact_tables = [
            n
            for n, table_turn in table_turns.items()
            if table_turn.outcome is Outcome.EXACT and n != solo_table
        ]
        exact_on_paper = [n for n in exact_tables if table_turns[n].plays_on == PAPER]
        paper_tables = self.rng.sample(exact_on_paper, 3)
        excluded = {*paper_tables, *self.wrong_score_tables}
        other_tables = [n for n in exact_tables if n not in excluded]
        excused_table, ruled_table, penalised_table = self.rng.sample(other_tables, 3)
        if solo_table is not None and index % 2:
            penalised_table = solo_table  # the solo is by the score before the penalty (3.5)
        self._add_typing_errors(table_turns, paper_tables, drawn_turn)

        def change(table: int, **fields: object) -> None:
            table_turns[table] = replace(table_turns[table], **fields)  # type: ignore[arg-type]

        late_turn = table_turns[excused_table]
        state = "late" if late_turn.plays_on == PAPER else "ok"
        bulletin = replace(late_turn.bulletin, state=state)
        change(excused_table, outcome=Outcome.EXCUSED, bulletin=bulletin)
        change(ruled_table, outcome=Outcome.RULED, ruled_points=self.rng.randint(1, 40))
        if table_turns[penalised_table].points > 5:
            change(penalised_table, outcome=Outcome.PENALISED)

    def _add_typing_errors(
        self, table_turns: dict[int, TableTurn], paper_tables: list[int], drawn_turn: DrawnTurn
    ) -> None:
        """Add the bulletins first typed wrongly, and one typed differently by another arbiter."""
        fields = ("other_typed_bulletin", "first_typed_bulletin", "first_typed_bulletin")
        for table, field in zip(paper_tables, fields, strict=True):
            bulletin = _write_bulletin(self.rng.choice(drawn_turn.safe_moves), score=1)
            table_turns[table] = replace(table_turns[table], **{field: bulletin})  # type: ignore[arg-type]


def _write_bulletin(move: Move, *, score: int | None = None, state: str = "ok") -> WrittenBulletin:
    is_horizontal = move.place.direction is Direction.HORIZONTAL
    rows = (move.word,) if is_horizontal else tuple(move.word)
    return WrittenBulletin(rows, move.ref, str(move.score if score is None else score), state)
