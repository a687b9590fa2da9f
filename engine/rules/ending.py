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
    """The turn is cancelled, and the next draw would be the same."""
    NOTHING_PLAYABLE = "nothing_playable"
    INTERRUPTED = "interrupted"
    TOO_FEW_TURNS = "too_few_turns"
    ONE_PLAYER_LEFT = "last_one_in"
    """Only one player of a *mort subite* remains (3.8.3); the value is kept in archives."""


@dataclass(frozen=True, slots=True)
class Ending:
    """`reason`: None while the game goes on. `valid_turns`: turns that count, if interrupted."""

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
    """Return the ending after a word is placed.

    `remaining`: all letters still to play, those kept on the rack and those in the bag.

    `nothing_playable`: none of them can be placed, as
    `engine.search.moves.is_unplayable_last_rack` tells.
    """
    reason = _find_end_of_letters(fmt.letters, remaining)
    if reason is None and nothing_playable:
        reason = EndReason.NOTHING_PLAYABLE
    return _build_ending(reason, edition.format_articles(Topic.END))


def build_mort_subite_ending(edition: Edition) -> Ending:
    """Return the ending of a *mort subite* with one player left."""
    return Ending(
        EndOutcome.ENDS, EndReason.ONE_PLAYER_LEFT, edition.originals.stages.short_article
    )


def check_end_after_cancellation(fmt: Format, remaining: str, edition: Edition) -> Ending:
    """Return the ending after a turn is cancelled.

    `remaining`: the letters of the cancelled turn and those in the bag. If they fit on one rack,
    the next draw would be the same.
    """
    return _check_redraw(fmt, remaining, EndReason.SAME_DRAW, edition)


def check_end_without_move(
    fmt: Format, remaining: str, edition: Edition, *, nothing_playable: bool = False
) -> Ending:
    """Return the ending when the rack has no move. `remaining` as for a cancellation.

    `nothing_playable`: no other rack drawn of them has a move (`engine.search.moves.has_any_move`).
    """
    if nothing_playable:
        article = edition.format_articles(Topic.END)
        return Ending(EndOutcome.ENDS, EndReason.NOTHING_PLAYABLE, article)
    return _check_redraw(fmt, remaining, EndReason.NOTHING_PLAYABLE, edition)


def check_end_after_interruption(
    fmt: Format,
    minutes: Sequence[float],
    collected_turns: int,
    *,
    is_last_turn_regular: bool = True,
    is_original: bool = False,
    edition: Edition,
) -> Ending:
    """Return the ending after interruptions. `minutes`: of each one; they do not add up.

    `is_original`: True for a *mort subite*, which is an original game in every format.

    A turn that was collected but played in bad conditions does not count in 2023.
    """
    play_values = edition.play
    article = edition.format_articles(Topic.END)
    if max(minutes, default=0) <= play_values.interruption_limit_min.value:
        return _build_ending(None, article)
    is_original_game = is_original or fmt.is_original
    min_turns = play_values.min_turns_original if is_original_game else play_values.min_turns
    if min_turns.value is not None and collected_turns < min_turns.value:
        return Ending(EndOutcome.VOID, EndReason.TOO_FEW_TURNS, article)
    is_last_turn_dropped = (
        not is_last_turn_regular
        and not play_values.irregular_turn_counts.value
        and collected_turns > 0
    )
    valid_turns = collected_turns - is_last_turn_dropped
    return Ending(EndOutcome.ENDS, EndReason.INTERRUPTED, article, valid_turns)


def _check_redraw(fmt: Format, remaining: str, reason: EndReason, edition: Edition) -> Ending:
    if len(remaining) <= fmt.rack_size:
        return Ending(
            EndOutcome.ENDS, reason, edition.format_articles(Topic.CANCELLATION, Topic.END)
        )
    return _build_ending(
        _find_end_of_letters(fmt.letters, remaining), edition.format_articles(Topic.CANCELLATION)
    )


def _find_end_of_letters(letters: LetterSet, remaining: str) -> EndReason | None:
    """Return why the remaining letters end the game, or None.

    With two letters or more, a joker or a Y counts as vowel and as consonant.
    """
    if not remaining:
        return EndReason.ALL_PLACED
    if len(remaining) == 1:
        return EndReason.SINGLE_LETTER
    if letters.vowels.issuperset(remaining):
        return EndReason.ONLY_VOWELS
    if letters.consonants.issuperset(remaining):
        return EndReason.ONLY_CONSONANTS
    return None


def _build_ending(reason: EndReason | None, article: str) -> Ending:
    return Ending(EndOutcome.ENDS if reason else EndOutcome.CONTINUES, reason, article)
