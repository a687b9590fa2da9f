"""The roster of an organisation: edited by hand, and updated by every registration."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.core.errors import BadSetting
from tournament.core.people.anonymous import is_pseudonym
from tournament.core.people.decisions import RosterLinks, link_typed_people
from tournament.core.people.matching import choose_licence, have_names_in_common
from tournament.core.people.names import fold_licence
from tournament.core.people.player_data import (
    FIRST_YEAR,
    LAST_YEAR,
    PLAYER_FIELDS,
    PlayerData,
    normalise_player,
)
from tournament.core.people.roster_changes import RowChange
from tournament.models import Organisation, Player, RosterPlayer
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.people.import_checks import check_for_roster
from tournament.queries.people.roster import RosterMatcher, get_data
from tournament.services.people.roster_changes import (
    BATCH,
    STORED_COLUMNS,
    collect_row_changes,
    forget_roster_player,
)


def check_person(data: PlayerData) -> None:
    """Raise BadSetting for a missing name, a text too long, or an impossible year of birth."""
    if not data.last_name.strip():
        raise BadSetting("no-name")
    for name, max_length in PLAYER_LENGTHS.items():
        text = getattr(data, name).strip()
        if len(text) > max_length:
            raise BadSetting("too-long", text=text, most=max_length)
    if data.birth_year is not None and not FIRST_YEAR <= data.birth_year <= LAST_YEAR:
        raise BadSetting("bad-birth-year", text=data.birth_year)


def update_roster(
    *,
    organisation: Organisation,
    people: Sequence[Player],
    links: RosterLinks | None = None,
    corrected: Mapping[int, RosterPlayer] | None = None,
    by: User | None,
    now: datetime,
) -> list[RowChange]:
    """Add ``people`` to the roster, set ``Player.roster_player`` of each (not saved here), and
    return the changes.

    Given data replaces stored data; empty fields change nothing. ``links``: what was decided, by
    position. ``corrected``: the former roster players of people whose data was corrected.
    """
    links, corrected = links or {}, corrected or {}
    Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
    data_of_people = [get_data(player) for player in people]
    roster = RosterMatcher(organisation.pk, data_of_people)
    created: list[RosterPlayer] = []
    changed_rows: dict[int, RosterPlayer] = {}
    former: dict[int, dict[str, Any]] = {}
    for place, (player, data) in enumerate(zip(people, data_of_people, strict=True)):
        if is_pseudonym(data.last_name):
            continue  # an anonymised player must not return to the roster
        row = _find_row(roster, data, place, links, corrected)
        mistyped = roster.has_licence(data, excluded=row)
        if row is None and mistyped:
            continue
        if row is None:
            row = RosterPlayer(organisation=organisation)
            created.append(row)
        before = asdict(get_data(row))
        if _write(row, replace(data, licence="") if mistyped else data, now) and row.pk:
            changed_rows[row.pk] = row
            former.setdefault(row.pk, before)
        roster.add(row)
        player.roster_player = row
    _store_rows(created, changed_rows.values())
    return collect_row_changes(created, [(row, former[pk]) for pk, row in changed_rows.items()])


def _find_row(
    roster: RosterMatcher,
    data: PlayerData,
    place: int,
    links: RosterLinks,
    corrected: Mapping[int, RosterPlayer],
) -> RosterPlayer | None:
    """Return the roster player of a person: the one decided, else the former one."""
    row = roster.find_linked(data, links, place)
    if row is None and place not in links:
        return _find_same_person(corrected.get(place), data)
    return row


def _store_rows(created: Sequence[RosterPlayer], changed: Iterable[RosterPlayer]) -> None:
    RosterPlayer.objects.bulk_create(created, batch_size=BATCH)
    RosterPlayer.objects.bulk_update(changed, STORED_COLUMNS, batch_size=BATCH)


def _find_same_person(row: RosterPlayer | None, data: PlayerData) -> RosterPlayer | None:
    """Return the former roster player if the corrected data still describes that person."""
    if row is None:
        return None
    licences = {fold_licence(row.licence), fold_licence(data.licence)}
    if len(licences - {""}) > 1:
        return None
    is_same_licence = len(licences) == 1 and "" not in licences
    without_first_names = not (row.first_name or data.first_name)
    has_common_names = without_first_names or have_names_in_common(get_data(row), data)
    return row if is_same_licence or has_common_names else None


def _write(row: RosterPlayer, data: PlayerData, now: datetime) -> bool:
    """Write ``data`` into ``row``; return True if anything changed."""
    values = {name: getattr(data, name) for name in PLAYER_FIELDS}
    values["licence"] = choose_licence(row.licence, data.licence)
    filled = {name: value for name, value in values.items() if value not in {"", None}}
    changed_names = [name for name, value in filled.items() if getattr(row, name) != value]
    for name in changed_names:
        setattr(row, name, filled[name])
    row.fold()
    row.updated_at = now
    return bool(changed_names)


def save_roster_player(
    *,
    organisation: Organisation,
    data: PlayerData,
    row: RosterPlayer | None = None,
    decision: str = "",
    by: User | None,
    now: datetime,
) -> RosterPlayer:
    """Add a player to the roster, or correct ``row``; tournaments keep their own data.

    ``decision``: ``INCLUDE_LINE`` for another person than those of the same name, or the key of the
    player to complete. Raise BadSetting as ``check_person``, for a licence that another player
    has, or if it must be decided whether it is a known person (``entry-doubtful``).
    """
    data = normalise_player(data)
    check_person(data)
    with transaction.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        matcher = RosterMatcher(organisation.pk, [data], excluded=row)
        line = check_for_roster(data, matcher, previous=get_data(row) if row else None)
        links = link_typed_people(line, decision, reason="licence-known")
        linked_row = matcher.find_linked(data, links, 0) if links and row is None else None
        if linked_row is not None:
            row = linked_row
            _write(row, data, now)
        else:
            row = row or RosterPlayer(organisation=organisation)
            for name in PLAYER_FIELDS:
                setattr(row, name, getattr(data, name))
            row.fold()
            row.updated_at = now
        row.save()
    return row


def delete_roster_player(*, row: RosterPlayer, by: User | None, now: datetime) -> None:
    """Delete a player from the roster; tournaments keep their own data."""
    forget_roster_player(row)
    row.delete()
