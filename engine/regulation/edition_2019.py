"""The text of 2019, a partial one: its changes to that of 2017."""

from datetime import date

from engine.regulation.articles_2019 import ARTICLES_2019
from engine.regulation.edition import Citations, Edition, build_citations
from engine.regulation.edition_2017 import EDITION_2017
from engine.regulation.topics import Topic
from engine.regulation.values import CitedValue, ProlongationRule, Rounding, cite_full_text

_CITATIONS: Citations = {
    Topic.IN_FULL: "intro",
    Topic.FIRST_TURN: "rappel 1",
    Topic.FIRST_TURN_CIRCLE: "rappel 1",
    Topic.FIRST_TURN_JOKER: "rappel 1",
    Topic.EXACT_PARASITES: "3",
    Topic.EXACT_JOKER_UNNEEDED: "rappel 3",
    Topic.PARTIAL_PROLONGATION: "1",
    Topic.SCORE_PARASITES: "3",
    Topic.CIRCLE_OPEN: "rappel 3",
    Topic.CIRCLE_LEAST: "rappel 3",
    Topic.CIRCLE_UNNEEDED: "rappel 3",
    Topic.SHORT_PROLONGATION: "1",
    Topic.RACCORD_PLACES: "rappel 2",
    Topic.BEST: "2",
    Topic.SEVERAL_WORDS: "2",
    Topic.PARASITE_WORD: "3",
    Topic.SCORE_SEVERAL: "2",
    Topic.FALLACIOUS: "slip",
    Topic.WRONG_PLACE: "slip",
    Topic.WRONG_DIRECTION: "slip",
    Topic.GLUED_LETTER: "3",
    Topic.INCOMPLETE: "intro",
    Topic.INCOMPLETE_PROLONGATION: "1",
    Topic.INCOMPLETE_END: "1",
    Topic.LAST_LETTER_CHANGED: "intro",
}

EDITION_2019 = Edition(
    key="2019",
    full_text=EDITION_2017.key,
    in_force=date(2019, 1, 1),
    play=cite_full_text("2017", EDITION_2017.play),
    scores=cite_full_text(
        "2017", EDITION_2017.scores, rounding=CitedValue(Rounding.HALF_UP, "rappel 5")
    ),
    sanctions=cite_full_text("2017", EDITION_2017.sanctions),
    originals=cite_full_text("2017", EDITION_2017.originals),
    correction=cite_full_text(
        "2017",
        EDITION_2017.correction,
        prolongations=CitedValue(
            (
                ProlongationRule(
                    min_word_length=7,
                    unsanctioned_from=6,
                    unsanctioned_from_at_each_end=3,
                    warned_from=2,
                ),
                ProlongationRule(
                    min_word_length=3,
                    unsanctioned_from=None,
                    unsanctioned_from_at_each_end=1,
                    warned_from=2,
                ),
            ),
            "1",
        ),
        omitted_last_letter_is_penalty=CitedValue(False, "intro"),
        changed_last_letter_is_penalty=CitedValue(False, "intro"),
        parasites_are_ignored=CitedValue(True, "3"),
    ),
    appeals=cite_full_text("2017", EDITION_2017.appeals),
    citations=build_citations(EDITION_2017, _CITATIONS),
    articles=ARTICLES_2019,
)
