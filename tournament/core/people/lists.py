"""A list of players in a file: its sheet, its heading, and its lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.files.spreadsheets import Rows, read_spreadsheet
from tournament.core.people import columns
from tournament.core.people.columns import Heading
from tournament.core.people.entry_lines import EntryLine, join_pairs, read_lines

#: Number of cells of a column that are shown as examples.
_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column; ``field`` is empty if the column is ignored."""

    index: int
    name: str
    field: str
    examples: list[str]

    @property
    def number(self) -> int:
        """Return the number of the column, from 1."""
        return self.index + 1


@dataclass(frozen=True, slots=True)
class ListFile:
    """A list; ``rows`` are those below the heading."""

    heading: Heading
    rows: Rows

    def propose_fields(self, allowed: Sequence[str]) -> list[str]:
        """Propose a field of ``allowed`` per column, empty for an ignored column."""
        return columns.propose_fields(self.heading, self.rows, allowed)

    def read_lines(self, fields: Sequence[str]) -> list[EntryLine]:
        """Read players and pairs, in the order of the file."""
        return join_pairs(read_lines(self.rows, fields, width=self._count_columns(fields)))

    def list_columns(self, fields: Sequence[str]) -> list[FileColumn]:
        """List the columns that have a heading or any text."""
        file_columns = []
        for index, (name, field) in enumerate(zip(self.heading.names, fields, strict=True)):
            cells = (row.cells[index] for row in self.rows if len(row.cells) > index)
            texts = list(dict.fromkeys(filter(None, cells)))
            if name or texts:
                file_columns.append(FileColumn(index, name, field, texts[:_EXAMPLES]))
        return file_columns

    def _count_columns(self, fields: Sequence[str]) -> int:
        """Count the columns with a heading or a field, and those after them that most lines fill:
        text further to the right is misplaced."""
        pairs = zip(self.heading.names, fields, strict=True)
        width = max((index + 1 for index, pair in enumerate(pairs) if any(pair)), default=0)
        while columns.count_filled(self.rows, width) * 2 > len(self.rows):
            width += 1
        return width


def open_list(data: bytes, heading_number: int | None = None) -> ListFile:
    """Open the first sheet whose heading contains a name, or else the first sheet;
    ``heading_number``: of the row of the heading if known, 0 for none.

    Raise BadSetting as ``read_sheets`` does.
    """
    sheets = [(rows, columns.find_heading(rows)) for rows in read_spreadsheet(data)]
    named_sheets = (sheet for sheet in sheets if columns.has_name_column(sheet[1]))
    rows, proposed = next(named_sheets, sheets[0])
    list_heading = proposed if heading_number is None else columns.get_heading(rows, heading_number)
    return ListFile(list_heading, columns.list_rows_below(rows, list_heading))
