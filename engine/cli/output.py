"""Output of tables, grids and JSON."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from engine.board.board import Board
from engine.board.place import SIZE
from engine.search.moves import Move

_WIDTH = 200
_SQUARES: Mapping[str, tuple[str, str]] = {
    "": ("·", "dim"),
    "2L": ("'", "blue"),
    "3L": ('"', "bold blue"),
    "2W": ("-", "magenta"),
    "3W": ("=", "red"),
}


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    is_number: bool = False
    total: str = ""


def show_json(value: object, *, indent: int | None = 1) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=indent), flush=indent is None)


def show_table(
    columns: Sequence[Column], rows: Iterable[tuple[Sequence[object], bool]], title: str = ""
) -> None:
    """Print a table. Each row comes with True if it is to be highlighted."""
    table = Table(
        title=Text(title) if title else None, show_footer=any(column.total for column in columns)
    )
    for column in columns:
        table.add_column(
            column.name,
            justify="right" if column.is_number else "left",
            footer=column.total,
            no_wrap=True,
        )
    for cells, is_highlighted in rows:
        table.add_row(
            *(Text(str(cell)) for cell in cells), style="bold red" if is_highlighted else ""
        )
    build_console().print(table)


def show_board(board: Board) -> None:
    """Print the board: premium squares as signs, jokers in lower case."""
    lines = [Text("   " + "".join(f"{col:3}" for col in range(1, SIZE + 1)), "dim")]
    for row in range(SIZE):
        line = Text(f" {chr(ord('A') + row)} ", "dim")
        for col in range(SIZE):
            letter = board.get_tile(row, col)
            sign, style = _SQUARES[board.get_premium(row, col)]
            if letter:
                sign, style = letter, "bold yellow" if letter.islower() else "bold"
            line.append(f"  {sign}", style)
        lines.append(line)
    screen = build_console()
    for line in lines:
        screen.print(line, soft_wrap=True)


def show_text(text: str) -> None:
    build_console().print(Text(text))


def to_json(moves: Iterable[Move]) -> list[dict[str, object]]:
    return [{"word": move.word, "ref": move.ref} for move in moves]


class _PipeConsole(Console):
    def on_broken_pipe(self) -> None:
        """Raise BrokenPipeError for `main`: a pipe that the reader closed is no error."""
        raise BrokenPipeError


def build_console() -> Console:
    """Return a console of the width of the terminal; wide lines for a file or a pipe."""
    return _PipeConsole(width=None if sys.stdout.isatty() else _WIDTH, highlight=False)
