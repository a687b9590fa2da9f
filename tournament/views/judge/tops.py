"""The tops as the judge sees them: which he may retain, and why not the others."""

from dataclasses import dataclass

from engine.search.moves import Move
from tournament.core.errors import BadChoice
from tournament.core.tops import TopChoice
from tournament.presentation.messages import explain


@dataclass(frozen=True)
class ListedTop:
    """A top as the judge may or may not choose it; ``why_not`` is empty when he may."""

    move: Move
    proposed: bool
    why_not: str

    @property
    def value(self) -> str:
        """What the form sends back."""
        return f"{self.move.word} {self.move.ref}"


def candidates_of(choice: TopChoice) -> list[ListedTop]:
    """The tops, the one proposed first, then the others that may be chosen."""
    why = _why_not(choice)
    found = [
        ListedTop(move, move == choice.proposed, "" if move in choice.allowed else why)
        for move in choice.tops
    ]
    return sorted(found, key=lambda one: (not one.proposed, one.why_not != ""))


def _why_not(choice: TopChoice) -> str:
    if not choice.reason:
        return ""
    retained = choice.proposed
    return explain(
        BadChoice(
            choice.reason,
            article=choice.article,
            word=retained.word if retained else "",
            ref=retained.ref if retained else "",
        )
    )
