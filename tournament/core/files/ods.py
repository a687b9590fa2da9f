"""Reading of the cells of an OpenDocument spreadsheet, in sequence.

The available libraries read several equal cells, which LibreOffice writes once with their number,
as a single cell, so that all cells to the right shift.
"""

from collections.abc import Iterator
from typing import IO
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse

from tournament.core.files.cells import normalise_text, to_text

_OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_CELLS = {f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"}
#: Attribute of a cell that holds the value displayed in some format.
_VALUE_ATTRIBUTES = {"float": "value", "date": "date-value"}
_SPACES = {f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"}
#: Limit of equal rows with text: nobody writes more by hand.
_MAX_REPETITIONS = 10_000

type _Table = Iterator[tuple[int, list[str]]]


def read_tables(content: IO[bytes], *, max_columns: int) -> Iterator[_Table]:
    """Yield the sheets of ``content.xml``, each as rows of (number from 1, cells); rows without
    text may be missing. Each sheet must be read before the next one. Raise ParseError."""
    events = iterparse(content, events=("start", "end"))
    for event, element in events:
        if event == "start" and element.tag == f"{_TABLE}table":
            yield _read_rows(events, max_columns)


def _read_rows(events: Iterator[tuple[str, Element]], max_columns: int) -> _Table:
    number = 1
    for event, element in events:
        if event != "end":
            continue
        if element.tag == f"{_TABLE}table":
            return
        if element.tag == f"{_TABLE}table-row":
            repetitions = _read_repetitions(element, "rows")
            cells = list(_read_cells(element, max_columns))
            if any(cells):
                for offset in range(min(repetitions, _MAX_REPETITIONS)):
                    yield number + offset, list(cells)
            number += repetitions
            element.clear()


def _read_cells(row: Element, max_columns: int) -> Iterator[str]:
    width = 0
    for cell in row:
        if cell.tag in _CELLS and width < max_columns:
            repetitions = min(_read_repetitions(cell, "columns"), max_columns - width)
            width += repetitions
            text = _read_text(cell)
            for _ in range(repetitions):
                yield text


def _read_repetitions(element: Element, unit: str) -> int:
    return max(int(element.get(f"{_TABLE}number-{unit}-repeated", "1")), 1)


def _read_text(cell: Element) -> str:
    kind = cell.get(f"{_OFFICE}value-type", "")
    value = cell.get(f"{_OFFICE}{_VALUE_ATTRIBUTES[kind]}") if kind in _VALUE_ATTRIBUTES else None
    displayed_text = "\n".join(
        "".join(_read_pieces(paragraph)) for paragraph in cell.findall(f"{_TEXT}p")
    )
    if value is None:
        return to_text(displayed_text)
    if kind == "date":
        return normalise_text(value.partition("T")[0])
    try:
        text = to_text(float(value))
    except ValueError:
        return normalise_text(value)
    return (
        displayed_text if displayed_text.lstrip("0") == text else text
    )  # the leading zeros of 0012345


def _read_pieces(element: Element) -> Iterator[str]:
    """Yield the text inside, without the notes attached to it."""
    yield element.text or ""
    for child in element:
        if child.tag in _SPACES:
            yield " "
        elif child.tag.startswith(_TEXT) and child.tag != f"{_TEXT}note":
            yield from _read_pieces(child)
        yield child.tail or ""
