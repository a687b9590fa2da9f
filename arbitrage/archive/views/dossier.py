"""The file of a case for the federation."""

import io
import zipfile

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arbitrage.archive.core.manifest import SUFFIX
from arbitrage.archive.queries.archive import build_turn_archive
from arbitrage.presentation import case_papers
from arbitrage.services.federation import SENDING_ROLES
from arbitrage.views.case_readers import get_case_file
from tournament.core.errors import WrongState
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import render_pdf
from tournament.queries.clock import now
from tournament.views.shortcuts import for_roles


@require_safe
@for_roles(*SENDING_ROLES)
def dossier(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """Download one file for the federation (6.4.2.c): the printed case and the archive of the turn.
    Raise WrongState until the person concerned is informed."""
    file = get_case_file(request, tournament, case)
    if file.case.informed_at is None:
        raise WrongState("not-informed")
    name = f"recours-{tournament.slug}-{case}"
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}/dossier.pdf", render_pdf(case_papers.build_dossier(file)))
        archive.writestr(f"{name}/coup{SUFFIX}", build_turn_archive(file.case.turn, now=now()))
    return HttpResponse(
        content.getvalue(),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}.zip"'},
    )
