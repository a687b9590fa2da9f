"""The extract of 2011, a partial text: its differences to the full text of 2014."""

from datetime import date

from engine.regulation.articles_2011 import ARTICLES_2011
from engine.regulation.edition import Citations, Edition, build_citations
from engine.regulation.edition_2014 import EDITION_2014
from engine.regulation.topics import Topic
from engine.regulation.values import CitedValue, cite_full_text

_CITATIONS: Citations = {
    Topic.BEFORE_GAME: "3",
    Topic.STRUCK: "5.6",
    Topic.FIRST_TURN_JOKER: "5.6",
    Topic.EXACT_BOTH: "4.4",
    Topic.CIRCLE_OPEN: "5.6",
    Topic.CIRCLE_LEAST: "5.6",
    Topic.BOTH_MODES: "4.4",
    Topic.NEXT_CELL: "5.3",
    Topic.SEVERAL_WORDS: "5.6",
    Topic.SECOND_WORD: "5.6",
    Topic.SCORE_ONLY: "5.3",
    Topic.SCORE_SEVERAL: "5.3",
    Topic.SCORE_BOTH_MODES: "4.4",
    Topic.SCORE_DOUBLE_INVERSION: "5.3",
    Topic.SCORE_AMBIGUOUS: "5.3",
    Topic.SCORE_TOO_SMALL: "5.3",
    Topic.LAST_LETTER: "5.3",
    Topic.FALLACIOUS: "5.3",
    Topic.EXTENSION_BY_ONE_MODE: "4.4",
    Topic.WRONG_BOTH_MODES: "4.4",
}

EDITION_2011 = Edition(
    key="2011",
    full_text=EDITION_2014.key,
    in_force=date(2011, 9, 1),
    play=cite_full_text(
        "2014", EDITION_2014.play, playing_times_s=CitedValue((180, 150, 120, 60), "3.3")
    ),
    scores=cite_full_text("2014", EDITION_2014.scores),
    sanctions=cite_full_text(
        "2014",
        EDITION_2014.sanctions,
        penalty=CitedValue(5, "5.3 ; 2014:5.7"),
        least_penalised_score=CitedValue(0, "5.3"),
    ),
    originals=cite_full_text("2014", EDITION_2014.originals),
    correction=cite_full_text(
        "2014",
        EDITION_2014.correction,
        second_word_tiles=CitedValue(2, "5.6"),
        omitted_last_letter_is_penalty=CitedValue(True, "5.3"),
        score_designates_next_cell_only=CitedValue(True, "5.3"),
    ),
    appeals=cite_full_text("2014", EDITION_2014.appeals),
    citations=build_citations(EDITION_2014, _CITATIONS),
    articles=ARTICLES_2011,
)
