"""The lexicon of a game: the database holds the words, each machine a compiled copy.

Words are stored in ``WordList`` rows, which every process can read. The first process of a
machine that needs a list writes it into ``LEXICON_DIR`` with its compiled form; the others load
that. The installation's own list is a file, and needs no row until a game starts with it.
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
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, extend_lexicon, load_lexicon
from tournament.core.errors import BadSetting
from tournament.core.jobs import JobState
from tournament.metrics import LEXICON_LOADS
from tournament.models import Game, LexiconImport, Tournament, WordList

#: Number of lexica in the memory of a process; each takes some tens of megabytes.
CACHED_LEXICA = 4
#: Name of the installation's own list.
BUILT_IN = "fr-libre"
#: A file that has been under construction for longer belongs to a process that died.
BUILDING_TIME = timedelta(hours=1)
_OUR_FILES = re.compile(
    rf"[0-9a-f]{{64}}\.list|[0-9a-f]{{32}}-.*\.lexicon|{lexicon_cache.BUILDING_PREFIX}.*", re.ASCII
)


def get_lexicon_path() -> Path:
    """Return the file of the installation's list; the free one unless another is configured."""
    return settings.LEXICON_PATH or DEFAULT_LEXICON


def load_base_lexicon() -> Lexicon:
    """Load the installation's lexicon; raises engine.errors.BadWordList if it cannot be read."""
    return _load_file(get_lexicon_path(), settings.LEXICON_DIR)


def load_game_lexicon(game: Game) -> Lexicon:
    """Load the lexicon of ``game`` with the words that a recorded game adds to it."""
    return _load_with_extra_words(
        _get_game_checksum(game), tuple(game.extra_words), settings.LEXICON_DIR
    )


def load_tournament_lexicon(tournament: Tournament) -> Lexicon:
    """Load the lexicon of a game of ``tournament`` that starts now. Raise BadSetting."""
    return load_named_lexicon(tournament.lexicon, tournament.organisation_id)


def load_named_lexicon(name: str, organisation: int | None) -> Lexicon:
    """Load the words that ``name`` has now in an organisation, given by its key.

    Raise BadSetting for an unknown name.
    """
    words = find_current_list(name, organisation)
    if words is None:
        return load_base_lexicon()
    with suppress(WordList.DoesNotExist):  # replaced and deleted since the query
        return load(words.checksum)
    return load_named_lexicon(name, organisation)


def load(checksum: str) -> Lexicon:
    """Load the lexicon of a ``WordList``. Raise WordList.DoesNotExist."""
    folder = settings.LEXICON_DIR
    installed = _load_installed(checksum, folder)
    return _load_list(checksum, folder) if installed is None else installed


def get_list_file(checksum: str) -> Path:
    """Return the file in which other programs find the list that ``load`` has loaded: that of the
    installation, or a copy in ``LEXICON_DIR``, if it is writable."""
    folder = settings.LEXICON_DIR
    if _load_installed(checksum, folder) is None:
        return _build_list_path(checksum, folder)
    return get_lexicon_path()


def _build_list_path(checksum: str, cache: Path) -> Path:
    return cache / f"{checksum}.list"


def prepare(checksum: str, content: bytes) -> None:
    """Compile words before their row is created, so that no process has to wait later."""
    path = _build_list_path(checksum, settings.LEXICON_DIR)
    lexicon_cache.write_file(path, content)
    with suppress(BadWordList):  # the folder is not writable
        load_lexicon(path, settings.LEXICON_DIR)


def get_checksum(word_list_id: int) -> str:
    """Return the checksum without reading the words, which following the relation would do."""
    return WordList.objects.values_list("checksum", flat=True).get(pk=word_list_id)


def find_current_list(name: str, organisation: int | None) -> WordList | None:
    """Return the words that ``name`` has now, without their content; None: the installation's list.

    Raise BadSetting for a name that is unknown, or known only to another organisation.
    """
    if name == BUILT_IN:
        return None
    imports = find_current_import(name, organisation)
    # In one statement: the words could be replaced and deleted between two.
    words = WordList.objects.defer("content").filter(imports__in=imports).first()
    if words is None:
        raise BadSetting("unknown-lexicon", name=name)
    return words


def find_current_import(name: str, organisation: int | None) -> QuerySet[LexiconImport]:
    """Return the import that defines the lexicon of this name in an organisation, at most one row:
    its own takes precedence over one available to all."""
    keys = list_current_imports().filter(_is_available(organisation), name=name).values("pk")
    own_first = F("organisation_id").asc(nulls_last=True)
    rows = LexiconImport.objects.filter(pk__in=keys).defer("content", "report")
    return rows.order_by(own_first)[:1]


def list_current_imports() -> QuerySet[LexiconImport]:
    """Return the import that defines each lexicon: the last one completed for its name and
    organisation, which is not always the last one requested."""
    completed = LexiconImport.objects.filter(state=JobState.DONE).defer("content", "report")
    order = ("name", "organisation_id", "-finished_at", "-pk")
    return completed.order_by(*order).distinct("name", "organisation_id")


def list_available_imports(organisation: int | None) -> QuerySet[LexiconImport]:
    """Return the imports, replaced ones too, whose words an organisation may use."""
    return LexiconImport.objects.filter(_is_available(organisation), state=JobState.DONE)


def list_names(organisation: int | None) -> list[str]:
    """List the lexica that a tournament of the organisation may choose, the built-in one first."""
    available = (
        list_current_imports().filter(_is_available(organisation)).values_list("name", flat=True)
    )
    return [BUILT_IN, *dict.fromkeys(available)]


def _is_available(organisation: int | None) -> Q:
    """Return the condition: the organisation's own, or available to all."""
    return Q(organisation=organisation) | Q(organisation=None)


def list_tournaments_using(job: LexiconImport) -> QuerySet[Tournament]:
    """Return the tournaments that use the lexicon of this name and organisation."""
    tournaments = Tournament.objects.filter(lexicon=job.name)
    if job.organisation_id is not None:
        return tournaments.filter(organisation=job.organisation_id)
    overriding = list_current_imports().filter(name=job.name).exclude(organisation=None)
    return tournaments.exclude(
        organisation__in=list(overriding.values_list("organisation", flat=True))
    )


def build_key(name: str, organisation: int | None) -> str:
    """Return the key of a lexicon in addresses: two organisations may use the same name."""
    return name if organisation is None else f"{organisation}/{name}"


def find_tournament_key(tournament: Tournament) -> str:
    """Return the key of the lexicon that a tournament has chosen."""
    job = find_current_import(tournament.lexicon, tournament.organisation_id).first()
    return build_key(tournament.lexicon, job.organisation_id if job else None)


def _get_game_checksum(game: Game) -> str:
    """Return the checksum, empty for the installation's own list."""
    if game.word_list_id is not None:
        return get_checksum(game.word_list_id)
    words = find_current_list(game.tournament.lexicon, game.tournament.organisation_id)
    return words.checksum if words else ""


@lru_cache(maxsize=CACHED_LEXICA)
def _load_with_extra_words(checksum: str, extra: tuple[str, ...], cache: Path) -> Lexicon:
    lexicon = _load_installed(checksum, cache)
    if lexicon is None:
        lexicon = _load_list(checksum, cache)
    return extend_lexicon(lexicon, extra, cache) if extra else lexicon


def _load_installed(checksum: str, cache: Path) -> Lexicon | None:
    """Return the installation's lexicon if these are its words: its compiled form exists."""
    if checksum and _build_list_path(checksum, cache).exists():
        return None
    try:
        lexicon = _load_file(get_lexicon_path(), cache)
    except BadWordList:
        if not checksum:
            raise
        return None
    return lexicon if checksum in ("", lexicon.checksum) else None


@lru_cache(maxsize=1)
def _load_file(path: Path, cache: Path) -> Lexicon:
    with LEXICON_LOADS.time():
        return load_lexicon(path, cache)


@lru_cache(maxsize=CACHED_LEXICA)
def _load_list(checksum: str, cache: Path) -> Lexicon:
    with LEXICON_LOADS.time():
        return _read_list(checksum, cache)


def _read_list(checksum: str, cache: Path) -> Lexicon:
    path = _build_list_path(checksum, cache)
    for _ in range(2):  # first the existing file, if any; then a copy from the database
        with suppress(BadWordList):
            lexicon = load_lexicon(path, cache)
            if lexicon.checksum == checksum:
                return lexicon
        content = bytes(WordList.objects.values_list("content", flat=True).get(checksum=checksum))
        lexicon_cache.write_file(path, content)
    # The folder is not writable: compile in this process.
    return Lexicon.from_words(word_list.parse(content, path).words)


def delete_unused_files(*, now: datetime) -> None:
    """Remove from ``LEXICON_DIR`` the files that no word list of the database needs any more.

    The compiled form of the installation's list and unrelated files are never removed. Other
    processes may load at the same time: open files stay readable, missing ones are made again.
    """
    folder = settings.LEXICON_DIR
    # Before the query: a file whose row exists now is not removed, unless the row is very new.
    files = [path for path in folder.glob("*") if _OUR_FILES.fullmatch(path.name)]
    needed = set(map(_find_compiled_form, {get_lexicon_path(), DEFAULT_LEXICON}))
    for checksum in WordList.objects.values_list("checksum", flat=True):
        path = _build_list_path(checksum, folder)
        needed |= {path, _find_compiled_form(path)}
    oldest_build = (now - BUILDING_TIME).timestamp()
    for path in files:
        with suppress(OSError):
            is_building = path.name.startswith(lexicon_cache.BUILDING_PREFIX)
            if path not in needed and not (is_building and path.stat().st_mtime > oldest_build):
                path.unlink()


def _find_compiled_form(path: Path) -> Path | None:
    with suppress(BadWordList):
        return lexicon_cache.build_path(word_list.read_bytes(path), settings.LEXICON_DIR)
    return None


def warm_up() -> None:
    """Load the installation's lexicon before the first turn needs it.

    Objects that a worker has loaded by then are excluded from garbage collection during searches.
    Raises engine.errors.BadWordList if the list cannot be read.
    """
    load_base_lexicon()
    gc.collect()
    gc.freeze()
