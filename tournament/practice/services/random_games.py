"""Games drawn by chance: their whole course follows from a seed that only the server knows.

Drawn while the page waits, not by a worker: a whole game takes 0.16 to 0.43 s on two shared cores,
few are drawn at once (``WorkSlots``), and the last ones stay in memory, so that nothing is stored.
"""

import secrets
from collections.abc import Sequence
from functools import lru_cache

from django.utils.crypto import salted_hmac

from engine.board.formats import FORMATS, get_format
from engine.lexicon.lexicon import Lexicon
from engine.record.prepare import PreparedGame, SeededGames, to_script
from engine.record.recorded_game import parse_recorded_game
from engine.regulation.editions import CURRENT, get_edition
from tournament.core.errors import BadSetting, WrongState
from tournament.models import WordList
from tournament.practice.core.practice_game import PracticeGame, PracticeTurn, build_turns
from tournament.practice.core.practice_state import CLOCKS, MAX_TURNS, PracticeKind, PracticeTerms
from tournament.queries import lexica
from tournament.queries.access import AnyUser, UsableLexicon, list_usable_lexica
from tournament.services.work_slots import WorkSlots

_SALT = "tournament.practice.seed"
#: Maximum number of games tried until one ends by the rules: nearly always the first.
_MAX_TRIES = 20
_slots = WorkSlots("practice", count=1, max_waiting=4, wait_s=5)


def make_random_terms(
    *, user: AnyUser, lexicon: str, fmt: str, turns: int, clock_s: int
) -> PracticeTerms:
    """Return the terms of a new game with the words that the list has now. Raise BadSetting."""
    if fmt not in FORMATS or clock_s not in CLOCKS or not 0 <= turns <= MAX_TURNS:
        raise BadSetting("practice-terms")
    words = _load_current_words(_find_usable_lexicon(user, lexicon))
    return PracticeTerms(
        PracticeKind.RANDOM, secrets.token_hex(16), clock_s, fmt, turns, lexicon, words.checksum
    )


def _find_usable_lexicon(user: AnyUser, key: str) -> UsableLexicon:
    """Return the lexicon, if the account may consult it. Raise BadSetting."""
    for usable in list_usable_lexica(user):
        if usable.key == key:
            return usable
    raise BadSetting("practice-terms")


def _load_current_words(usable: UsableLexicon) -> Lexicon:
    organisation = usable.organisation.pk if usable.organisation else None
    return lexica.load_named_lexicon(usable.name, organisation)


def load_random_game(terms: PracticeTerms, user: AnyUser) -> PracticeGame:
    """Return the game of the terms; the account must still be allowed to consult the list.

    Raise BadSetting, Busy, WrongState if the words were replaced and removed.
    """
    words = _load_words(terms, _find_usable_lexicon(user, terms.lexicon))
    with _slots.take():
        turns = _draw_turns(terms.source, terms.fmt, words, terms.first_try)
    chosen_turns = turns[: terms.turns] if terms.turns else turns
    return PracticeGame(get_format(terms.fmt), chosen_turns, words, get_edition(CURRENT))


def load_seeded_games(terms: PracticeTerms, user: AnyUser) -> SeededGames:
    """Return the games of the seed of the terms. Raise as ``load_random_game``."""
    words = _load_words(terms, _find_usable_lexicon(user, terms.lexicon))
    return _build_seeded_games(terms.source, terms.fmt, words)


def _build_seeded_games(source: str, fmt: str, words: Lexicon) -> SeededGames:
    """Return the games of the seed derived from ``source`` and SECRET_KEY."""
    seed = salted_hmac(_SALT, source, algorithm="sha256").digest()
    return SeededGames(get_format(fmt), seed, words, get_edition(CURRENT))


def _load_words(terms: PracticeTerms, usable: UsableLexicon) -> Lexicon:
    words = _load_current_words(usable)
    if words.checksum == terms.checksum:
        return words
    try:
        return lexica.load(terms.checksum)
    except WordList.DoesNotExist as error:
        raise WrongState("practice-gone") from error


@lru_cache(maxsize=64)
def _draw_turns(source: str, fmt: str, words: Lexicon, first_try: int) -> Sequence[PracticeTurn]:
    trials = _build_seeded_games(source, fmt, words)
    games = map(trials.play, range(first_try, first_try + _MAX_TRIES))
    game: PreparedGame | None = next((tried for tried in games if tried.reason), None)
    if game is None or not game.turns:
        raise BadSetting("practice-no-game")
    return build_turns(parse_recorded_game(to_script(game)))
