"""End of a game (3.6, 3.7; numbered 6.2 and 3.6 before 2023)."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.board.formats import Format
from engine.board.letters import LetterSet
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic


class EndOutcome(StrEnum):
    CONTINUES = "continues"
    ENDS = "ends"
    VOID = "void"
    """The results are annulled (editions before 2023)."""


class EndReason(StrEnum):
    ALL_PLACED = "all_placed"
    SINGLE_LETTER = "single_letter"
    ONLY_VOWELS = "only_vowels"
    ONLY_CONSONANTS = "only_consonants"
    SAME_DRAW = "same_draw"
    """Cancelled, and no other draw is possible."""
    NOTHING_PLAYABLE = "nothing_playable"
    INTERRUPTED = "interrupted"
    TOO_FEW_TURNS = "too_few_turns"
    LAST_ONE_IN = "last_one_in"
    """Of a *mort subite* (3.8.3)."""


@dataclass(frozen=True, slots=True)
class Ending:
    """`reason` is None while the game goes on; `valid_turns`: turns that stand, if broken off."""

    outcome: EndOutcome
    reason: EndReason | None
    article: str
    valid_turns: int | None = None

    @property
    def is_over(self) -> bool:
        return self.outcome is not EndOutcome.CONTINUES


def check_end_after_placement(
    fmt: Format, remaining: str, edition: Edition, *, nothing_playable: bool = False
) -> Ending:
    """`remaining`: all letters still to play, those kept on the rack and those in the bag.

    `nothing_playable`: none of them can be placed, as
    `engine.search.moves.is_last_rack_without_move` tells.
    """
    reason = _exhausted(fmt.letters, remaining)
    if reason is None and nothing_playable:
        reason = EndReason.NOTHING_PLAYABLE
    return _judge(reason, edition.number(Topic.END))


def build_mort_subite_ending(edition: Edition) -> Ending:
    """Of a *mort subite*, once nobody is left to play against."""
    return Ending(EndOutcome.ENDS, EndReason.LAST_ONE_IN, edition.originals.stages.short_article)


def check_end_after_cancellation(fmt: Format, remaining: str, edition: Edition) -> Ending:
    """`remaining`: the letters of the cancelled turn and those in the bag.

    With no more of them than a rack holds, the next draw would be the same.
    """
    return _redraw(fmt, remaining, EndReason.SAME_DRAW, edition)


def check_end_without_move(
    fmt: Format, remaining: str, edition: Edition, *, nothing_playable: bool = False
) -> Ending:
    """No move exists: `remaining` as for a cancellation.

    `nothing_playable`: nor with any other rack drawn of them (`engine.search.moves.has_any_move`).
    """
    if nothing_playable:
        article = edition.number(Topic.END)
        return Ending(EndOutcome.ENDS, EndReason.NOTHING_PLAYABLE, article)
    return _redraw(fmt, remaining, EndReason.NOTHING_PLAYABLE, edition)


def check_end_after_interruption(
    fmt: Format,
    minutes: Sequence[float],
    collected_turns: int,
    *,
    last_turn_regular: bool = True,
    edition: Edition,
) -> Ending:
    """`minutes`: each interruption by itself, they do not add up.

    A turn that was collected but played in bad conditions does not stand in 2023.
    """
    rules = edition.play
    article = edition.number(Topic.END)
    if max(minutes, default=0) <= rules.interruption_limit_min.value:
        return _judge(None, article)
    enough = rules.min_turns_original if fmt.original else rules.min_turns
    if enough.value is not None and collected_turns < enough.value:
        return Ending(EndOutcome.VOID, EndReason.TOO_FEW_TURNS, article)
    dropped = (
        not last_turn_regular and not rules.irregular_turn_stands.value and collected_turns > 0
    )
    valid = collected_turns - dropped
    return Ending(EndOutcome.ENDS, EndReason.INTERRUPTED, article, valid)


def _redraw(fmt: Format, remaining: str, reason: EndReason, edition: Edition) -> Ending:
    if len(remaining) <= fmt.rack_size:
        return Ending(EndOutcome.ENDS, reason, edition.number(Topic.CANCELLATION, Topic.END))
    return _judge(_exhausted(fmt.letters, remaining), edition.number(Topic.CANCELLATION))


def _exhausted(letters: LetterSet, remaining: str) -> EndReason | None:
    """A joker or a Y among two letters or more keeps the game going."""
    if not remaining:
        return EndReason.ALL_PLACED
    if len(remaining) == 1:
        return EndReason.SINGLE_LETTER
    if letters.vowels.issuperset(remaining):
        return EndReason.ONLY_VOWELS
    if letters.consonants.issuperset(remaining):
        return EndReason.ONLY_CONSONANTS
    return None


def _judge(reason: EndReason | None, article: str) -> Ending:
    return Ending(EndOutcome.ENDS if reason else EndOutcome.CONTINUES, reason, article)
