"""Every readable page of the site, from the URL tables, with parameters of the festival.

From the tables, so that a new page cannot be forgotten. Needs Django set up.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from arbitrage.models import Appeal
from benchmarks.web.festival import Festival
from tournament.core.ranking.specification import list_modes
from tournament.core.scenes import SCENE_PANELS
from tournament.core.states import PLACED_TURN_STATES, GameState
from tournament.models import Game, Tournament
from tournament.presentation.files.exports import PROFILES

#: Parameters without values in a festival: imported files, searches, links sent by mail.
ABSENT_PARAMETERS = frozenset(
    {"job_id", "file_id", "change_id", "import_id", "token", "uidb64", "group_id", "player_id"}
    | {"team_id", "member_id", "user_id", "organisation_id", "older_key", "look_id", "run_id"}
    | {"match_id"}  # a festival of duplicate games has no matches of two
    | {"game_id", "call"}  # it plays no match
    | {"uid"}  # nor games alone
    | {"backup"}  # its folder of backups is empty
    | {"event_slug", "digest"}  # it is no event of many centres
    | {"centre_id"}  # and is played in one room
)
#: Names of commands, of pages without content in a festival, and of pages that seat the reader at
#: a table.
EXCLUDED_NAMES = frozenset(
    {"logout", "api-v1:api-root", "api-v1:api-unknown", "judge-ask", "public-logo"}
    | {"arbiter-paper-history"}
    | {"match-decisions", "table-match", "match-records"}
    | {"office-match-papers", "office-match-sheets"}
    | {"enter-by-key"}
    | {"public-topping", "public-topping-screen", "public-topping-csv", "table-topping"}
    | {"training", "training-game", "training-result", "judge-topping", "office-topping"}
    | {f"office-topping-{name}" for name in ("events", "csv", "xlsx", "ods")}
    | {"table-toppings"}  # a festival plays no topping
    | {"public-rounds", "public-round", "public-wall", "public-grid"}  # of a classic tournament
    | {"public-classic-pdf", "public-classic-file", "office-terms", "office-rounds"}
    | {"office-round", "api-v1:api-rounds", "api-v1:api-standings"}
    | {f"office-round-print-{name}" for name in ("tables", "names", "results")}
    | {"embed-ranking", "embed-grid", "favicon"}  # a festival allows no frames; a redirection
    | {"centre-event", "centre-key", "centre-upload"}  # it is no centre of an event
    | {"password-reset", "sign-up"}  # where a server has mail, and lets clubs sign up
)


@dataclass(frozen=True, slots=True)
class Address:
    """A line of the URL table, with one of the queries of its page."""

    name: str
    parameters: tuple[str, ...]
    query: str = ""

    def __str__(self) -> str:
        return f"{self.name}{self.query}"

    @property
    def is_public(self) -> bool:
        """True if everybody must get an answer."""
        return self.name == "home" or self.name.startswith(("public-", "api-"))


def list_addresses(festival: Festival) -> tuple[list[Address], list[str]]:
    """Return the readable addresses, and the names of the others."""
    queries = _list_queries(festival)
    addresses: list[Address] = []
    names_without_page: list[str] = []
    for name, parameters in _iterate_addresses(get_resolver().url_patterns):
        if name in EXCLUDED_NAMES or not ABSENT_PARAMETERS.isdisjoint(parameters):
            names_without_page.append(name)
            continue
        addresses += [Address(name, parameters, query) for query in ("", *queries.get(name, ()))]
    return addresses, names_without_page


def _iterate_addresses(
    patterns: list[Any], prefix: str = "", inherited: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in patterns:
        parameters = (*inherited, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            namespace = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _iterate_addresses(pattern.url_patterns, prefix + namespace, parameters)
        elif isinstance(pattern, URLPattern) and pattern.name:
            free = tuple(name for name in parameters if name not in pattern.default_args)
            yield prefix + pattern.name, free


def _list_queries(festival: Festival) -> Mapping[str, tuple[str, ...]]:
    """Return the queries to measure of each page."""
    modes = [f"?mode={mode}" for mode in list_modes(festival.live.regulation)]
    ranking = ("?game=1", "?games=1,2", *modes, "?by=club", "?by=team", "?series=4A", "?full=1")
    return {
        "public-ranking": ranking,
        "public-ranking-csv": ("?game=1",),
        "public-ranking-pdf": ("?game=1",),
        "api-v1:api-ranking": ("?by=club",),
        "public-scene": tuple(f"?scene={scene}" for scene in SCENE_PANELS),
        "public-tables": ("?by=number", "?q=ba", "?page=5"),
        "public-players": ("?q=ba", "?page=5"),
        "arbiter-list": ("?only=all",),
    }


class Chooser:
    """Chooses random parameters from the festival for an address."""

    def __init__(self, festival: Festival, seed: int) -> None:
        self._festival = festival
        self._rng = Random(seed)  # noqa: S311 - pages to measure

    def choose_path(self, address: Address) -> str:
        """Return a path of the live tournament, every third time of another one.

        A query may have no answer in another tournament, as pairs have no clubs.
        """
        others = self._festival.tournaments[:-1]
        tournament = self._festival.live
        if not address.query and not self._rng.randrange(3):
            tournament = self._rng.choice(others)
        games = tournament.games.exclude(state=GameState.DRAFT).order_by("number")
        game = self._rng.choice(list(games))
        choosers = CHOOSERS | SPECIAL_CHOOSERS.get(address.name, {})
        values = {
            parameter: choosers[parameter](self._rng, tournament, game)
            for parameter in address.parameters
        }
        return reverse(address.name, kwargs=values) + address.query


type _ChooseValue = Callable[[Random, Tournament, Game], object]


def _choose_value(
    rows: str, field: str, *, part: slice = slice(None), **filters: object
) -> _ChooseValue:
    """Return a function that chooses a value of the game's or the tournament's ``rows``."""

    def choose(rng: Random, tournament: Tournament, game: Game) -> object:
        owner = game if rows == "turns" else tournament
        queryset = getattr(owner, rows).filter(**filters).order_by("pk")
        return rng.choice(list(queryset.values_list(field, flat=True))[part])

    return choose


PLACED: dict[str, Any] = {"state__in": list(PLACED_TURN_STATES)}
#: Functions that choose a value by parameter; ``other_id`` never equals ``entry_id``.
CHOOSERS: dict[str, _ChooseValue] = {
    "slug": lambda _rng, tournament, _game: tournament.slug,
    "number": lambda _rng, _tournament, game: game.number,
    "turn": _choose_value("turns", "number", **PLACED),
    "ordinal": _choose_value("turns", "ordinal", **PLACED),
    "entry_id": _choose_value("entries", "pk", part=slice(0, None, 2)),
    "other_id": _choose_value("entries", "pk", part=slice(1, None, 2)),
    "table_id": _choose_value("tables", "pk"),
    "key": _choose_value("tables", "key"),
    "case": lambda rng, tournament, _game: rng.choice(
        list(Appeal.objects.filter(tournament=tournament).values_list("number", flat=True))
    ),
    "name": lambda rng, _tournament, _game: rng.choice(sorted(PROFILES)),
}
#: Parameters with another meaning on some pages.
SPECIAL_CHOOSERS: dict[str, dict[str, _ChooseValue]] = {
    "regulation-edition": {"key": lambda _rng, tournament, _game: tournament.edition},
    "office-result-file": {
        "key": lambda _rng, _tournament, _game: "sigles",
        "scope": lambda _rng, _tournament, game: str(game.number),
    },
}
