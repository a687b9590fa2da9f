"""Whether a word is admitted, by the word list that a game fixed: for officers alone (5.2)."""

from collections.abc import Iterable

from tournament.classic.models import MatchGame
from tournament.queries.lexica import get_checksum, load, load_base_lexicon


def admitted(game: MatchGame, words: Iterable[str]) -> dict[str, bool]:
    """By word, in the order asked."""
    lexicon = load(get_checksum(game.word_list_id)) if game.word_list_id else load_base_lexicon()
    return {word: word in lexicon for word in words}
