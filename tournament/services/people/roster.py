"""The people whom an organisation knows: written by hand, and by every registration."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from tournament.core.errors import BadSetting
from tournament.core.files.cells import plain
from tournament.core.people.anonymous import is_pseudonym
from tournament.core.people.player_data import FIRST_YEAR, LAST_YEAR, PERSON, PlayerData, tidied
from tournament.models import Organisation, Player, RosterPlayer
from tournament.models.organisation import PLAYER_LENGTHS
from tournament.queries.people.roster import Known, data_of, of_another

#: Rows of one statement.
BATCH = 1000


def check_person(data: PlayerData) -> None:
    """Raises BadSetting: no name, a text too long, a year in which nobody alive was born."""
    if not data.last_name.strip():
        raise BadSetting("no-name")
    for name, most in PLAYER_LENGTHS.items():
        text = getattr(data, name).strip()
        if len(text) > most:
            raise BadSetting("too-long", text=text, most=most)
    if data.birth_year is not None and not FIRST_YEAR <= data.birth_year <= LAST_YEAR:
        raise BadSetting("bad-birth-year", text=data.birth_year)


def remember(
    *,
    organisation: Organisation,
    people: Sequence[Player],
    corrected: Mapping[int, RosterPlayer] | None = None,
    by: User | None,
    now: datetime,
) -> None:
    """From now on the organisation knows ``people``, each by ``Player.known`` (not saved here).

    What is said of them replaces what was known; what is not said stays. ``corrected``: who the
    people were, by their place, before somebody corrected what is written of them.
    """
    Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
    said = [data_of(player) for player in people]
    known = Known(organisation.pk, said)
    made: list[RosterPlayer] = []
    changed: dict[int, RosterPlayer] = {}
    for place, (player, data) in enumerate(zip(people, said, strict=True)):
        if is_pseudonym(data.last_name):
            continue  # whoever that was is to be known no more
        row = known.find(data) or _same_person((corrected or {}).get(place), data)
        if row is None:
            row = RosterPlayer(organisation=organisation)
            made.append(row)
            _write(row, data, now)
            known.add(row)
        elif not of_another(row, data) and _write(row, data, now):
            known.learn(row)
            if row.pk:
                changed[row.pk] = row
        player.known = row
    RosterPlayer.objects.bulk_create(made, batch_size=BATCH)
    RosterPlayer.objects.bulk_update(
        changed.values(), [*PERSON, "plain_name", "updated_at"], batch_size=BATCH
    )


def _same_person(row: RosterPlayer | None, data: PlayerData) -> RosterPlayer | None:
    """Somebody whose name or licence was corrected, unless it is somebody else now."""
    if row is None or (row.licence and data.licence and row.licence != data.licence):
        return None
    same_licence = bool(row.licence) and row.licence == data.licence
    return row if same_licence or not of_another(row, data) else None


def _write(row: RosterPlayer, data: PlayerData, now: datetime) -> bool:
    """Put in ``row`` what ``data`` says; whether anything changed."""
    said = {name: getattr(data, name) for name in PERSON}
    news = {name: value for name, value in said.items() if value not in {"", None}}
    changed = [name for name, value in news.items() if getattr(row, name) != value]
    for name in changed:
        setattr(row, name, news[name])
    row.plain_name = plain(f"{row.last_name} {row.first_name}")
    row.updated_at = now
    return bool(changed)


def save_known(
    *,
    organisation: Organisation,
    data: PlayerData,
    row: RosterPlayer | None = None,
    by: User | None,
    now: datetime,
) -> RosterPlayer:
    """Write somebody into the roster, or correct ``row``; tournaments keep what they have.

    Raises BadSetting: as ``check_person``, or somebody else has the licence.
    """
    data = tidied(data)
    check_person(data)
    row = row or RosterPlayer(organisation=organisation)
    for name in PERSON:
        setattr(row, name, getattr(data, name))
    row.plain_name, row.updated_at = plain(data.name), now
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise BadSetting("licence-known", licence=data.licence) from None
    return row


def forget(*, row: RosterPlayer, by: User | None, now: datetime) -> None:
    """Take somebody out of the roster; the tournaments that he played keep what they have."""
    row.delete()
