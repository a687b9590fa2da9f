"""The exact sentences that players read about single golden cases."""

from tests.arbitrage.presentation.test_sentence_properties import explain_cases
from tests.rows import every_row

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
]


def test_the_sentence_for_a_player() -> None:
    with every_row() as each:
        for name, edition, sentence in FOR_PLAYERS:
            with each(name):
                explained_ = next(
                    explained
                    for explained in explain_cases()
                    if (explained.case.id, explained.edition) == (name, edition)
                )
                assert explained_.player == sentence
