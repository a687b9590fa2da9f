"""Tables of measures with their goals, and the statistics for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

#: Errors printed of each line.
MAX_SHOWN_ERRORS = 10


def compute_quantile(values: Sequence[float], share: float) -> float:
    """Return the quantile ``share`` of ``values``; 0 if there are none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def group_digits(number: int) -> str:
    """Format an integer with groups of three digits."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def make_table(title: str, *columns: str, no_wrap: bool = False, **options: Any) -> Table:
    """Build a table; ``>`` before a column's name: right-aligned."""
    table = Table(title=title, **options)
    for name in columns:
        is_right = name.startswith(">")
        table.add_column(
            name.removeprefix(">"), justify="right" if is_right else "left", no_wrap=no_wrap
        )
    return table


def print_goal(console: Console, goal: str, *, is_reached: bool) -> int:
    """Print if the only goal was reached; return the exit status."""
    console.print(f"But : {goal} : {'atteint' if is_reached else 'manqué'}.")
    return 0 if is_reached else 1


@dataclass(frozen=True)
class Line:
    """``is_reached``: None without goal; ``errors``: printed below the table."""

    cells: tuple[str, ...]
    is_reached: bool | None = None
    errors: Sequence[str] = ()


class Report:
    """A table whose last column shows if the goal of each line was reached."""

    def __init__(self, title: str, *columns: str, marks: tuple[str, str]) -> None:
        self.title, self._columns, self._lines = title, columns, list[Line]()
        reached_mark, missed_mark = marks
        self._marks = {True: f"[green]{reached_mark}[/]", False: f"[red]{missed_mark}[/]", None: ""}

    @property
    def is_reached(self) -> bool:
        return all(line.is_reached is not False for line in self._lines)

    def add(self, *cells: str, is_reached: bool | None = None, errors: Sequence[str] = ()) -> None:
        self._lines.append(Line(cells, is_reached, errors))

    def print(self, console: Console) -> int:
        """Print the table and the errors; return the exit status: 1 if a goal was missed."""
        table = make_table(self.title, *self._columns, "", title_justify="left")
        for line in self._lines:
            table.add_row(*line.cells, self._marks[line.is_reached])
        console.print(table)
        for line in self._lines:
            for error in line.errors[:MAX_SHOWN_ERRORS]:
                console.print(f"[red]{line.cells[0]} :[/] {escape(error)}")
        return 0 if self.is_reached else 1


class PromiseReport(Report):
    """A report of the promises of the product (docs/live.md): counts, needs and errors."""

    def __init__(self, title: str) -> None:
        super().__init__(title, "Mesure", ">Trouvé", ">But", marks=("tenu", "manqué"))

    def add_value(self, label: str, value: object) -> None:
        self.add(label, str(value), "")

    def add_required(self, label: str, count: int) -> None:
        """Add a count that must not be 0: otherwise nothing was tested."""
        self.add(label, f"{count:,}", "> 0", is_reached=count > 0)

    def add_errors(self, label: str, errors: Sequence[str]) -> None:
        self.add(label, str(len(errors)), "0", is_reached=not errors, errors=errors)
