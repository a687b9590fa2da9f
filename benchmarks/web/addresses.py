"""Every page of the site that can be read, from the URL tables themselves, so that a new one cannot
be forgotten: with what the festival has for its parameters. Needs Django set up."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from arbitrage.models import Appeal
from benchmarks.web.festival import Festival
from tournament.core.ranking.specification import list_modes
from tournament.core.scenes import PANELS
from tournament.core.states import PLACED_TURN_STATES, GameState
from tournament.models import Game, Tournament
from tournament.presentation.exports import PROFILES

#: Parameters of which a festival has none: files being imported, searches, links sent by mail.
ABSENT = frozenset(
    {"job_id", "file_id", "change_id", "import_id", "token", "uidb64", "group_id", "player_id"}
    | {"team_id", "member_id", "user_id", "organisation_id", "before", "look_id", "run_id"}
    | {"match_id"}  # a festival of duplicate games has no matches of two
    | {"game_id", "call"}  # it plays no match
)
#: Names whose pages answer commands, are no page of the festival's, or seat who opens them at a
#: table, from where others are closed.
NO_PAGE = frozenset(
    {"logout", "api-v1:api-root", "judge-ask", "public-logo", "arbiter-paper-history"}
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
    | {"password-reset", "sign-up"}  # where a server has mail, and lets clubs sign up
)


@dataclass(frozen=True, slots=True)
class Address:
    """A line of the URL table, with one of the questions that its page answers."""

    name: str
    parameters: tuple[str, ...]
    query: str = ""

    def __str__(self) -> str:
        return f"{self.name}{self.query}"

    @property
    def is_public(self) -> bool:
        """Whether everybody must get an answer."""
        return self.name == "home" or self.name.startswith(("public-", "api-"))


def addresses(festival: Festival) -> tuple[list[Address], list[str]]:
    """Those that can be asked for, and the names of the others."""
    questions = _questions(festival)
    asked: list[Address] = []
    absent: list[str] = []
    for name, parameters in _walk(get_resolver().url_patterns):
        if name in NO_PAGE or not ABSENT.isdisjoint(parameters):
            absent.append(name)
            continue
        asked += [Address(name, parameters, query) for query in ("", *questions.get(name, ()))]
    return asked, absent


def _walk(
    patterns: list[Any], before: str = "", given: tuple[str, ...] = ()
) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in patterns:
        parameters = (*given, *pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            space = f"{pattern.namespace}:" if pattern.namespace else ""
            yield from _walk(pattern.url_patterns, before + space, parameters)
        elif isinstance(pattern, URLPattern) and pattern.name:
            fixed = set(pattern.default_args)
            yield before + pattern.name, tuple(one for one in parameters if one not in fixed)


def _questions(festival: Festival) -> Mapping[str, tuple[str, ...]]:
    """What is asked of a page beside its address."""
    modes = [f"?mode={mode}" for mode in list_modes(festival.live.regulation)]
    ranking = ("?game=1", "?games=1,2", *modes, "?by=club", "?by=team", "?series=4", "?full=1")
    return {
        "public-ranking": ranking,
        "public-ranking-csv": ("?game=1",),
        "public-ranking-pdf": ("?game=1",),
        "api-v1:api-ranking": ("?by=club",),
        "public-scene": tuple(f"?scene={scene}" for scene in PANELS),
        "public-tables": ("?by=number", "?q=ba", "?page=5"),
        "public-players": ("?q=ba", "?page=5"),
        "arbiter-list": ("?only=all",),
    }


class Chooser:
    """Finds for an address, again and again, something else of the festival."""

    def __init__(self, festival: Festival, seed: int) -> None:
        self._festival = festival
        self._chance = Random(seed)  # noqa: S311 - pages to measure

    def path(self, address: Address) -> str:
        """Of the tournament that is played, every third time of another one; what is asked beside
        the address may have no answer there, as pairs of two clubs are of none."""
        others = self._festival.tournaments[:-1]
        tournament = self._festival.live
        if not address.query and not self._chance.randrange(3):
            tournament = self._chance.choice(others)
        played = tournament.games.exclude(state=GameState.DRAFT).order_by("number")
        game = self._chance.choice(list(played))
        found = FOUND | OWN.get(address.name, {})
        values = {one: found[one](self._chance, tournament, game) for one in address.parameters}
        return reverse(address.name, kwargs=values) + address.query


type _Find = Callable[[Random, Tournament, Game], object]


def _one(rows: str, field: str, *, of: slice = slice(None), **where: object) -> _Find:
    """A value of one of the game's or the tournament's ``rows``."""

    def find(chance: Random, tournament: Tournament, game: Game) -> object:
        holder = game if rows == "turns" else tournament
        found = getattr(holder, rows).filter(**where).order_by("pk")
        return chance.choice(list(found.values_list(field, flat=True))[of])

    return find


PLACED: dict[str, Any] = {"state__in": list(PLACED_TURN_STATES)}
#: What a parameter of this name may be; ``other_id`` is whom ``entry_id`` does not find.
FOUND: dict[str, _Find] = {
    "slug": lambda _chance, tournament, _game: tournament.slug,
    "number": lambda _chance, _tournament, game: game.number,
    "turn": _one("turns", "number", **PLACED),
    "ordinal": _one("turns", "ordinal", **PLACED),
    "entry_id": _one("entries", "pk", of=slice(0, None, 2)),
    "other_id": _one("entries", "pk", of=slice(1, None, 2)),
    "table_id": _one("tables", "pk"),
    "key": _one("tables", "key"),
    "case": lambda chance, tournament, _game: chance.choice(
        list(Appeal.objects.filter(tournament=tournament).values_list("number", flat=True))
    ),
    "name": lambda chance, _tournament, _game: chance.choice(sorted(PROFILES)),
}
#: Where a name means something else.
OWN: dict[str, dict[str, _Find]] = {
    "regulation-edition": {"key": lambda _chance, tournament, _game: tournament.edition},
}
