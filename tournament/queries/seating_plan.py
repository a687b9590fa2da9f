"""Data for seating plans, and the plan in which people search their tables."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import Any

from django.db import connection
from django.db.models import Count, Q
from django.db.models.functions import Lower

from tournament.core.people.names import fold_name, split_query
from tournament.core.people.seating import SeatingEntry, SeatingKind, share_evenly
from tournament.core.ranking.ranking import rank_entries
from tournament.core.ranking.specification import RankingSpecification
from tournament.core.states import CORRECTING_ROLES, GroupKind, PlayMedium, Role
from tournament.models import Centre, Entry, Group, StaffMember, Tournament
from tournament.queries.people.accounts import list_officers
from tournament.queries.people.public_names import PublicNames
from tournament.queries.results.ranking import load_ranking_data


def list_seating_entries(
    tournament: Tournament, kind: SeatingKind, centre: Centre | None = None
) -> list[SeatingEntry]:
    """List all entries that play, or those of ``centre``, with the data for a plan of this
    ``kind``."""
    ranks = _load_ranks(tournament) if kind is SeatingKind.RANKING else {}
    positions = _load_series(tournament)
    entries = tournament.entries.filter(withdrawn=False).select_related("table")
    if centre is not None:
        entries = entries.filter(table__centre=centre)
    return [
        SeatingEntry(
            entry.pk,
            entry.table.number,
            entry.name,
            clubs=frozenset(player.club for player in entry.players.all()),
            families=frozenset(player.last_name for player in entry.players.all()),
            block=_find_block(entry, positions),
            rank=ranks.get(entry.pk),
        )
        for entry in entries.prefetch_related("players")
    ]


def _load_ranks(tournament: Tournament) -> dict[int, int]:
    ranking_data = load_ranking_data(tournament)
    if not ranking_data.games:
        return {}
    rows = rank_entries(
        ranking_data.ranking_input,
        RankingSpecification(ranking_data.settings),
        tournament.regulation,
    )
    return {row.key: row.rank for row in rows}


def _load_series(tournament: Tournament) -> dict[str, int]:
    """Return the positions in the organisation's list of series, by code."""
    groups = Group.objects.filter(
        organisation=tournament.organisation_id, kind=GroupKind.SERIES
    ).order_by("position", "code")
    return {code: index for index, code in enumerate(groups.values_list(Lower("code"), flat=True))}


def _find_block(entry: Entry, positions: Mapping[str, int]) -> tuple[int, str]:
    """Return the best series of its players; those not in the list come after it, by name, and
    entries without series last."""
    last = len(positions)
    series_codes = [player.series.lower() for player in entry.players.all() if player.series]
    return min(((positions.get(code, last), code) for code in series_codes), default=(last + 1, ""))


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A line of the public plan: without link and code."""

    number: int
    entry: int
    name: str
    club: str
    #: The name in the form in which it is searched and ordered.
    folded_name: str
    #: Name of its centre, empty in a tournament of one room.
    centre: str = ""

    @property
    def initial(self) -> str:
        """Return the letter under which it is listed in a plan by name."""
        return self.folded_name[:1].upper() or "…"


#: Changes when an entry gets another table or name; a club may be outdated for CLUB_CACHE_S
#: seconds.
_SEATS_QUERY = """
SELECT md5(string_agg(e.table_id || ':' || coalesce(t.centre_id, 0) || ':' || e.name, ','
                      ORDER BY e.id))
FROM tournament_entry e JOIN tournament_table t ON t.id = e.table_id
WHERE e.tournament_id = %s AND NOT e.withdrawn
"""
CLUB_CACHE_S = 60


def list_by_number(tournament: Tournament, *, full_names: bool = False) -> tuple[SeatLine, ...]:
    """List entries that play, by table, with public names, or whole ones for the staff."""
    return _load_plans(tournament, full_names=full_names)[0]


def list_by_name(tournament: Tournament, *, full_names: bool = False) -> tuple[SeatLine, ...]:
    return _load_plans(tournament, full_names=full_names)[1]


def _load_plans(
    tournament: Tournament, *, full_names: bool
) -> tuple[tuple[SeatLine, ...], tuple[SeatLine, ...]]:
    """Return the plans by number and by name, cached for the many requests between two changes."""
    with connection.cursor() as cursor:
        cursor.execute(_SEATS_QUERY, [tournament.pk])
        (seats,) = cursor.fetchone()
    short = {} if full_names else PublicNames(tournament).short_names
    minute = int(monotonic() / CLUB_CACHE_S)
    return _read_plans(tournament.pk, seats, minute, tuple(sorted(short.items())))


@lru_cache(maxsize=16)
def _read_plans(
    tournament_id: int, _seats: str | None, _minute: int, short: tuple[tuple[int, str], ...]
) -> tuple[tuple[SeatLine, ...], tuple[SeatLine, ...]]:
    rows = Entry.objects.filter(tournament=tournament_id, withdrawn=False)
    rows = rows.order_by("table__number", "players__pk")
    by_number: dict[int, tuple[int, str, str, list[str]]] = {}
    columns = ("table__number", "pk", "name", "table__centre__name", "players__club")
    short_names = dict(short)
    for number, entry, name, centre, club in rows.values_list(*columns):
        seat: tuple[int, str, str, list[str]]
        seat = (entry, short_names.get(entry, name), centre or "", [])
        clubs = by_number.setdefault(number, seat)[3]
        if club and club not in clubs:
            clubs.append(club)
    plan = [
        SeatLine(number, entry, name, " / ".join(clubs), fold_name(name), centre)
        for number, (entry, name, centre, clubs) in by_number.items()
    ]
    return tuple(plan), tuple(sorted(plan, key=lambda line: (line.folded_name, line.number)))


def filter_by_centre(plan: Iterable[SeatLine], centre: Centre | None) -> Iterator[SeatLine]:
    """Yield the lines of a centre, or all."""
    for line in plan:
        if centre is None or line.centre == centre.name:
            yield line


def filter_lines(plan: Iterable[SeatLine], query: str) -> Iterator[SeatLine]:
    """Yield the lines whose name or centre has every word of ``query``, or whose table it is."""
    words = split_query(query)
    for line in plan:
        text = f"{line.folded_name} {fold_name(line.centre)}"
        if all(word in text or word == str(line.number) for word in words):
            yield line


def list_sharing_roles(*, with_double: bool) -> tuple[Role, ...]:
    """Return the roles among which tables are shared; a double arbiter sees the whole hall."""
    return tuple(CORRECTING_ROLES) if with_double else (Role.ARBITER,)


def compute_shares(tournament: Tournament, people: Sequence[int]) -> dict[int, int]:
    """Return the arbiter of each occupied table if they are shared among ``people``.

    The tables of a centre are shared among those who correct there: first the arbiters who are
    confined to it, who share all of them if there are some, else those who correct everywhere.
    """
    used = tournament.tables.filter(entry__withdrawn=False).order_by("number")
    members = StaffMember.objects.filter(tournament=tournament, role__in=CORRECTING_ROLES)
    centres = defaultdict[int | None, set[int]](set)
    for user, centre in members.values_list("user", "centre"):
        centres[centre].add(user)
    tables = defaultdict[int | None, dict[int, Any]](dict)
    for pk, arbiter, table_centre in used.values_list("pk", "arbiter", "centre"):
        tables[table_centre][pk] = arbiter
    shares: dict[int, int] = {}
    for centre_of_tables, current in tables.items():
        own = [pk for pk in people if centre_of_tables and pk in centres[centre_of_tables]]
        everywhere = [pk for pk in people if pk in centres[None]]
        if own or everywhere:
            shares |= share_evenly(list(current), own or everywhere, current)
    return shares


@dataclass(frozen=True, slots=True)
class ArbiterLoad:
    """Number of occupied tables of an arbiter, and how many of them play on paper. ``arbiter`` is
    empty for tables without arbiter. ``shared_table_count`` and ``shared_table_count_with_double``:
    the tables that they would have after sharing, without and with double arbiters."""

    arbiter: str
    table_count: int
    paper_table_count: int
    shared_table_count: int = 0
    shared_table_count_with_double: int = 0


def list_loads(tournament: Tournament) -> list[ArbiterLoad]:
    """List the load of every arbiter, by name, then of the tables without arbiter."""
    occupied = tournament.tables.filter(entry__withdrawn=False).order_by()
    on_paper = Count("pk", filter=Q(entry__plays_on=PlayMedium.PAPER))
    counts_by_arbiter = occupied.values_list("arbiter__username").annotate(
        tables=Count("pk"), paper=on_paper
    )
    counts = {username or "": (tables, paper) for username, tables, paper in counts_by_arbiter}
    arbiters = list_officers(tournament, *CORRECTING_ROLES)
    names = set(arbiters.values_list("username", flat=True)) | set(counts) - {""}
    shares = [_count_shares(tournament, with_double=choice) for choice in (False, True)]
    rows = [
        ArbiterLoad(name, *counts.get(name, (0, 0)), *(share[name] for share in shares))
        for name in sorted(names)
    ]
    return rows + ([ArbiterLoad("", *counts[""])] if "" in counts else [])


def _count_shares(tournament: Tournament, *, with_double: bool) -> Counter[str]:
    """Count the tables that each arbiter would have after sharing; none if there is no arbiter."""
    arbiters = list_officers(tournament, *list_sharing_roles(with_double=with_double))
    names = dict(arbiters.values_list("pk", "username"))
    if not names:
        return Counter()
    return Counter(names[pk] for pk in compute_shares(tournament, list(names)).values())
