"""What a player reads of every golden case, in every edition, has the same properties."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from arbitrage.core.cases import list_case_files, load_cases
from arbitrage.core.codes import FindingCode, Motive, Route, Sanction
from arbitrage.core.correct import correct
from arbitrage.core.verdict import Verdict
from arbitrage.presentation.citations import citation, cited
from arbitrage.presentation.sentences import explain_verdict
from engine.regulation.editions import EDITIONS
from tests.arbitrage.core.golden import CASES, GoldenCase
from tests.french import plain

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
class Told:
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
def everything() -> tuple[Told, ...]:
    return tuple(_everything())


def _everything() -> Iterator[Told]:
    for file in (*list_case_files(CASES), *list_case_files(CASES.parent / "complements")):
        for case in load_cases(file):
            for edition in EDITIONS.values():
                verdict = correct(case.position, case.bulletin, edition)
                player = plain(explain_verdict(verdict, to_arbiter=False))
                arbiter = plain(explain_verdict(verdict))
                yield Told(case, edition.key, verdict, player, arbiter)


def failures(wrong: Iterator[Told]) -> list[str]:
    return [told.name for told in wrong]


def test_where_the_location_cost_nothing_nothing_is_told_of_it() -> None:
    told = [one for one in everything() if not one.motives & LOCATED_BADLY]
    assert len(told) > 200
    assert not failures(one for one in told if OF_LOCATION.search(one.player))


def test_a_zero_for_a_word_that_is_not_admitted_names_the_word() -> None:
    refused = [
        one
        for one in everything()
        if one.is_zero and one.motives & {Motive.NOT_ADMITTED, Motive.FALLACIOUS}
    ]
    assert len(refused) > 50
    assert not failures(
        one
        for one in refused
        if not re.search("n’est pas admis|ne sont pas admis", one.player)
        or all(word in one.case.words for word in WORD.findall(one.player))
    )


def test_a_zero_for_a_word_that_is_cut_short_names_what_is_written() -> None:
    short = [one for one in everything() if one.is_zero and Motive.INCOMPLETE in one.motives]
    assert len(short) > 20
    assert not failures(
        one for one in short if not re.search("est écrit|lettres sans mot", one.player)
    )


def test_a_letter_that_was_not_drawn_is_named() -> None:
    lacking = [one for one in everything() if Motive.WRONG_LETTER in one.motives]
    assert len(lacking) > 10
    for one in lacking:
        found = re.search(r"hors tirage : ((?:[A-Z], )*[A-Z])\b", one.player)
        assert found, one.name
        letters, rack = Counter(found[1].split(", ")), one.case.position.rack
        assert letters.total() > rack.count("?"), one.name
        written = "".join(one.case.bulletin.sheet.rows).upper()
        assert all(written.count(letter) > rack.count(letter) for letter in letters), one.name


def test_of_several_words_the_one_kept_is_named() -> None:
    several = [
        one
        for one in everything()
        if one.verdict.decided
        and one.verdict.decision.word
        and any(finding.code == FindingCode.SEVERAL_WORDS for finding in one.verdict.findings)
    ]
    assert len(several) > 10
    assert not failures(
        one
        for one in several
        if f"{(one.verdict.decision.word or '').upper()} est retenu" not in one.player
        and f"la place {one.verdict.decision.placement} est retenue" not in one.player
    )


def test_a_player_reads_no_list_of_places_and_an_arbiter_does() -> None:
    listed = 0
    for one in everything():
        assert not re.search(rf"{PLACE.pattern}, {PLACE.pattern}", one.player), one.name
        known = {one.verdict.decision.placement, str(one.case.bulletin.place)}
        rivals = {
            reading.placement
            for reading in one.verdict.readings
            if reading.route == Route.SCORE and reading.placement not in known
        }
        named = set(PLACE.findall(one.player)) - {
            word for word in WORD.findall(one.player) if not PLACE.fullmatch(word)
        }
        assert not rivals & named, one.name
        assert "même score" not in one.player, one.name
        listed += "places de ce score" in one.arbiter
    assert listed


def test_who_is_paid_at_another_place_than_the_one_he_wrote_reads_why() -> None:
    elsewhere = [
        one
        for one in everything()
        if one.case.bulletin.place
        and one.verdict.decision.placement not in (None, str(one.case.bulletin.place))
    ]
    assert len(elsewhere) > 50
    why = re.compile(
        "référence .* ne compte pas|place du score annoncé|inversé|deux modes de localisation"
    )
    assert not failures(one for one in elsewhere if not why.search(one.player))


def test_the_cases_read_are_those_of_every_file() -> None:
    read = {one.case.id for one in everything()}
    for file in ("hard-sheets", "inversion", "raccord", "several-solutions"):
        assert {case.id for case in load_cases(CASES / f"{file}.yaml")} <= read


def test_letters_of_the_grid_that_are_right_are_not_told_as_the_wrong_mode() -> None:
    inverted = [one for one in everything() if {Motive.INVERSION, Motive.BOTH_MODES} <= one.motives]
    assert len(inverted) > 10
    assert not failures(
        one for one in inverted if re.search(r"([3-9]|\d\d) lettres de raccord", one.player)
    )


def test_a_reference_where_the_word_cannot_be_laid_is_named_as_it_is_written() -> None:
    """Not only the same cell in the other direction."""
    refused = [
        one
        for one in everything()
        if one.case.bulletin.place
        and Motive.LOCATION in one.motives
        and "hors tirage" in one.player
    ]
    assert refused
    assert not failures(one for one in refused if str(one.case.bulletin.place) not in one.player)


def test_every_sentence_is_well_formed_and_cites_its_text() -> None:
    cites = re.compile(r"\((art\. \d|point \d|rappel n° \d|introduction|billet de correction)")
    for one in everything():
        for said in (one.player, one.arbiter):
            assert cites.search(said), said
            assert not re.search(r"art\. [^\d]|\(\)|  | ,|: :|:\.|None|%", said), said
            assert said.count("(") == said.count(")"), said


def test_no_finding_is_told_twice_in_one_sentence() -> None:
    for one in everything():
        details = re.findall(r"\(([^()]*)\)", one.player)
        pieces = [piece for detail in details for piece in detail.split(" ; ")]
        twice = [piece for piece, n in Counter(pieces).items() if n > 1]
        assert all(citation_like(piece) for piece in twice), one.name


def citation_like(text: str) -> bool:
    return bool(re.match(r"art\. |point |rappel |introduction|billet", text))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_text_of_an_edition_is_cited_as_what_it_is(edition: str) -> None:
    known = EDITIONS[edition]
    form = re.compile(
        r"art\. \d[\d.]*(\.[a-d])?( du texte de 20\d\d)?|point \d|rappel n° \d|introduction"
        "|billet de correction"
    )
    for number in {*known.articles, *known.citations.values()}:
        assert form.fullmatch(plain(citation(number))), number


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("5.4.1.a", " (art. 5.4.1.a)"),
        ("2017:5.4", " (art. 5.4 du texte de 2017)"),
        ("slip", " (billet de correction)"),
        ("intro", " (introduction)"),
        ("rappel 2", " (rappel n° 2)"),
        ("3", " (point 3)"),
        ("", ""),
    ],
)
def test_a_text_is_cited_as_people_cite_it(number: str, said: str) -> None:
    assert plain(cited(number)) == said
