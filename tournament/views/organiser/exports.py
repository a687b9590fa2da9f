"""Downloads: the list of entries, the results, the result files of federations."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournament.core.states import Role
from tournament.models import Tournament
from tournament.presentation.files.exports import PROFILES, build_export_table
from tournament.presentation.files.result_files import PROBLEM_NAMES, TournamentFiles
from tournament.queries.results.result_checks import find_result_problems
from tournament.views.download import download
from tournament.views.result_files import download_result_file, list_downloads
from tournament.views.shortcuts import for_roles


@require_safe
@for_roles(Role.ORGANISER)
def export(_request: HttpRequest, tournament: Tournament, name: str) -> HttpResponse:
    """Return the file of an export profile."""
    profile = PROFILES.get(name)
    if profile is None:
        raise Http404
    table = build_export_table(tournament, profile)
    name = name.removesuffix(f"-{profile.kind.extension}")
    return download(table, profile.kind, f"{tournament.slug}-{name}")


@require_safe
@for_roles(Role.ORGANISER)
def result_files(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show what to check in the results, and the files in each profile."""
    files = TournamentFiles(tournament)
    findings = find_result_problems(files.ranking_data)
    context = {
        "tournament": tournament,
        "problems": [
            (name, [finding for finding in findings if finding.problem is problem])
            for problem, name in PROBLEM_NAMES.items()
        ],
        "has_problems": bool(findings),
        "profiles": list_downloads(files, "office-result-file", tournament.slug),
        "section": "ranking",
    }
    return render(request, "organiser/result_files.html", context)


@require_safe
@for_roles(Role.ORGANISER)
def result_file(
    _request: HttpRequest, tournament: Tournament, key: str, scope: str
) -> HttpResponse:
    """Return a result file: of a game by its number, or of the general ranking."""
    return download_result_file(TournamentFiles(tournament), key, scope, tournament.slug)
