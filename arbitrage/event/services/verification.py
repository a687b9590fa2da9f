"""Verifies an archive that came for an event, and stores what it adds or why it does not."""

import logging
import time
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from typing import Any

from django.db import OperationalError

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.play import SolutionsRow
from arbitrage.archive.core.reading import Archive, read_archive
from arbitrage.archive.services.restoring.checking import load_word_lists
from arbitrage.archive.services.restoring.lines import check_lines
from arbitrage.archive.services.restoring.solutions import RememberingSolver, check_size
from arbitrage.archive.verify.discrepancy_sentences import describe_discrepancies
from arbitrage.archive.verify.lexica import Lexica, NoWordListError
from arbitrage.archive.verify.record import ArchiveRecord
from arbitrage.archive.verify.verification import Verification
from arbitrage.event.core.comparability import (
    Objection,
    ObjectionCode,
    list_objections,
    make_objection,
)
from arbitrage.event.core.definition import EventDefinition
from arbitrage.event.core.extraction import extract_contribution
from arbitrage.event.models import CentreArchive
from arbitrage.event.queries.definition import load_definition
from arbitrage.event.queries.joint import encode_contribution
from engine.errors import BadWordList
from tournament.models import Organisation
from tournament.queries import lexica
from tournament.services.prepared import jobs
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use

_logger = logging.getLogger(__name__)

TASK = "arbitrage.event.tasks.verify_archive"
#: Maximum size of an unpacked archive, in bytes; maximum number of turns to solve.
MAX_UNPACKED, MAX_TURNS = 200 * 1024**2, 600
#: Maximum number of described discrepancies.
MAX_DESCRIBED = 20


def perform(*, archive: CentreArchive, clock: jobs.ReadClock) -> None:
    """Verify the archive. Whatever is wrong with it is stored, by name."""
    if not jobs.start(archive, now=clock()):
        return
    report_progress = _report_each_second(jobs.make_reporter(archive, clock))
    definition = load_definition(archive.event)
    checker = ArchiveChecker(
        definition, archive.event.organisation, solver=_get_solver(archive.event_id)
    )
    try:
        checker.check(bytes(archive.content), report_progress)
        jobs.finish(archive, now=clock(), **_build_fields(checker))
    except OperationalError:
        raise  # of the database, not of the file: the host sends it again
    except Exception:  # the file's content is anything: one must not stay in verification
        _logger.exception("Archive %s cannot be verified", archive.pk)
        error = BadArchive("unexpected")
        objection = make_objection(
            definition, ObjectionCode.UNREADABLE, reason=error.reason, data=error.data
        )
        jobs.finish(archive, now=clock(), objections=[objection.to_json()])


def _build_fields(checker: "ArchiveChecker") -> dict[str, Any]:
    """Return what is stored of a check."""
    fields: dict[str, Any] = {
        "objections": [item.to_json() for item in checker.objections],
        "summary": checker.summary,
    }
    if checker.contribution is not None:
        fields["contribution"] = encode_contribution(checker.contribution)
    return fields


@lru_cache(maxsize=1)
def _get_solver(_event: int) -> RememberingSolver:
    """Return the solver of the last event: its centres played the same turns."""
    return RememberingSolver()


def _report_each_second(report: Callable[[float], object]) -> Callable[[float], None]:
    """Return a function that reports once a second: every report is a write of the database."""
    reported_at = time.monotonic()

    def report_progress(part: float) -> None:
        nonlocal reported_at
        if time.monotonic() - reported_at >= 1:
            reported_at = time.monotonic()
            report(part)

    return report_progress


class ArchiveChecker:
    """The check of one file for an event: ``objections``, and what it adds if it is not refused."""

    def __init__(
        self,
        definition: EventDefinition,
        organisation: Organisation | None,
        *,
        solver: RememberingSolver,
    ) -> None:
        self._definition, self._organisation, self._solver = definition, organisation, solver
        self.objections: list[Objection] = []
        self.summary: dict[str, Any] = {}
        self.contribution: Any = None

    def check(self, content: bytes, report_progress: Callable[[float], object]) -> None:
        try:
            archive = read_archive(content, max_size=MAX_UNPACKED)
            check_lines(archive)
            check_size(archive, archive.list_rows(SolutionsRow), MAX_TURNS)
            words = self._load_words(archive)
            verification = Verification(
                archive, words, solver=self._solver.solve, report_progress=report_progress
            )
            report = verification.run()
        except BadArchive as error:
            self._add_file_objection(error)
            return
        except (NoWordListError, BadWordList) as error:
            self._add_objection(ObjectionCode.NO_WORD_LIST, words=str(error)[:12])
            return
        if report.discrepancies:
            sentences = islice(describe_discrepancies(report, verification.record), MAX_DESCRIBED)
            count = len(report.discrepancies)
            self._add_objection(ObjectionCode.TAMPERED, count=count, sentences=[*sentences])
        record = verification.record
        if record is None:
            return
        self.summary = _summarise(record)
        if not self.objections:
            self._check_event(record)

    def _check_event(self, record: ArchiveRecord) -> None:
        self.objections += list_objections(record, self._definition)
        if not any(item.is_final for item in self.objections):
            self.contribution = extract_contribution(record, self._definition)

    def _load_words(self, archive: Archive) -> Lexica:
        """Return the word lists of the archive. Raise BadArchive for one that is not here."""
        try:
            with lock_lexica_for_use():
                lists = load_word_lists(archive, self._organisation)
            return Lexica(lexicons={name: lexica.load(name) for name in lists})
        except (LookupError, ValueError, TypeError) as error:
            raise BadArchive("bad-names") from error

    def _add_file_objection(self, error: BadArchive) -> None:
        if error.reason == "no-word-list":
            self._add_objection(ObjectionCode.NO_WORD_LIST, words=error.data["checksum"])
        else:
            self._add_objection(ObjectionCode.UNREADABLE, reason=error.reason, data=error.data)

    def _add_objection(self, code: ObjectionCode, **data: Any) -> None:
        self.objections.append(make_objection(self._definition, code, **data))


def _summarise(record: ArchiveRecord) -> dict[str, Any]:
    return {
        "name": record.tournament.name,
        "entries": len(record.entries),
        "made_at": record.archive.manifest.origin.made_at,
        "heads": [
            {"game": head.game, "seq": head.seq, "head": head.head}
            for head in record.archive.manifest.heads
        ],
    }
