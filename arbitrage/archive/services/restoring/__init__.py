"""A tournament comes back from its archive, on this server: all of it, or nothing."""

from collections.abc import Iterator
from datetime import datetime

from django.contrib.auth.models import User
from django.db import DataError, IntegrityError

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.matches import MatchGameRow
from arbitrage.archive.core.people import House
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import MAX_SIZE, Archive, check_chains, read
from arbitrage.archive.core.toppings import ToppingRow
from arbitrage.archive.models import Restoration
from arbitrage.archive.services.restoring.lines import check_lines
from arbitrage.archive.services.restoring.rows import RestoredRows
from arbitrage.archive.services.restoring.solutions import MOST_TURNS, solved_again
from engine.errors import BadWordList
from tournament.classic.models import MatchGame
from tournament.classic.services.play import hold_unwatched
from tournament.core.canonical import as_moment
from tournament.core.errors import BadSetting
from tournament.core.states import Role, TournamentChangeKind
from tournament.models import Organisation, StaffMember, Tournament, WordList
from tournament.services.accounts.organisations import found, join
from tournament.services.lifecycle import record
from tournament.services.prepared import word_lists
from tournament.services.prepared.lexicon_lock import relying


def restore(
    *,
    content: bytes,
    organisation: Organisation | None = None,
    club: str = "",
    organiser: User | None = None,
    most: int = MAX_SIZE,
    most_turns: int = MOST_TURNS,
    by: User | None,
    now: datetime,
) -> Tournament:
    """The tournament in ``content``, of ``organisation``, else of the only one called ``club``, or
    as in the archive; it is made if there is none.

    ``organiser`` holds that role in it; ``most``: bytes that it may have once it is unpacked;
    ``most_turns``: those that are solved again, before anything is locked.
    Accounts of the archive are closed ones here, whatever their names. Raises BadArchive, and
    BadSetting for a name that several organisations have.
    """
    archive = read(content, most=most)
    if not archive.manifest.scope.whole:
        raise BadArchive("not-whole")
    check_lines(archive)
    _check_journals(archive)
    held = Tournament.objects.filter(uid=archive.uid).first()
    if held is not None:
        raise BadArchive("already-here", name=held.name)
    try:
        with relying():
            lists = _word_lists(archive)
        solved = solved_again(archive, lists, most_turns)
        with relying():
            lists = _word_lists(archive)  # nobody let go of them meanwhile, or they are there again
            home = organisation or _home(archive, club, organiser, now)
            made = RestoredRows(archive, home, lists, solved).write()
            _hold_games(made, now)
            _record(archive, made, organiser=organiser, by=by, now=now)
    except IntegrityError as error:
        raise BadArchive("contradicts-itself") from error
    except (LookupError, ValueError, TypeError, DataError) as error:
        raise BadArchive("bad-names") from error
    return made


def _hold_games(made: Tournament, now: datetime) -> None:
    """A clock that ran when the archive was taken: nobody knows what was played since."""
    going = MatchGame.objects.filter(match__tournament=made, expires_at__isnull=False)
    for game in going:
        hold_unwatched(game_id=game.pk, now=now)


def _check_journals(archive: Archive) -> None:
    """Raises BadArchive, for a journal of values that have no digest, too."""
    try:
        check_chains(archive)
    except (LookupError, ValueError, TypeError, RecursionError) as error:
        raise BadArchive("bad-names") from error


def _word_lists(archive: Archive) -> dict[str, WordList]:
    """By checksum, the words of games and toppings, which must be here. Raises BadArchive."""
    lists: dict[str, WordList] = {}
    lexicon = archive.rows["tournament"][0].lexicon
    for number, checksum, count in _wanted_lists(archive):
        if checksum in lists:
            continue
        try:
            words = word_lists.kept(checksum)
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


def _wanted_lists(archive: Archive) -> Iterator[tuple[int, str, int]]:
    """Number, checksum and count of the words of each game, topping and game of a match."""
    for game in archive.of(GameRow):
        if game.word_list is not None:
            yield game.number, game.word_list.checksum, game.word_list.count
    for topping in archive.of(ToppingRow):
        yield topping.number, topping.word_list, topping.words
    for one in archive.of(MatchGameRow):
        if one.words is not None:
            yield one.number, one.words, one.words_count or 0


def _home(archive: Archive, club: str, organiser: User | None, now: datetime) -> Organisation:
    (house,) = archive.of(House)
    name = " ".join((club or house.organisation).split())
    known = list(Organisation.objects.filter(name=name)[:2])
    if len(known) > 1:
        raise BadSetting("several-organisations", name=name)
    if known:
        return known[0]
    made = found(name=name, by=organiser, now=now)
    made.groups.all().delete()  # those of the archive take their place
    made.time_zone, made.paper = house.time_zone, house.paper
    made.save(update_fields=["time_zone", "paper"])
    return made


def _record(
    archive: Archive, made: Tournament, *, organiser: User | None, by: User | None, now: datetime
) -> None:
    manifest = archive.manifest
    Restoration.objects.create(
        tournament=made,
        made_at=as_moment(manifest.origin.made_at),
        content=manifest.content,
        by=by,
        at=now,
    )
    said = {"made_at": manifest.origin.made_at, "content": manifest.content}
    if organiser is not None:
        said["organiser"] = organiser.get_username()
        join(organisation=made.organisation, user=organiser, by=by, now=now)
        # Not among the roles that were given in the tournament as it was played.
        StaffMember.objects.create(tournament=made, user=organiser, role=Role.ORGANISER)
    record(made, TournamentChangeKind.RESTORED, by=by, now=now, data=said)
