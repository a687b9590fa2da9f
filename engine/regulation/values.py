"""The values of an edition: every number, letter and boolean that the rules read, with its article.

``value_texts`` has the meaning of each in French.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import cast

#: Separator of the articles of one citation.
ARTICLE_SEPARATOR = " ; "


@dataclass(frozen=True, slots=True)
class CitedValue[T]:
    """A value and the article that sets it, or several with " ; " between."""

    value: T
    article: str

    @property
    def articles(self) -> tuple[str, ...]:
        """Return the articles, one by one."""
        return tuple(self.article.split(ARTICLE_SEPARATOR))

    @property
    def short_article(self) -> str:
        """Return the articles without the year of the full text that a partial one cites."""
        return ARTICLE_SEPARATOR.join(article.rpartition(":")[2] for article in self.articles)


class Rounding(StrEnum):
    """The rounding of an average."""

    DOWN = "down"
    HALF_UP = "half-up"


class TotalMode(StrEnum):
    """The numbers that are added up over the games of a tournament."""

    POINTS = "points"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class Stage:
    """Rounds of a *mort subite* that share their times; ``rounds`` None = all that follow."""

    rounds: int | None
    times_s: tuple[int, int]
    """Seconds of play, and seconds added to them."""


@dataclass(frozen=True, slots=True)
class ProlongationRule:
    """The letters of a placed word, of ``min_word_length`` letters or more, that its prolongation
    must repeat.

    No sanction from ``unsanctioned_from`` letters on, and ``unsanctioned_from_at_each_end`` at each
    end if both are prolonged; ``unsanctioned_from`` None: only for the whole word. A warning from
    ``warned_from`` letters on, one of them at each end that is prolonged.
    """

    min_word_length: int
    unsanctioned_from: int | None
    unsanctioned_from_at_each_end: int
    warned_from: int


@dataclass(frozen=True, slots=True)
class PlayValues:
    """The course of a game: times, draws, announcements, end."""

    playing_times_s: CitedValue[tuple[int, ...]]
    """Playing times that the text names, the usual one first."""
    signals_s: CitedValue[tuple[int, ...]]
    """Seconds left when the end of a turn is signalled, the usual ones first."""
    announcement_gap_s: CitedValue[int]
    """Seconds to wait after an announcement before the next draw is announced; 0: none."""
    joker_announcement: CitedValue[str]
    """The announcement of a drawn joker."""
    strict_turns: CitedValue[int]
    """First turns, in which a draw must have ``strict_minimum`` vowels, and as many consonants."""
    strict_minimum: CitedValue[int]
    minimum: CitedValue[int]
    """The same for later turns, or if the remaining letters do not have more."""
    interruption_limit_min: CitedValue[int]
    min_turns: CitedValue[int | None]
    """Collected turns below which an interrupted game is void; None = never void."""
    min_turns_original: CitedValue[int | None]
    """The same in the original formats."""
    irregular_turn_counts: CitedValue[bool]
    """Return True if the last turn collected counts even if it was played in bad conditions."""


@dataclass(frozen=True, slots=True)
class ScoreValues:
    """Values of solos, averages and rankings."""

    solo_bonus: CitedValue[int]
    players_for_bonus: CitedValue[int]
    may_have_own_solo_bonus: CitedValue[bool]
    """Return True if a competition may set its own bonus for solos."""
    rounding: CitedValue[Rounding]
    modes: CitedValue[frozenset[TotalMode]]


@dataclass(frozen=True, slots=True)
class SanctionValues:
    """Penalties and warnings of a player."""

    penalty: CitedValue[int]
    """Points of a penalty, and of each warning beyond the free ones."""
    least_penalised_score: CitedValue[int]
    """Score below which a penalty becomes a zero."""
    free_warnings: CitedValue[int]
    """Warnings per player and game without a penalty."""
    free_warnings_short: CitedValue[int]
    """The same in blitz and in the original formats."""


@dataclass(frozen=True, slots=True)
class OriginalFormatValues:
    """Values of *mort subite* and *topping*; ``engine.board.formats`` has the other formats."""

    stages: CitedValue[tuple[Stage, ...]]
    topping_limit_s: CitedValue[int]
    """Usual seconds for a turn."""
    topping_penalty_s: CitedValue[int]
    """Seconds added to the whole time of a turn without the top."""


@dataclass(frozen=True, slots=True)
class CorrectionValues:
    """Values of the correction of bulletins."""

    raccord_letters: CitedValue[int]
    """Raccord letters that locate a word."""
    tolerated_raccord_letters: CitedValue[int]
    """Raccord letters that still locate a word, with a warning."""
    prolonged_word_length: CitedValue[int]
    """Length of a prolonged word from which it locates the play: the reference is ignored."""
    fallacious_endings: CitedValue[frozenset[str]]
    """Letters that make a plausible but wrong ending of a placed word of ``prolonged_word_length``
    letters or more (*raccordement fallacieux*); other doubtful endings are only shown."""
    second_word_tiles: CitedValue[int]
    """New tiles from which a second word counts against a bulletin."""
    prolongations: CitedValue[tuple[ProlongationRule, ...]]
    """Rules for prolonged words not written in full, longest placed words first; empty if a word
    must be written in full."""
    omitted_last_letter_is_penalty: CitedValue[bool]
    """Return True if the omission of a last letter on the grid is a penalty, False if it is a
    zero."""
    changed_last_letter_is_penalty: CitedValue[bool]
    """Return True if a wrong last letter, on the grid, is a penalty, False if it is a zero."""
    faulty_raccord_is_warning: CitedValue[bool]
    """Return True if a raccord with one error (a letter omitted or changed, two neighbours swapped)
    locates with a warning."""
    parasites_are_ignored: CitedValue[bool]
    """Return True if letters that belong to no word are ignored; if not, they are a warning."""
    illegible_reference_is_zero: CitedValue[bool]
    """Return True if an illegible reference is a zero when no letter beside the word locates it."""
    turned_raccord_is_warning: CitedValue[bool]
    """Return True if a word with its raccord in the wrong direction is only a warning when no
    reference tells the right direction."""
    score_designates_next_cell_only: CitedValue[bool]
    """Return True if the score can only designate the cells around the place named, not the whole
    grid."""


@dataclass(frozen=True, slots=True)
class AppealValues:
    """Time limits for appeals."""

    after_last_game_min: CitedValue[int]
    """Minutes after the last game of the competition; after another one, until the next starts."""
    completion_days: CitedValue[int | None]
    """Days to complete the file of a further appeal; None: there is no further appeal."""


type Values = (
    PlayValues
    | ScoreValues
    | SanctionValues
    | OriginalFormatValues
    | CorrectionValues
    | AppealValues
)


def list_values(values: Values) -> Iterator[tuple[str, CitedValue[object]]]:
    """Yield the values of a group with their names, in the order of the group."""
    for field in fields(values):
        yield field.name, cast("CitedValue[object]", getattr(values, field.name))


def cite_full_text[V: Values](year: str, values: V, **changed: CitedValue[object]) -> V:
    """Return the values of a partial text: the changed ones, and the others cited from the full
    text of ``year``."""
    cited = {
        name: CitedValue(
            value.value, ARTICLE_SEPARATOR.join(f"{year}:{number}" for number in value.articles)
        )
        for name, value in list_values(values)
    }
    return replace(values, **{**cited, **changed})  # type: ignore[arg-type]
