"""What an edition of the regulation is: dated values, each beside its article, and the articles."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from engine.errors import UnknownArticle
from engine.regulation.topics import Topic
from engine.regulation.values import (
    AND,
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
    """One edition: ``citations`` tell the article of each topic, ``articles`` what each says.

    ``under`` is the key of the full text that a partial one is laid over: what the partial one
    does not speak of is cited from there, with the year in front ("2017:5.4").
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
        """Short: values and articles are the same in every edition with this key."""
        return f"Edition({self.key})"

    def cite(self, topic: Topic) -> str:
        """The article of this edition on a topic."""
        return self.citations[topic]

    def number(self, *topics: Topic) -> str:
        """The articles on these topics as the room calls them: without the year of the text under
        this one, with " ; " between."""
        return AND.join(self.cite(topic).rpartition(":")[2] for topic in topics)

    def article(self, number: str) -> Article:
        """Title and one-sentence summary. Raises UnknownArticle."""
        try:
            return self.articles[number]
        except KeyError:
            raise UnknownArticle("unknown_article", edition=self.key, number=number) from None


def build_citations(under: Edition, own: Citations) -> Citations:
    """The citations of a partial text laid over the full one."""
    return {topic: f"{under.key}:{number}" for topic, number in under.citations.items()} | dict(own)
