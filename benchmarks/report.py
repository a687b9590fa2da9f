"""Tables of measures with their goals, and the statistics for them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

#: Errors printed of each line.
SHOWN = 10


def quantile(values: Sequence[float], share: float) -> float:
    """Return the quantile ``share`` of ``values``; 0 if there are none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def group_digits(number: int) -> str:
    """Format an integer with groups of three digits."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def make_table(title: str, *columns: str, no_wrap: bool = False, **options: Any) -> Table:
    """Build a table; ``>`` before a column's name: right-aligned."""
    table = Table(title=title, **options)
    for name in columns:
        right = name.startswith(">")
        table.add_column(
            name.removeprefix(">"), justify="right" if right else "left", no_wrap=no_wrap
        )
    return table


@dataclass(frozen=True)
class Line:
    """``reached``: None without goal; ``wrong``: the errors."""

    cells: tuple[str, ...]
    reached: bool | None = None
    wrong: Sequence[str] = ()


class Report:
    """A table whose last column says whether the goal of each line was reached."""

    def __init__(self, title: str, *columns: str, marks: tuple[str, str]) -> None:
        self.title, self._columns, self._lines = title, columns, list[Line]()
        yes, no = marks
        self._marks = {True: f"[green]{yes}[/]", False: f"[red]{no}[/]", None: ""}

    @property
    def all_reached(self) -> bool:
        return all(line.reached is not False for line in self._lines)

    def add(self, *cells: str, reached: bool | None = None, wrong: Sequence[str] = ()) -> None:
        self._lines.append(Line(cells, reached, wrong))

    def print(self, console: Console) -> None:
        table = make_table(self.title, *self._columns, "", title_justify="left")
        for line in self._lines:
            table.add_row(*line.cells, self._marks[line.reached])
        console.print(table)
        for line in self._lines:
            for wrong in line.wrong[:SHOWN]:
                console.print(f"[red]{line.cells[0]} :[/] {escape(wrong)}")


class Promises(Report):
    """A report of the promises of the product (docs/live.md): counts, needs and errors."""

    def __init__(self, title: str) -> None:
        super().__init__(title, "Mesure", ">Trouvé", ">But", marks=("tenu", "manqué"))

    def tell(self, label: str, value: object) -> None:
        self.add(label, str(value), "")

    def need(self, label: str, count: int) -> None:
        """Add a count that must not be 0: otherwise nothing was tested."""
        self.add(label, f"{count:,}", "> 0", reached=count > 0)

    def forbid(self, label: str, wrong: Sequence[str]) -> None:
        self.add(label, str(len(wrong)), "0", reached=not wrong, wrong=wrong)
