"""PDFs that a page gives, to be looked at and printed."""

from django.http import HttpResponse

from tournament.presentation.paper.pdf_renderer import Document, printed


def pdf(document: Document, name: str, *, keep: bool = False) -> HttpResponse:
    """``name`` is what the file is called, without its extension; ``keep`` as in ``printed``.

    Raises Busy.
    """
    return HttpResponse(
        printed(document, keep=keep),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )
