"""The spelling table of 3.1, by which letters are called in the room."""

from collections.abc import Mapping

from engine.letters import WILD

SPELLING: Mapping[str, str] = {
    "A": "Algérie", "B": "Belgique", "C": "Canada", "D": "Danemark", "E": "Égypte",
    "F": "France", "G": "Grèce", "H": "Hongrie", "I": "Italie", "J": "Jordanie",
    "K": "Kenya", "L": "Luxembourg", "M": "Maroc", "N": "Norvège", "O": "Océanie",
    "P": "Portugal", "Q": "Québec", "R": "Roumanie", "S": "Suisse", "T": "Tunisie",
    "U": "Uruguay", "V": "Venezuela", "W": "Wallonie", "X": "Xénophon", "Y": "Yougoslavie",
    "Z": "Zambie", WILD: "Joker",
}  # fmt: skip
