"""Words admitted by the word list of a game, for officers only (5.2)."""

from collections.abc import Iterable

from tournament.classic.models import MatchGame
from tournament.queries.lexica import get_checksum, load, load_base_lexicon


def check_words(game: MatchGame, words: Iterable[str]) -> dict[str, bool]:
    """Return True for each admitted word and False for each other, in the order given."""
    lexicon = load(get_checksum(game.word_list_id)) if game.word_list_id else load_base_lexicon()
    return {word: word in lexicon for word in words}
