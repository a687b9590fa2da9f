"""The tops for the judge: the eligible ones, and why the others are not."""

from dataclasses import dataclass

from engine.search.moves import Move
from tournament.core.errors import BadChoice
from tournament.core.tops import TopChoice
from tournament.presentation.messages import explain


@dataclass(frozen=True)
class ListedTop:
    """A top in the judge's list; ``exclusion_reason`` is empty if it is eligible."""

    move: Move
    is_proposed: bool
    exclusion_reason: str

    @property
    def value(self) -> str:
        """Return the value of the form field."""
        return f"{self.move.word} {self.move.ref}"


def list_candidates(choice: TopChoice) -> list[ListedTop]:
    """List the tops: the proposed one first, then the other eligible ones."""
    reason = _explain_exclusion(choice)
    candidates = [
        ListedTop(move, move == choice.proposed_top, "" if move in choice.allowed_tops else reason)
        for move in choice.tops
    ]
    return sorted(candidates, key=lambda top: (not top.is_proposed, top.exclusion_reason != ""))


def _explain_exclusion(choice: TopChoice) -> str:
    if not choice.reason:
        return ""
    retained = choice.proposed_top
    return explain(
        BadChoice(
            choice.reason,
            article=choice.article,
            word=retained.word if retained else "",
            ref=retained.ref if retained else "",
        )
    )
