"""The editions of the regulation that can be applied. The texts decide; articles are theirs."""

from collections.abc import Mapping
from datetime import date

from .articles_2023 import ARTICLES as ARTICLES_2023
from .edition import Edition, Rule, Values
from .errors import UnknownEdition
from .rules import first_turn, later_turn, several_words, sheet_state

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
        Rule("refused", "5.7", sheet_state.refused),
        Rule("nothing-written", "5.7", sheet_state.nothing_written),
        Rule("no-word", "5.7", sheet_state.no_word),
        Rule("first-turn-letters", "5.4.2.a", sheet_state.letters_beside_first_word),
        Rule("first-turn", "5.4.2.a", first_turn.first_turn),
        Rule("split-word", "4.2", several_words.split_word),
        Rule("unclear-words", "5.2.2", several_words.unclear_words),
        Rule("several-words", "5.4.2.b", several_words.several_words),
        Rule("inverted-prolongation", "5.3", later_turn.inverted_prolongation),
        Rule("two-modes", "5.3", later_turn.two_modes),
        Rule("both-ways", "5.5", later_turn.both_ways),
        Rule("exact-place", "5.3.1", later_turn.exact_place),
        Rule("several-raccord-places", "5.4.2.b", later_turn.several_raccord_places),
        Rule("fallacious-raccord", "5.3.3", later_turn.fallacious_raccord),
        Rule("best-solution", "5.4.2.b", later_turn.best_solution),
        Rule("no-acceptable-solution", "5.4.1.a", later_turn.no_acceptable_solution),
    ),
    articles=ARTICLES_2023,
)

#: Every edition by its key; the first is the default.
EDITIONS: Mapping[str, Edition] = {edition.key: edition for edition in (EDITION_2023,)}


def get_edition(key: str) -> Edition:
    """Raises UnknownEdition."""
    try:
        return EDITIONS[key]
    except KeyError:
        known = tuple(EDITIONS)
        raise UnknownEdition(f"no edition {key!r}, only {known}", key=key, known=known) from None
