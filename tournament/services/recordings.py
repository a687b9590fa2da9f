"""Takes a recorded game in: is it playable, and which words does it need?"""

from typing import Any

from engine.record import parse_record
from engine.replay import replayed_words
from tournament.lexica import base_lexicon


def check(script: Any) -> tuple[dict[str, Any], list[str]]:
    """The record, and its words that the installation's lexicon does not admit.

    Raises engine.errors.EngineError for a record that cannot be played.
    """
    record = parse_record(script)
    lexicon = base_lexicon()
    missing = {word for word in replayed_words(record) if word not in lexicon}
    return script, sorted(missing)
