"""Takes organisers' word lists in, and forgets lexica."""

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
from tournament.queries.access import managed, require_office
from tournament.services import tasks, update_channel
from tournament.services.prepared import jobs
from tournament.services.prepared.lexicon_lock import changing
from tournament.services.prepared.word_lists import let_go, pack, store

#: Of the file that is sent to us, packed or not.
MAX_UPLOAD = 16 * 1024 * 1024
MAX_NAME = 60
#: Parts of the work, by how long they take.
READ, COMPILED = 0.5, 0.9
#: How often an import tries to end before its turn is another one's.
TRIES = 10

TASK = "tournament.tasks.import_lexicon"


def ask_import(
    *,
    name: str,
    file_name: str,
    content: bytes,
    organisation: Organisation | None,
    by: User | None,
    now: datetime,
) -> LexiconImport:
    """Keep the file and let a worker read it, unless it asks first (``LexiconImport.asks``); the
    lexicon is the organisation's, or without one everybody's.

    Raises BadSetting, NotAllowed.
    """
    job = _import(name, file_name, content, organisation, by=by, now=now)
    try:
        _require_free(job)
    except BadSetting as error:
        job.state, job.failure = JobState.FAILED, jobs.failure(error)
    with transaction.atomic():
        # Asked a second time, it is the last file that counts.
        asking = _named(job).filter(by=by, state=JobState.FAILED)
        asking.filter(failure__reason=LexiconImport.NAME_USED).delete()
        job.save()
        if not job.asks:
            tasks.send_on_commit(TASK, job.pk)
    return job


def new_import(
    *,
    name: str,
    file_name: str,
    content: bytes,
    organisation: Organisation | None,
    by: User | None,
    now: datetime,
    replaces: bool = False,
) -> LexiconImport:
    """The import, for a caller who performs it himself. Raises BadSetting, NotAllowed."""
    job = _import(name, file_name, content, organisation, by=by, now=now)
    job.replaces = replaces
    _require_free(job)
    job.save()
    return job


def _import(
    name: str,
    file_name: str,
    content: bytes,
    organisation: Organisation | None,
    *,
    by: User | None,
    now: datetime,
) -> LexiconImport:
    require_office(by, organisation)
    name = _known(" ".join(name.split()), organisation.pk if organisation else None)
    if not 0 < len(name) <= MAX_NAME:
        raise BadSetting("bad-lexicon-name", most=MAX_NAME)
    if name.casefold() == lexica.BUILT_IN:
        raise BadSetting("lexicon-name-reserved", name=name)
    if len(content) > MAX_UPLOAD:
        raise BadSetting("list-upload_too_big", megabytes=MAX_UPLOAD >> 20)
    job = LexiconImport(organisation=organisation, name=name, by=by, asked_at=now)
    job.file_name, job.content = file_name[-200:], content
    _require_own(job, by)
    return job


def _named(job: LexiconImport) -> QuerySet[LexiconImport]:
    """The imports of its name in its organisation, all of them."""
    return LexiconImport.objects.filter(name=job.name, organisation=job.organisation_id)


def _known(name: str, organisation: int | None) -> str:
    """As the lexicon is written already: « ods 9 » replaces « ODS 9 »."""
    known = lexica.names(organisation)
    alike = (one for one in known if one.casefold() == name.casefold())
    return name if name in known else next(alike, name)


def may_change(first: LexiconImport, by: User | None) -> bool:
    """A lexicon is replaced or deleted by who brought it, with its ``first`` import, and by who
    manages its organisation; the command line may do anything."""
    if by is None or by.is_superuser:
        return True
    return first.by_id == by.pk or first.organisation in managed(by)


def _require_own(job: LexiconImport, by: User | None) -> None:
    made = _named(job).filter(state=JobState.DONE).order_by("pk")
    first = made.defer("content", "report").first()
    if first is None and job.organisation_id is not None:  # what is for all keeps its name
        for_all = LexiconImport.objects.filter(name=job.name, organisation=None)
        first = for_all.filter(state=JobState.DONE).defer("content", "report").first()
        if first is not None:
            raise NotAllowed("nobodys-lexicon", name=job.name)
    if first is not None and not may_change(first, by):
        raise NotAllowed("other-lexicon" if first.by_id else "nobodys-lexicon", name=job.name)


def _require_free(job: LexiconImport) -> None:
    """Raises BadSetting where ``job`` would take the place of a lexicon and may not."""
    if job.replaces:
        return
    own = lexica.current_imports().filter(name=job.name, organisation=job.organisation_id)
    words = WordList.objects.filter(imports__in=own)
    count = words.values_list("count", flat=True).first()
    if count is not None:
        raise BadSetting(LexiconImport.NAME_USED, name=job.name, count=count)


def perform_import(
    *, job: LexiconImport, clock: jobs.ReadClock, hear: Callable[[float], None] = lambda _: None
) -> bool:
    """Read the list and make it the lexicon of its name; ``hear`` is told parts of 1.

    True when others stood in the way of its end for so long that it is to be done again.
    """
    if not jobs.start(job, now=clock()):
        return False
    write = jobs.teller(job, clock)

    def tell(part: float) -> None:
        write(part)
        hear(part)

    report: dict[str, Any] = {}
    try:
        reading = word_list.read(bytes(job.content or b""), lambda part: tell(part * READ))
        report = _report(reading)
        if not reading.words:
            raise BadWordList("empty")
    except BadWordList as error:
        jobs.fail(job, _failure(error), now=clock(), report=report, content=None)
        return False
    packed, checksum = pack(reading.words), word_list.checksum(reading.words)
    lexica.prepare(checksum, packed)  # here and now, not when the first turn waits for it
    words = (packed, checksum, len(reading.words))
    again = _bring_in(job, words, report, clock, partial(tell, COMPILED))
    if not again:
        hear(1.0)
    return again


def _bring_in(
    job: LexiconImport,
    words: tuple[bytes, str, int],
    report: dict[str, Any],
    clock: jobs.ReadClock,
    alive: Callable[[], None],
) -> bool:
    """Finish, or fail; True after ``TRIES``. ``alive`` is called before each of them."""
    try:
        for _ in range(TRIES):
            alive()
            with suppress(Busy):
                _finish(job, words, report, now=clock())
                return False
        return jobs.pause(job, now=clock())
    except NotAllowed as error:  # another account's import of the name ended first
        taken = BadSetting("lexicon-taken", **error.data)
        jobs.fail(job, taken, now=clock(), report=report, content=None)
    except BadSetting as error:  # there was none of its name yet when it was asked for
        jobs.fail(job, error, now=clock(), report=report, name=error.data["name"])
    return False


def _finish(
    job: LexiconImport, words: tuple[bytes, str, int], report: dict[str, Any], *, now: datetime
) -> None:
    """The words, and that they go by this name from now on.

    Raises NotAllowed, BadSetting (``_require_free``), Busy.
    """
    with changing():
        # Another import may have written it otherwise meanwhile.
        job.name = _known(job.name, job.organisation_id)
        _require_own(job, job.by)
        _require_free(job)
        fields = {"name": job.name, "report": report, "content": None, "word_list": store(*words)}
        if not jobs.finish(job, now=now, **fields):
            transaction.set_rollback(True)  # removed meanwhile, or another worker's
            return
        # What he tried before and was refused is of no interest any more.
        refused = _named(job).filter(by=job.by, state=JobState.FAILED)
        refused.filter(pk__lt=job.pk).delete()
        let_go(now=now)


def _failure(error: BadWordList) -> BadSetting:
    data = {key: value for key, value in error.data.items() if key != "reason"}
    data["megabytes"] = word_list.MAX_BYTES >> 20
    if isinstance(names := data.get("names"), list):
        text = ", ".join(names)
        data["names"] = text if 0 < len(text) <= MAX_NAME else f"{text[:MAX_NAME]}…"
    return BadSetting(f"list-{error.code}", **data)


def _report(reading: word_list.ListReading) -> dict[str, Any]:
    return {
        "encoding": reading.encoding,
        "lines": reading.lines,
        "repeated": reading.repeated,
        "refused": dict(reading.refused),
        "refusals": [astuple(refusal) for refusal in reading.refusals],
    }


def replace(*, job: LexiconImport, by: User | None, now: datetime) -> None:
    """Let an import that asks take the place of the lexicon. Raises NotAllowed, WrongState."""
    if not job.asks:
        raise WrongState("job-alive" if job.pending else "job-over")
    if not may_remove(job, by):
        raise NotAllowed("other-import", name=job.name)
    _require_own(job, by)
    with transaction.atomic():
        jobs.resume(job, now=now, replaces=True, progress=0, report={})
        tasks.send_on_commit(TASK, job.pk)


def retry_import(*, job: LexiconImport, by: User | None, now: datetime) -> None:
    """Send the work again. Raises WrongState when it is over, or not stuck."""
    if not jobs.stuck(job, now=now):
        raise WrongState("job-alive")
    with transaction.atomic():
        jobs.retry(job)
        tasks.send_on_commit(TASK, job.pk)


def may_remove(job: LexiconImport, by: User | None) -> bool:
    """An import without lexicon is removed by who asked for it; by anybody when he is gone."""
    return by is None or by.is_superuser or job.by_id in {by.pk, None}


def remove_import(*, job: LexiconImport, by: User | None, now: datetime) -> None:
    """Forget an import that was refused, or is not done yet. Raises NotAllowed, WrongState."""
    if not may_remove(job, by):
        raise NotAllowed("other-import", name=job.name)
    if not LexiconImport.objects.filter(pk=job.pk).exclude(state=JobState.DONE).delete()[0]:
        raise WrongState("job-over")
    update_channel.tell(job.room)


def delete_lexicon(
    *, name: str, organisation: Organisation | None, by: User | None, now: datetime
) -> None:
    """Forget a lexicon and how it came; words that a game was played with stay.

    Raises WrongState while a tournament chooses it, NotAllowed, Busy.
    """
    with changing():
        one = LexiconImport(name=name, organisation=organisation)
        _require_own(one, by)
        users = lexica.chosen_by(one).values_list("name", flat=True)[:3]
        if users:
            raise WrongState("lexicon-used", tournaments=", ".join(users))
        _named(one).filter(state=JobState.DONE).delete()
        let_go(now=now)
