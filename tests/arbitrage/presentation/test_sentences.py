"""Every code has its sentence, and every sentence its data."""

import re
from dataclasses import replace

import pytest

from arbitrage.core.codes import FindingCode, Motive, Sanction, UndecidedReason
from arbitrage.core.correct import correct
from arbitrage.presentation.finding_texts import FINDING_TEXTS, REMARKS
from arbitrage.presentation.sentences import MOTIVES, SANCTIONS, UNDECIDED, explain_verdict
from engine.regulation.editions import EDITIONS
from tests.arbitrage.core.golden import get_golden_case, load_all_cases
from tests.french import plain
from tests.rows import every_row

FIELD = re.compile(r"%\((\w+)\)s")


#: Findings that the motive says already, that a sentence of their own tells, or that cost nothing.
CODES_WITHOUT_SENTENCE: frozenset[FindingCode] = frozenset(
    {
        FindingCode.BULLETIN_MISSING,
        FindingCode.BULLETIN_BLANK,
        FindingCode.BULLETIN_LATE,
        FindingCode.BULLETIN_EXCHANGED,
        FindingCode.BULLETINS_SEVERAL,
        FindingCode.WORD_ILLEGIBLE,
        FindingCode.HARD_TO_READ,
        FindingCode.NOTHING_WRITTEN,
        FindingCode.SEVERAL_WORDS,
        FindingCode.PARASITES,
        FindingCode.REFERENCE_IGNORED,
        FindingCode.PROLONGATION,
    }
)


def test_there_is_a_sentence_for_every_code() -> None:
    with every_row() as each:
        for sentences, codes in (
            (MOTIVES, Motive),
            (SANCTIONS, Sanction),
            (UNDECIDED, UndecidedReason),
        ):
            with each(codes):
                assert set(sentences) == set(codes)


def test_every_finding_has_a_text_or_is_left_out() -> None:
    assert {*FINDING_TEXTS, *REMARKS, *CODES_WITHOUT_SENTENCE} == set(FindingCode)
    assert not {*FINDING_TEXTS, *REMARKS} & CODES_WITHOUT_SENTENCE


def test_the_golden_cases_give_every_sentence_the_data_it_needs() -> None:
    sentences = [
        plain(explain_verdict(correct(case.position, case.bulletin, edition)))
        for case in load_all_cases()
        for edition in EDITIONS.values()
    ]

    assert any(" 0 point" in sentence for sentence in sentences)
    for sentence in sentences:
        assert sentence.endswith(".")
        assert not re.search(r"\b[01] points\b", sentence)
        assert not FIELD.search(sentence)


EXPLAINED: list[tuple[str, str, str]] = [
    (
        "no-reference-a",
        "2023",
        (
            "BATTU en 5H, place du score annoncé : 9 points, soit 14 moins 5 : localisation "
            "absente ou erronée (aucune référence) (art. 5.3.3)."
        ),
    ),
    (
        "no-reference-a",
        "2014",
        "Zéro : localisation absente ou erronée (aucune référence) (art. 5.4).",
    ),
    (
        "reference-valid-score-elsewhere-a",
        "2017",
        (
            "Provisoire, en commission. TONDIT en 4C, place du score annoncé : 9 points, soit "
            "14 moins 5 : localisation absente ou erronée (la place désignée, 11F, rapporte "
            "moins) (art. 5.3.2)."
        ),
    ),
    (
        "both-directions-playable-b",
        "2023",
        (
            "À décider par l’arbitre : le mot se joue dans les deux sens depuis cette case, et "
            "le score est le plus petit (art. 5.5). Proposition : EN en J7 : 6 points, "
            "avertissement : score absent ou erroné (annoncé 2, exact 6), référence ou sens "
            "du mot inversé (référence J7, mot écrit dans l’autre sens) (art. 5.5)."
        ),
    ),
    (
        "penalty-small-score-a",
        "2017",
        (
            "TIR en 9J, place du score annoncé : 0 point, 3 moins 5 sans aller au-dessous de "
            "zéro : localisation absente ou erronée (aucune référence) (art. 5.3.1). "
            "À savoir : le texte ne tranche pas ce point (art. 5.3.1)."
        ),
    ),
]


def test_a_verdict_is_explained_with_reason_and_article() -> None:
    with every_row() as each:
        for name, edition, sentence in EXPLAINED:
            with each(name):
                case = get_golden_case(name)

                explained = explain_verdict(
                    correct(case.position, case.bulletin, EDITIONS[edition])
                )
                assert plain(explained) == sentence


def test_a_confirmed_verdict_is_not_to_be_decided() -> None:
    case = get_golden_case("both-directions-playable-b")
    verdict = correct(case.position, case.bulletin, EDITIONS["2023"])
    assert verdict.undecided_reason
    sentence = plain(explain_verdict(verdict, confirmed=True))
    assert sentence.startswith("EN en J7 : 6 points, avertissement")
    assert sentence.endswith(
        "Confirmé par l’arbitre : le mot se joue dans les deux sens depuis cette case, et le score "
        "est le plus petit (art. 5.5)."
    )
    assert "À décider" not in sentence
    alone = plain(explain_verdict(verdict, to_arbiter=False, has_arbiter=False))
    assert alone.startswith("EN en J7 : 6 points, avertissement")
    assert "Un arbitre pourrait décider autrement : le mot se joue" in alone


@pytest.mark.parametrize("claim", ["", "999"])
def test_a_zero_without_place_says_that_no_place_scores_so(claim: str) -> None:
    case = get_golden_case("no-reference-a")
    bulletin = replace(case.bulletin, score=claim)
    sentence = plain(explain_verdict(correct(case.position, bulletin, EDITIONS["2023"])))
    assert sentence.startswith("Zéro : localisation absente ou erronée")
    assert ("que le mot ne vaut nulle part" in sentence) == bool(claim)
