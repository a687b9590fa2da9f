"""The regulation as rows to be read: articles, what they set, what applies them, what differs."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.regulation.edition import Edition
from engine.regulation.value_texts import ValueText, list_value_texts

from .case import Rule
from .coverage import LEFT, MODELLED, NOT_BUILT
from .order import ORDER

_RULE = "rule:"

#: What each rule of the correction looks at, in French, by its code.
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


class BuildState(StrEnum):
    """What becomes of an article in the software."""

    MODELLED = "modelled"
    PARTLY = "partly"
    NOT_BUILT = "not-built"
    LEFT = "left"


#: The states in French.
STATES: Mapping[BuildState, str] = {
    BuildState.MODELLED: "appliqué",
    BuildState.PARTLY: "appliqué en partie",
    BuildState.NOT_BUILT: "pas construit",
    BuildState.LEFT: "hors du logiciel",
}


@dataclass(frozen=True)
class RegulationRow:
    """An article: ``rules`` are in French, ``code`` names of what applies it besides, ``why`` says
    what is not built or why it is left."""

    number: str
    title: str
    summary: str
    values: tuple[ValueText, ...]
    state: BuildState
    rules: tuple[str, ...]
    code: tuple[str, ...]
    why: str = ""


@dataclass(frozen=True)
class Difference:
    """A value or a rule that two editions do not share: what each says (empty: nothing), and the
    articles."""

    what: str
    before: str
    before_articles: tuple[str, ...]
    after: str
    after_articles: tuple[str, ...]


def rows(edition: Edition) -> tuple[RegulationRow, ...]:
    """Every article of the edition, its own before those of the text under it, by number."""
    values = tuple(list_value_texts(edition))
    numbers = sorted(edition.articles, key=_order)
    return tuple(_row(edition, number, values) for number in numbers)


def differences(before: Edition, after: Edition) -> tuple[Difference, ...]:
    """The values that differ, then the rules: those of one only, and those decided otherwise."""
    pairs = zip(list_value_texts(before), list_value_texts(after), strict=True)
    values = (
        Difference(one.meaning, one.text, one.articles, other.text, other.articles)
        for one, other in pairs
        if one.text != other.text
    )
    return (*values, *_rules_that_differ(before, after))


def _order(number: str) -> tuple[bool, list[tuple[int, str]]]:
    """The introduction first; then numbers as numbers, and what has none."""
    year, _, own = number.rpartition(":")
    parts = own.replace(" ", ".").split(".")
    key = [(int(part), "") if part.isdigit() else (99, part) for part in parts]
    return bool(year), [(0, "")] if own == "intro" else key


def _row(edition: Edition, number: str, values: tuple[ValueText, ...]) -> RegulationRow:
    article = edition.article(number)
    names = MODELLED[edition.key].get(number, ())
    waiting = NOT_BUILT[edition.key].get(number)
    left = LEFT[edition.key].get(number, "")
    if names:
        state = BuildState.PARTLY if waiting else BuildState.MODELLED
    else:
        state = BuildState.NOT_BUILT if waiting else BuildState.LEFT
    return RegulationRow(
        number,
        article.title,
        article.summary,
        tuple(one for one in values if number in one.articles),
        state,
        tuple(RULES[one.removeprefix(_RULE)] for one in names if one.startswith(_RULE)),
        tuple(one for one in names if not one.startswith(_RULE)),
        waiting.reason if waiting else left,
    )


def _rules_that_differ(before: Edition, after: Edition) -> Iterator[Difference]:
    old, new = ({rule.code: rule for rule in ORDER[edition.key]} for edition in (before, after))
    for code, meaning in RULES.items():
        one, other = old.get(code), new.get(code)
        if one is None and other is None:
            continue
        if one and other and one.decide is other.decide:
            continue
        (said, articles), (now, others) = _said(before, one), _said(after, other)
        yield Difference(f"Règle : {meaning}", said, articles, now, others)


def _said(edition: Edition, rule: Rule | None) -> tuple[str, tuple[str, ...]]:
    """How the edition decides by the rule, and its article; nothing without the rule."""
    if rule is None:
        return "", ()
    number = edition.cite(rule.topic)
    return edition.article(number).summary, (number,)
