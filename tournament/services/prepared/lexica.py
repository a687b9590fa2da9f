"""Imports and deletes organisers' word lists."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import astuple
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet

from engine.errors import BadWordList
from engine.lexicon import word_list
from tournament.core.errors import BadSetting, Busy, NotAllowed, WrongState
from tournament.core.jobs import JobState
from tournament.models import LexiconImport, Organisation, WordList
from tournament.queries import lexica
from tournament.queries.access import list_managed_organisations, require_office
from tournament.services import tasks, update_channel
from tournament.services.prepared import jobs
from tournament.services.prepared.lexicon_lock import lock_lexica_for_change
from tournament.services.prepared.word_lists import compress_words, delete_unused, store_word_list

#: Maximum size of an uploaded file, packed or not, in bytes.
MAX_UPLOAD = 16 * 1024 * 1024
MAX_NAME = 60
#: Parts of the work that are done after reading and after compiling, by duration.
READ_SHARE, COMPILED_SHARE = 0.5, 0.9
#: Number of times that an import tries to finish before other jobs run.
FINISH_TRIES = 10

TASK = "tournament.tasks.import_lexicon"


def request_import(
    *,
    name: str,
    file_name: str,
    content: bytes,
    organisation: Organisation | None,
    by: User | None,
    now: datetime,
) -> LexiconImport:
    """Store the file and have a worker read it, unless it must be confirmed first
    (``LexiconImport.is_awaiting_confirmation``); the lexicon is the organisation's, or everybody's
    for None.

    Raise BadSetting, NotAllowed.
    """
    job = _build_import(name, file_name, content, organisation, by=by, now=now)
    try:
        _require_unused_name(job)
    except BadSetting as error:
        job.state, job.failure = JobState.FAILED, jobs.to_failure(error)
    with transaction.atomic():
        # Of several unconfirmed files only the last is kept.
        unconfirmed = _list_imports_of_name(job).filter(by=by, state=JobState.FAILED)
        unconfirmed.filter(failure__reason=LexiconImport.NAME_USED).delete()
        job.save()
        if not job.is_awaiting_confirmation:
            tasks.send_on_commit(TASK, job.pk)
    return job


def create_import(
    *,
    name: str,
    file_name: str,
    content: bytes,
    organisation: Organisation | None,
    by: User | None,
    now: datetime,
    replaces: bool = False,
) -> LexiconImport:
    """Create the job of an import, for a caller who performs it. Raise BadSetting, NotAllowed."""
    job = _build_import(name, file_name, content, organisation, by=by, now=now)
    job.replaces = replaces
    _require_unused_name(job)
    job.save()
    return job


def _build_import(
    name: str,
    file_name: str,
    content: bytes,
    organisation: Organisation | None,
    *,
    by: User | None,
    now: datetime,
) -> LexiconImport:
    require_office(by, organisation)
    name = _find_spelling(" ".join(name.split()), organisation.pk if organisation else None)
    if not 0 < len(name) <= MAX_NAME:
        raise BadSetting("bad-lexicon-name", most=MAX_NAME)
    if name.casefold() == lexica.BUILT_IN:
        raise BadSetting("lexicon-name-reserved", name=name)
    if len(content) > MAX_UPLOAD:
        raise BadSetting("list-upload_too_big", megabytes=MAX_UPLOAD >> 20)
    job = LexiconImport(organisation=organisation, name=name, by=by, asked_at=now)
    job.file_name, job.content = file_name[-200:], content
    _require_may_change(job, by)
    return job


def _list_imports_of_name(job: LexiconImport) -> QuerySet[LexiconImport]:
    """Return all imports of its name in its organisation."""
    return LexiconImport.objects.filter(name=job.name, organisation=job.organisation_id)


def _find_spelling(name: str, organisation: int | None) -> str:
    """Return the name as an existing lexicon spells it: « ods 9 » replaces « ODS 9 »."""
    existing = lexica.list_names(organisation)
    matches = (other for other in existing if other.casefold() == name.casefold())
    return name if name in existing else next(matches, name)


def may_change(first_import: LexiconImport, by: User | None) -> bool:
    """Return True for the account that brought the lexicon, with its ``first_import``, and for
    managers of its organisation; the command line (None) may change everything."""
    if by is None or by.is_superuser:
        return True
    return first_import.by_id == by.pk or first_import.organisation in list_managed_organisations(
        by
    )


def _require_may_change(job: LexiconImport, by: User | None) -> None:
    imports = _list_imports_of_name(job).filter(state=JobState.DONE).order_by("pk")
    first = imports.defer("content", "report").first()
    if first is None and job.organisation_id is not None:  # names available to all are reserved
        for_all = LexiconImport.objects.filter(name=job.name, organisation=None)
        first = for_all.filter(state=JobState.DONE).defer("content", "report").first()
        if first is not None:
            raise NotAllowed("installation-lexicon", name=job.name)
    if first is not None and not may_change(first, by):
        raise NotAllowed("other-lexicon" if first.by_id else "installation-lexicon", name=job.name)


def _require_unused_name(job: LexiconImport) -> None:
    """Raise BadSetting if ``job`` would replace a lexicon without permission."""
    if job.replaces:
        return
    imports = lexica.list_current_imports().filter(name=job.name, organisation=job.organisation_id)
    count = WordList.objects.filter(imports__in=imports).values_list("count", flat=True).first()
    if count is not None:
        raise BadSetting(LexiconImport.NAME_USED, name=job.name, count=count)


def perform_import(
    *,
    job: LexiconImport,
    clock: jobs.ReadClock,
    on_progress: Callable[[float], None] = lambda _: None,
) -> bool:
    """Read the list and make it the lexicon of its name. ``on_progress`` receives the part done.

    Return True if others blocked its end for such a time that it must be done again.
    """
    if not jobs.start(job, now=clock()):
        return False
    report_progress = jobs.make_reporter(job, clock)

    def report_part(part: float) -> None:
        report_progress(part)
        on_progress(part)

    report: dict[str, Any] = {}
    try:
        content = bytes(job.content or b"")
        reading = word_list.read(content, lambda part: report_part(part * READ_SHARE))
        report = _build_report(reading)
        if not reading.words:
            raise BadWordList("empty")
    except BadWordList as error:
        jobs.fail(job, _to_setting_error(error), now=clock(), report=report, content=None)
        return False
    packed, checksum = compress_words(reading.words), word_list.compute_checksum(reading.words)
    lexica.prepare(checksum, packed)  # now, so that the first turn does not wait for it
    words = (packed, checksum, len(reading.words))
    must_repeat = _finish_or_fail(job, words, report, clock, partial(report_part, COMPILED_SHARE))
    if not must_repeat:
        on_progress(1.0)
    return must_repeat


def _finish_or_fail(
    job: LexiconImport,
    words: tuple[bytes, str, int],
    report: dict[str, Any],
    clock: jobs.ReadClock,
    report_alive: Callable[[], None],
) -> bool:
    """Finish, or fail; return True after ``FINISH_TRIES``. ``report_alive`` comes before each
    try."""
    try:
        for _ in range(FINISH_TRIES):
            report_alive()
            with suppress(Busy):
                _finish(job, words, report, now=clock())
                return False
        return jobs.pause(job, now=clock())
    except NotAllowed as error:  # another account's import of the name finished first
        setting_error = BadSetting("lexicon-taken", **error.data)
        jobs.fail(job, setting_error, now=clock(), report=report, content=None)
    except BadSetting as error:  # a lexicon of its name was created since the request
        jobs.fail(job, error, now=clock(), report=report, name=error.data["name"])
    return False


def _finish(
    job: LexiconImport, words: tuple[bytes, str, int], report: dict[str, Any], *, now: datetime
) -> None:
    """Store the words, and let the name stand for them from now on.

    Raise NotAllowed, BadSetting (``_require_unused_name``), Busy.
    """
    with lock_lexica_for_change():
        # Another import may have introduced another spelling meanwhile.
        job.name = _find_spelling(job.name, job.organisation_id)
        _require_may_change(job, job.by)
        _require_unused_name(job)
        fields = {"name": job.name, "report": report, "word_list": store_word_list(*words)}
        if not jobs.finish(job, now=now, content=None, **fields):
            transaction.set_rollback(True)  # deleted meanwhile, or done by another worker
            return
        # Earlier failed imports of the same account are of no interest any more.
        refused = _list_imports_of_name(job).filter(by=job.by, state=JobState.FAILED)
        refused.filter(pk__lt=job.pk).delete()
        delete_unused(now=now)


def _to_setting_error(error: BadWordList) -> BadSetting:
    data = {key: value for key, value in error.data.items() if key != "reason"}
    data["megabytes"] = word_list.MAX_BYTES >> 20
    if isinstance(names := data.get("names"), list):
        text = ", ".join(names)
        data["names"] = text if 0 < len(text) <= MAX_NAME else f"{text[:MAX_NAME]}…"
    return BadSetting(f"list-{error.code}", **data)


def _build_report(reading: word_list.ListReading) -> dict[str, Any]:
    return {
        "encoding": reading.encoding,
        "lines": reading.lines,
        "repeated": reading.repeated_lines,
        "refused": dict(reading.refused_counts),
        "refusals": [astuple(refusal) for refusal in reading.refusals],
    }


def replace_lexicon(*, job: LexiconImport, by: User | None, now: datetime) -> None:
    """Confirm that an import replaces the lexicon. Raise NotAllowed, WrongState."""
    if not job.is_awaiting_confirmation:
        raise WrongState("job-alive" if job.is_pending else "job-over")
    if not may_remove(job, by):
        raise NotAllowed("other-import", name=job.name)
    _require_may_change(job, by)
    with transaction.atomic():
        jobs.resume(job, now=now, replaces=True, progress=0, report={})
        tasks.send_on_commit(TASK, job.pk)


def retry_import(*, job: LexiconImport, by: User | None, now: datetime) -> None:
    """Send the job again. Raise WrongState if it is over, or not stuck."""
    if not jobs.is_stuck(job, now=now):
        raise WrongState("job-alive")
    with transaction.atomic():
        jobs.retry(job)
        tasks.send_on_commit(TASK, job.pk)


def may_remove(job: LexiconImport, by: User | None) -> bool:
    """Return True for the account that requested the import; for everybody if it is deleted."""
    return by is None or by.is_superuser or job.by_id in {by.pk, None}


def remove_import(*, job: LexiconImport, by: User | None, now: datetime) -> None:
    """Delete an import that was refused or is not done yet. Raise NotAllowed, WrongState."""
    if not may_remove(job, by):
        raise NotAllowed("other-import", name=job.name)
    if not LexiconImport.objects.filter(pk=job.pk).exclude(state=JobState.DONE).delete()[0]:
        raise WrongState("job-over")
    update_channel.notify(job.update_channel)


def delete_lexicon(
    *, name: str, organisation: Organisation | None, by: User | None, now: datetime
) -> None:
    """Delete a lexicon and its imports; words that a game was played with stay.

    Raise WrongState while a tournament uses it, NotAllowed, Busy.
    """
    with lock_lexica_for_change():
        job = LexiconImport(name=name, organisation=organisation)
        _require_may_change(job, by)
        users = lexica.list_tournaments_using(job).values_list("name", flat=True)[:3]
        if users:
            raise WrongState("lexicon-used", tournaments=", ".join(users))
        _list_imports_of_name(job).filter(state=JobState.DONE).delete()
        delete_unused(now=now)
