"""The regulation of 2014, a full text, as differences to that of 2017.

Its articles have the same numbers, but 5.3 has no parts, and it has more nullities.
"""

from dataclasses import replace
from datetime import date

from engine.regulation.articles_2014 import ARTICLES_2014
from engine.regulation.edition import Citations
from engine.regulation.edition_2017 import EDITION_2017
from engine.regulation.topics import Topic
from engine.regulation.values import CitedValue

_CITATIONS: Citations = {
    # no further appeal against the commission
    **{
        topic: number
        for topic, number in EDITION_2017.citations.items()
        if topic is not Topic.FURTHER_APPEAL
    },
    Topic.COMMISSION: "6.3",
    Topic.BEST: "5.2",
    Topic.NEXT_CELL: "5.3",
    Topic.SCORE_ONLY: "5.3",
    Topic.SCORE_SEVERAL: "5.3",
    Topic.SCORE_DOUBLE_INVERSION: "5.3",
    Topic.SCORE_AMBIGUOUS: "5.3",
    Topic.SCORE_TOO_SMALL: "5.3",
    Topic.LAST_LETTER: "5.3",
    Topic.FALLACIOUS: "5.4",
    Topic.WRONG_PLACE: "5.4",
    Topic.WRONG_DIRECTION: "5.4",
}

EDITION_2014 = replace(
    EDITION_2017,
    key="2014",
    in_force=date(2014, 9, 1),
    correction=replace(
        EDITION_2017.correction,
        fallacious_endings=CitedValue(frozenset("S"), "5.4"),
        omitted_last_letter_is_penalty=CitedValue(True, "5.3"),
        changed_last_letter_is_penalty=CitedValue(False, "5.4"),
        faulty_raccord_is_warning=CitedValue(True, "5.2"),
        illegible_reference_is_zero=CitedValue(True, "5.4"),
        score_designates_next_cell_only=CitedValue(True, "5.3"),
    ),
    appeals=replace(EDITION_2017.appeals, completion_days=CitedValue(None, "6.3")),
    citations=_CITATIONS,
    articles=ARTICLES_2014,
)
