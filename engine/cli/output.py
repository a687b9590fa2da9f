"""Tables, grids and JSON on the screen."""

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

_WIDE = 200
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
    number: bool = False
    total: str = ""


def show_json(value: object, *, indent: int | None = 1) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=indent), flush=indent is None)


def show_table(
    columns: Sequence[Column], rows: Iterable[tuple[Sequence[object], bool]], title: str = ""
) -> None:
    """Each row with whether it stands out."""
    table = Table(
        title=Text(title) if title else None, show_footer=any(each.total for each in columns)
    )
    for column in columns:
        table.add_column(
            column.name,
            justify="right" if column.number else "left",
            footer=column.total,
            no_wrap=True,
        )
    for cells, marked in rows:
        table.add_row(*(Text(str(cell)) for cell in cells), style="bold red" if marked else "")
    console().print(table)


def show_board(board: Board) -> None:
    """Premium squares as signs, jokers in small letters."""
    lines = [Text("   " + "".join(f"{col:3}" for col in range(1, SIZE + 1)), "dim")]
    for row in range(SIZE):
        line = Text(f" {chr(ord('A') + row)} ", "dim")
        for col in range(SIZE):
            letter = board.tile_at(row, col)
            sign, style = _SQUARES[board.premium(row, col)]
            if letter:
                sign, style = letter, "bold yellow" if letter.islower() else "bold"
            line.append(f"  {sign}", style)
        lines.append(line)
    screen = console()
    for line in lines:
        screen.print(line, soft_wrap=True)


def show_text(text: str) -> None:
    console().print(Text(text))


def as_json(moves: Iterable[Move]) -> list[dict[str, object]]:
    return [{"word": move.word, "ref": move.ref} for move in moves]


class _Screen(Console):
    def on_broken_pipe(self) -> None:
        """`main` decides: a reader that has seen enough is no error."""
        raise BrokenPipeError


def console() -> Console:
    """A file or a pipe gets whole lines; a terminal its own width."""
    return _Screen(width=None if sys.stdout.isatty() else _WIDE, highlight=False)
