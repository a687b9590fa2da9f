"""What an edition sets: every number, letter and yes or no that the rules read, with its article.

``words`` says in French what each of them means.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import cast

#: Between two articles of one citation.
AND = " ; "


@dataclass(frozen=True, slots=True)
class CitedValue[T]:
    """A value and the article that sets it, or several with " ; " between."""

    value: T
    article: str

    @property
    def articles(self) -> tuple[str, ...]:
        """The articles, one by one."""
        return tuple(self.article.split(AND))

    @property
    def short_article(self) -> str:
        """The same as the room calls them: without the year of the text under a partial one."""
        return AND.join(one.rpartition(":")[2] for one in self.articles)


class Rounding(StrEnum):
    """How an average becomes a whole number."""

    DOWN = "down"
    HALF_UP = "half-up"


class TotalMode(StrEnum):
    """What is added up over the games of a tournament."""

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
    """How many letters of a placed word of ``shortest`` letters or more a prolongation keeps.

    ``free`` in all and ``free_at_each_end`` where it is prolonged at both cost nothing (None: only
    the whole word does); ``least`` in all and one at each end added to cost a warning.
    """

    shortest: int
    free: int | None
    free_at_each_end: int
    least: int


@dataclass(frozen=True, slots=True)
class PlayValues:
    """The course of a game: times, draws, announcements, end."""

    playing_times_s: CitedValue[tuple[int, ...]]
    """Those that the text names, the usual one first."""
    signals_s: CitedValue[tuple[int, ...]]
    """Seconds left when the end of a turn is signalled, the usual ones first."""
    announcement_gap_s: CitedValue[int]
    """Seconds to wait after an announcement before the next draw is announced; 0: none."""
    joker_called: CitedValue[str]
    """What is said when a joker is drawn."""
    strict_turns: CitedValue[int]
    """Turns of which the draw must hold ``strict_minimum`` vowels, and as many consonants."""
    strict_minimum: CitedValue[int]
    minimum: CitedValue[int]
    """The same in the turns that follow, or where the letters left give no more."""
    interruption_limit_min: CitedValue[int]
    min_turns: CitedValue[int | None]
    """Collected turns below which a broken off game is void; None = never void."""
    min_turns_original: CitedValue[int | None]
    """The same in the original formats."""
    irregular_turn_stands: CitedValue[bool]
    """Whether the last turn collected counts when it was played in bad conditions."""


@dataclass(frozen=True, slots=True)
class ScoreValues:
    """What is added up: solos, averages, rankings."""

    solo_bonus: CitedValue[int]
    players_for_bonus: CitedValue[int]
    rounding: CitedValue[Rounding]
    modes: CitedValue[frozenset[TotalMode]]


@dataclass(frozen=True, slots=True)
class SanctionValues:
    """What sanctions cost."""

    penalty: CitedValue[int]
    """Points of a penalty, and of a warning that is one too many."""
    least_penalised: CitedValue[int]
    """A penalty on fewer points than this is a zero."""
    free_warnings: CitedValue[int]
    """Warnings a player may have in a game before each further one costs."""
    free_warnings_short: CitedValue[int]
    """The same in blitz and in the original formats."""


@dataclass(frozen=True, slots=True)
class OriginalFormatValues:
    """*Mort subite* and *topping*; ``engine.board.formats`` has the other formats."""

    stages: CitedValue[tuple[Stage, ...]]
    topping_limit_s: CitedValue[int]
    """Seconds for a turn, as a rule."""
    topping_penalty_s: CitedValue[int]
    """Seconds that a turn without the top costs, besides its whole time."""


@dataclass(frozen=True, slots=True)
class CorrectionValues:
    """What the correction of bulletins goes by."""

    raccord_letters: CitedValue[int]
    """Raccord letters that locate a word."""
    raccord_tolerated: CitedValue[int]
    """How many still do, with a warning."""
    prolonged_word: CitedValue[int]
    """From this length on, the word prolonged locates by itself: the reference is ignored."""
    fallacious_endings: CitedValue[frozenset[str]]
    """Letters that make a plausible but wrong ending of a placed word of ``prolonged_word``
    letters or more (*raccordement fallacieux*); other doubtful ones are only shown."""
    second_word_tiles: CitedValue[int]
    """New tiles of a second word that can spoil a bulletin."""
    prolongations: CitedValue[tuple[ProlongationRule, ...]]
    """Letters of the word prolonged that do, the scale of the longest placed words first; none
    where a word must be written in full."""
    last_letter_omitted: CitedValue[bool]
    """Whether a last letter that is on the grid may be omitted, for the penalty."""
    last_letter_changed: CitedValue[bool]
    """Whether it may be another one, for the penalty."""
    raccord_fault: CitedValue[bool]
    """Whether a raccord with one slip (a letter omitted or changed, two neighbours swapped)
    locates with a warning."""
    parasites_neglected: CitedValue[bool]
    """Whether letters that belong to nothing are neglected; if not, they cost a warning."""
    illegible_reference_is_zero: CitedValue[bool]
    """Whether an illegible reference is a zero, where no letter beside the word locates it."""
    raccord_may_be_turned: CitedValue[bool]
    """Whether a word with its raccord in the wrong direction is only warned of where no reference
    tells the right one."""
    next_cell_only: CitedValue[bool]
    """Whether only the cells around the place named may be meant by the score (else the grid)."""


@dataclass(frozen=True, slots=True)
class AppealValues:
    """Until when a decision may be appealed against."""

    after_last_game_min: CitedValue[int]
    """Minutes after the last game of the competition; after another one, until the next starts."""
    completion_days: CitedValue[int | None]
    """Days to complete the file of a further appeal; None: the text knows none."""


type Values = (
    PlayValues
    | ScoreValues
    | SanctionValues
    | OriginalFormatValues
    | CorrectionValues
    | AppealValues
)


def list_values(values: Values) -> Iterator[tuple[str, CitedValue[object]]]:
    """The values of a group with their names, in the order of the group."""
    for field in fields(values):
        yield field.name, cast("CitedValue[object]", getattr(values, field.name))


def cite_full_text[V: Values](year: str, values: V, **own: CitedValue[object]) -> V:
    """Those of a partial text: its own, and the others cited from the full one of ``year``."""
    under = {
        name: CitedValue(one.value, AND.join(f"{year}:{number}" for number in one.articles))
        for name, one in list_values(values)
    }
    return replace(values, **{**under, **own})  # type: ignore[arg-type]
