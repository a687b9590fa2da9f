"""What differs between the editions of the regulation, for the rules of the engine: data.

The edition in force is 2023; 2011 and 2019 are laid over the full texts of 2014 and 2017.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.errors import UnknownEdition

CURRENT = "2023"


@dataclass(frozen=True, slots=True)
class Edition:
    """`min_turns`: collected turns below which a broken off game is void; None = never void."""

    key: str
    interruption_limit_min: int
    min_turns: int | None
    min_turns_original: int | None
    irregular_turn_stands: bool
    """Whether the last turn collected counts when it was played in bad conditions."""
    announcement_gap_s: int
    """Seconds to wait after an announcement before the next draw is announced."""
    joker_called: str
    """What is said when a joker is drawn."""
    ending_top: str
    """Article that prefers, among equal tops, the one that ends the game."""
    numbering: Mapping[str, str] = field(default_factory=dict)
    """Articles of 2023 that have another number in this edition."""

    def article(self, citation: str) -> str:
        """A citation of 2023, one article or several with " ; " between, in this edition."""
        return " ; ".join(self.numbering.get(one, one) for one in citation.split(" ; "))


def _before_2023(key: str) -> Edition:
    return Edition(
        key,
        interruption_limit_min=15,
        min_turns=15,
        min_turns_original=10,
        irregular_turn_stands=True,
        announcement_gap_s=0,
        joker_called="Joker",
        ending_top="3.6",
        numbering={
            "1.3": "3.3", "3.6": "6.2", "3.7": "3.6", "3.8": "7", "3.8.1": "7.1", "3.8.2": "7.2",
        },
    )  # fmt: skip


EDITIONS: Mapping[str, Edition] = {
    **{key: _before_2023(key) for key in ("2011", "2014", "2017", "2019")},
    "2023": Edition(
        "2023",
        interruption_limit_min=30,
        min_turns=None,
        min_turns_original=None,
        irregular_turn_stands=False,
        announcement_gap_s=20,
        joker_called="Joker – Lettre blanche",
        ending_top="3.4",
    ),
}


def get_edition(key: str) -> Edition:
    """Raises `UnknownEdition`."""
    try:
        return EDITIONS[key]
    except KeyError:
        raise UnknownEdition("unknown_edition", key=key, known=sorted(EDITIONS)) from None
