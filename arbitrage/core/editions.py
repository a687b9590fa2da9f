"""The editions of the regulation that can be applied. The texts decide; articles are theirs.

2023, 2017 and 2014 are full texts. 2019 and 2011 are partial ones: each is laid over the full text
under it and says only what it changes.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from .articles_2011 import ARTICLES_2011
from .articles_2014 import ARTICLES_2014
from .articles_2017 import ARTICLES_2017
from .articles_2019 import ARTICLES_2019
from .articles_2023 import ARTICLES_2023
from .citations import CITED_2011, CITED_2014, CITED_2017, CITED_2019, CITED_2023
from .edition import Edition, Rule, Scale, Values
from .errors import UnknownEdition
from .rules import (
    designated,
    first_turn,
    score_only,
    several_words,
    sheet_state,
    unfinished,
    word_zero,
)
from .topics import Topic

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

EDITION_2023 = Edition(
    key="2023",
    in_force=date(2023, 1, 1),
    values=Values(
        penalty=5,
        least_penalised=5,
        raccord_letters=3,
        raccord_tolerated=2,
        prolonged_word=3,
        fallacious_endings=frozenset("S"),
    ),
    rules=(
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
    ),
    citations=CITED_2023,
    articles=ARTICLES_2023,
)

EDITION_2017 = Edition(
    key="2017",
    in_force=date(2017, 1, 1),
    values=replace(
        EDITION_2023.values,
        least_penalised=0,
        prolongations=(Scale(shortest=3, free=3, free_at_each_end=1, least=2),),
        last_letter_omitted=True,
        last_letter_changed=True,
        parasites_neglected=False,
        raccord_may_be_turned=True,
    ),
    rules=(
        *_SHEET,
        _FIRST_TURN,
        *_WHICH_WORD,
        _CLAIMED_OR_LEAST,
        *_LOCATED_BEFORE_2023,
        _FALLACIOUS_PLACE,
        Rule("score-only", Topic.BEST, score_only.commission_solution),
        *_UNFINISHED,
        _NOTHING_ACCEPTABLE,
    ),
    citations=CITED_2017,
    articles=ARTICLES_2017,
)

EDITION_2014 = Edition(
    key="2014",
    in_force=date(2014, 1, 1),
    values=replace(
        EDITION_2017.values,
        last_letter_changed=False,
        raccord_slip=True,
        illegible_reference_is_zero=True,
        next_cell_only=True,
    ),
    rules=(
        *_SHEET,
        Rule("first-turn", Topic.FIRST_TURN_JOKER, first_turn.joker_as_told),
        *_WHICH_WORD,
        _CLAIMED_OR_LEAST,
        *_LOCATED_BEFORE_2023,
        Rule("double-inversion", Topic.DOUBLE_INVERSION, score_only.double_inversion),
        Rule("fallacious", Topic.SCORE_ONLY, score_only.fallacious_place_to_commission),
        Rule("score-only", Topic.NEXT_CELL, score_only.next_cell_solution),
        *_UNFINISHED,
        _NOTHING_ACCEPTABLE,
    ),
    citations=CITED_2014,
    articles=ARTICLES_2014,
)


def _laid_over(under: Edition, changed: Mapping[str, Rule | None], /, **fields: object) -> Edition:
    """A partial text: ``changed`` rules of the full one are replaced, or (None) taken away."""
    rules = (changed.get(rule.code, rule) for rule in under.rules)
    kept = tuple(rule for rule in rules if rule)
    return replace(under, rules=kept, under=under.key, **fields)  # type: ignore[arg-type]


EDITION_2019 = _laid_over(
    EDITION_2017,
    {
        "several-words": Rule("several-words", Topic.SEVERAL_WORDS, several_words.best_if_all_good),
        "both-ways": _MOST_OF_BOTH_WAYS,
        "score-only": _BEST_SOLUTION,
        "last-letter": None,
    },
    key="2019",
    in_force=date(2019, 1, 1),
    values=replace(
        EDITION_2017.values,
        prolongations=(
            Scale(shortest=7, free=6, free_at_each_end=3, least=2),
            Scale(shortest=3, free=None, free_at_each_end=1, least=2),
        ),
        last_letter_omitted=False,
        last_letter_changed=False,
        parasites_neglected=True,
    ),
    citations=CITED_2019,
    articles=ARTICLES_2019,
)

EDITION_2011 = _laid_over(
    EDITION_2014,
    {
        "several-words": Rule("several-words", Topic.SEVERAL_WORDS, several_words.least),
        "fallacious": _FALLACIOUS_PLACE,
        "score-only": Rule("score-only", Topic.NEXT_CELL, score_only.designated_before_next_cell),
    },
    key="2011",
    in_force=date(2011, 9, 1),
    citations=CITED_2011,
    articles=ARTICLES_2011,
)

#: Every edition by its key, the newest first; the first is the default.
EDITIONS: Mapping[str, Edition] = {
    edition.key: edition
    for edition in (EDITION_2023, EDITION_2019, EDITION_2017, EDITION_2014, EDITION_2011)
}


def get_edition(key: str) -> Edition:
    """Raises UnknownEdition."""
    try:
        return EDITIONS[key]
    except KeyError:
        known = tuple(EDITIONS)
        raise UnknownEdition(f"no edition {key!r}, only {known}", key=key, known=known) from None
