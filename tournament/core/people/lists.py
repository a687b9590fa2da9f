"""A list of players in a file: which sheet, where its heading is, what its lines say."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.files.sheets import Rows, read_sheets
from tournament.core.people import columns
from tournament.core.people.columns import Heading
from tournament.core.people.roster import EntryLine, join_pairs, read_lines

#: Cells of a column that are shown.
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class FileColumn:
    """``field`` is empty for a column that is left out."""

    index: int
    name: str
    field: str
    examples: list[str]

    @property
    def number(self) -> int:
        """From 1."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class ListFile:
    """``rows``: those below the heading."""

    heading: Heading
    rows: Rows

    def proposed(self, known: Sequence[str]) -> list[str]:
        """A field of ``known`` per column, empty for a column that is left out."""
        return columns.propose(self.heading, self.rows, known)

    def lines(self, fields: Sequence[str]) -> list[EntryLine]:
        """Players and pairs, in the order of the file."""
        return join_pairs(read_lines(self.rows, fields, named=self._width(fields)))

    def columns(self, fields: Sequence[str]) -> list[FileColumn]:
        """Those that have a heading or any text."""
        listed = []
        for index, (name, field) in enumerate(zip(self.heading.names, fields, strict=True)):
            cells = (row.cells[index] for row in self.rows if len(row.cells) > index)
            written = list(dict.fromkeys(filter(None, cells)))
            if name or written:
                listed.append(FileColumn(index, name, field, written[:_EXAMPLES]))
        return listed

    def _width(self, fields: Sequence[str]) -> int:
        """Columns with a heading or a field, and those after them that most lines fill: text
        further to the right slipped there."""
        said = zip(self.heading.names, fields, strict=True)
        width = max((index + 1 for index, one in enumerate(said) if any(one)), default=0)
        while columns.filled(self.rows, width) * 2 > len(self.rows):
            width += 1
        return width


def open_list(data: bytes, heading: int | None = None) -> ListFile:
    """The first sheet in whose heading a name is found, or else the first one; ``heading``: the
    row that is known to be it, 0 for none.

    Raises BadSetting: as ``read_sheets``.
    """
    found = [(rows, columns.find_heading(rows)) for rows in read_sheets(data)]
    named = (one for one in found if columns.names_somebody(one[1]))
    rows, proposed = next(named, found[0])
    chosen = proposed if heading is None else columns.heading_at(rows, heading)
    return ListFile(chosen, columns.below(rows, chosen))
