"""Two players of a roster who are one person: who may be, and what merging them changes."""

from dataclasses import dataclass, replace
from typing import Any

from tournament.core.people.player_data import PLAYER_FIELDS, PlayerData
from tournament.core.states import TournamentState
from tournament.models import Entry, Player, RosterPlayer, Tournament
from tournament.queries.people.roster import RosterMatcher, get_data

#: Maximum number of likely duplicates that are proposed.
_MAX_PROPOSED = 8


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """The values of a field that differ; the first is kept unless it is empty."""

    name: str
    kept: Any
    removed: Any


@dataclass(frozen=True, slots=True)
class DuplicateEntry:
    """A tournament in which both are registered, with their entries, the one to keep first."""

    tournament: Tournament
    entries: tuple[Entry, Entry]


@dataclass(frozen=True, slots=True)
class MergePlan:
    """``data``: the data of the one who remains; ``tournaments``: those of the one who goes."""

    data: PlayerData
    choices: list[FieldChoice]
    tournaments: list[Tournament]
    duplicates: list[DuplicateEntry]


def make_merge_plan(kept: RosterPlayer, removed: RosterPlayer) -> MergePlan:
    kept_data, removed_data = get_data(kept), get_data(removed)
    values: dict[str, Any] = {
        name: getattr(kept_data, name) or getattr(removed_data, name) for name in PLAYER_FIELDS
    }
    choices = [
        FieldChoice(name, getattr(kept_data, name), getattr(removed_data, name))
        for name in PLAYER_FIELDS
        if getattr(kept_data, name) != getattr(removed_data, name)
    ]
    played = removed.played.select_related("tournament").order_by("tournament", "pk")
    return MergePlan(
        data=replace(kept_data, **values),
        choices=choices,
        tournaments=list(dict.fromkeys(player.tournament for player in played)),
        duplicates=_list_duplicates(kept, removed),
    )


def _list_duplicates(kept: RosterPlayer, removed: RosterPlayer) -> list[DuplicateEntry]:
    doubles = []
    for player in removed.played.order_by("tournament", "pk"):
        other_players = Player.objects.filter(roster_player=kept, tournament=player.tournament_id)
        first = _find_entry(other_players.order_by("pk").first())
        second = _find_entry(player)
        if first is not None and second is not None and first.pk != second.pk:
            doubles.append(DuplicateEntry(player.tournament, (first, second)))
    return doubles


def _find_entry(player: Player | None) -> Entry | None:
    entries = Entry.objects.select_related("table", "tournament", "team")
    return entries.filter(players=player).first() if player else None


def can_be_deleted(entry: Entry) -> bool:
    """Return True if the entry may be deleted as a double, once nothing was played."""
    is_open = entry.tournament.state != TournamentState.ARCHIVED
    return is_open and not entry.withdrawn and entry.players.count() == 1


def list_likely_duplicates(row: RosterPlayer) -> list[RosterPlayer]:
    """Return other players of the roster with the same licence or name."""
    data = get_data(row)
    matcher = RosterMatcher(row.organisation_id, [data], excluded=row)
    return [match.item for match in matcher.list_matches(data)[:_MAX_PROPOSED]]
