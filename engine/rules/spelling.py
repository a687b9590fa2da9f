"""The spelling table (3.1): the name of a country for each letter."""

from collections.abc import Mapping

from engine.board.letters import WILD

COUNTRIES: Mapping[str, str] = {
    "A": "Algérie", "B": "Belgique", "C": "Canada", "D": "Danemark", "E": "Égypte",
    "F": "France", "G": "Grèce", "H": "Hongrie", "I": "Italie", "J": "Jordanie", "K": "Kenya",
    "L": "Luxembourg", "M": "Maroc", "N": "Norvège", "O": "Océanie", "P": "Portugal",
    "Q": "Québec", "R": "Roumanie", "S": "Suisse", "T": "Tunisie", "U": "Uruguay",
    "V": "Venezuela", "W": "Wallonie", "X": "Xénophon", "Y": "Yougoslavie", "Z": "Zambie",
    WILD: "Joker",
}  # fmt: skip


def format_called_letter(letter: str) -> str:
    """Return the announcement of a drawn letter: "Tunisie-T". For a joker, see the edition."""
    return f"{COUNTRIES[letter]}-{letter}"
