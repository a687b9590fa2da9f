"""What an edition of the regulation is: dated values and an article index."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from engine.errors import UnknownArticle
from engine.regulation.topics import Topic


class Article(NamedTuple):
    """An article of the regulation in our own words, in French."""

    title: str
    summary: str


@dataclass(frozen=True)
class Values:
    """The numbers and letters that an edition sets for the correction."""

    #: Points taken off a solution that only its score locates.
    penalty: int
    #: A penalty on fewer points than this is a zero.
    least_penalised: int
    #: Raccord letters that locate a word, and how many still do with a warning.
    raccord_letters: int
    raccord_tolerated: int
    #: From this length on, the word prolonged locates by itself: the reference is ignored.
    prolonged_word: int
    #: Letters that make a plausible but wrong ending of a placed word of ``prolonged_word``
    #: letters or more (*raccordement fallacieux*); other doubtful ones are only shown.
    fallacious_endings: frozenset[str]
    #: Letters of the word prolonged that do, the scale of the longest placed words first; none
    #: where a word must be written in full.
    prolongations: tuple["Scale", ...] = ()
    #: Whether a last letter that is on the grid may be omitted or changed, for the penalty.
    last_letter_omitted: bool = False
    last_letter_changed: bool = False
    #: Whether a raccord with one slip (a letter omitted or changed, two neighbours swapped)
    #: locates with a warning.
    raccord_slip: bool = False
    #: Whether letters that belong to nothing are neglected; if not, they cost a warning.
    parasites_neglected: bool = True
    #: Whether an illegible reference is a zero, where no letter beside the word locates it.
    illegible_reference_is_zero: bool = False
    #: Whether a word with its raccord in the wrong direction is only warned of where no reference
    #: tells the right one.
    raccord_may_be_turned: bool = False
    #: Whether only the cells around the place named may be meant by the score (else the grid).
    next_cell_only: bool = False


@dataclass(frozen=True)
class Scale:
    """How many letters of a placed word of ``shortest`` letters or more a prolongation keeps.

    ``free`` in all and ``free_at_each_end`` where it is prolonged at both cost nothing (None: only
    the whole word does); ``least`` in all and one at each end added to cost a warning.
    """

    shortest: int
    free: int | None
    free_at_each_end: int
    least: int


@dataclass(frozen=True, eq=False, repr=False)
class Edition:
    """One edition: ``citations`` tell the article of each topic, ``articles`` what each says.

    ``under`` is the key of the full text that a partial one is laid over.
    """

    key: str
    in_force: date
    values: Values
    citations: Mapping[Topic, str]
    articles: Mapping[str, Article]
    under: str | None = None

    def __repr__(self) -> str:
        """Short: values and articles are the same in every edition with this key."""
        return f"Edition({self.key})"

    def cite(self, topic: str) -> str:
        """The article of this edition on a topic."""
        return self.citations[Topic(topic)]

    def article(self, number: str) -> Article:
        """Title and one-sentence summary. Raises UnknownArticle."""
        try:
            return self.articles[number]
        except KeyError:
            raise UnknownArticle("unknown_article", edition=self.key, number=number) from None
