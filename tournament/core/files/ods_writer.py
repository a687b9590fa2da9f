"""One table as an OpenDocument spreadsheet.

Written by hand because building a tree of a hundred thousand cells is slow: see
`docs/decisions/listes-de-joueurs.md`. `ods` reads the format.
"""

import zipfile
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from io import BytesIO
from itertools import chain
from xml.sax.saxutils import escape, quoteattr

_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
_NAMES = "urn:oasis:names:tc:opendocument:xmlns:"
_XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
_MANIFEST = (
    f'{_XML}<manifest:manifest xmlns:manifest="{_NAMES}manifest:1.0" manifest:version="1.2">'
    f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{_TYPE}"/>'
    '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
    "</manifest:manifest>"
)
_START = (
    f"{_XML}<office:document-content "
    f'xmlns:office="{_NAMES}office:1.0" xmlns:table="{_NAMES}table:1.0" '
    f'xmlns:text="{_NAMES}text:1.0" xmlns:style="{_NAMES}style:1.0" '
    f'xmlns:fo="{_NAMES}xsl-fo-compatible:1.0" office:version="1.2">'
    '<office:automatic-styles><style:style style:name="head" style:family="table-cell">'
    '<style:text-properties fo:font-weight="bold"/></style:style></office:automatic-styles>'
    "<office:body><office:spreadsheet>"
)
_END = "</table:table></office:spreadsheet></office:body></office:document-content>"

type OdsCell = str | int | float | Decimal | None


def write_ods(title: str, head: Sequence[str], rows: Iterable[Sequence[OdsCell]]) -> bytes:
    """Return the bytes of the file; texts are on one line, without characters that XML forbids."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        # First and uncompressed, so that the type of the file can be read from its first bytes.
        archive.writestr("mimetype", _TYPE, zipfile.ZIP_STORED)
        archive.writestr("META-INF/manifest.xml", _MANIFEST)
        with archive.open("content.xml", "w") as content:
            for piece in chain([_START], _format_table(title, head, rows), [_END]):
                content.write(piece.encode())
    return file.getvalue()


def _format_table(
    title: str, head: Sequence[str], rows: Iterable[Sequence[OdsCell]]
) -> Iterator[str]:
    yield f"<table:table table:name={quoteattr(title)}>"
    yield f'<table:table-column table:number-columns-repeated="{max(len(head), 1)}"/>'
    yield "<table:table-header-rows>"
    yield _format_row(_format_cell(heading, ' table:style-name="head"') for heading in head)
    yield "</table:table-header-rows>"
    for row in rows:
        yield _format_row(map(_format_cell, row))


def _format_row(cells: Iterable[str]) -> str:
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def _format_cell(value: OdsCell, style: str = "") -> str:
    if value is None or value == "":
        return "<table:table-cell/>"
    if isinstance(value, str):
        kind, text = "string", escape(value)
    else:
        kind, text = f'float" office:value="{value}', str(value)
    return (
        f'<table:table-cell{style} office:value-type="{kind}"><text:p>{text}</text:p>'
        "</table:table-cell>"
    )
