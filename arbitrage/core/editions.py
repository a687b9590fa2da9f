"""The editions of the regulation that can be applied. The texts decide; articles are theirs.

2023, 2017 and 2014 are full texts. 2019 and 2011 are partial ones: each is laid over the full text
under it and says only what it changes.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date

from engine.regulation.articles_2011 import ARTICLES_2011
from engine.regulation.articles_2014 import ARTICLES_2014
from engine.regulation.articles_2017 import ARTICLES_2017
from engine.regulation.articles_2019 import ARTICLES_2019
from engine.regulation.articles_2023 import ARTICLES_2023
from engine.regulation.citations import CITED_2011, CITED_2014, CITED_2017, CITED_2019, CITED_2023
from engine.regulation.edition import Edition, Scale, Values

from .errors import UnknownEdition

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
    citations=CITED_2014,
    articles=ARTICLES_2014,
)


EDITION_2019 = replace(
    EDITION_2017,
    under=EDITION_2017.key,
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

EDITION_2011 = replace(
    EDITION_2014,
    under=EDITION_2014.key,
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
