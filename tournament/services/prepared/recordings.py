"""Checks a recorded game: whether it is playable, and the words that it needs."""

from typing import Any

from engine.errors import EngineError
from engine.lexicon.lexicon import Lexicon
from engine.record.recorded_game import parse_recorded_game, remove_accents_of_turns
from engine.record.replay import list_replayed_words
from tournament.core.errors import BadSetting


def check(script: Any, lexicon: Lexicon) -> tuple[dict[str, Any], list[str]]:
    """Return the record as it is stored, without accents, and its words that ``lexicon`` does not
    admit. Raise BadSetting."""
    words = list_words(script)
    return remove_accents_of_turns(script), [word for word in words if word not in lexicon]


def list_words(script: Any) -> list[str]:
    """List every word that the record forms.

    Raise BadSetting for a record that cannot be played; a later version may refuse one that an
    earlier version accepted.
    """
    try:
        return list_replayed_words(parse_recorded_game(script))
    except EngineError as error:
        raise BadSetting("bad-record", detail=str(error)) from error
