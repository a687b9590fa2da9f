"""What the organiser prints, as PDFs: cards, lists, bulletins, road sheets, certificates."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournament import ports
from tournament.core.errors import BadSetting, WrongState
from tournament.core.ranking.ranking import ranking
from tournament.core.ranking.specification import Wanted
from tournament.core.states import OVER, Discipline, Role
from tournament.models import Entry, Game, Table, Tournament
from tournament.presentation.paper import cards, forms, games, lists
from tournament.queries.people.entry_lists import expected_at_the_door
from tournament.queries.position import position_of
from tournament.queries.results.ranking import ranking_field
from tournament.queries.seating_plan import by_name, by_number
from tournament.views.pdf import pdf
from tournament.views.staff import for_roles, whole_number

#: Certificates, unless another number is asked for.
FIRST = 3
#: As many as there are places on any podium, and then some.
MOST_CERTIFICATES = 100


@dataclass(frozen=True)
class Printable:
    """A document to print, and its address."""

    label: str | Promise
    address: str


def for_the_tables(tournament: Tournament) -> list[Printable]:
    """What lies on the tables or hangs beside them."""

    def paper(label: Promise, name: str, query: str = "") -> Printable:
        return Printable(label, reverse(name, args=[tournament.slug]) + query)

    common = [
        paper(_("Cartons, quatre par feuille"), "office-print"),
        paper(_("Cartons, un par quart de feuille"), "office-print", "?small=1"),
    ]
    if tournament.discipline == Discipline.CLASSIC:
        sheets = [
            Printable(label, address)
            for label, address in ports.list_classic_papers.ask(tournament)
        ]
        return [*common, *sheets, paper(_("Feuilles de match remplies"), "office-match-sheets")]
    return [
        *common,
        paper(_("Plan par nom"), "office-plan"),
        paper(_("Plan par numéro"), "office-plan", "?by=number"),
        paper(_("Bulletins, une feuille par table"), "office-bulletins"),
        paper(_("Bulletins sans nom"), "office-bulletins", "?blank=1"),
        paper(_("Feuilles de route"), "office-road-sheets"),
    ]


def for_the_results(tournament: Tournament, games_played: list[Game]) -> list[Printable]:
    """What is given out at the end."""
    found = [
        Printable(_("Le classement"), reverse("public-ranking-pdf", args=[tournament.slug])),
        Printable(
            _("Diplômes des trois premiers"), reverse("office-certificates", args=[tournament.slug])
        ),
    ]
    for game in games_played:
        if game.state in OVER:
            label = _("Feuille de la partie %(n)s") % {"n": game.number}
            address = reverse("office-game-sheet", args=[tournament.slug, game.number])
            found.append(Printable(label, address))
    return found


def table_url(table: Table) -> str:
    """The whole address that lets a player in, as printed and encoded."""
    return settings.PUBLIC_URL + reverse("enter-by-key", args=[table.key])


def _require[T](found: list[T]) -> list[T]:
    """Raises BadSetting where there is nothing: a sheet without anything is thrown away."""
    if not found:
        raise BadSetting("nothing-to-print")
    return found


def _playing(request: HttpRequest, tournament: Tournament) -> list[Entry]:
    """Who has not withdrawn, by table; with ``?table=12`` the one there. Raises BadSetting."""
    entries = tournament.entries.filter(withdrawn=False).select_related("table")
    if "table" in request.GET:
        entries = entries.filter(table__number=whole_number(request.GET["table"]) or 0)
    return _require(list(entries.order_by("table__number")))


def _small(request: HttpRequest) -> bool:
    return request.GET.get("small") == "1"


@require_safe
@for_roles(Role.ORGANISER)
def table_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """``?table=12`` for one again, ``?small=1`` for a quarter of a sheet each."""
    tables = [entry.table for entry in _playing(request, tournament)]
    document = cards.table_cards(
        tournament,
        [(table, table_url(table)) for table in tables],
        settings.PUBLIC_URL + reverse("public-home", args=[tournament.slug]),
        small=_small(request),
    )
    return pdf(document, f"cartons-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER)
def seating(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The plan to hang up, by name or with ``?by=number`` by table."""
    name = request.GET.get("by") != "number"
    plan = by_name if name else by_number
    lines = _require(list(plan(tournament, whole_names=True)))
    return pdf(lists.seating(tournament, lines, by_name=name), f"plan-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER)
def check_in(_request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list to tick off by hand."""
    entries = _require(expected_at_the_door(tournament))
    return pdf(lists.check_in(tournament, entries), f"accueil-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER)
def bulletins(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A sheet for each table; ``?table=12``, ``?small=1``, or ``?blank=1`` without names."""
    entries = [] if request.GET.get("blank") == "1" else _playing(request, tournament)
    document = forms.bulletins(tournament, entries, small=_small(request))
    return pdf(document, f"bulletins-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER)
def road_sheets(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One for each player; ``?table=12``."""
    document = forms.road_sheets(tournament, _playing(request, tournament))
    return pdf(document, f"feuilles-de-route-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER)
def certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Of the first three of the general ranking, or of as many as ``?first=`` says.

    Raises WrongState while anything of it can still change.
    """
    field = ranking_field(tournament, whole_names=True)
    if field.provisional(_require(field.games)):
        raise WrongState("still-provisional")
    most = min(whole_number(request.GET.get("first", "")) or FIRST, MOST_CERTIFICATES)
    ranked = ranking(field.field, Wanted(field.settings), tournament.regulation)
    best = [row for row in ranked if row.rank <= most]  # equal ones have the same place
    document = lists.certificates(tournament, _require(best), len(field.games))
    return pdf(document, f"diplomes-{tournament.slug}")


@require_safe
@for_roles(Role.ORGANISER)
def game_sheet(_request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The game as it was played, once it is over."""
    game = get_object_or_404(Game, tournament=tournament, number=number, state__in=OVER)
    document = games.game_sheet(game, _require(position_of(game).placed))
    return pdf(document, f"partie-{tournament.slug}-{number}")
