"""The lexicon of a game: the database holds the words, each machine a compiled copy.

Words live in ``WordList`` rows, which every process reaches wherever it runs. The first process
of a machine that needs a list writes it into ``LEXICON_DIR`` with its compiled form; the others
load that. One list needs no row until a game starts with it: the installation's own, a file.
"""

import gc
import re
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.db.models import F, Q, QuerySet

from engine.errors import BadWordList
from engine.lexicon import cache as lexicon_cache, word_list
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from tournament.core.errors import BadSetting
from tournament.core.jobs import JobState
from tournament.models import Game, LexiconImport, Tournament, WordList

#: Lexicons in the memory of a process at a time; one weighs some tens of megabytes.
KEPT = 4
#: Name of the installation's own list.
BUILT_IN = "fr-libre"
#: A file that is being built for longer was left by a process that died.
BUILDING_TIME = timedelta(hours=1)
_OURS = re.compile(
    rf"[0-9a-f]{{64}}\.list|[0-9a-f]{{32}}-.*\.lexicon|{lexicon_cache.BUILDING}.*", re.ASCII
)


def lexicon_path() -> Path:
    """The word list of this installation; the free one unless the organiser has his own."""
    return settings.LEXICON_PATH or DEFAULT_LEXICON


def base_lexicon() -> Lexicon:
    """The installation's own; raises engine.errors.BadWordList when it cannot be read."""
    return _load_file(lexicon_path(), settings.LEXICON_DIR)


def lexicon_of(game: Game) -> Lexicon:
    """The lexicon of ``game`` with the words that a recorded game adds to it."""
    return _with(_checksum_of(game), tuple(game.extra_words), settings.LEXICON_DIR)


def lexicon_of_tournament(tournament: Tournament) -> Lexicon:
    """What a game of ``tournament`` that starts now plays with. Raises BadSetting."""
    return lexicon_named(tournament.lexicon, tournament.organisation_id)


def lexicon_named(name: str, organisation: int | None) -> Lexicon:
    """The words that go by ``name`` now in an organisation, by its number.

    Raises BadSetting for a name that nobody imported.
    """
    words = current_list(name, organisation)
    if words is None:
        return base_lexicon()
    with suppress(WordList.DoesNotExist):  # replaced, and let go, at this very moment
        return load(words.checksum)
    return lexicon_named(name, organisation)


def load(checksum: str) -> Lexicon:
    """The lexicon of a ``WordList``. Raises WordList.DoesNotExist."""
    return _load_list(checksum, settings.LEXICON_DIR)


def file_of(checksum: str) -> Path:
    """Where ``load`` leaves a list for other programs of this machine, if it can be written."""
    return _list_file(checksum, settings.LEXICON_DIR)


def _list_file(checksum: str, cache: Path) -> Path:
    return cache / f"{checksum}.list"


def prepare(checksum: str, content: bytes) -> None:
    """Compile words that no row has yet, so that nobody waits for it once one has."""
    path = file_of(checksum)
    lexicon_cache.put(path, content)
    with suppress(BadWordList):  # a folder that cannot be written
        load_lexicon(path, settings.LEXICON_DIR)


def checksum_of(word_list_id: int) -> str:
    """Without reading the words, as following the relation would."""
    return WordList.objects.values_list("checksum", flat=True).get(pk=word_list_id)


def current_list(name: str, organisation: int | None) -> WordList | None:
    """The words that go by ``name``, without their content; None: the installation's own.

    Raises BadSetting for a name that nobody imported, or only for another organisation.
    """
    if name == BUILT_IN:
        return None
    made = current_import(name, organisation)
    # Asked for in one statement: who replaces them meanwhile lets them go.
    words = WordList.objects.defer("content").filter(imports__in=made).first()
    if words is None:
        raise BadSetting("unknown-lexicon", name=name)
    return words


def current_import(name: str, organisation: int | None) -> QuerySet[LexiconImport]:
    """What made the lexicon of this name what it is in an organisation: its own before that which
    is for all; at most one row."""
    found = current_imports().filter(_there(organisation), name=name).values("pk")
    own_first = F("organisation_id").asc(nulls_last=True)
    rows = LexiconImport.objects.filter(pk__in=found).defer("content", "report")
    return rows.order_by(own_first)[:1]


def current_imports() -> QuerySet[LexiconImport]:
    """What made each lexicon what it is now: of its name and organisation, the import that was
    done last, which is not always the last one asked for."""
    done = LexiconImport.objects.filter(state=JobState.DONE).defer("content", "report")
    order = ("name", "organisation_id", "-finished_at", "-pk")
    return done.order_by(*order).distinct("name", "organisation_id")


def names(organisation: int | None) -> list[str]:
    """The lexica that a tournament of the organisation may choose, the installation's own first."""
    there = current_imports().filter(_there(organisation)).values_list("name", flat=True)
    return [BUILT_IN, *dict.fromkeys(there)]


def _there(organisation: int | None) -> Q:
    """The organisation's own, and those that are for all."""
    return Q(organisation=organisation) | Q(organisation=None)


def chosen_by(job: LexiconImport) -> QuerySet[Tournament]:
    """The tournaments that play with the lexicon of this name and organisation."""
    chosen = Tournament.objects.filter(lexicon=job.name)
    if job.organisation_id is not None:
        return chosen.filter(organisation=job.organisation_id)
    own = current_imports().filter(name=job.name).exclude(organisation=None)
    return chosen.exclude(organisation__in=list(own.values_list("organisation", flat=True)))


def key_of(name: str, organisation: int | None) -> str:
    """By which an address names a lexicon: two organisations may both have one of a name."""
    return name if organisation is None else f"{organisation}/{name}"


def tournament_key(tournament: Tournament) -> str:
    """The key of the lexicon that a tournament has chosen."""
    made = current_import(tournament.lexicon, tournament.organisation_id).first()
    return key_of(tournament.lexicon, made.organisation_id if made else None)


def _checksum_of(game: Game) -> str:
    """ "" for the installation's own list."""
    if game.word_list_id is not None:
        return checksum_of(game.word_list_id)
    words = current_list(game.tournament.lexicon, game.tournament.organisation_id)
    return words.checksum if words else ""


@lru_cache(maxsize=KEPT)
def _with(checksum: str, extra: tuple[str, ...], cache: Path) -> Lexicon:
    lexicon = _own(checksum, cache)
    if lexicon is None:
        lexicon = _load_list(checksum, cache)
    return Lexicon.from_words([*lexicon, *extra]) if extra else lexicon


def _own(checksum: str, cache: Path) -> Lexicon | None:
    """The installation's own lexicon if these are its words: its compiled form is there already."""
    if checksum and _list_file(checksum, cache).exists():
        return None
    try:
        own = _load_file(lexicon_path(), cache)
    except BadWordList:
        if not checksum:
            raise
        return None
    return own if checksum in ("", own.checksum) else None


@lru_cache(maxsize=1)
def _load_file(path: Path, cache: Path) -> Lexicon:
    return load_lexicon(path, cache)


@lru_cache(maxsize=KEPT)
def _load_list(checksum: str, cache: Path) -> Lexicon:
    path = _list_file(checksum, cache)
    for _ in range(2):  # as it lies there, if at all; then as the database has it
        with suppress(BadWordList):
            lexicon = load_lexicon(path, cache)
            if lexicon.checksum == checksum:
                return lexicon
        content = bytes(WordList.objects.values_list("content", flat=True).get(checksum=checksum))
        lexicon_cache.put(path, content)
    # A folder that cannot be written: compiled in this process.
    return Lexicon.from_words(word_list.parse(content, path).words)


def sweep(*, now: datetime) -> None:
    """Remove from ``LEXICON_DIR`` what no word list of the database needs any more.

    Never the compiled form of the installation's list, nor a file that is none of ours. Safe
    beside processes that load: what they have open stays readable, what is missing is made again.
    """
    folder = settings.LEXICON_DIR
    # Before the rows: what a row needs is not taken, unless the row comes at this very moment.
    found = [path for path in folder.glob("*") if _OURS.fullmatch(path.name)]
    needed = set(map(_compiled_form, {lexicon_path(), DEFAULT_LEXICON}))
    for checksum in WordList.objects.values_list("checksum", flat=True):
        path = file_of(checksum)
        needed |= {path, _compiled_form(path)}
    fresh = (now - BUILDING_TIME).timestamp()
    for path in found:
        with suppress(OSError):
            building = path.name.startswith(lexicon_cache.BUILDING)
            if path not in needed and not (building and path.stat().st_mtime > fresh):
                path.unlink()


def _compiled_form(path: Path) -> Path | None:
    with suppress(BadWordList):
        return lexicon_cache.path_for(word_list.read_bytes(path), settings.LEXICON_DIR)
    return None


def warm_up() -> None:
    """Load the installation's own lexicon before the first turn asks for it.

    What a worker holds by then stays: the collector need not look through it during searches.
    Raises engine.errors.BadWordList when the list cannot be read.
    """
    base_lexicon()
    gc.collect()
    gc.freeze()
