"""The exact sentences that players and arbiters read about single golden cases."""

from functools import cache

from arbitrage.core.cases import list_case_files, load_cases
from arbitrage.core.correct import correct
from arbitrage.presentation.sentences import explain_verdict
from engine.regulation.editions import EDITIONS
from tests.arbitrage.core.golden import CASES, GoldenCase
from tests.french import plain
from tests.rows import every_row


@cache
def _load_cases() -> dict[str, GoldenCase]:
    folders = (CASES, CASES.parent / "complements")
    files = [file for folder in folders for file in list_case_files(folder)]
    return {case.id: case for file in files for case in load_cases(file)}


FOR_PLAYERS: list[tuple[str, str, str]] = [
    (
        "turn1-wrong-reference-lower",
        "2019",
        (
            "WAGONS en H4 : 52 points, avertissement : score absent ou erroné (annoncé 32, "
            "exact 52) (rappel n° 1). Au premier coup, la référence H5 ne compte pas : la "
            "meilleure place est payée."
        ),
    ),
    (
        "prolong-full-b",
        "2023",
        (
            "PLACERA en H6 : 12 points (art. 5.3). La référence M12 ne compte pas : le mot en "
            "prolonge un autre."
        ),
    ),
    (
        "two-solutions-hi",
        "2023",
        (
            "TRUIE en N1 : 10 points, avertissement : score absent ou erroné (annoncé 36, "
            "exact 10) (art. 5.4.2.b). Plusieurs mots écrits, RUIEZ et TRUIE : TRUIE est "
            "retenu."
        ),
    ),
    (
        "fallacious-twin-a",
        "2023",
        ("Zéro : raccordement fallacieux (CHANTERS, formé en 11C, n’est pas admis) (art. 5.3.3)."),
    ),
    (
        "no-reference-two-places-a",
        "2023",
        (
            "TETEES : 5 points, soit 10 moins 5 : localisation absente ou erronée (aucune "
            "référence ; plusieurs places ont ce score) (art. 5.3.3)."
        ),
    ),
    (
        "fault-inverse-raccord-a",
        "2017",
        (
            "LOLETTES en D1 : 60 points, avertissement : référence ou sens du mot inversé "
            "(référence D1, mot écrit dans l’autre sens), deux modes de localisation, dont un "
            "incorrect (art. 4.4)."
        ),
    ),
    (
        "fault-meme-mot-deux-places",
        "2023",
        (
            "TAPIS en 7D : 8 points, avertissement : score absent ou erroné (annoncé 21, exact "
            "8) (art. 5.4.2.b). Le mot est écrit plusieurs fois : la place 7D est retenue."
        ),
    ),
    (
        "fault-motif-lettre",
        "2023",
        (
            "Zéro : localisation absente ou erronée (le mot ne tient pas en 8D ; en D8, hors "
            "tirage : S ; score d’une place dans l’autre sens) (art. 5.4.1.a)."
        ),
    ),
    (
        "turn1-letter-not-drawn",
        "2023",
        "Zéro : lettre absente du tirage (hors tirage : T) (art. 5.4.1.d).",
    ),
    (
        "joker-uncircled-high",
        "2023",
        (
            "UVAUX en 6F : 38 points, avertissement : joker mal ou non encerclé (à "
            "encercler : U (UVAuX)) (art. 5.3.1)."
        ),
    ),
    (
        "both-modes-b",
        "2023",
        (
            "RONDI en 11H : 20 points, avertissement : deux modes de localisation, dont un "
            "incorrect (aucune lettre de raccord juste en 11H) (art. 5.3)."
        ),
    ),
    (
        "both-modes-c",
        "2023",
        (
            "PATRE en 11D : 25 points, avertissement : deux modes de localisation, dont un "
            "incorrect (en 12D, le mot ne touche aucun autre) (art. 5.3)."
        ),
    ),
    (
        "bm2-ref-far-raccord-short",
        "2023",
        (
            "BOULE en N4 : 19 points, avertissement : raccord insuffisant (2 lettres de "
            "raccord en N4), deux modes de localisation, dont un incorrect (en A1, le mot ne "
            "touche aucun autre) (art. 5.3)."
        ),
    ),
    (
        "fault-reference-illisible",
        "2023",
        (
            "FINI en 7G : 12 points, avertissement : raccord insuffisant (2 lettres de raccord "
            "en 7G) (art. 5.5)."
        ),
    ),
    (
        "parasite-in-line-4",
        "2014",
        (
            "HASE en 1L : 48 points, avertissement : raccord insuffisant (une faute dans le "
            "raccord en 1L) (art. 5.2)."
        ),
    ),
    (
        "prolong-partial-b",
        "2019",
        (
            "PLACEE en H6 : 10 points, avertissement : raccord insuffisant (le mot prolongé "
            "n’est pas écrit en entier) (point 1)."
        ),
    ),
    (
        "last-letter-a",
        "2014",
        (
            "UVEE en K1 : 2 points, soit 7 moins 5 : localisation absente ou erronée (UVE est "
            "écrit, le mot entier serait UVEE) (art. 5.3)."
        ),
    ),
    (
        "penalty-small-score-a",
        "2023",
        (
            "Zéro : localisation absente ou erronée (aucune référence ; solution d’au plus 4 "
            "points : pas de score négatif) (art. 5.6)."
        ),
    ),
    (
        "struck-letter-c",
        "2023",
        "Zéro : bulletin vierge ou manquant (lettres rayées : SEMAT) (art. 5.7).",
    ),
    (
        "parasite-end-of-raccord-2",
        "2023",
        "Zéro : mot non admis (STRIEZA n’est pas admis) (art. 5.2.2).",
    ),
    (
        "ft2-two-letters-missing",
        "2023",
        "Zéro : lettre absente du tirage (hors tirage : S, V, pour 1 joker) (art. 5.4.1.d).",
    ),
    (
        "joker-unneeded-plain-claim-joker",
        "2023",
        (
            "HAVE en 6G : 8 points, avertissement : joker mal ou non encerclé (à "
            "encercler : H) (art. 5.3.1)."
        ),
    ),
    (
        "jo2-two-jokers-uncircled-high",
        "2023",
        (
            "SIRENE en N3 : 15 points, avertissement : joker mal ou non encerclé (à "
            "encercler : R, E (SIrENe)) (art. 5.3.1)."
        ),
    ),
]


def test_the_sentence_for_a_player() -> None:
    with every_row() as each:
        for name, edition, sentence in FOR_PLAYERS:
            with each(name):
                case = _load_cases()[name]
                verdict = correct(case.position, case.bulletin, EDITIONS[edition])

                assert plain(explain_verdict(verdict, to_arbiter=False)) == sentence


FOR_ARBITERS: list[tuple[str, str, str]] = [
    (
        "raccord-one-c",
        "2017",
        (
            "Zéro : raccordement fallacieux (EPIEUSET, IINNE, formés en J9, ne sont pas admis) "
            "(art. 5.3.2)."
        ),
    ),
    (
        "no-reference-other-direction-a",
        "2023",
        (
            "Zéro : localisation absente ou erronée (aucune référence ; score d’une place dans "
            "l’autre sens) (art. 5.4.1.a). À savoir : places dans l’autre sens : M2."
        ),
    ),
    (
        "fallacious-twin-b",
        "2017",
        (
            "IONS en 11K, place du score annoncé : 12 points, soit 17 moins 5 : localisation "
            "absente ou erronée (aucune référence) (art. 5.3.1). À savoir : en 11E, "
            "raccordement fallacieux : COURIRS."
        ),
    ),
]


def test_the_sentence_for_an_arbiter() -> None:
    with every_row() as each:
        for name, edition, sentence in FOR_ARBITERS:
            with each(name):
                case = _load_cases()[name]
                verdict = correct(case.position, case.bulletin, EDITIONS[edition])

                assert plain(explain_verdict(verdict)) == sentence
