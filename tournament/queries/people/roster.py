"""The roster of an organisation: search, and matching of people with it."""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Replace

from tournament.core.people.decisions import RosterLinks
from tournament.core.people.matching import (
    LICENCE_LIKENESSES,
    Likeness,
    PeopleIndex,
    PersonMatch,
    are_clubs_different,
    are_clubs_equal,
    have_equal_names,
    list_name_keys,
)
from tournament.core.people.names import fold_licence, fold_name, split_query
from tournament.core.people.player_data import PLAYER_FIELDS, PlayerData
from tournament.models import Organisation, RosterPlayer
from tournament.models.organisation import PersonData

#: Maximum number of names suggested while somebody types.
MAX_SUGGESTIONS = 8


def search_roster(organisation: Organisation, text: str) -> QuerySet[RosterPlayer]:
    """Return players with a name, licence or club that begins with each word of ``text``, or a
    licence that begins with all of it."""
    matches_text = Q()
    for word in split_query(text):
        matches_word = Q(plain_name__startswith=word) | Q(plain_name__contains=f" {word}")
        matches_word |= Q(plain_club__startswith=word) | Q(plain_club__contains=f" {word}")
        matches_text &= matches_word | _match_licence(word)
    players = organisation.roster.order_by("plain_name", "pk")
    return players.filter(matches_text | _match_licence(text) if matches_text else matches_text)


def _match_licence(text: str) -> Q:
    licence = fold_licence(text)
    return Q(plain_licence__startswith=licence) if licence else Q(pk__in=())


def suggest_players(organisation: Organisation, text: str) -> list[dict[str, Any]]:
    """Suggest players for the typed ``text``, those whose name begins with it first."""
    if not (folded_text := fold_name(text)):
        return []
    first = list(
        search_roster(organisation, text).filter(plain_name__startswith=folded_text)[
            :MAX_SUGGESTIONS
        ]
    )
    other_rows = search_roster(organisation, text).exclude(pk__in=[player.pk for player in first])
    players = [*first, *other_rows[: MAX_SUGGESTIONS - len(first)]]
    return [{name: getattr(player, name) for name in PLAYER_FIELDS} for player in players]


def get_data(person: PersonData) -> PlayerData:
    return PlayerData(**{name: getattr(person, name) for name in PLAYER_FIELDS})


class RosterMatcher:
    """Players of the roster who are alike ``people``, read once; ``excluded`` is left out."""

    def __init__(
        self,
        organisation_id: int,
        people: Collection[PlayerData],
        excluded: RosterPlayer | None = None,
    ) -> None:
        self._index: PeopleIndex[RosterPlayer] = PeopleIndex()
        self._rows: dict[int | None, RosterPlayer] = {}
        licences = {fold_licence(person.licence) for person in people} - {""}
        names = {key for person in people for key in list_name_keys(person)}
        players = RosterPlayer.objects.filter(organisation=organisation_id).order_by("pk")
        if excluded is not None:
            players = players.exclude(pk=excluded.pk)
        joined = Replace("plain_name", Value(" "), Value(""))
        similar_players = players.alias(joined_name=joined)
        for row in similar_players.filter(Q(plain_licence__in=licences) | Q(joined_name__in=names)):
            self.add(row)

    def add(self, row: RosterPlayer) -> None:
        """Add a player, also one whose data has changed."""
        self._index.add(get_data(row), row)
        self._rows[row.pk] = row

    def list_matches(self, person: PlayerData) -> list[PersonMatch[RosterPlayer]]:
        """Return the matches as the rows are now, strongest first."""
        rows = {id(match.item): match.item for match in self._index.find(person)}
        current_index: PeopleIndex[RosterPlayer] = PeopleIndex()
        for row in rows.values():
            current_index.add(get_data(row), row)
        return current_index.find(person)

    def find_licence(self, person: PlayerData) -> RosterPlayer | None:
        """Return the player of the same licence who has a name in common."""
        matches = self.list_matches(person)
        rows = [match.item for match in matches if match.likeness is Likeness.SAME_LICENCE]
        same_spelling = (row for row in rows if row.licence == person.licence)
        return next(same_spelling, next(iter(rows), None))

    def find(self, person: PlayerData) -> RosterPlayer | None:
        """Return the player who certainly is the person: by licence, or as the only namesake, of
        the same club or where a club is unknown."""
        if row := self.find_licence(person):
            return row
        matches = self.list_matches(person)
        if any(match.likeness in LICENCE_LIKENESSES for match in matches):
            return None
        namesakes = [match for match in matches if match.likeness is Likeness.SAME_NAME]
        candidates = [
            match for match in namesakes if are_clubs_equal(person, match.matched_person)
        ] or namesakes
        if len(candidates) != 1:
            return None
        (match,) = candidates
        is_certain = have_equal_names(person, match.matched_person)
        return (
            match.item
            if is_certain and not are_clubs_different(person, match.matched_person)
            else None
        )

    def find_linked(
        self, person: PlayerData, links: RosterLinks, index: int
    ) -> RosterPlayer | None:
        """Return the player who was chosen for the person at ``index``, else the one of the same
        licence if another person was meant, else as ``find``."""
        if index not in links:
            return self.find(person)
        key = links[index]
        return self.find_licence(person) if key is None else self._rows.get(key)

    def has_licence(self, person: PlayerData, excluded: RosterPlayer | None) -> bool:
        """Return True if somebody else has the licence as it is written."""
        other_matches = (
            match for match in self.list_matches(person) if match.likeness in LICENCE_LIKENESSES
        )
        return any(
            match.item is not excluded and match.item.licence == person.licence
            for match in other_matches
        )

    def list_doubts(self, person: PlayerData) -> list[PersonMatch[RosterPlayer]]:
        """Return the players who may be the person, if none certainly is."""
        if self.find(person):
            return []
        return [
            match
            for match in self.list_matches(person)
            if match.likeness is not Likeness.OTHER_LICENCE
            or not are_clubs_different(person, match.matched_person)
        ]
