"""Responses with a file to save."""

from django.http import HttpResponse

from tournament.presentation.files.spreadsheet import FileKind, FileTable, write_table


def download(table: FileTable, kind: FileKind, name: str) -> HttpResponse:
    """Return the table as a file; ``name`` is its name without extension."""
    return HttpResponse(
        write_table(table, kind),
        content_type=kind.content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}.{kind.extension}"'},
    )
