"""What a plan of seating is made from, and the plan as people look for their tables in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic

from django.db import connection
from django.db.models import Count, Q
from django.db.models.functions import Lower

from tournament.core.people.names import folded
from tournament.core.people.seating import SeatingKind, Sitter
from tournament.core.ranking.ranking import ranking
from tournament.core.ranking.specification import Wanted
from tournament.core.states import GroupKind, PlaysOn, Role
from tournament.models import Entry, Group, StaffMember, Tournament
from tournament.queries.people.public_names import PublicNames
from tournament.queries.results.ranking import ranking_field


def sitters_of(tournament: Tournament, kind: SeatingKind) -> list[Sitter]:
    """Everybody who plays, as ``kind`` of plan needs to know them."""
    ranks = _ranks(tournament) if kind is SeatingKind.RANKING else {}
    positions = _series(tournament)
    entries = tournament.entries.filter(withdrawn=False).select_related("table")
    return [
        Sitter(
            entry.pk,
            entry.table.number,
            entry.name,
            clubs=frozenset(player.club for player in entry.players.all()),
            families=frozenset(player.last_name for player in entry.players.all()),
            block=_block(entry, positions),
            rank=ranks.get(entry.pk),
        )
        for entry in entries.prefetch_related("players")
    ]


def _ranks(tournament: Tournament) -> dict[int, int]:
    found = ranking_field(tournament)
    if not found.games:
        return {}
    rows = ranking(found.field, Wanted(found.settings), tournament.regulation)
    return {row.key: row.rank for row in rows}


def _series(tournament: Tournament) -> dict[str, int]:
    """In the order of the organisation's list, by code."""
    groups = Group.objects.filter(
        organisation=tournament.organisation_id, kind=GroupKind.SERIES
    ).order_by("position", "code")
    return {code: at for at, code in enumerate(groups.values_list(Lower("code"), flat=True))}


def _block(entry: Entry, positions: Mapping[str, int]) -> tuple[int, str]:
    """The best series of its players; those that the list does not have come after, by name, and
    who has none last."""
    last = len(positions)
    known = [player.series.lower() for player in entry.players.all() if player.series]
    return min(((positions.get(one, last), one) for one in known), default=(last + 1, ""))


@dataclass(frozen=True, slots=True)
class Seated:
    """A line of the plan that everybody may read: no link, no code."""

    number: int
    entry: int
    name: str
    club: str
    #: The name as it is looked for and ordered.
    folded: str

    @property
    def initial(self) -> str:
        """What it stands under in a plan by name."""
        return self.folded[:1].upper() or "…"


#: Whether anybody has another table or name; a club may be told as it was for so long.
_AS_THEY_SIT = """
SELECT md5(string_agg(table_id || ':' || name, ',' ORDER BY id))
FROM tournament_entry WHERE tournament_id = %s AND NOT withdrawn
"""
CLUBS_FOR_S = 60


def by_number(tournament: Tournament, *, whole_names: bool = False) -> tuple[Seated, ...]:
    """Everybody who plays, by table, as the public reads their names; the staff, whole."""
    return _plans(tournament, whole_names=whole_names)[0]


def by_name(tournament: Tournament, *, whole_names: bool = False) -> tuple[Seated, ...]:
    return _plans(tournament, whole_names=whole_names)[1]


def _plans(
    tournament: Tournament, *, whole_names: bool
) -> tuple[tuple[Seated, ...], tuple[Seated, ...]]:
    """By number and by name; thousands ask for the same while nobody moves."""
    with connection.cursor() as cursor:
        cursor.execute(_AS_THEY_SIT, [tournament.pk])
        (seats,) = cursor.fetchone()
    short = {} if whole_names else PublicNames(tournament).short
    minute = int(monotonic() / CLUBS_FOR_S)
    return _read_plans(tournament.pk, seats, minute, tuple(sorted(short.items())))


@lru_cache(maxsize=16)
def _read_plans(
    tournament_id: int, _seats: str | None, _minute: int, short: tuple[tuple[int, str], ...]
) -> tuple[tuple[Seated, ...], tuple[Seated, ...]]:
    rows = Entry.objects.filter(tournament=tournament_id, withdrawn=False)
    rows = rows.order_by("table__number", "players__pk")
    found: dict[int, tuple[int, str, list[str]]] = {}
    columns = ("table__number", "pk", "name", "players__club")
    shorter = dict(short)
    for number, entry, name, club in rows.values_list(*columns):
        clubs = found.setdefault(number, (entry, shorter.get(entry, name), []))[2]
        if club and club not in clubs:
            clubs.append(club)
    plan = [
        Seated(number, entry, name, " / ".join(clubs), folded(name))
        for number, (entry, name, clubs) in found.items()
    ]
    return tuple(plan), tuple(sorted(plan, key=lambda one: (one.folded, one.number)))


def matching(plan: Iterable[Seated], asked: str) -> Iterator[Seated]:
    """Those whose name has every word of ``asked``, accents or not, or whose table it is."""
    words = folded(asked).split()
    for one in plan:
        if all(word in one.folded or word == str(one.number) for word in words):
            yield one


@dataclass(frozen=True, slots=True)
class Load:
    """How many tables an arbiter has where somebody plays, and how many of them play on paper.
    ``who`` is empty for those that nobody has."""

    who: str
    tables: int
    paper: int


def loads(tournament: Tournament) -> list[Load]:
    """Of everybody who corrects, by name, then what nobody has."""
    used = tournament.tables.filter(entry__withdrawn=False).order_by()
    on_paper = Count("pk", filter=Q(entry__plays_on=PlaysOn.PAPER))
    counted = used.values_list("arbiter__username").annotate(tables=Count("pk"), paper=on_paper)
    found = {who or "": (tables, paper) for who, tables, paper in counted}
    roles = StaffMember.objects.filter(
        tournament=tournament, role__in=[Role.ARBITER, Role.DOUBLE_ARBITER]
    )
    names = set(roles.values_list("user__username", flat=True)) | set(found) - {""}
    rows = [Load(name, *found.get(name, (0, 0))) for name in sorted(names)]
    return rows + ([Load("", *found[""])] if "" in found else [])
