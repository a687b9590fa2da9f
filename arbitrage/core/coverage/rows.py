"""The regulation as rows: articles, their values, the code that applies them, differences."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from arbitrage.core.judged_bulletin import Rule
from arbitrage.core.order import RULE_ORDERS
from engine.regulation.edition import Edition
from engine.regulation.value_texts import ValueText, list_value_texts

from .left_out import LEFT_OUT
from .modelled import MODELLED

_RULE = "rule:"

#: The subject of each rule of the correction, in French, by its code.
RULES: Mapping[str, str] = {
    "refused": "bulletin manquant, vierge, tardif, échangé, multiple ou illisible",
    "nothing-written": "bulletin où tout est rayé",
    "no-word": "lettres isolées, sans mot",
    "first-turn-letters": "lettres à côté du mot du premier coup",
    "first-turn": "mot du premier coup",
    "split-word": "mot dont seules les extrémités sont écrites",
    "unclear-words": "mot joué impossible à reconnaître",
    "several-words": "plusieurs mots joués",
    "extension": "mot non admis par l’un des deux modes de localisation",
    "two-modes": "deux modes de localisation",
    "both-ways": "mot jouable dans les deux sens à la case indiquée",
    "exact-place": "place correcte",
    "raccord-places": "raccord qui convient à plusieurs places",
    "double-inversion": "référence et sens inversés",
    "fallacious": "raccordement fallacieux",
    "score-only": "place que seul le score désigne",
    "prolongation": "mot prolongé écrit en partie",
    "last-letter": "dernière lettre déjà posée, omise ou changée",
    "no-acceptable-solution": "aucune solution acceptable",
}


class CoverageState(StrEnum):
    """The state of an article in the software."""

    MODELLED = "modelled"
    #: Applied; a part of it is left out.
    PARTLY = "partly"
    LEFT_OUT = "left"


#: The states in French.
STATES: Mapping[CoverageState, str] = {
    CoverageState.MODELLED: "appliqué",
    CoverageState.PARTLY: "appliqué en partie",
    CoverageState.LEFT_OUT: "hors du logiciel",
}


@dataclass(frozen=True)
class RegulationRow:
    """An article. ``rules`` are in French, ``code`` holds other names of code that applies it.

    ``reason`` says why the article, or a part of it, is left out.
    """

    number: str
    title: str
    summary: str
    values: tuple[ValueText, ...]
    state: CoverageState
    rules: tuple[str, ...]
    code: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True)
class Difference:
    """A value or rule that differs: the text of each edition (empty: none) and its articles."""

    subject: str
    before: str
    before_articles: tuple[str, ...]
    after: str
    after_articles: tuple[str, ...]


def list_articles(edition: Edition) -> tuple[RegulationRow, ...]:
    """Return every article of the edition by number, its own before those of the text it amends."""
    values = tuple(list_value_texts(edition))
    numbers = sorted(edition.articles, key=_to_sort_key)
    return tuple(_build_row(edition, number, values) for number in numbers)


def compare_editions(older: Edition, newer: Edition) -> tuple[Difference, ...]:
    """Return the values that differ, then the rules that only one edition has or that differ."""
    pairs = zip(list_value_texts(older), list_value_texts(newer), strict=True)
    values = (
        Difference(old.meaning, old.text, old.articles, new.text, new.articles)
        for old, new in pairs
        if old.text != new.text
    )
    return (*values, *_compare_rules(older, newer))


def _to_sort_key(number: str) -> tuple[bool, list[tuple[int, str]]]:
    """Return a sort key: the introduction first, then numbers as numbers, then other titles."""
    year, _, local = number.rpartition(":")
    parts = local.replace(" ", ".").split(".")
    key = [(int(part), "") if part.isdigit() else (99, part) for part in parts]
    return bool(year), [(0, "")] if local == "intro" else key


def _build_row(edition: Edition, number: str, values: tuple[ValueText, ...]) -> RegulationRow:
    article = edition.get_article(number)
    names = MODELLED[edition.key].get(number, ())
    left_out = LEFT_OUT[edition.key].get(number, "")
    if names:
        state = CoverageState.PARTLY if left_out else CoverageState.MODELLED
    else:
        state = CoverageState.LEFT_OUT
    return RegulationRow(
        number,
        article.title,
        article.summary,
        tuple(value for value in values if number in value.articles),
        state,
        tuple(RULES[name.removeprefix(_RULE)] for name in names if name.startswith(_RULE)),
        tuple(name for name in names if not name.startswith(_RULE)),
        left_out,
    )


def _compare_rules(older: Edition, newer: Edition) -> Iterator[Difference]:
    old_rules, new_rules = (
        {rule.code: rule for rule in RULE_ORDERS[edition.key]} for edition in (older, newer)
    )
    for code, meaning in RULES.items():
        old_rule, new_rule = old_rules.get(code), new_rules.get(code)
        if old_rule is None and new_rule is None:
            continue
        if old_rule and new_rule and old_rule.decide is new_rule.decide:
            continue
        (before_text, before_articles), (after_text, after_articles) = (
            _describe_rule(older, old_rule),
            _describe_rule(newer, new_rule),
        )
        yield Difference(
            f"Règle : {meaning}", before_text, before_articles, after_text, after_articles
        )


def _describe_rule(edition: Edition, rule: Rule | None) -> tuple[str, tuple[str, ...]]:
    """Return the summary and article by which the edition decides; empty without the rule."""
    if rule is None:
        return "", ()
    number = edition.cite(rule.topic)
    return edition.get_article(number).summary, (number,)
