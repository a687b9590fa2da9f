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
    zero_motives,
)

type RuleOrder = tuple[Rule, ...]

# Rules that no edition changes.
_SHEET = (
    Rule("refused", Topic.NULLITY, sheet_state.decide_refused),
    Rule("nothing-written", Topic.NULLITY, sheet_state.decide_nothing_written),
    Rule("no-word", Topic.NULLITY, sheet_state.decide_no_word),
    Rule("first-turn-letters", Topic.FIRST_TURN, sheet_state.decide_letters_beside_first_word),
)
_FIRST_TURN = Rule("first-turn", Topic.FIRST_TURN, first_turn.decide_first_turn_by_most)
_WORD_CHOICE_RULES = (
    Rule("split-word", Topic.IN_FULL, unfinished.decide_split_word),
    Rule("unclear-words", Topic.PARASITE_WORD, several_words.decide_unclear_words),
)
_EXACT_PLACE = Rule("exact-place", Topic.EXACT_REFERENCE, designated.decide_exact_place)
_NOTHING_ACCEPTABLE = Rule(
    "no-acceptable-solution", Topic.NOTHING_ACCEPTABLE, zero_motives.decide_no_acceptable_solution
)
# Rules that several editions share.
_MOST_OF_BOTH_WAYS = Rule("both-ways", Topic.INVERSION, designated.decide_both_directions_by_most)
_BEST_SOLUTION = Rule("score-only", Topic.BEST, score_only.decide_best_solution)
_FALLACIOUS_PLACE = Rule("fallacious", Topic.FALLACIOUS, score_only.decide_fallacious_place)
_CLAIMED_OR_LEAST = Rule(
    "several-words", Topic.SEVERAL_WORDS, several_words.decide_claimed_or_least
)
_LOCATED_BEFORE_2023 = (
    Rule("extension", Topic.EXTENSION_BY_ONE_MODE, designated.decide_extension_by_one_mode),
    Rule("two-modes", Topic.BOTH_MODES, designated.decide_two_modes_without_extension),
    Rule("both-ways", Topic.INVERSION, designated.decide_both_directions_by_claim),
    _EXACT_PLACE,
    Rule("raccord-places", Topic.RACCORD_PLACES, designated.decide_least_raccord_place),
)
_UNFINISHED = (
    Rule("prolongation", Topic.PARTIAL_PROLONGATION, unfinished.decide_prolongation),
    Rule("last-letter", Topic.LAST_LETTER, unfinished.decide_last_letter),
)

_2023: RuleOrder = (
    *_SHEET,
    _FIRST_TURN,
    *_WORD_CHOICE_RULES,
    Rule("several-words", Topic.SEVERAL_WORDS, several_words.decide_least_if_all_good),
    Rule("two-modes", Topic.BOTH_MODES, designated.decide_two_modes),
    _MOST_OF_BOTH_WAYS,
    _EXACT_PLACE,
    Rule("raccord-places", Topic.RACCORD_PLACES, designated.decide_least_raccord_place_or_zero),
    Rule("fallacious", Topic.FALLACIOUS, score_only.decide_fallacious_score),
    _BEST_SOLUTION,
    _NOTHING_ACCEPTABLE,
)
_2017: RuleOrder = (
    *_SHEET,
    _FIRST_TURN,
    *_WORD_CHOICE_RULES,
    _CLAIMED_OR_LEAST,
    *_LOCATED_BEFORE_2023,
    _FALLACIOUS_PLACE,
    Rule("score-only", Topic.BEST, score_only.decide_best_or_refer),
    *_UNFINISHED,
    _NOTHING_ACCEPTABLE,
)
_2014: RuleOrder = (
    *_SHEET,
    Rule("first-turn", Topic.FIRST_TURN_JOKER, first_turn.decide_first_turn_by_joker),
    *_WORD_CHOICE_RULES,
    _CLAIMED_OR_LEAST,
    *_LOCATED_BEFORE_2023,
    Rule("double-inversion", Topic.DOUBLE_INVERSION, score_only.decide_double_inversion),
    Rule("fallacious", Topic.SCORE_ONLY, score_only.decide_fallacious_place_and_refer),
    Rule("score-only", Topic.NEXT_CELL, score_only.decide_next_cell),
    *_UNFINISHED,
    _NOTHING_ACCEPTABLE,
)


def _amend(base: RuleOrder, changed_rules: Mapping[str, Rule | None]) -> RuleOrder:
    """Return the rules of a partial text: ``changed_rules`` replaces or removes (None) some."""
    rules = (changed_rules.get(rule.code, rule) for rule in base)
    return tuple(rule for rule in rules if rule)


_2019 = _amend(
    _2017,
    {
        "several-words": Rule(
            "several-words", Topic.SEVERAL_WORDS, several_words.decide_best_if_all_good
        ),
        "both-ways": _MOST_OF_BOTH_WAYS,
        "score-only": _BEST_SOLUTION,
        "last-letter": None,
    },
)
_2011 = _amend(
    _2014,
    {
        "several-words": Rule("several-words", Topic.SEVERAL_WORDS, several_words.decide_least),
        "fallacious": _FALLACIOUS_PLACE,
        "score-only": Rule(
            "score-only", Topic.NEXT_CELL, score_only.decide_designated_before_next_cell
        ),
    },
)

#: The rules of every edition by its key.
RULE_ORDERS: Mapping[str, RuleOrder] = {
    "2023": _2023,
    "2019": _2019,
    "2017": _2017,
    "2014": _2014,
    "2011": _2011,
}
