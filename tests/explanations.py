"""Explanations of lines of the scoreboard."""

from tournament.models import Explanation, Score, Turn
from tournament.queries.results.explanations import load_sentences


def make_explanation(turn: Turn, text: str) -> Explanation:
    """Return an unsaved explanation with the sentence ``text``."""
    return Explanation.build(turn, [{"kind": "text", "text": text}])


def read_explanation(score: Score) -> str:
    """Return the sentence that the player reads."""
    return load_sentences([score.explanation_id])[score.explanation_id]
