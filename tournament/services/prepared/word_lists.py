"""Rows of words: stored with what needs them, let go when nothing does.

Both under one lock (``lexicon_lock``), so that neither happens in the middle of the other.
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
from tournament.services.prepared.lexicon_lock import changing

log = structlog.get_logger(__name__)


def store(content: bytes, checksum: str, count: int) -> WordList:
    """The row of these words, made if need be; for ``changing`` or ``relying``."""
    made = {"content": content, "count": count}
    rows = WordList.objects.defer("content")
    return (
        rows.filter(checksum=checksum).first()
        or WordList.objects.get_or_create(checksum=checksum, defaults=made)[0]
    )


def tidy(*, now: datetime) -> None:
    """Let go of the words that nothing needs, in the database and on this machine.

    Left for the next time while others stand in the way: nobody waits for it.
    """
    try:
        with changing():
            let_go(now=now)
    except Busy:
        log.info("lexica_not_tidied")


def let_go(*, now: datetime) -> None:
    """Lists that no lexicon, no game (over or not) nor topping, and no search for a game has any
    more; for ``changing``."""
    here = {"word_list": OuterRef("pk")}
    unused = WordList.objects.exclude(
        Exists(LexiconImport.objects.filter(pk__in=lexica.current_imports().values("pk"), **here))
        | Exists(Game.objects.filter(**here))
        | Exists(GamePreparation.objects.filter(**here))
        | Exists(GamePreparation.objects.filter(vocabulary=OuterRef("pk")))
        | reduce(or_, (uses() for uses in ports.uses_word_list))
    )
    gone = list(unused.values_list("pk", flat=True))
    LexiconImport.objects.filter(word_list__in=gone).update(word_list=None)
    WordList.objects.filter(pk__in=gone).only("pk").delete()
    transaction.on_commit(lambda: lexica.sweep(now=now))


def make_ready(tournament: Tournament) -> None:
    """Before ``relying``: what ``fixed_list`` would keep others waiting for."""
    ready_list(tournament.lexicon, tournament.organisation_id)


def ready_list(name: str, organisation: int | None) -> None:
    """The same of the list that goes by ``name`` in an organisation."""
    if lexica.current_list(name, organisation) is None:
        _own_list(lexica.base_lexicon().checksum)


def fixed_list(*, tournament: Tournament, now: datetime) -> WordList:
    """The words with which a game of ``tournament`` starts now, safe from any later change.

    For ``relying``. Raises BadSetting for a lexicon that is gone.
    """
    return list_named(tournament.lexicon, tournament.organisation_id)


def list_named(name: str, organisation: int | None) -> WordList:
    """The same of the list that goes by ``name`` in an organisation."""
    words = lexica.current_list(name, organisation)
    return words or store(*_own_list(lexica.base_lexicon().checksum))


def kept(checksum: str) -> WordList | None:
    """The words with this checksum, if this installation has them; for ``relying``."""
    row = WordList.objects.defer("content").filter(checksum=checksum).first()
    if row is None and lexica.base_lexicon().checksum == checksum:
        return store(*_own_list(lexica.base_lexicon().checksum))
    return row


@lru_cache(maxsize=1)
def _own_list(checksum: str) -> tuple[bytes, str, int]:
    """Content, checksum and number of words of the installation's list, as this process has it."""
    path = lexica.lexicon_path()
    words = word_list.parse(word_list.read_bytes(path), path).words
    if word_list.checksum(words) != checksum:  # the file has changed since
        words = list(lexica.base_lexicon())
    return pack(words), checksum, len(words)


def pack(words: list[str]) -> bytes:
    """As ``WordList.content`` has them."""
    return lzma.compress(("\n".join(words) + "\n").encode(), preset=0)
