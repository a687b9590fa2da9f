"""When a game ends (3.7; 3.6 before 2023)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.draw import cannot_go_on
from engine.errors import UnknownEdition
from engine.formats import Format


class Outcome(StrEnum):
    CONTINUES = "continues"
    ENDS = "ends"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Ending:
    """`reason` is a code, "" while the game goes on; `valid_turns` counts after an interruption."""

    outcome: Outcome
    reason: str = ""
    article: str = ""
    valid_turns: int | None = None


@dataclass(frozen=True, slots=True)
class EndingRules:
    """Dated values: minutes of one interruption, and turns that must have been collected."""

    article: str
    interruption_min: int
    needed_turns: int = 0
    needed_turns_original: int = 0
    drops_disturbed_turn: bool = False


_BEFORE_2023 = EndingRules("3.6", 15, needed_turns=15, needed_turns_original=10)
RULES: Mapping[str, EndingRules] = {
    "2023": EndingRules("3.7", 30, drops_disturbed_turn=True),
    "2019": _BEFORE_2023,
    "2017": _BEFORE_2023,
    "2014": _BEFORE_2023,
    "2011": _BEFORE_2023,
}
GOES_ON = Ending(Outcome.CONTINUES)


def _rules(edition: str) -> EndingRules:
    try:
        return RULES[edition]
    except KeyError:
        raise UnknownEdition("unknown_edition", edition=edition, known=sorted(RULES)) from None


def after_placement(fmt: Format, remaining: str, edition: str = "2023") -> Ending:
    """After a word was placed; `remaining` is all letters still to play, rack and bag."""
    article = _rules(edition).article
    if not remaining:
        return Ending(Outcome.ENDS, "all_placed", article)
    if len(remaining) == 1:
        return Ending(Outcome.ENDS, "one_letter", article)
    if cannot_go_on(remaining, fmt.letters):
        return Ending(Outcome.ENDS, "one_kind", article)
    return GOES_ON


def after_cancellation(fmt: Format, remaining: str, edition: str = "2023") -> Ending:
    """After a turn was cancelled or had no solution: can another rack be drawn at all?"""
    if len(remaining) <= fmt.rack_size:
        return Ending(Outcome.ENDS, "no_other_draw", _rules(edition).article)
    return after_placement(fmt, remaining, edition)


def after_interruption(
    fmt: Format,
    minutes: Sequence[float],
    collected: int,
    *,
    last_turn_regular: bool = True,
    edition: str = "2023",
) -> Ending:
    """After interruptions of so many minutes each, with `collected` turns collected before."""
    rules = _rules(edition)
    if all(length <= rules.interruption_min for length in minutes):
        return GOES_ON
    needed = rules.needed_turns_original if fmt.original else rules.needed_turns
    if collected < needed:
        return Ending(Outcome.VOID, "interruption", rules.article)
    dropped = rules.drops_disturbed_turn and not last_turn_regular
    valid = collected - 1 if dropped else collected
    return Ending(Outcome.ENDS, "interruption", rules.article, valid)
