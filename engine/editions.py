"""What differs between the editions of the regulation, for the rules of the engine: data.

The edition in force is 2023; 2011 and 2019 are laid over the full texts of 2014 and 2017.
"""

from collections.abc import Mapping
from dataclasses import dataclass

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
    cancellation: str
    end_of_game: str
    """Articles, where the numbering differs."""


def _before_2023(key: str) -> Edition:
    return Edition(
        key,
        interruption_limit_min=15,
        min_turns=15,
        min_turns_original=10,
        irregular_turn_stands=True,
        announcement_gap_s=0,
        cancellation="6.2",
        end_of_game="3.6",
    )


EDITIONS: Mapping[str, Edition] = {
    **{key: _before_2023(key) for key in ("2011", "2014", "2017", "2019")},
    "2023": Edition(
        "2023",
        interruption_limit_min=30,
        min_turns=None,
        min_turns_original=None,
        irregular_turn_stands=False,
        announcement_gap_s=20,
        cancellation="3.6",
        end_of_game="3.7",
    ),
}


def get_edition(key: str) -> Edition:
    """Raises `UnknownEdition`."""
    try:
        return EDITIONS[key]
    except KeyError:
        raise UnknownEdition("unknown_edition", key=key, known=sorted(EDITIONS)) from None
