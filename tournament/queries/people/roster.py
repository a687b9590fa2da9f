"""Whom an organisation knows, and which of them somebody is."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from tournament.core.files.cells import plain
from tournament.core.people.player_data import PERSON, PlayerData
from tournament.models import Organisation, RosterPlayer
from tournament.models.organisation import PersonData

#: Names offered while somebody types.
MOST_OFFERED = 8


def search(organisation: Organisation, text: str) -> QuerySet[RosterPlayer]:
    """Those in whom every word of ``text`` begins a name, the licence or the club; all for none."""
    found = organisation.roster.order_by("plain_name", "pk")
    for word in plain(text).split():
        found = found.filter(
            Q(plain_name__startswith=word)
            | Q(plain_name__contains=f" {word}")
            | Q(licence__istartswith=word)
            | Q(club__istartswith=word)
        )
    return found


def offered(organisation: Organisation, text: str) -> list[dict[str, Any]]:
    """Whom somebody may mean who has typed ``text``, those whose name begins so first."""
    if not (typed := plain(text)):
        return []
    first = list(search(organisation, text).filter(plain_name__startswith=typed)[:MOST_OFFERED])
    others = search(organisation, text).exclude(pk__in=[one.pk for one in first])
    both = [*first, *others[: MOST_OFFERED - len(first)]]
    return [{name: getattr(one, name) for name in PERSON} for one in both]


def data_of(person: PersonData) -> PlayerData:
    return PlayerData(**{name: getattr(person, name) for name in PERSON})


class Known:
    """Whom the organisation knows among ``people``, read once."""

    def __init__(self, organisation_id: int, people: Collection[PlayerData]) -> None:
        self._licences: dict[str, RosterPlayer] = {}
        self._names: dict[str, list[RosterPlayer]] = defaultdict(list)
        own = RosterPlayer.objects.filter(organisation=organisation_id).order_by("pk")
        licences = {one.licence for one in people} - {""}
        names = {plain(one.name) for one in people}
        for row in own.filter(Q(licence__in=licences) | Q(plain_name__in=names)):
            self.add(row)

    def add(self, row: RosterPlayer) -> None:
        self.learn(row)
        self._names[row.plain_name].append(row)

    def learn(self, row: RosterPlayer) -> None:
        """The licence of somebody who is known already."""
        if row.licence:
            self._licences[row.licence] = row

    def find(self, person: PlayerData) -> RosterPlayer | None:
        """Who has the same licence, or else the same name and club and no other licence."""
        if person.licence and (row := self._licences.get(person.licence)):
            return row
        for row in self._names[plain(person.name)]:
            same_club = plain(row.club) == plain(person.club)
            if same_club and not (row.licence and person.licence):
                return row
        return None


def of_another(row: RosterPlayer, person: PlayerData) -> bool:
    """Neither of the two names is the one that is known: a licence that was mistyped, rather."""
    return plain(row.last_name) != plain(person.last_name) and plain(row.first_name) != plain(
        person.first_name
    )
