"""The addresses that programs ask of every site: robots, site map, icon."""

from collections.abc import Iterable
from typing import Any, override
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournament.core.states import Discipline
from tournament.models import Game, Tournament
from tournament.queries.access import list_public_tournaments
from tournament.queries.results.publicity import are_results_public

#: Paths that robots need not read: pages of the staff, tables, the API, pages for frames.
DISALLOWED_PATHS = (
    "/office/",
    "/judge/",
    "/arbiter/",
    "/table/",
    "/t/",
    "/account/",
    "/api/",
    "/embed/",
)


@require_safe
@cache_control(max_age=3600)
def robots(_request: HttpRequest) -> HttpResponse:
    """Return what search engines may read, and where the site map is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in DISALLOWED_PATHS)]
    lines.append(f"Sitemap: {settings.PUBLIC_URL}{reverse('sitemap')}")
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(max_age=86400)
def favicon(_request: HttpRequest) -> HttpResponse:
    return HttpResponseRedirect(static("icons/favicon.ico"))


class _PublicSitemap(Sitemap):  # type: ignore[type-arg]  # it is no generic class at run time
    """Addresses below the public address of the installation, whatever host was asked."""

    def __init__(self) -> None:
        self.protocol = urlsplit(settings.PUBLIC_URL).scheme

    @override
    def get_domain(self, site: Any = None) -> str:
        return urlsplit(settings.PUBLIC_URL).netloc


class PageSitemap(_PublicSitemap):
    """Pages of the installation."""

    @override
    def items(self) -> list[str]:
        return ["home", "about", "regulation", "bench"]

    @override
    def location(self, item: str) -> str:
        return reverse(item)


class TournamentSitemap(_PublicSitemap):
    """Pages of published tournaments."""

    name = "public-home"

    @override
    def items(self) -> Iterable[Tournament]:
        return list_public_tournaments().order_by("-starts_on", "pk")

    @override
    def location(self, item: Tournament) -> str:
        return reverse(self.name, args=[item.slug])


class RankingSitemap(TournamentSitemap):
    name = "public-ranking"


class GameSitemap(_PublicSitemap):
    """Sheets of games whose results are public. Pages of persons are in no site map."""

    @override
    def items(self) -> list[Game]:
        tournaments = list_public_tournaments().filter(discipline=Discipline.DUPLICATE)
        games = Game.objects.filter(tournament__in=tournaments).select_related("tournament")
        newest_first = games.order_by("-tournament__starts_on", "tournament", "number")
        return [game for game in newest_first if are_results_public(game)]

    @override
    def location(self, item: Game) -> str:
        return reverse("public-game", args=[item.tournament.slug, item.number])


SITEMAPS = {
    "pages": PageSitemap,
    "tournaments": TournamentSitemap,
    "rankings": RankingSitemap,
    "games": GameSitemap,
}
