"""The roster of an organisation: search, and matching of people with it."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from tournament.core.people.names import fold_name
from tournament.core.people.player_data import PERSON, PlayerData
from tournament.models import Organisation, RosterPlayer
from tournament.models.organisation import PersonData

#: Greatest number of names suggested while somebody types.
MOST_OFFERED = 8


def search(organisation: Organisation, text: str) -> QuerySet[RosterPlayer]:
    """Return players with a name, licence or club that begins with each word of ``text``."""
    players = organisation.roster.order_by("plain_name", "pk")
    for word in fold_name(text).split():
        players = players.filter(
            Q(plain_name__startswith=word)
            | Q(plain_name__contains=f" {word}")
            | Q(licence__istartswith=word)
            | Q(club__istartswith=word)
        )
    return players


def suggest_players(organisation: Organisation, text: str) -> list[dict[str, Any]]:
    """Suggest players for the typed ``text``, those whose name begins with it first."""
    if not (typed := fold_name(text)):
        return []
    first = list(search(organisation, text).filter(plain_name__startswith=typed)[:MOST_OFFERED])
    others = search(organisation, text).exclude(pk__in=[player.pk for player in first])
    players = [*first, *others[: MOST_OFFERED - len(first)]]
    return [{name: getattr(player, name) for name in PERSON} for player in players]


def get_data(person: PersonData) -> PlayerData:
    return PlayerData(**{name: getattr(person, name) for name in PERSON})


class RosterMatcher:
    """Players of the roster that match ``people``, read once."""

    def __init__(self, organisation_id: int, people: Collection[PlayerData]) -> None:
        self._licences: dict[str, RosterPlayer] = {}
        self._names: dict[str, list[RosterPlayer]] = defaultdict(list)
        players = RosterPlayer.objects.filter(organisation=organisation_id).order_by("pk")
        licences = {person.licence for person in people} - {""}
        names = {fold_name(person.name) for person in people}
        for row in players.filter(Q(licence__in=licences) | Q(plain_name__in=names)):
            self.add(row)

    def add(self, row: RosterPlayer) -> None:
        self.add_licence(row)
        self._names[row.plain_name].append(row)

    def add_licence(self, row: RosterPlayer) -> None:
        """Add the licence of a player that is in the roster already."""
        if row.licence:
            self._licences[row.licence] = row

    def find(self, person: PlayerData) -> RosterPlayer | None:
        """Return the player of the same licence, else of the same name and club and no other
        licence."""
        if person.licence and (row := self._licences.get(person.licence)):
            return row
        for row in self._names[fold_name(person.name)]:
            same_club = fold_name(row.club) == fold_name(person.club)
            if same_club and not (row.licence and person.licence):
                return row
        return None


def is_another_person(row: RosterPlayer, person: PlayerData) -> bool:
    """Return True if neither first nor last name agrees: the licence was probably mistyped."""
    return fold_name(row.last_name) != fold_name(person.last_name) and fold_name(
        row.first_name
    ) != fold_name(person.first_name)
