"""Responses with a PDF, displayed by the browser."""

from django.http import HttpResponse

from tournament.presentation.paper.pdf_renderer import Document, render_pdf


def build_pdf_response(document: Document, name: str, *, cache: bool = False) -> HttpResponse:
    """Return the PDF of ``document``; ``name`` is its file name without extension.

    Raise Busy if other documents take too long to render.
    """
    return HttpResponse(
        render_pdf(document, cache=cache),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )
