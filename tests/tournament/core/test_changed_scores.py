"""Changed scores reach every table whose score or rank was another in between."""

from dataclasses import dataclass
from random import Random

from tests.rows import every_row
from tournament.core.changed_scores import (
    MAX_NAMED_ENTRIES,
    ChangedScores,
    add_change,
    find_changed_entries,
    find_overtaken_entries,
)
from tournament.core.ranking.ranks import rank_totals

ENTRIES, TURNS = range(12), (1, 2)


@dataclass(frozen=True)
class Row:
    entry_id: int
    total: int


def test_whose_rank_was_another_in_between_is_told() -> None:
    with every_row() as row:
        for seed in range(200):
            with row(f"seed {seed}"):
                check_that_the_moved_are_told(seed)


def check_that_the_moved_are_told(seed: int) -> None:
    rng = Random(seed)
    points = {entry: {turn: rng.randint(0, 20) for turn in TURNS} for entry in ENTRIES}

    def rank() -> dict[int, int]:
        return rank_totals({entry: sum(by_turn.values()) for entry, by_turn in points.items()})

    changes: ChangedScores = {}
    rankings = [rank()]
    for _ in range(rng.randint(1, 4)):
        turn, entry = rng.choice(TURNS), rng.choice(ENTRIES)
        changes = add_change(
            changes, turn, {entry: points[entry][turn]}, is_first_change=str(turn) not in changes
        )
        points[entry][turn] = rng.randint(0, 20)
        rankings.append(rank())
    changed = find_changed_entries(changes, [int(turn) for turn in changes])
    assert changed is not None
    totals = {entry: sum(by_turn.values()) for entry, by_turn in points.items()}
    rows = [Row(*pair) for pair in sorted(totals.items(), key=lambda pair: -pair[1])]
    now = {entry: points[entry] for entry in changed}
    recipients = changed | find_overtaken_entries(rows, changes, now, totals)
    moved = {
        entry for entry in ENTRIES for ranks in rankings if ranks[entry] != rankings[-1][entry]
    }
    assert moved <= recipients


def test_unnamed_changes_concern_everybody() -> None:
    named = add_change({}, 1, {7: 40}, is_first_change=True)
    assert find_changed_entries(named, [1]) == {7}
    assert find_changed_entries(named, [1, 2]) is None
    assert find_changed_entries(add_change(named, 1, None, is_first_change=False), [1]) is None
    # A process of another release marked the turn before.
    assert find_changed_entries(add_change({}, 1, {7: 40}, is_first_change=False), [1]) is None
    many = dict.fromkeys(range(MAX_NAMED_ENTRIES + 1), 0)
    assert find_changed_entries(add_change({}, 1, many, is_first_change=True), [1]) is None


def test_a_slip_alone_moves_nobody() -> None:
    changes = add_change({}, 1, {3: None}, is_first_change=True)
    rows = [Row(entry, 50) for entry in ENTRIES]
    assert find_changed_entries(changes, [1]) == {3}
    assert find_overtaken_entries(rows, changes, {3: {1: 50}}, {3: 50}) == set()
