"""Restoring of a tournament from its archive: completely or not at all."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.people import OrganisationRow
from arbitrage.archive.models import Restoration
from arbitrage.archive.services.restoring.checking import (
    CheckedArchive,
    check_archive,
    load_word_lists,
)
from arbitrage.archive.services.restoring.copying import copy_archive
from arbitrage.archive.services.restoring.rows import RowWriter
from tournament.classic.models import MatchGame
from tournament.classic.services.countdowns import stop_countdowns
from tournament.classic.services.play import hold_unwatched_game
from tournament.classic.services.table_clocks import stop_unwatched_clocks
from tournament.core.canonical import from_utc_text
from tournament.core.states import Role, TournamentChangeKind
from tournament.models import Organisation, StaffMember, Tournament
from tournament.services.accounts.organisations import create_organisation, join_organisation
from tournament.services.lifecycle import record_tournament_change
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use


def restore_tournament(
    *, content: bytes, organiser: User | None = None, by: User | None, now: datetime, **options: Any
) -> Tournament:
    """Check the archive in ``content`` (``check_archive``, with its ``options``), create its
    tournament and return it. Raise BadArchive, BadSetting."""
    checked = check_archive(content=content, **options)
    return create_from_archive(checked=checked, organiser=organiser, by=by, now=now)


def copy_from_archive(
    *, checked: CheckedArchive, name: str, organiser: User, by: User, now: datetime
) -> Tournament:
    """Create a copy of the tournament of the archive beside it, a draft called ``name``. Raises
    BadArchive, BadSetting."""
    (original,) = checked.archive.rows["tournament"]
    copy = replace(checked, archive=copy_archive(checked.archive, name=name))
    return create_from_archive(
        checked=copy, organiser=organiser, by=by, now=now, copy_of=original.name
    )


def create_from_archive(
    *,
    checked: CheckedArchive,
    organiser: User | None = None,
    by: User | None,
    now: datetime,
    copy_of: str = "",
) -> Tournament:
    """Create the tournament of the archive and return it. The organisation is created if there is
    none; ``organiser`` gets that role. Accounts of the archive become closed accounts, whatever
    their names. ``copy_of``: the name of the tournament that it copies. Raise BadArchive."""
    archive = checked.archive
    try:
        with lock_lexica_for_use():
            # Loaded again: a list may have been deleted while no lock was held.
            lists = load_word_lists(archive, checked.owner)
            owner = checked.owner or _create_organisation(checked, organiser, now)
            writer = RowWriter(archive, owner, lists, checked.solutions)
            tournament = writer.write(unverified=checked.unverified)
            _stop_clocks(
                tournament, made_at=from_utc_text(archive.manifest.origin.made_at), now=now
            )
            _record_restoration(
                checked, tournament, organiser=organiser, copy_of=copy_of, by=by, now=now
            )
    except IntegrityError as error:
        raise BadArchive("contradicts-itself") from error
    except (LookupError, ValueError, TypeError, DataError) as error:
        raise BadArchive("bad-names") from error
    return tournament


def _stop_clocks(tournament: Tournament, *, made_at: datetime, now: datetime) -> None:
    """Stop the clocks that ran when the archive was made: nobody knows what was played since."""
    stop_unwatched_clocks(tournament=tournament, now=now)
    stop_countdowns(tournament=tournament, at=made_at, now=now)
    games = MatchGame.objects.filter(match__tournament=tournament, expires_at__isnull=False)
    for game in games:
        hold_unwatched_game(game_id=game.pk, now=now)


def _create_organisation(
    checked: CheckedArchive, organiser: User | None, now: datetime
) -> Organisation:
    (row,) = checked.archive.list_rows(OrganisationRow)
    organisation = create_organisation(name=checked.owner_name, by=organiser, now=now)
    organisation.groups.all().delete()  # the groups of the archive replace them
    organisation.time_zone, organisation.paper = row.time_zone, row.paper
    organisation.save(update_fields=["time_zone", "paper"])
    return organisation


def _record_restoration(
    checked: CheckedArchive,
    tournament: Tournament,
    *,
    organiser: User | None,
    copy_of: str,
    by: User | None,
    now: datetime,
) -> None:
    manifest = checked.archive.manifest
    Restoration.objects.create(
        tournament=tournament,
        made_at=from_utc_text(manifest.origin.made_at),
        content=manifest.content,
        by=by,
        at=now,
    )
    data: dict[str, Any] = {"made_at": manifest.origin.made_at, "content": manifest.content}
    if copy_of:
        data["copy_of"] = copy_of
    if checked.unverified is not None:
        data["unverified"] = len(checked.unverified)
    if organiser is not None:
        data["organiser"] = organiser.get_username()
        join_organisation(organisation=tournament.organisation, user=organiser, by=by, now=now)
        # No RoleChange: its rows are the roles given while the tournament was played.
        StaffMember.objects.create(tournament=tournament, user=organiser, role=Role.ORGANISER)
    record_tournament_change(tournament, TournamentChangeKind.RESTORED, by=by, now=now, data=data)
