"""What is printed for the tables of a classic tournament, as PDFs (2.1 to 2.4)."""

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournament.classic.presentation import paper as papers
from tournament.classic.presentation.match.public import both_names
from tournament.classic.presentation.match.sheets import match_sheet_of
from tournament.classic.queries.rounds import matches
from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.paper.pdf_renderer import Document
from tournament.queries.people.public_names import PublicNames
from tournament.views.pdf import pdf
from tournament.views.staff import for_roles, whole_number

#: Sheets that lie on the tables, by name: what they are called, and how they are made.
PAPERS: Mapping[str, tuple[Promise, Callable[[Tournament], Document]]] = {
    "score-sheets": (_("Feuilles de marque"), lambda one: papers.score_sheets(one, [])),
    "challenge-slips": (_("Bulletins de contestation"), papers.challenge_slips),
    "letter-counts": (_("Décomptes des lettres"), papers.letter_counts),
    "match-sheets": (_("Feuilles de match vierges"), lambda one: papers.match_sheets(one, [])),
}


def match_papers(tournament: Tournament) -> list[tuple[str | Promise, str]]:
    """Label and address of each, for the page that lists what can be printed."""
    address = reverse("office-match-papers", args=[tournament.slug])
    return [(label, f"{address}?what={name}") for name, (label, _make) in PAPERS.items()]


@require_safe
@for_roles(Role.ORGANISER, Role.JUDGE, Role.ARBITER)
def empty(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?what=`` one of the papers, empty; by default score sheets."""
    name = request.GET.get("what", "score-sheets")
    if name not in PAPERS:
        raise Http404
    _label, make = PAPERS[name]
    return pdf(make(tournament), f"{name}-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER, Role.JUDGE, Role.ARBITER)
def match_sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Of every match, those of ``?round=2``, or of ``?match=`` one: names, and what is known."""
    found = matches().filter(tournament=tournament, y__isnull=False)
    if "round" in request.GET:
        found = found.filter(round__number=whole_number(request.GET["round"]) or 0)
    if "match" in request.GET:
        found = found.filter(pk=whole_number(request.GET["match"]) or 0)
    names = PublicNames(tournament)
    filled = [match_sheet_of(one, both_names(one, names)) for one in found]
    return pdf(papers.match_sheets(tournament, filled), f"feuilles-de-match-{tournament.slug}")
