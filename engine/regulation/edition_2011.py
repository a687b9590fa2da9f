"""The extract of 2011, a partial text: what it says otherwise than the full one of 2014."""

from datetime import date

from engine.regulation.articles_2011 import ARTICLES_2011
from engine.regulation.edition import Citations, Edition, citations_over
from engine.regulation.edition_2014 import EDITION_2014
from engine.regulation.topics import Topic
from engine.regulation.values import Cited, from_under

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
    under=EDITION_2014.key,
    in_force=date(2011, 9, 1),
    play=from_under("2014", EDITION_2014.play, playing_times_s=Cited((180, 150, 120, 60), "3.3")),
    scores=from_under("2014", EDITION_2014.scores),
    sanctions=from_under(
        "2014",
        EDITION_2014.sanctions,
        penalty=Cited(5, "5.3 ; 2014:5.7"),
        least_penalised=Cited(0, "5.3"),
    ),
    originals=from_under("2014", EDITION_2014.originals),
    correction=from_under(
        "2014",
        EDITION_2014.correction,
        second_word_tiles=Cited(2, "5.6"),
        last_letter_omitted=Cited(True, "5.3"),
        next_cell_only=Cited(True, "5.3"),
    ),
    appeals=from_under("2014", EDITION_2014.appeals),
    citations=citations_over(EDITION_2014, _CITATIONS),
    articles=ARTICLES_2011,
)
