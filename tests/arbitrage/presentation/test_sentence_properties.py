"""Properties of the sentences about every golden case, in two editions each."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from arbitrage.core.cases import list_case_files, load_cases
from arbitrage.core.codes import FindingCode, Motive, Route, Sanction
from arbitrage.core.correct import correct
from arbitrage.core.verdict import Verdict
from arbitrage.presentation.citations import cite_in_parentheses, format_citation
from arbitrage.presentation.sentences import explain_verdict
from engine.regulation.edition_2023 import EDITION_2023
from engine.regulation.editions import EDITIONS
from tests.arbitrage.core.golden import CASES, GoldenCase
from tests.french import plain
from tests.rows import every_row

WORD = re.compile(r"\b[A-Za-z]*[A-Z]{2,}[A-Za-z]*\b")
PLACE = re.compile(r"\b(?:[A-O](?:1[0-5]|[1-9])|(?:1[0-5]|[1-9])[A-O])\b")
OF_LOCATION = re.compile(
    "aucune référence|référence illisible|lettres? de raccord|ne touche|ne tient pas|autre sens"
)
#: Motives of which the location is a part.
LOCATED_BADLY = {
    Motive.LOCATION,
    Motive.BOTH_MODES,
    Motive.INVERSION,
    Motive.DOUBLE_INVERSION,
    Motive.SHORT_RACCORD,
    Motive.IMPOSSIBLE_PLACE,
}


@dataclass(frozen=True)
class ExplainedCase:
    """A golden case in an edition, and what is read of it."""

    case: GoldenCase
    edition: str
    verdict: Verdict
    player: str
    arbiter: str

    @property
    def name(self) -> str:
        return f"{self.case.id} {self.edition}: {self.player}"

    @property
    def motives(self) -> set[Motive]:
        return set(self.verdict.decision.motives)

    @property
    def is_zero(self) -> bool:
        return self.verdict.decision.sanction == Sanction.ZERO


@cache
def explain_cases() -> tuple[ExplainedCase, ...]:
    """Explain each case in the edition of 2023 and in one of the others."""
    return tuple(_explain_cases())


def _explain_cases() -> Iterator[ExplainedCase]:
    for file in (*list_case_files(CASES), *list_case_files(CASES.parent / "complements")):
        for number, case in enumerate(load_cases(file)):
            other = list(EDITIONS.values())[number % len(EDITIONS)]
            for edition in {EDITION_2023, other}:
                verdict = correct(case.position, case.bulletin, edition)
                player = plain(explain_verdict(verdict, to_arbiter=False))
                arbiter = plain(explain_verdict(verdict))
                yield ExplainedCase(case, edition.key, verdict, player, arbiter)


def list_names(wrong: Iterator[ExplainedCase]) -> list[str]:
    return [explained.name for explained in wrong]


def test_a_correct_location_is_not_mentioned() -> None:
    well_located = [
        explained for explained in explain_cases() if not explained.motives & LOCATED_BADLY
    ]
    assert len(well_located) > 200
    assert not list_names(
        explained for explained in well_located if OF_LOCATION.search(explained.player)
    )


def test_a_zero_for_an_inadmissible_word_names_the_word() -> None:
    refused = [
        explained
        for explained in explain_cases()
        if explained.is_zero and explained.motives & {Motive.NOT_ADMITTED, Motive.FALLACIOUS}
    ]
    assert len(refused) > 50
    assert not list_names(
        explained
        for explained in refused
        if not re.search("n’est pas admis|ne sont pas admis", explained.player)
        or all(word in explained.case.words for word in WORD.findall(explained.player))
    )


def test_a_zero_for_an_incomplete_word_names_the_letters() -> None:
    short = [
        explained
        for explained in explain_cases()
        if explained.is_zero and Motive.INCOMPLETE in explained.motives
    ]
    assert len(short) > 20
    assert not list_names(
        explained
        for explained in short
        if not re.search("est écrit|lettres sans mot", explained.player)
    )


def test_a_letter_that_was_not_drawn_is_named() -> None:
    lacking = [
        explained for explained in explain_cases() if Motive.WRONG_LETTER in explained.motives
    ]
    assert len(lacking) > 10
    for explained in lacking:
        match = re.search(r"hors tirage : ((?:[A-Z], )*[A-Z])\b", explained.player)
        assert match, explained.name
        letters, rack = Counter(match[1].split(", ")), explained.case.position.rack
        assert letters.total() > rack.count("?"), explained.name
        written = "".join(explained.case.bulletin.sheet.rows).upper()
        assert all(written.count(letter) > rack.count(letter) for letter in letters), explained.name


def test_the_retained_word_of_several_is_named() -> None:
    sentences = [
        explained
        for explained in explain_cases()
        if explained.verdict.decided
        and explained.verdict.decision.word
        and any(finding.code == FindingCode.SEVERAL_WORDS for finding in explained.verdict.findings)
    ]
    assert len(sentences) > 10
    assert not list_names(
        explained
        for explained in sentences
        if f"{(explained.verdict.decision.word or '').upper()} est retenu" not in explained.player
        and f"la place {explained.verdict.decision.placement} est retenue" not in explained.player
    )


def test_only_arbiters_read_lists_of_places() -> None:
    listed = 0
    for explained in explain_cases():
        assert not re.search(rf"{PLACE.pattern}, {PLACE.pattern}", explained.player), explained.name
        paid = {explained.verdict.decision.placement, str(explained.case.bulletin.place)}
        rivals = {
            reading.placement
            for reading in explained.verdict.readings
            if reading.route == Route.SCORE and reading.placement not in paid
        }
        named = set(PLACE.findall(explained.player)) - {
            word for word in WORD.findall(explained.player) if not PLACE.fullmatch(word)
        }
        assert not rivals & named, explained.name
        assert "même score" not in explained.player, explained.name
        listed += "places de ce score" in explained.arbiter
    assert listed


def test_a_player_paid_elsewhere_reads_why() -> None:
    elsewhere = [
        explained
        for explained in explain_cases()
        if explained.case.bulletin.place
        and explained.verdict.decision.placement not in (None, str(explained.case.bulletin.place))
    ]
    assert len(elsewhere) > 50
    why = re.compile(
        "référence .* ne compte pas|place du score annoncé|inversé|deux modes de localisation"
    )
    assert not list_names(explained for explained in elsewhere if not why.search(explained.player))


def test_the_cases_read_are_those_of_every_file() -> None:
    read = {explained.case.id for explained in explain_cases()}
    for file in ("hard-sheets", "inversion", "raccord", "several-solutions"):
        assert {case.id for case in load_cases(CASES / f"{file}.yaml")} <= read


def test_correct_grid_letters_are_not_called_the_wrong_mode() -> None:
    inverted = [
        explained
        for explained in explain_cases()
        if {Motive.INVERSION, Motive.BOTH_MODES} <= explained.motives
    ]
    assert len(inverted) > 10
    assert not list_names(
        explained
        for explained in inverted
        if re.search(r"([3-9]|\d\d) lettres de raccord", explained.player)
    )


def test_an_impossible_reference_is_named_as_written() -> None:
    """Not only the same cell in the other direction."""
    refused = [
        explained
        for explained in explain_cases()
        if explained.case.bulletin.place
        and Motive.LOCATION in explained.motives
        and "hors tirage" in explained.player
    ]
    assert refused
    assert not list_names(
        explained
        for explained in refused
        if str(explained.case.bulletin.place) not in explained.player
    )


def test_every_sentence_is_well_formed_and_cites_its_text() -> None:
    cites = re.compile(r"\((art\. \d|point \d|rappel n° \d|introduction|billet de correction)")
    for explained in explain_cases():
        for text in (explained.player, explained.arbiter):
            assert cites.search(text), text
            assert not re.search(r"art\. [^\d]|\(\)|  | ,|: :|:\.|None|%", text), text
            assert text.count("(") == text.count(")"), text


def test_no_finding_is_repeated_in_a_sentence() -> None:
    for explained in explain_cases():
        details = re.findall(r"\(([^()]*)\)", explained.player)
        pieces = [piece for detail in details for piece in detail.split(" ; ")]
        twice = [piece for piece, n in Counter(pieces).items() if n > 1]
        assert all(is_citation(piece) for piece in twice), explained.name


def is_citation(text: str) -> bool:
    return bool(re.match(r"art\. |point |rappel |introduction|billet", text))


def test_every_text_of_an_edition_has_its_citation() -> None:
    form = re.compile(
        r"art\. \d[\d.]*(\.[a-d])?( du texte de 20\d\d)?|point \d|rappel n° \d|introduction"
        "|billet de correction"
    )
    with every_row() as each:
        for edition in EDITIONS.values():
            for number in {*edition.articles, *edition.citations.values()}:
                with each(f"{edition.key} {number}"):
                    assert form.fullmatch(plain(format_citation(number)))


CITATIONS: list[tuple[str, str]] = [
    ("5.4.1.a", " (art. 5.4.1.a)"),
    ("2017:5.4", " (art. 5.4 du texte de 2017)"),
    ("slip", " (billet de correction)"),
    ("intro", " (introduction)"),
    ("rappel 2", " (rappel n° 2)"),
    ("3", " (point 3)"),
    ("", ""),
]


def test_each_kind_of_number_has_its_citation() -> None:
    with every_row() as each:
        for number, citation_text in CITATIONS:
            with each(number):
                assert plain(cite_in_parentheses(number)) == citation_text
