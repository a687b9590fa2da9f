"""What an edition of the regulation is: dated values, ordered rules and an article index."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from .errors import UnknownArticle

if TYPE_CHECKING:
    from .case import Case
    from .verdict import Verdict


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


@dataclass(frozen=True)
class Rule:
    """One step of the correction. ``decide`` gives the verdict, or None to go on."""

    code: str
    article: str
    decide: Callable[["Case"], "Verdict | None"]


@dataclass(frozen=True, eq=False)
class Edition:
    """One edition; ``rules`` are tried in order and the first verdict stands."""

    key: str
    in_force: date
    values: Values
    rules: tuple[Rule, ...]
    articles: Mapping[str, Article]

    def decide(self, case: "Case") -> "Verdict":
        """The verdict of the first rule that gives one; the last rule always does."""
        verdicts = (rule.decide(case) for rule in self.rules)
        return next(verdict for verdict in verdicts if verdict is not None)

    def article(self, number: str) -> Article:
        """Title and one-sentence summary. Raises UnknownArticle."""
        try:
            return self.articles[number]
        except KeyError:
            message = f"the edition of {self.key} has no article {number!r}"
            raise UnknownArticle(message, edition=self.key, number=number) from None
