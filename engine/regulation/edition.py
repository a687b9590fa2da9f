"""An edition of the regulation: values, each with its article, and summaries of the articles."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from engine.errors import UnknownArticle
from engine.regulation.topics import Topic
from engine.regulation.values import (
    ARTICLE_SEPARATOR,
    AppealValues,
    CorrectionValues,
    OriginalFormatValues,
    PlayValues,
    SanctionValues,
    ScoreValues,
)

type Citations = Mapping[Topic, str]


class Article(NamedTuple):
    """An article of the regulation in our own words, in French."""

    title: str
    summary: str


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Edition:
    """One edition. ``citations``: the article on each topic; ``articles``: title and summary of
    each.

    ``full_text``: for a partial text, the key of the full text that it changes; the rest is cited
    from there, with the year in front ("2017:5.4").
    """

    key: str
    in_force: date
    play: PlayValues
    scores: ScoreValues
    sanctions: SanctionValues
    originals: OriginalFormatValues
    correction: CorrectionValues
    appeals: AppealValues
    citations: Citations
    articles: Mapping[str, Article]
    full_text: str | None = None

    def __repr__(self) -> str:
        """Return the key only: it identifies values and articles."""
        return f"Edition({self.key})"

    def cite(self, topic: Topic) -> str:
        """Return the article of this edition on a topic."""
        return self.citations[topic]

    def format_articles(self, *topics: Topic) -> str:
        """Return the articles on these topics in short form: without the year of the full text,
        with " ; " between."""
        return ARTICLE_SEPARATOR.join(self.cite(topic).rpartition(":")[2] for topic in topics)

    def get_article(self, number: str) -> Article:
        """Return title and one-sentence summary. Raise UnknownArticle."""
        try:
            return self.articles[number]
        except KeyError:
            raise UnknownArticle("unknown_article", edition=self.key, number=number) from None


def build_citations(full_edition: Edition, changed: Citations) -> Citations:
    """Return the citations of a partial text: the changed ones, and the others of the full text."""
    cited = {
        topic: f"{full_edition.key}:{number}" for topic, number in full_edition.citations.items()
    }
    return cited | dict(changed)
