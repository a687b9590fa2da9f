"""The result of the script, computed from the text of the regulation of 2023.

No import of the product: the product is compared with it.
"""

from collections import Counter
from dataclasses import dataclass

from benchmarks.hall.script import Outcome, Script, TableTurn, TurnScript, list_shares

ZERO_OUTCOMES = {Outcome.NOT_ADMITTED, Outcome.REFUSED_TWICE, Outcome.MISSING, Outcome.LATE}  # 5.7
PENALTY, FREE_WARNINGS = 5, 3  # 5.6, 5.9
SOLO_BONUS, PLAYERS_FOR_BONUS = 10, 16  # 3.5


@dataclass(frozen=True)
class Line:
    rank: int
    total: int
    points: int
    solos: int
    bonus: int
    warnings: int
    deduction: int


def compute_ranking(script: Script) -> dict[int, Line]:
    """Return the ranking by table."""
    points, warnings, solos = Counter[int](), Counter[int](), Counter[int]()
    for index, turn in enumerate(script.turns):
        if turn.is_cancelled:  # 3.6
            continue
        annulled_tables = (
            {script.annulled_table} if index <= script.annulled_after else set()
        )  # 6.1
        averages = _compute_averages(script, turn, annulled_tables)
        for table, table_turn in turn.table_turns.items():
            if table not in annulled_tables:
                points[table] += averages.get(table, _compute_points(table_turn))
                warnings[table] += table_turn.outcome is Outcome.WRONG_SCORE  # 5.5
        winner = _find_solo(turn, annulled_tables, averages)
        if winner is not None:
            solos[winner] += 1
    warnings[script.disciplined_table] += 1  # 5.8: on top of everything
    solo_bonus = SOLO_BONUS if script.tables >= PLAYERS_FOR_BONUS else 0
    bonus = {n: solo_bonus * solos[n] for n in range(1, script.tables + 1)}
    deductions = {n: PENALTY * max(0, warnings[n] - FREE_WARNINGS) for n in bonus}  # 5.9
    totals = {n: points[n] + bonus[n] - deductions[n] for n in bonus}
    ranks = {n: 1 + sum(other > total for other in totals.values()) for n, total in totals.items()}
    return {
        n: Line(ranks[n], totals[n], points[n], solos[n], bonus[n], warnings[n], deductions[n])
        for n in bonus
    }


def _compute_points(table_turn: TableTurn) -> int:
    return _compute_unpenalised(table_turn) - PENALTY * (table_turn.outcome is Outcome.PENALISED)


def _compute_unpenalised(table_turn: TableTurn) -> int:
    if table_turn.outcome in ZERO_OUTCOMES:
        return 0
    return table_turn.ruled_points if table_turn.outcome is Outcome.RULED else table_turn.points


def _compute_averages(
    script: Script, turn: TurnScript, annulled_tables: set[int]
) -> dict[int, int]:
    """Return the averages that replace a zero: of the arbiter's other tables, rounded down, at
    most the word's score (5.9)."""
    maxima = {
        n: table_turn.points
        for n, table_turn in turn.table_turns.items()
        if table_turn.outcome is Outcome.REFUSED_TWICE
    }
    averages = {}
    shares = list_shares(script.tables, script.arbiters)
    for table, maximum in maxima.items():
        share = next(tables for tables in shares if table in tables)
        scores = [
            0 if n in annulled_tables else _compute_points(turn.table_turns[n])
            for n in share
            if n in turn.table_turns and n not in maxima
        ]
        averages[table] = min(maximum, sum(scores) // len(scores))
    return averages


def _find_solo(turn: TurnScript, annulled_tables: set[int], averages: dict[int, int]) -> int | None:
    """Return the only table with the best score, before penalties (3.5), or None."""
    scores = {
        n: _compute_unpenalised(table_turn)
        for n, table_turn in turn.table_turns.items()
        if n not in annulled_tables
    }
    scores |= averages
    best = max(scores.values())
    winners = [table for table, table_score in scores.items() if table_score == best]
    return winners[0] if best and len(winners) == 1 else None
