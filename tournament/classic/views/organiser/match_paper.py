"""Papers for the tables of a classic tournament, as PDFs (2.1 to 2.4)."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournament.classic.presentation import paper as papers
from tournament.classic.presentation.match.public import get_both_names
from tournament.classic.presentation.match.sheets import build_match_sheet
from tournament.classic.queries.rounds import find_matches_with_results
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document
from tournament.queries.people.public_names import PublicNames
from tournament.views.pdf import build_pdf_response
from tournament.views.shortcuts import for_roles, parse_number

#: Papers by name: label and function.
PAPERS: Mapping[str, tuple[Promise, Callable[[Tournament], Document]]] = {
    "score-sheets": (
        _("Feuilles de marque"),
        lambda tournament: papers.build_score_sheets(tournament, []),
    ),
    "challenge-slips": (_("Bulletins de contestation"), papers.build_challenge_slips),
    "letter-counts": (_("Décomptes des lettres"), papers.build_letter_counts),
    "match-sheets": (
        _("Feuilles de match vierges"),
        lambda tournament: papers.build_match_sheets(tournament, []),
    ),
}


def list_match_papers(tournament: Tournament) -> list[tuple[str | Promise, str]]:
    """Return label and URL of each paper, for the list of papers."""
    address = reverse("office-match-papers", args=[tournament.slug])
    return [(label, f"{address}?what={name}") for name, (label, _make) in PAPERS.items()]


@require_safe
@for_roles(Role.ORGANISER, Role.JUDGE, Role.ARBITER)
def blank(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print a blank paper, named by ``?what=``; by default score sheets."""
    name = request.GET.get("what", "score-sheets")
    if name not in PAPERS:
        raise Http404
    _label, make = PAPERS[name]
    return build_pdf_response(make(tournament), f"{name}-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER, Role.JUDGE, Role.ARBITER)
def match_sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print the sheets of all matches, of ``?round=2`` or of one ``?match=``, filled as far as
    known."""
    match_rows = find_matches_with_results().filter(tournament=tournament, y__isnull=False)
    if "round" in request.GET:
        match_rows = match_rows.filter(round__number=parse_number(request.GET["round"]) or 0)
    if "match" in request.GET:
        match_rows = match_rows.filter(pk=parse_number(request.GET["match"]) or 0)
    names = PublicNames(tournament)
    filled = [build_match_sheet(match, get_both_names(match, names)) for match in match_rows]
    return build_pdf_response(
        papers.build_match_sheets(tournament, filled), f"feuilles-de-match-{tournament.slug}"
    )
