"""Takes a recorded game in: is it playable, and which words does it need?"""

from typing import Any

from engine.lexicon import Lexicon
from engine.record import parse_record
from engine.replay import replayed_words


def check(script: Any, lexicon: Lexicon) -> tuple[dict[str, Any], list[str]]:
    """The record, and its words that ``lexicon`` does not admit.

    Raises engine.errors.EngineError for a record that cannot be played.
    """
    record = parse_record(script)
    missing = {word for word in replayed_words(record) if word not in lexicon}
    return script, sorted(missing)
