"""Ports of ``tournament`` that ``tournament.classic`` fills: pages and values of classic
tournaments."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from tournament.core.ranking.ranked_line import RankedLine
from tournament.models import Entry, Table, Tournament
from tournament.port_types import Port

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


class ClassicPage(Protocol):
    """The page of a classic tournament at the same address as one of a duplicate."""

    def __call__(
        self, request: "HttpRequest", tournament: Tournament, /, *args: Any, **kwargs: Any
    ) -> "HttpResponse": ...


class ClassicTablet(Protocol):
    """The tablet of a player of a match."""

    def __call__(self, request: "HttpRequest", table: Table, /) -> "HttpResponse": ...


class FindExcluded(Protocol):
    """Return the keys of those ``entries`` that are excluded (9.3)."""

    def __call__(self, entries: Sequence[Entry], /) -> frozenset[int]: ...


class DescribeExclusion(Protocol):
    """Make the sentence for a player who is excluded (9.3), empty for another."""

    def __call__(self, entry: Entry, /) -> str: ...


class ListPapers(Protocol):
    """List label and address of each document that is printed for the tables."""

    def __call__(self, tournament: Tournament, /) -> "list[tuple[Any, str]]": ...


class MakeTerms(Protocol):
    """Make the terms that a new classic tournament starts with, for ``Tournament.classic``."""

    def __call__(self) -> dict[str, Any]: ...


class DescribeRoundChange(Protocol):
    """Return the French sentence for a ``TournamentChange`` about a round, from its ``data``."""

    def __call__(self, data: Mapping[str, Any], /) -> str: ...


class ListLeaders(Protocol):
    """List the public standings of a classic tournament; empty before its first public round."""

    def __call__(self, tournament: Tournament, /) -> list[RankedLine]: ...


classic_pages = Port[Mapping[str, ClassicPage]]("classic_pages")
classic_tablet = Port[ClassicTablet]("classic_tablet")
find_excluded = Port[FindExcluded]("find_excluded")
describe_exclusion = Port[DescribeExclusion]("describe_exclusion")
list_classic_leaders = Port[ListLeaders]("list_classic_leaders")
list_classic_papers = Port[ListPapers]("list_classic_papers")
make_classic_terms = Port[MakeTerms]("make_classic_terms")
describe_round_change = Port[DescribeRoundChange]("describe_round_change")
