"""The table: what was done, what was promised, what was kept (docs/live.md)."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.markup import escape
from rich.table import Table

SHOWN = 10


@dataclass(frozen=True)
class Line:
    """``whole`` is None where nothing is promised; ``wrong`` names what is."""

    what: str
    found: str
    goal: str = ""
    is_whole: bool | None = None
    wrong: Sequence[str] = field(default_factory=list)


class Report:
    def __init__(self) -> None:
        self._lines: list[Line] = []

    @property
    def all_whole(self) -> bool:
        return all(line.is_whole is not False for line in self._lines)

    def tell(self, what: str, found: object) -> None:
        self._lines.append(Line(what, str(found)))

    def need(self, what: str, count: int) -> None:
        """Without any, nothing was tried."""
        self._lines.append(Line(what, f"{count:,}", "> 0", count > 0))

    def forbid(self, what: str, wrong: Sequence[str]) -> None:
        self._lines.append(Line(what, str(len(wrong)), "0", not wrong, wrong))

    def recoveries(self, found: Sequence[tuple[str, float | None]]) -> None:
        took = [(seconds, blow) for blow, seconds in found if seconds is not None]
        if took:
            median = statistics.median(seconds for seconds, _ in took)
            worst, blow = max(took)
            self.tell("Retour, médiane", f"{median:.1f} s")
            self.tell("Retour, maximum", f"{worst:.1f} s ({blow})")
        self.forbid("Jamais revenu", [blow for blow, seconds in found if seconds is None])

    def print(self, console: Console, title: str) -> None:
        table = Table(title=title, title_justify="left")
        table.add_column("Mesure")
        table.add_column("Trouvé", justify="right")
        table.add_column("But", justify="right")
        table.add_column("")
        for line in self._lines:
            mark = {True: "[green]tenu[/]", False: "[red]manqué[/]", None: ""}[line.is_whole]
            table.add_row(line.what, line.found, line.goal, mark)
        console.print(table)
        for line in self._lines:
            for wrong in line.wrong[:SHOWN]:
                console.print(f"[red]{line.what} :[/] {escape(wrong)}")
