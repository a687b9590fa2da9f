"""The invented people of the pictures."""

from typing import NamedTuple


class Person(NamedTuple):
    """A player, as in a club's list."""

    last_name: str
    first_name: str
    licence: str
    club: str
    series: str


_PLAYERS = """
Aubert Monique 1204517 Beauval 4A
Barbier Gérard 1187320 Beauval 3B
Besson Nicole 1310266 Montclair 4C
Carlier Jean-Paul 1043981 Beauval 2B
Chevalier Françoise 1225034 Rivemont 4A
Colin Bernard 1098745 Montclair 3A
Delmas Simone 1302118 Beauval 4B
Dumas Henri 1176402 Rivemont 4D
Faure Colette 1241873 Beauval 5A
Fournier Yves 1320955 Montclair 3B
Garnier Odile 1115236 Rivemont 2A
Gauthier Robert 1267701 Beauval 4C
Henry Denise 1194068 Montclair 5B
Jacquet Alain 1338412 Rivemont 3A
Lambert Thérèse 1152697 Beauval 4A
Leclerc Michel 1289340 Montclair 4D
Marchand Éliane 1206128 Rivemont 3A
Meunier Daniel 1311579 Beauval 5A
Noël Josette 1133805 Montclair 4B
Perrin Claude 1275946 Rivemont 4C
Renaud Martine 1220483 Beauval 3B
Roussel André 1349217 Montclair 5C
Texier Paulette 1164750 Rivemont 4D
Vidal Roger 1298631 Beauval 4B
"""
PLAYERS = [Person(*line.split()) for line in _PLAYERS.strip().splitlines()]

#: Account → name on the pages.
STAFF = {
    "claire.martin": "Claire Martin",
    "paul.lefevre": "Paul Lefèvre",
    "anne.girard": "Anne Girard",
    "jean.morel": "Jean Morel",
    "louise.petit": "Louise Petit",
    "marc.dubois": "Marc Dubois",
}


def write_list() -> bytes:
    """Return the list of players as a spreadsheet writes it (CSV)."""
    lines = ["Nom;Prénom;Licence;Club;Série", *(";".join(person) for person in PLAYERS)]
    return "\r\n".join(lines).encode("utf-8-sig")
