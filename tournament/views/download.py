"""Files that a page gives to be kept."""

from django.http import HttpResponse

from tournament.presentation.spreadsheet import FileKind, FileTable, written


def download(table: FileTable, kind: FileKind, name: str) -> HttpResponse:
    """``name`` is what the file is called, without its extension."""
    return HttpResponse(
        written(table, kind),
        content_type=kind.content_type,
        headers={"Content-Disposition": f'attachment; filename="{name}.{kind.extension}"'},
    )
