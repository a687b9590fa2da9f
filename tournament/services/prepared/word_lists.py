"""Rows of words: stored with what needs them, deleted when nothing does.

Both under one lock (``lexicon_lock``), so that they never overlap.
"""

import lzma
from datetime import datetime
from functools import lru_cache, reduce
from operator import or_

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef

from engine.lexicon import word_list
from tournament import ports
from tournament.core.errors import Busy
from tournament.models import Game, GamePreparation, LexiconImport, Tournament, WordList
from tournament.queries import lexica
from tournament.services.prepared.lexicon_lock import lock_lexica_for_change

log = structlog.get_logger(__name__)


def store_word_list(content: bytes, checksum: str, count: int) -> WordList:
    """Return the row of these words, created if missing; under a lock of the lexica."""
    fields = {"content": content, "count": count}
    rows = WordList.objects.defer("content")
    return (
        rows.filter(checksum=checksum).first()
        or WordList.objects.get_or_create(checksum=checksum, defaults=fields)[0]
    )


def delete_unused_without_waiting(*, now: datetime) -> None:
    """Delete the words that nothing needs, in the database and on this machine.

    Skipped if the lock is not free: nobody waits for it.
    """
    try:
        with lock_lexica_for_change():
            delete_unused(now=now)
    except Busy:
        log.info("lexica_not_tidied")


def delete_unused(*, now: datetime) -> None:
    """Delete lists that no lexicon, game (over or not), topping or search for a game uses; under
    ``lock_lexica_for_change``."""
    same_list = {"word_list": OuterRef("pk")}
    unused = WordList.objects.exclude(
        Exists(
            LexiconImport.objects.filter(
                pk__in=lexica.list_current_imports().values("pk"), **same_list
            )
        )
        | Exists(Game.objects.filter(**same_list))
        | Exists(GamePreparation.objects.filter(**same_list))
        | Exists(GamePreparation.objects.filter(vocabulary=OuterRef("pk")))
        | reduce(or_, (build_filter() for build_filter in ports.build_word_list_filter))
    )
    unused_ids = list(unused.values_list("pk", flat=True))
    LexiconImport.objects.filter(word_list__in=unused_ids).update(word_list=None)
    WordList.objects.filter(pk__in=unused_ids).only("pk").delete()
    transaction.on_commit(lambda: lexica.delete_unused_files(now=now))


def prepare_fixed_list(tournament: Tournament) -> None:
    """Do before ``lock_lexica_for_use`` what would make others wait in ``get_fixed_list``."""
    prepare_named_list(tournament.lexicon, tournament.organisation_id)


def prepare_named_list(name: str, organisation: int | None) -> None:
    """Prepare the list that ``name`` has in an organisation, as ``prepare_fixed_list``."""
    if lexica.find_current_list(name, organisation) is None:
        checksum = lexica.load_base_lexicon().checksum
        if not WordList.objects.filter(checksum=checksum).exists():
            _read_own_list(checksum)


def get_fixed_list(*, tournament: Tournament, now: datetime) -> WordList:
    """Return the words of a game of ``tournament`` that starts now, protected from later changes.

    Under ``lock_lexica_for_use``. Raise BadSetting for a lexicon that does not exist any more.
    """
    return get_named_list(tournament.lexicon, tournament.organisation_id)


def get_named_list(name: str, organisation: int | None) -> WordList:
    """Return the words that ``name`` has in an organisation, as ``get_fixed_list``."""
    words = lexica.find_current_list(name, organisation)
    return words or _store_own_list(lexica.load_base_lexicon().checksum)


def find_stored_list(checksum: str, organisation: int | None) -> WordList | None:
    """Return the words with this checksum, if the organisation may use them; under
    ``lock_lexica_for_use``.

    A checksum is no secret: whoever knows that of another club's list must not get its words.
    """
    base = lexica.load_base_lexicon().checksum
    if base == checksum:
        return _store_own_list(base)
    same_list = {"word_list": OuterRef("pk")}
    conditions = [Exists(lexica.list_available_imports(organisation).filter(**same_list))]
    if organisation is not None:
        games = Game.objects.filter(tournament__organisation=organisation, **same_list)
        conditions += [
            Exists(games),
            *(build_filter(organisation) for build_filter in ports.build_word_list_filter),
        ]
    available = WordList.objects.filter(reduce(or_, conditions), checksum=checksum)
    return available.defer("content").first()


def _store_own_list(checksum: str) -> WordList:
    """Return the row of the installation's list, as ``store_word_list``; packing takes half a
    second."""
    stored = WordList.objects.defer("content").filter(checksum=checksum).first()
    return stored or store_word_list(*_read_own_list(checksum))


@lru_cache(maxsize=1)
def _read_own_list(checksum: str) -> tuple[bytes, str, int]:
    """Return content, checksum and number of words of the installation's list in this process."""
    path = lexica.get_lexicon_path()
    words = word_list.parse(word_list.read_bytes(path), path).words
    if word_list.compute_checksum(words) != checksum:  # the file has changed since
        words = list(lexica.load_base_lexicon())
    return compress_words(words), checksum, len(words)


def compress_words(words: list[str]) -> bytes:
    """Pack words as ``WordList.content`` stores them."""
    return lzma.compress(("\n".join(words) + "\n").encode(), preset=0)
