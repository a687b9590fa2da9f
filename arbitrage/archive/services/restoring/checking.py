"""Checks of an archive before it is restored: nothing is written, and nothing stays locked."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.matches import MatchGameRow
from arbitrage.archive.core.people import OrganisationRow
from arbitrage.archive.core.play import GameRow
from arbitrage.archive.core.reading import MAX_SIZE, Archive, check_chains, read_archive
from arbitrage.archive.core.toppings import ToppingRow
from arbitrage.archive.services.restoring.lines import check_lines
from arbitrage.archive.services.restoring.solutions import (
    MAX_TURNS,
    ComputedSolutions,
    RememberingSolver,
    compute_solutions,
)
from arbitrage.archive.verify.discrepancy_sentences import describe_discrepancies
from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import LineNumber, Report
from arbitrage.archive.verify.verification import Verification, ignore_progress
from engine.errors import BadWordList
from tournament.core.errors import BadSetting
from tournament.models import Organisation, Tournament, WordList
from tournament.queries import lexica
from tournament.services.prepared import word_lists
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use

#: Maximum number of discrepancies that a refusal describes, and of lines that a mark names.
MAX_DESCRIBED, MAX_NAMED = 20, 200
#: Part of the time that computing the solutions takes; judging takes the rest.
SOLUTIONS_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class CheckedArchive:
    """An archive that can be restored. ``owner``: its organisation, None if it must be created;
    ``unverified``: the lines that the verification refuses, None if it refuses none."""

    archive: Archive
    owner: Organisation | None
    owner_name: str
    solutions: list[ComputedSolutions]
    unverified: list[LineNumber] | None


def check_archive(
    *,
    content: bytes,
    organisation: Organisation | None = None,
    organisation_name: str = "",
    accept_unverified: bool = False,
    as_copy: bool = False,
    max_size: int = MAX_SIZE,
    max_turns: int = MAX_TURNS,
    report_progress: Callable[[float], object] = ignore_progress,
) -> CheckedArchive:
    """Check the archive, for ``organisation``; else for the only one called ``organisation_name``;
    else for the one named in the archive. ``as_copy``: its tournament may be here already, and the
    archive is restored as a copy (``copying``) or not at all.

    ``max_size``: maximum size of the unpacked archive in bytes; ``max_turns``: maximum number of
    turns whose solutions are computed again. ``report_progress`` receives the part that is done,
    up to 1. Raise BadArchive, of reason ``unverified`` for what the
    verification refuses unless ``accept_unverified``; BadSetting for a name that several
    organisations have.
    """
    archive = _read_restorable(content, max_size=max_size, as_copy=as_copy)
    name = _choose_name(archive, organisation_name)
    owner = organisation or _find_organisation(name)
    solver = RememberingSolver()
    solutions, loaded = _compute_solutions(
        archive, owner, solver, max_turns, lambda part: report_progress(part * SOLUTIONS_SHARE)
    )
    verification = Verification(
        archive,
        loaded,
        solver=solver.solve,
        report_progress=lambda part: report_progress(
            SOLUTIONS_SHARE + part * (1 - SOLUTIONS_SHARE)
        ),
    )
    unverified = _list_unverified(archive, verification.run())
    if unverified is not None and not accept_unverified:
        raise _make_refusal(verification)
    return CheckedArchive(archive, owner, name, solutions, unverified)


def _read_restorable(content: bytes, *, max_size: int, as_copy: bool) -> Archive:
    """Read a whole archive, and check lines and chains. Raise BadArchive, also for a tournament
    that is here already, unless ``as_copy``."""
    archive = read_archive(content, max_size=max_size)
    if not archive.manifest.scope.is_whole:
        raise BadArchive("not-whole")
    check_lines(archive)
    _check_journals(archive)
    existing = Tournament.objects.filter(uid=archive.uid).first()
    if existing is not None and not as_copy:
        raise BadArchive("already-here", name=existing.name)
    return archive


def _compute_solutions(
    archive: Archive,
    owner: Organisation | None,
    solver: RememberingSolver,
    max_turns: int,
    report_progress: Callable[[float], object],
) -> tuple[list[ComputedSolutions], Lexica]:
    """Return the solutions of the turns, and the word lists they come from. Raise BadArchive."""
    try:
        with lock_lexica_for_use():
            lists = load_word_lists(archive, owner)
        solutions = compute_solutions(archive, lists, solver, max_turns, report_progress)
        return solutions, Lexica(lexicons={name: lexica.load(name) for name in lists})
    except (LookupError, ValueError, TypeError) as error:
        raise BadArchive("bad-names") from error


def _list_unverified(archive: Archive, report: Report) -> list[LineNumber] | None:
    """Return the refused lines: those of the mark that the archive has, then those found now."""
    if not report.discrepancies:
        return None
    marked_places = archive.rows["tournament"][0].unverified or []
    places = dict.fromkeys((*map(tuple, marked_places), *report.list_lines()))
    if marked_places:
        places.pop(("tournament", 1), None)  # the mark itself
    return list(places)[:MAX_NAMED]


def _make_refusal(verification: Verification) -> BadArchive:
    report = verification.report
    sentences = islice(describe_discrepancies(report, verification.record), MAX_DESCRIBED)
    return BadArchive("unverified", count=len(report.discrepancies), discrepancies=[*sentences])


def _check_journals(archive: Archive) -> None:
    """Check the chains. Raise BadArchive, also for values that have no digest."""
    try:
        check_chains(archive)
    except (LookupError, ValueError, TypeError, RecursionError) as error:
        raise BadArchive("bad-names") from error


def load_word_lists(archive: Archive, owner: Organisation | None) -> dict[str, WordList]:
    """Return the word lists of games and toppings by checksum. Raise BadArchive for one that is
    missing, or that ``owner`` (None: a new organisation) may not use."""
    lists: dict[str, WordList] = {}
    lexicon = archive.rows["tournament"][0].lexicon
    for number, checksum, count in _list_required_word_lists(archive):
        if checksum in lists:
            continue
        try:
            word_list = word_lists.find_stored_list(checksum, owner.pk if owner else None)
        except BadWordList:
            word_list = None
        if word_list is None:
            raise BadArchive(
                "no-word-list",
                lexicon=lexicon,
                count=count,
                checksum=checksum[:12],
                game=number,
            )
        lists[checksum] = word_list
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


def _find_organisation(name: str) -> Organisation | None:
    """Return the only organisation of this name; None if there is none. Raise BadSetting."""
    matches = list(Organisation.objects.filter(name=name)[:2])
    if len(matches) > 1:
        raise BadSetting("several-organisations", name=name)
    return matches[0] if matches else None
