"""The order in which each edition tries its rules: the first verdict stands.

2023, 2017 and 2014 are full texts; 2019 and 2011 amend the full text before them.
"""

from collections.abc import Mapping

from engine.regulation.topics import Topic

from .judged_bulletin import Rule
from .rules import (
    designated,
    first_turn,
    score_only,
    several_words,
    sheet_state,
    unfinished,
    word_zero,
)

type RuleOrder = tuple[Rule, ...]

# Rules that no edition changes.
_SHEET = (
    Rule("refused", Topic.NULLITY, sheet_state.refused),
    Rule("nothing-written", Topic.NULLITY, sheet_state.nothing_written),
    Rule("no-word", Topic.NULLITY, sheet_state.no_word),
    Rule("first-turn-letters", Topic.FIRST_TURN, sheet_state.letters_beside_first_word),
)
_FIRST_TURN = Rule("first-turn", Topic.FIRST_TURN, first_turn.most_is_paid)
_WHICH_WORD = (
    Rule("split-word", Topic.IN_FULL, unfinished.split_word),
    Rule("unclear-words", Topic.PARASITE_WORD, several_words.unclear_words),
)
_EXACT_PLACE = Rule("exact-place", Topic.EXACT_REFERENCE, designated.exact_place)
_NOTHING_ACCEPTABLE = Rule(
    "no-acceptable-solution", Topic.NOTHING_ACCEPTABLE, word_zero.no_acceptable_solution
)
# Rules that several editions share.
_MOST_OF_BOTH_WAYS = Rule("both-ways", Topic.INVERSION, designated.both_ways_for_the_most)
_BEST_SOLUTION = Rule("score-only", Topic.BEST, score_only.best_solution)
_FALLACIOUS_PLACE = Rule("fallacious", Topic.FALLACIOUS, score_only.fallacious_place)
_CLAIMED_OR_LEAST = Rule("several-words", Topic.SEVERAL_WORDS, several_words.claimed_or_least)
_LOCATED_BEFORE_2023 = (
    Rule("extension", Topic.EXTENSION_BY_ONE_MODE, designated.extension_by_one_mode),
    Rule("two-modes", Topic.BOTH_MODES, designated.two_modes_without_extension),
    Rule("both-ways", Topic.INVERSION, designated.both_ways_as_claimed),
    _EXACT_PLACE,
    Rule("raccord-places", Topic.RACCORD_PLACES, designated.least_raccord_place),
)
_UNFINISHED = (
    Rule("prolongation", Topic.PARTIAL_PROLONGATION, unfinished.prolongation),
    Rule("last-letter", Topic.LAST_LETTER, unfinished.last_letter),
)

_2023: RuleOrder = (
    *_SHEET,
    _FIRST_TURN,
    *_WHICH_WORD,
    Rule("several-words", Topic.SEVERAL_WORDS, several_words.least_and_all_good),
    Rule("two-modes", Topic.BOTH_MODES, designated.two_modes),
    _MOST_OF_BOTH_WAYS,
    _EXACT_PLACE,
    Rule("raccord-places", Topic.RACCORD_PLACES, designated.least_raccord_place_or_zero),
    Rule("fallacious", Topic.FALLACIOUS, score_only.fallacious_score),
    _BEST_SOLUTION,
    _NOTHING_ACCEPTABLE,
)
_2017: RuleOrder = (
    *_SHEET,
    _FIRST_TURN,
    *_WHICH_WORD,
    _CLAIMED_OR_LEAST,
    *_LOCATED_BEFORE_2023,
    _FALLACIOUS_PLACE,
    Rule("score-only", Topic.BEST, score_only.commission_solution),
    *_UNFINISHED,
    _NOTHING_ACCEPTABLE,
)
_2014: RuleOrder = (
    *_SHEET,
    Rule("first-turn", Topic.FIRST_TURN_JOKER, first_turn.joker_as_indicated),
    *_WHICH_WORD,
    _CLAIMED_OR_LEAST,
    *_LOCATED_BEFORE_2023,
    Rule("double-inversion", Topic.DOUBLE_INVERSION, score_only.double_inversion),
    Rule("fallacious", Topic.SCORE_ONLY, score_only.fallacious_place_to_commission),
    Rule("score-only", Topic.NEXT_CELL, score_only.next_cell_solution),
    *_UNFINISHED,
    _NOTHING_ACCEPTABLE,
)


def _amend(base: RuleOrder, changed: Mapping[str, Rule | None]) -> RuleOrder:
    """Return the rules of a partial text: ``changed`` ones of the full text are replaced, or
    removed (None).
    """
    rules = (changed.get(rule.code, rule) for rule in base)
    return tuple(rule for rule in rules if rule)


_2019 = _amend(
    _2017,
    {
        "several-words": Rule("several-words", Topic.SEVERAL_WORDS, several_words.best_if_all_good),
        "both-ways": _MOST_OF_BOTH_WAYS,
        "score-only": _BEST_SOLUTION,
        "last-letter": None,
    },
)
_2011 = _amend(
    _2014,
    {
        "several-words": Rule("several-words", Topic.SEVERAL_WORDS, several_words.least_paid),
        "fallacious": _FALLACIOUS_PLACE,
        "score-only": Rule("score-only", Topic.NEXT_CELL, score_only.designated_before_next_cell),
    },
)

#: The rules of every edition by its key.
ORDER: Mapping[str, RuleOrder] = {
    "2023": _2023,
    "2019": _2019,
    "2017": _2017,
    "2014": _2014,
    "2011": _2011,
}
