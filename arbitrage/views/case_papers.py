"""The commission's record and a case's file, as PDFs."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arbitrage.presentation import case_papers
from arbitrage.queries.case_file import CaseFile
from arbitrage.views.case_readers import get_case_file, list_readable_cases
from arbitrage.views.cases import READER_ROLES
from tournament.core.errors import BadSetting
from tournament.models import Tournament
from tournament.views.pdf import build_pdf_response
from tournament.views.shortcuts import for_roles


@require_safe
@for_roles(*READER_ROLES)
def record(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the *procès-verbal* as a PDF. Raise BadSetting without a case."""
    files = [CaseFile(case) for case in list_readable_cases(request, tournament).order_by("number")]
    if not files:
        raise BadSetting("no-case-to-print")
    document = case_papers.build_record(tournament, files)
    return build_pdf_response(document, f"commission-{tournament.slug}")


@require_safe
@for_roles(*READER_ROLES)
def case(request: HttpRequest, tournament: Tournament, case: int) -> HttpResponse:
    file = get_case_file(request, tournament, case)
    return build_pdf_response(case_papers.build_dossier(file), f"cas-{tournament.slug}-{case}")
