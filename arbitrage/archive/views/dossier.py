"""The file of a case that goes to the federation."""

import io
import zipfile

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arbitrage.archive.core.manifest import SUFFIX
from arbitrage.archive.services.archive import turn_archive
from arbitrage.presentation import case_papers
from arbitrage.services.federation import SENDERS
from arbitrage.views.case_readers import case_file
from tournament.core.errors import WrongState
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import printed
from tournament.views.staff import for_roles


@require_safe
@for_roles(*SENDERS)
def dossier(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    """One file for the federation (6.4.2.c): the printed file and the archive of the turn.
    Raises WrongState until the one concerned is informed."""
    file = case_file(request, tournament, case)
    if file.case.informed_at is None:
        raise WrongState("not-informed")
    name = f"recours-{tournament.slug}-{case}"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(f"{name}/dossier.pdf", printed(case_papers.dossier(file)))
        archive.writestr(f"{name}/coup{SUFFIX}", turn_archive(file.case.turn))
    return HttpResponse(
        made.getvalue(),
        content_type="application/zip",
        headers={"Content-Disposition": f'attachment; filename="{name}.zip"'},
    )
