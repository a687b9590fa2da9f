"""PDFs for the organiser: cards, lists, bulletins, road sheets, certificates."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournament import classic_ports
from tournament.core.errors import BadSetting, WrongState
from tournament.core.states import OVER_GAME_STATES, Discipline, Role
from tournament.models import Centre, Entry, Game, Table, Tournament
from tournament.presentation.paper import cards, forms, games, lists
from tournament.queries.people.entry_lists import list_expected_entries
from tournament.queries.position import load_position
from tournament.queries.results.ranking import load_ranking_data
from tournament.queries.seating_plan import filter_by_centre, list_by_name, list_by_number
from tournament.views.centre_choice import RUNNING_ROLES, choose_centre
from tournament.views.pdf import build_pdf_response
from tournament.views.public.ranking import Ranking
from tournament.views.public.ranking_forms import RankingQuery
from tournament.views.shortcuts import for_roles, parse_number

#: Number of certificates by default.
DEFAULT_CERTIFICATES = 3
#: Maximum number of certificates.
MAX_CERTIFICATES = 100


@dataclass(frozen=True)
class PrintLink:
    """A link to a printable document."""

    label: str | Promise
    address: str


def list_table_papers(tournament: Tournament, centre: Centre | None = None) -> list[PrintLink]:
    """List the papers for the tables, of ``centre`` if given."""
    place = {"centre": str(centre.pk)} if centre else {}

    def build_link(label: Promise, name: str, **query: str) -> PrintLink:
        parameters = urlencode(query | place)
        address = reverse(name, args=[tournament.slug])
        return PrintLink(label, f"{address}?{parameters}" if parameters else address)

    shared_links = [
        build_link(_("Cartons à découper, quatre sur une feuille"), "office-print"),
        build_link(
            _("Cartons sur petites feuilles, déjà coupées en quatre"), "office-print", small="1"
        ),
    ]
    if tournament.discipline == Discipline.CLASSIC:
        sheets = [
            PrintLink(label, address)
            for label, address in classic_ports.list_classic_papers.function(tournament)
        ]
        return [
            *shared_links,
            *sheets,
            build_link(_("Feuilles de match remplies"), "office-match-sheets"),
        ]
    return [
        *shared_links,
        build_link(_("Plan par nom"), "office-plan"),
        build_link(_("Plan par numéro"), "office-plan", by="number"),
        build_link(_("Bulletins, une feuille par table"), "office-bulletins"),
        build_link(_("Bulletins sans nom"), "office-bulletins", blank="1"),
        build_link(_("Feuilles de route"), "office-road-sheets"),
    ]


def list_result_papers(tournament: Tournament, games_played: list[Game]) -> list[PrintLink]:
    """List the papers for the end of the tournament."""
    links = [
        PrintLink(_("Le classement"), reverse("public-ranking-pdf", args=[tournament.slug])),
        PrintLink(
            _("Diplômes des trois premiers"), reverse("office-certificates", args=[tournament.slug])
        ),
    ]
    for game in games_played:
        if game.state in OVER_GAME_STATES:
            label = _("Feuille de la partie %(n)s") % {"n": game.number}
            address = reverse("office-game-sheet", args=[tournament.slug, game.number])
            links.append(PrintLink(label, address))
    return links


def get_table_url(table: Table) -> str:
    """Return the absolute URL with which players enter their table, printed and as QR code."""
    return settings.PUBLIC_URL + reverse("enter-by-key", args=[table.key])


def _require_any[T](items: list[T]) -> list[T]:
    """Return ``items``. Raise BadSetting if there are none: an empty sheet is useless."""
    if not items:
        raise BadSetting("nothing-to-print")
    return items


def _list_requested_entries(request: HttpRequest, tournament: Tournament) -> list[Entry]:
    """Return the entries not withdrawn, by table, or only ``?table=12``, of the chosen centre.
    Raise BadSetting for none."""
    entries = tournament.entries.filter(withdrawn=False).select_related("table__centre")
    centre = choose_centre(request, tournament).chosen
    if centre is not None:
        entries = entries.filter(table__centre=centre)
    if "table" in request.GET:
        entries = entries.filter(table__number=parse_number(request.GET["table"]) or 0)
    return _require_any(list(entries.order_by("table__number")))


def _is_small(request: HttpRequest) -> bool:
    return request.GET.get("small") == "1"


@require_safe
@for_roles(*RUNNING_ROLES)
def table_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print the cards; ``?table=12`` for one, ``?small=1`` for a quarter of a sheet each."""
    tables = [entry.table for entry in _list_requested_entries(request, tournament)]
    document = cards.build_table_cards(
        tournament,
        [(table, get_table_url(table)) for table in tables],
        settings.PUBLIC_URL + reverse("public-home", args=[tournament.slug]),
        small=_is_small(request),
    )
    return build_pdf_response(document, f"cartons-{tournament.slug}")


@require_safe
@for_roles(*RUNNING_ROLES)
def seating(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print the seating plan, by name or with ``?by=number`` by table."""
    is_by_name = request.GET.get("by") != "number"
    plan = list_by_name if is_by_name else list_by_number
    centre = choose_centre(request, tournament).chosen
    lines = _require_any(list(filter_by_centre(plan(tournament, full_names=True), centre)))
    return build_pdf_response(
        lists.build_seating_plan(tournament, lines, by_name=is_by_name, centre=centre),
        f"plan-{tournament.slug}",
    )


@require_safe
@for_roles(*RUNNING_ROLES)
def check_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print the check-in list."""
    centre = choose_centre(request, tournament).chosen
    entries = _require_any(list_expected_entries(tournament, centre=centre))
    return build_pdf_response(
        lists.build_check_in_list(tournament, entries, centre), f"accueil-{tournament.slug}"
    )


@require_safe
@for_roles(*RUNNING_ROLES)
def bulletins(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print a sheet per table; ``?table=12``, ``?small=1``, or ``?blank=1`` without names."""
    entries = (
        [] if request.GET.get("blank") == "1" else _list_requested_entries(request, tournament)
    )
    document = forms.build_bulletins(tournament, entries, small=_is_small(request))
    return build_pdf_response(document, f"bulletins-{tournament.slug}")


@require_safe
@for_roles(*RUNNING_ROLES)
def road_sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print a road sheet per player, or only for ``?table=12``."""
    document = forms.build_road_sheets(tournament, _list_requested_entries(request, tournament))
    return build_pdf_response(document, f"feuilles-de-route-{tournament.slug}")


def parse_last_rank(request: HttpRequest) -> int:
    """Return the last rank that gets a certificate, by ``?first=``."""
    first = parse_number(request.GET.get("first", "")) or DEFAULT_CERTIFICATES
    return min(first, MAX_CERTIFICATES)


@require_safe
@for_roles(Role.ORGANISER)
def certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Print certificates for the first three, or for ``?first=``, of the general ranking or of the
    one that the other parameters choose (``RankingQuery``).

    Raise Http404 for invalid parameters, WrongState while the ranking can still change.
    """
    ranking_data = load_ranking_data(tournament, full_names=True)
    form = RankingQuery(ranking_data, request.GET)
    if not form.is_valid():
        raise Http404
    ranking = Ranking(ranking_data, replace(form.build_specification(), grouped_by=None))
    if ranking_data.is_provisional(_require_any(ranking.games)):
        raise WrongState("still-provisional")
    last_rank = parse_last_rank(request)
    winners = [
        lists.CertificateHolder.from_row(row)
        for row in ranking.ranked_entries
        if row.rank <= last_rank  # includes ties
    ]
    document = lists.build_certificates(
        lists.Certified.from_tournament(tournament),
        _require_any(winners),
        len(ranking.games),
        " · ".join(filter(None, [ranking.title, ranking.subtitle])),
    )
    return build_pdf_response(document, f"diplomes-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER)
def game_sheet(_request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Print the sheet of a finished game."""
    game = get_object_or_404(Game, tournament=tournament, number=number, state__in=OVER_GAME_STATES)
    document = games.build_game_sheet(game, _require_any(load_position(game).placed_turns))
    return build_pdf_response(document, f"partie-{tournament.slug}-{number}")
