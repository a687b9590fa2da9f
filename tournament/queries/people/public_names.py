"""Names as the public sees them: whole, or shortened for minors if the tournament asks for it.

Everything sent to the public (pages, files, the API, sockets of the public and of the players)
takes its names from here; the staff sees ``Entry.name``.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence

from django.db.models import Q

from tournament.core.people.ages import AgeRange, can_be_minor
from tournament.core.people.anonymous import PSEUDONYM
from tournament.core.people.names import join_names, make_initial, shorten_name
from tournament.core.states import GroupKind
from tournament.models import Entry, Group, Player, Tournament


class PublicNames:
    """Public names of one tournament, or of some ``entries`` of it; read by the constructor."""

    def __init__(self, tournament: Tournament, entries: Collection[int] | None = None) -> None:
        self._shortens = tournament.short_minors
        self._year = tournament.starts_on.year
        self._categories: Sequence[AgeRange] = (
            _list_categories(tournament) if self._shortens else ()
        )
        #: Names of the entries of which a player's name is shortened.
        self.short_names = self._read_short_names(tournament, entries) if self._shortens else {}

    def get_name(self, entry_id: int, name: str) -> str:
        """Return the public name of an entry called ``name``."""
        return self.short_names.get(entry_id, name)

    def get_entry_name(self, entry: Entry) -> str:
        return self.get_name(entry.pk, entry.name)

    def get_last_name(self, player: Player) -> str:
        """Return the public last name of one player; the first name is always whole."""
        is_short = self._shortens and self._is_minor(player.category, player.birth_year)
        return make_initial(player.last_name) if is_short else player.last_name

    def _is_minor(self, category: str, birth_year: int | None) -> bool:
        return can_be_minor(category, birth_year, self._year, self._categories)

    def _read_short_names(
        self, tournament: Tournament, entries: Collection[int] | None
    ) -> dict[int, str]:
        seats = Entry.players.through.objects.filter(entry__tournament=tournament)
        if entries is not None:
            seats = seats.filter(entry__in=entries)
        columns = ("last_name", "first_name", "category", "birth_year")
        rows = seats.order_by("entry_id", "player_id").values_list(
            "entry", *(f"player__{name}" for name in columns)
        )
        people: defaultdict[int, list[tuple[str, bool]]] = defaultdict(list)
        for entry, last, first, category, birth_year in rows:
            is_minor = self._is_minor(category, birth_year)
            name = shorten_name(last, first) if is_minor else f"{last} {first}".strip()
            people[entry].append((name, is_minor))
        return {
            entry: join_names(name for name, _ in named_players)
            for entry, named_players in people.items()
            if any(is_minor for _name, is_minor in named_players)
        }


def _list_categories(tournament: Tournament) -> list[Group]:
    groups = Group.objects.filter(organisation=tournament.organisation_id, kind=GroupKind.CATEGORY)
    return list(groups)


def list_unshared_entries(tournament: Tournament) -> set[int]:
    """Return the entries that no picture, frame or preview of another site names: withdrawn ones,
    and those with an anonymised player."""
    hidden = Q(withdrawn=True) | Q(players__last_name__startswith=PSEUDONYM)
    return set(tournament.entries.filter(hidden).values_list("pk", flat=True))
