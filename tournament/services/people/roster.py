"""The roster of an organisation: edited by hand, and updated by every registration."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from tournament.core.errors import BadSetting
from tournament.core.people.anonymous import is_pseudonym
from tournament.core.people.names import fold_name
from tournament.core.people.player_data import (
    FIRST_YEAR,
    LAST_YEAR,
    PERSON,
    PlayerData,
    tidy_player,
)
from tournament.models import Organisation, Player, RosterPlayer
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.people.roster import RosterMatcher, get_data, is_another_person

#: Number of rows in one statement.
BATCH = 1000


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
    corrected: Mapping[int, RosterPlayer] | None = None,
    by: User | None,
    now: datetime,
) -> None:
    """Add ``people`` to the roster, and set ``Player.known`` of each (not saved here).

    Given data replaces stored data; empty fields change nothing. ``corrected``: the former roster
    players of people whose data was corrected, by position.
    """
    Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
    data_of_people = [get_data(player) for player in people]
    roster = RosterMatcher(organisation.pk, data_of_people)
    created: list[RosterPlayer] = []
    changed: dict[int, RosterPlayer] = {}
    for place, (player, data) in enumerate(zip(people, data_of_people, strict=True)):
        if is_pseudonym(data.last_name):
            continue  # an anonymised player must not return to the roster
        row = roster.find(data) or _same_person((corrected or {}).get(place), data)
        if row is None:
            row = RosterPlayer(organisation=organisation)
            created.append(row)
            _write(row, data, now)
            roster.add(row)
        elif not is_another_person(row, data) and _write(row, data, now):
            roster.add_licence(row)
            if row.pk:
                changed[row.pk] = row
        player.known = row
    RosterPlayer.objects.bulk_create(created, batch_size=BATCH)
    RosterPlayer.objects.bulk_update(
        changed.values(), [*PERSON, "plain_name", "updated_at"], batch_size=BATCH
    )


def _same_person(row: RosterPlayer | None, data: PlayerData) -> RosterPlayer | None:
    """Return the former roster player if the corrected data still describes that person."""
    if row is None or (row.licence and data.licence and row.licence != data.licence):
        return None
    same_licence = bool(row.licence) and row.licence == data.licence
    return row if same_licence or not is_another_person(row, data) else None


def _write(row: RosterPlayer, data: PlayerData, now: datetime) -> bool:
    """Write ``data`` into ``row``; return True if anything changed."""
    values = {name: getattr(data, name) for name in PERSON}
    filled = {name: value for name, value in values.items() if value not in {"", None}}
    changed = [name for name, value in filled.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, filled[name])
    row.plain_name = fold_name(f"{row.last_name} {row.first_name}")
    row.updated_at = now
    return bool(changed)


def save_roster_player(
    *,
    organisation: Organisation,
    data: PlayerData,
    row: RosterPlayer | None = None,
    by: User | None,
    now: datetime,
) -> RosterPlayer:
    """Add a player to the roster, or correct ``row``; tournaments keep their own data.

    Raises BadSetting as ``check_person``, or if another player has the licence.
    """
    data = tidy_player(data)
    check_person(data)
    row = row or RosterPlayer(organisation=organisation)
    for name in PERSON:
        setattr(row, name, getattr(data, name))
    row.plain_name, row.updated_at = fold_name(data.name), now
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise BadSetting("licence-known", licence=data.licence) from None
    return row


def delete_roster_player(*, row: RosterPlayer, by: User | None, now: datetime) -> None:
    """Delete a player from the roster; tournaments keep their own data."""
    row.delete()
