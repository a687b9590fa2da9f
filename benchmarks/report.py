"""Tables of what was found, beside its goals, and the numbers that they are made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

#: Of what is wrong, so many are printed.
SHOWN = 10


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of them lie; of few, the greatest; 0 for none."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else 0.0


def group_digits(number: int) -> str:
    """375961 as people write it."""
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def make_table(title: str, *columns: str, no_wrap: bool = False, **options: Any) -> Table:
    """``>`` before the name of a column: of numbers, to the right."""
    table = Table(title=title, **options)
    for name in columns:
        right = name.startswith(">")
        table.add_column(
            name.removeprefix(">"), justify="right" if right else "left", no_wrap=no_wrap
        )
    return table


@dataclass(frozen=True)
class Line:
    """``reached`` is None where there is no goal; ``wrong`` names what should not be."""

    cells: tuple[str, ...]
    reached: bool | None = None
    wrong: Sequence[str] = ()


class Report:
    """One table, whose last column says of each line whether its goal was reached."""

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
    """What was done, what was promised, what was kept (docs/live.md)."""

    def __init__(self, title: str) -> None:
        super().__init__(title, "Mesure", ">Trouvé", ">But", marks=("tenu", "manqué"))

    def tell(self, what: str, found: object) -> None:
        self.add(what, str(found), "")

    def need(self, what: str, count: int) -> None:
        """Without any, nothing was tried."""
        self.add(what, f"{count:,}", "> 0", reached=count > 0)

    def forbid(self, what: str, wrong: Sequence[str]) -> None:
        self.add(what, str(len(wrong)), "0", reached=not wrong, wrong=wrong)
