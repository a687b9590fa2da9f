"""Restoring of a tournament from its archive: completely or not at all."""

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.matches import MatchGameRow
from arbitrage.archive.core.people import OrganisationRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import MAX_SIZE, Archive, check_chains, read
from arbitrage.archive.core.toppings import ToppingRow
from arbitrage.archive.models import Restoration
from arbitrage.archive.services.restoring.lines import check_lines
from arbitrage.archive.services.restoring.rows import RowWriter
from arbitrage.archive.services.restoring.solutions import MAX_TURNS, compute_solutions
from engine.errors import BadWordList
from tournament.classic.models import MatchGame
from tournament.classic.services.play import hold_unwatched
from tournament.classic.services.rounds import stop_countdowns
from tournament.classic.services.table_clocks import stop_unwatched
from tournament.core.canonical import as_moment
from tournament.core.errors import BadSetting
from tournament.core.states import Role, TournamentChangeKind
from tournament.models import Organisation, StaffMember, Tournament, WordList
from tournament.services.accounts.organisations import create_organisation, join
from tournament.services.lifecycle import record
from tournament.services.prepared import word_lists
from tournament.services.prepared.lexicon_lock import relying


def restore(
    *,
    content: bytes,
    organisation: Organisation | None = None,
    organisation_name: str = "",
    organiser: User | None = None,
    max_size: int = MAX_SIZE,
    max_turns: int = MAX_TURNS,
    by: User | None,
    now: datetime,
) -> Tournament:
    """Create the tournament in ``content`` and return it.

    It belongs to ``organisation``; else to the only one called ``organisation_name``; else to the
    one named in the archive. The organisation is created if there is none. ``organiser`` gets that
    role. ``max_size``: maximum size of the unpacked archive in bytes; ``max_turns``: maximum number
    of turns whose solutions are computed again, before anything is locked. Accounts of the archive
    become closed accounts, whatever their names. Raises BadArchive, and BadSetting for a name that
    several organisations have.
    """
    archive = read(content, max_size=max_size)
    if not archive.manifest.scope.is_whole:
        raise BadArchive("not-whole")
    check_lines(archive)
    _check_journals(archive)
    existing = Tournament.objects.filter(uid=archive.uid).first()
    if existing is not None:
        raise BadArchive("already-here", name=existing.name)
    owner = organisation or _find_organisation(archive, organisation_name)
    try:
        with relying():
            lists = _load_word_lists(archive, owner)
        solutions = compute_solutions(archive, lists, max_turns)
        with relying():
            # Once more: a list may have been deleted while no lock was held.
            lists = _load_word_lists(archive, owner)
            owner = owner or _create_organisation(archive, organisation_name, organiser, now)
            tournament = RowWriter(archive, owner, lists, solutions).write()
            _stop_clocks(tournament, made_at=as_moment(archive.manifest.origin.made_at), now=now)
            _record_restoration(archive, tournament, organiser=organiser, by=by, now=now)
    except IntegrityError as error:
        raise BadArchive("contradicts-itself") from error
    except (LookupError, ValueError, TypeError, DataError) as error:
        raise BadArchive("bad-names") from error
    return tournament


def _stop_clocks(tournament: Tournament, *, made_at: datetime, now: datetime) -> None:
    """Stop the clocks that ran when the archive was made: nobody knows what was played since."""
    stop_unwatched(tournament=tournament, now=now)
    stop_countdowns(tournament=tournament, at=made_at)
    games = MatchGame.objects.filter(match__tournament=tournament, expires_at__isnull=False)
    for game in games:
        hold_unwatched(game_id=game.pk, now=now)


def _check_journals(archive: Archive) -> None:
    """Raises BadArchive, also for values that have no digest."""
    try:
        check_chains(archive)
    except (LookupError, ValueError, TypeError, RecursionError) as error:
        raise BadArchive("bad-names") from error


def _load_word_lists(archive: Archive, owner: Organisation | None) -> dict[str, WordList]:
    """Return the word lists of games and toppings by checksum. Raises BadArchive for one that is
    missing, or that ``owner`` (None: a new organisation) may not use."""
    lists: dict[str, WordList] = {}
    lexicon = archive.rows["tournament"][0].lexicon
    for number, checksum, count in _list_required_word_lists(archive):
        if checksum in lists:
            continue
        try:
            words = word_lists.find_stored_list(checksum, owner.pk if owner else None)
        except BadWordList:
            words = None
        if words is None:
            raise BadArchive(
                "no-word-list",
                lexicon=lexicon,
                count=count,
                checksum=checksum[:12],
                game=number,
            )
        lists[checksum] = words
    return lists


def _list_required_word_lists(archive: Archive) -> Iterator[tuple[int, str, int]]:
    """Yield number, checksum and size of the word list of each game, topping and match game."""
    for game in archive.list_rows(GameRow):
        if game.word_list is not None:
            yield game.number, game.word_list.checksum, game.word_list.count
    for topping in archive.list_rows(ToppingRow):
        yield topping.number, topping.word_list, topping.words
    for match_game in archive.list_rows(MatchGameRow):
        if match_game.words is not None:
            yield match_game.number, match_game.words, match_game.words_count or 0


def _choose_name(archive: Archive, organisation_name: str) -> str:
    (row,) = archive.list_rows(OrganisationRow)
    return " ".join((organisation_name or row.organisation).split())


def _find_organisation(archive: Archive, organisation_name: str) -> Organisation | None:
    """Return the only organisation of this name; None if there is none. Raises BadSetting."""
    name = _choose_name(archive, organisation_name)
    matches = list(Organisation.objects.filter(name=name)[:2])
    if len(matches) > 1:
        raise BadSetting("several-organisations", name=name)
    return matches[0] if matches else None


def _create_organisation(
    archive: Archive, organisation_name: str, organiser: User | None, now: datetime
) -> Organisation:
    (row,) = archive.list_rows(OrganisationRow)
    name = _choose_name(archive, organisation_name)
    organisation = create_organisation(name=name, by=organiser, now=now)
    organisation.groups.all().delete()  # the groups of the archive replace them
    organisation.time_zone, organisation.paper = row.time_zone, row.paper
    organisation.save(update_fields=["time_zone", "paper"])
    return organisation


def _record_restoration(
    archive: Archive,
    tournament: Tournament,
    *,
    organiser: User | None,
    by: User | None,
    now: datetime,
) -> None:
    manifest = archive.manifest
    Restoration.objects.create(
        tournament=tournament,
        made_at=as_moment(manifest.origin.made_at),
        content=manifest.content,
        by=by,
        at=now,
    )
    data = {"made_at": manifest.origin.made_at, "content": manifest.content}
    if organiser is not None:
        data["organiser"] = organiser.get_username()
        join(organisation=tournament.organisation, user=organiser, by=by, now=now)
        # No RoleChange: those are the roles given while the tournament was played.
        StaffMember.objects.create(tournament=tournament, user=organiser, role=Role.ORGANISER)
    record(tournament, TournamentChangeKind.RESTORED, by=by, now=now, data=data)
