"""The commission's record and a case's file, as PDFs, and the file that goes to the federation."""

import io
import zipfile

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arbitrage.archive.core.manifest import SUFFIX
from arbitrage.archive.services.archive import turn_archive
from arbitrage.presentation import case_papers
from arbitrage.queries.case_file import CaseFile
from arbitrage.services.federation import SENDERS
from arbitrage.views.case_readers import case_file, readable
from arbitrage.views.cases import READERS
from tournament.core.errors import BadSetting, WrongState
from tournament.models import Tournament
from tournament.presentation.paper.press import printed
from tournament.views.pdf import pdf
from tournament.views.staff import for_roles


@require_safe
@for_roles(*READERS)
def record(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The *procès-verbal*. Raises BadSetting without a case."""
    files = [CaseFile(case) for case in readable(request, tournament).order_by("number")]
    if not files:
        raise BadSetting("no-case-to-print")
    document = case_papers.record(tournament, files)
    return pdf(document, f"commission-{tournament.slug}")


@require_safe
@for_roles(*READERS)
def case(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    file = case_file(request, tournament, case)
    return pdf(case_papers.dossier(file), f"cas-{tournament.slug}-{case}")


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
