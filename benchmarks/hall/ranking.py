"""The result of the script, computed from the text of the regulation of 2023.

No import of the product: the product is compared with it.
"""

from collections import Counter
from dataclasses import dataclass

from benchmarks.hall.script import Fate, Script, Story, TurnScript, list_shares

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


def compute(script: Script) -> dict[int, Line]:
    """Return the ranking by table."""
    points, warnings, solos = Counter[int](), Counter[int](), Counter[int]()
    for index, turn in enumerate(script.turns):
        if turn.cancelled:  # 3.6
            continue
        lost = {script.annulled} if index <= script.annulled_after else set()  # 6.1
        averages = _averages(turn, lost, script.tables)
        for table, story in turn.stories.items():
            if table not in lost:
                points[table] += averages.get(table, _points(story))
                warnings[table] += story.fate is Fate.WRONG_SCORE  # 5.5
        winner = _solo(turn, lost, averages)
        if winner is not None:
            solos[winner] += 1
    warnings[script.disciplined] += 1  # 5.8: on top of everything
    prime = SOLO_BONUS if script.tables >= PLAYERS_FOR_BONUS else 0
    bonus = {n: prime * solos[n] for n in range(1, script.tables + 1)}
    deductions = {n: PENALTY * max(0, warnings[n] - FREE_WARNINGS) for n in bonus}  # 5.9
    totals = {n: points[n] + bonus[n] - deductions[n] for n in bonus}
    ranks = {n: 1 + sum(other > total for other in totals.values()) for n, total in totals.items()}
    return {
        n: Line(ranks[n], totals[n], points[n], solos[n], bonus[n], warnings[n], deductions[n])
        for n in bonus
    }


def _points(story: Story) -> int:
    return _before_penalty(story) - PENALTY * (story.fate is Fate.PENALISED)


def _before_penalty(story: Story) -> int:
    if story.fate in {Fate.NOT_ADMITTED, Fate.AGAIN, Fate.MISSING, Fate.LATE}:  # 5.7
        return 0
    return story.ruled if story.fate is Fate.RULED else story.worth


def _averages(turn: TurnScript, lost: set[int], tables: int) -> dict[int, int]:
    """Return the averages that replace a zero: of the arbiter's other tables, rounded down, at
    most the word's score (5.9)."""
    refused_worth = {
        n: story.worth for n, story in turn.stories.items() if story.fate is Fate.AGAIN
    }
    averages = {}
    for table, maximum in refused_worth.items():
        share = next(tables for tables in list_shares(tables) if table in tables)
        others = [n for n in share if n in turn.stories and n not in refused_worth]
        scores = [0 if n in lost else _points(turn.stories[n]) for n in others]
        averages[table] = min(maximum, sum(scores) // len(scores))
    return averages


def _solo(turn: TurnScript, lost: set[int], averages: dict[int, int]) -> int | None:
    """Return the only table with the best score, before penalties (3.5), or None."""
    scored = {n: _before_penalty(story) for n, story in turn.stories.items() if n not in lost}
    scored |= averages
    best = max(scored.values())
    winners = [table for table, score in scored.items() if score == best]
    return winners[0] if best and len(winners) == 1 else None
