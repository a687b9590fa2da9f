"""Whether a word is admitted, by the word list that a game fixed: for officers alone (5.2)."""

from collections.abc import Iterable

from tournament.classic.models import MatchGame
from tournament.queries.lexica import base_lexicon, checksum_of, load


def admitted(game: MatchGame, words: Iterable[str]) -> dict[str, bool]:
    """By word, in the order asked."""
    lexicon = load(checksum_of(game.word_list_id)) if game.word_list_id else base_lexicon()
    return {word: word in lexicon for word in words}
