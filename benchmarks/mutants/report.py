"""What a run found: a table by area, the survivors, and the difference from another run."""

from collections import Counter
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

CAUGHT = {"caught", "timeout", "died"}
type Row = dict[str, Any]


def show(console: Console, rows: list[Row]) -> None:
    """The table, then every mutant that no test caught."""
    table = Table("area", "drawn", "caught", "of these by time", "survived", "not covered")
    areas = list(dict.fromkeys(row["area"] for row in rows))
    for area in [*sorted(areas), ""]:
        mine = [row for row in rows if area in {row["area"], ""}]
        found = Counter(row["verdict"] for row in mine)
        caught = sum(found[verdict] for verdict in CAUGHT)
        late = found["timeout"] + found["died"]
        numbers = (len(mine), caught, late, found["survived"], found["not covered"])
        table.add_row(area or "all", *map(str, numbers))
    console.print(table)
    for row in sorted(rows, key=lambda row: (row["area"], row["path"], row["line"])):
        if row["verdict"] not in CAUGHT:
            console.print(escape(describe(row)), soft_wrap=True, highlight=False)


def describe(row: Row) -> str:
    """A mutant in two lines."""
    capped = f", {row['capped']} covering tests not run" if row["capped"] else ""
    return (
        f"{row['path']}:{row['line']} {row['function']} [{row['operator']}]"
        f" {row['verdict']}{capped}\n    {row['before']}  →  {row['after']}"
    )


def compare(console: Console, before: list[Row], after: list[Row]) -> bool:
    """What one run caught and the other did not; False when something was lost."""
    old, new = ({row["key"]: row for row in rows} for rows in (before, after))
    both = old.keys() & new.keys()
    console.print(f"{len(both)} mutants in both runs, {len(old)} before, {len(new)} after")
    lost = [key for key in sorted(both) if _caught(old[key]) > _caught(new[key])]
    won = [key for key in sorted(both) if _caught(old[key]) < _caught(new[key])]
    for title, keys in (("caught before, not after", lost), ("caught after, not before", won)):
        console.print(f"{title}: {len(keys)}")
        for key in keys:
            console.print(escape(describe(new[key])), soft_wrap=True, highlight=False)
    return not lost


def _caught(row: Row) -> bool:
    return row["verdict"] in CAUGHT
