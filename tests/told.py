"""What is told of lines of the scoreboard."""

from tournament.models import Explanation, Score, Turn
from tournament.queries.results.explanations import load_sentences


def saying(turn: Turn, text: str) -> Explanation:
    """An explanation that says ``text``."""
    return Explanation.build(turn, [{"kind": "text", "text": text}])


def told(line: Score) -> str:
    """What its player reads."""
    return load_sentences([line.explanation_id])[line.explanation_id]
