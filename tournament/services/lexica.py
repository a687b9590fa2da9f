"""Takes organisers' word lists in, and fixes the words of a game."""

import lzma
from collections.abc import Callable
from dataclasses import astuple
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import ProtectedError

from engine import wordlist
from engine.errors import BadWordList
from tournament import lexica
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.jobs import JobState
from tournament.models import LexiconImport, Tournament, WordList
from tournament.services import jobs, tasks

#: Of the file that is sent to us, packed or not.
MAX_UPLOAD = 16 * 1024 * 1024
MAX_NAME = 60
#: Parts of the work, by how long they take.
READ, STORED = 0.5, 0.7


def ask_import(
    *, name: str, file_name: str, content: bytes, by: User | None, now: datetime
) -> LexiconImport:
    """Keep the file and let a worker read it. Raises BadSetting, NotAllowed."""
    job = new_import(name=name, file_name=file_name, content=content, by=by, now=now)
    tasks.send_on_commit("tournament.tasks.import_lexicon", job.pk)
    return job


def new_import(
    *, name: str, file_name: str, content: bytes, by: User | None, now: datetime
) -> LexiconImport:
    """The import, for a caller who performs it himself."""
    name = " ".join(name.split())
    if not 0 < len(name) <= MAX_NAME:
        raise BadSetting("bad-lexicon-name", most=MAX_NAME)
    if name.casefold() == lexica.BUILT_IN:
        raise BadSetting("lexicon-name-reserved", name=name)
    if len(content) > MAX_UPLOAD:
        raise BadSetting("list-upload_too_big", megabytes=MAX_UPLOAD >> 20)
    _require_own(name, by)
    return LexiconImport.objects.create(
        name=name, file_name=file_name[-200:], content=content, by=by, asked_at=now
    )


def may_change(first: LexiconImport, by: User | None) -> bool:
    """A lexicon is replaced or deleted by who brought it, with its ``first`` import; the command
    line may do anything."""
    return by is None or by.is_superuser or first.by_id == by.pk


def _require_own(name: str, by: User | None) -> None:
    made = LexiconImport.objects.filter(name=name, state=JobState.DONE).order_by("pk")
    first = made.defer("content", "report").first()
    if first is not None and not may_change(first, by):
        raise NotAllowed("other-lexicon", name=name)


def perform_import(
    *, job: LexiconImport, clock: jobs.Clock, hear: Callable[[float], None] = lambda _: None
) -> None:
    """Read the list and make it the lexicon of its name; ``hear`` is told parts of 1."""
    if not jobs.start(job, now=clock()):
        return
    write = jobs.teller(job, clock)

    def tell(part: float) -> None:
        write(part)
        hear(part)

    report: dict[str, Any] = {}
    try:
        reading = wordlist.read(bytes(job.content or b""), lambda part: tell(part * READ))
        report = _report(reading)
        if not reading.words:
            raise BadWordList("empty")
    except BadWordList as error:
        data = {key: value for key, value in error.data.items() if key != "reason"}
        data["megabytes"] = wordlist.MAX_BYTES >> 20
        failure = BadSetting(f"list-{error.code}", **data)
        jobs.fail(job, failure, now=clock(), report=report, content=None)
        return
    checksum = wordlist.checksum(reading.words)
    words = _store(_pack(reading.words), checksum, len(reading.words))
    tell(STORED)
    lexica.load(checksum)  # compiled here and now, not when the first turn waits for it
    jobs.finish(job, now=clock(), report=report, content=None, word_list=words)
    lexica.sweep(now=clock())
    hear(1.0)


def _report(reading: wordlist.Reading) -> dict[str, Any]:
    return {
        "encoding": reading.encoding,
        "lines": reading.lines,
        "repeated": reading.repeated,
        "refused": dict(reading.refused),
        "refusals": [astuple(refusal) for refusal in reading.refusals],
    }


def _store(content: bytes, checksum: str, count: int) -> WordList:
    made = {"content": content, "count": count}
    rows = WordList.objects.defer("content")
    return (
        rows.filter(checksum=checksum).first()
        or WordList.objects.get_or_create(checksum=checksum, defaults=made)[0]
    )


def retry_import(*, job: LexiconImport, by: User | None, now: datetime) -> None:
    """Send the work again. Raises WrongState when it is over, or not stuck."""
    if not jobs.stuck(job, now=now):
        raise WrongState("job-alive")
    with transaction.atomic():
        jobs.retry(job)
        tasks.send_on_commit("tournament.tasks.import_lexicon", job.pk)


def delete_lexicon(*, name: str, by: User | None, now: datetime) -> None:
    """Forget a lexicon and its imports; words that a game was played with stay.

    Raises WrongState while a tournament chooses it, NotAllowed.
    """
    _require_own(name, by)
    users = list(Tournament.objects.filter(lexicon=name).values_list("name", flat=True)[:3])
    if users:
        raise WrongState("lexicon-used", tournaments=", ".join(users))
    with transaction.atomic():
        imports = LexiconImport.objects.filter(name=name)
        lists = list(imports.exclude(word_list=None).values_list("word_list", flat=True))
        imports.delete()
        for words in WordList.objects.only("pk").filter(pk__in=lists):
            try:
                with transaction.atomic():
                    words.delete()
            except ProtectedError:  # another name, a game or a preparation needs it
                continue
        transaction.on_commit(lambda: lexica.sweep(now=now))


def fixed_list(*, tournament: Tournament, now: datetime) -> WordList:
    """The words with which a game of ``tournament`` starts now, safe from any later change.

    Raises BadSetting for a lexicon that is gone.
    """
    return lexica.current_list(tournament.lexicon) or _store(*_own_list(lexica.lexicon_path()))


@lru_cache(maxsize=1)
def _own_list(path: Path) -> tuple[bytes, str, int]:
    """Content, checksum and number of words of the installation's list, as this process has it."""
    words = wordlist.parse(wordlist.read_bytes(path), path)
    return _pack(words), wordlist.checksum(words), len(words)


def _pack(words: list[str]) -> bytes:
    return lzma.compress(("\n".join(words) + "\n").encode(), preset=0)
