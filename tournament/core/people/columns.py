"""Matching of the columns of a file to the fields of an entry, by their headings."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.files.spreadsheets import FileRow, Rows
from tournament.core.people.names import fold_name
from tournament.core.people.player_data import PLAYER_FIELDS

PARTNER = "partner_"
#: A whole name in a single cell.
FULL_NAME = "full_name"
#: Fields that a column of a list of people for the roster of an organisation can fill.
ROSTER_FIELDS = (*PLAYER_FIELDS[:2], FULL_NAME, *PLAYER_FIELDS[2:])
#: The same for a list of entries; ``pair`` marks the two lines of a pair.
ENTRY_FIELDS = (
    *ROSTER_FIELDS,
    "team",
    "table",
    "centre",
    "pair",
    *(PARTNER + name for name in ROSTER_FIELDS),
)


#: Words of a heading that do not change what it means.
_NOISE = frozenset({"du", "de", "des", "d", "la", "le", "les", "l", "of", "the"})
_FIRST = frozenset({"1", "a", "joueur", "joueuse", "player"})
_SECOND = frozenset({"2", "b", "second", "seconde", "partenaire", "equipier", "coequipier"})
#: Words of headings, by the field that they fill.
_NAMES: dict[str, tuple[str, ...]] = {
    "last_name": ("nom", "nom famille", "last name", "family name", "surname", "patronyme"),
    "first_name": ("prenom", "prenoms", "first name", "given name"),
    FULL_NAME: (
        *("nom complet", "nom prenom", "nom et prenom", "nom prenoms", "nom et prenoms"),
        *("prenom nom", "prenom et nom", "full name", "noms", "nom affiche", "display name"),
    ),
    "licence": (
        *("licence", "license", "lic", "n licence", "no licence", "num licence"),
        *("numero licence", "n lic", "no lic", "num lic", "numero licencie", "licence n"),
        *("n ffsc", "numero ffsc", "licence ffsc", "licence numero", "n fisf", "id fisf"),
    ),
    "club": (
        *("club", "nom club", "clubs", "organization name", "organisation", "organization"),
        *("company", "societe", "entreprise", "association"),
    ),
    "federation": ("federation", "fed", "federations", "fede"),
    "country": ("pays", "country", "nation", "nationalite"),
    "birth_year": (
        *("annee naissance", "date naissance", "naissance", "ne", "nee", "ne e", "ne en"),
        *("ne e en", "ddn", "annee", "an naissance", "birthday", "birth year", "birth date"),
        *("date birth", "year birth", "anniversaire"),
    ),
    "series": ("serie", "series", "sr"),
    "category": ("categorie", "categories", "cat", "categorie age", "cat age"),
    "team": ("equipe", "team", "nom equipe"),
    "table": ("table", "n table", "no table", "num table", "numero table", "place"),
    "centre": ("centre", "nom centre", "salle", "centre jeu"),
    "pair": ("paire", "n paire", "no paire", "numero paire", "doublette"),
}
#: Used only if no other column fills the field.
_WEAK_NAMES: dict[str, tuple[str, ...]] = {
    "federation": ("comite", "comite regional", "ligue"),
    "licence": ("numero", "matricule", "id"),
    FULL_NAME: (
        *("name", "participant", "participants", "contact", "personne", "identite"),
        *("licencie", "inscrit", "inscrits"),
    ),
}
#: Words of a heading above names, which may stand among the names of a list.
NAME_HEADINGS = frozenset(
    [
        *(*_NAMES["last_name"], *_NAMES["first_name"], *_NAMES[FULL_NAME], "joueur", "joueurs"),
        *("participants", "inscrits", "total", "totaux", "sous total"),
    ]
)
#: Words that with a number stand above a part of a list: « Série 4 ».
GROUP_HEADINGS = frozenset({"serie", "categorie", "table", "groupe", "equipe", "page", "poule"})
#: Number of rows among which the heading is searched: titles and dates stand above it.
_MAX_HEADING_ROWS = 15


def _index_by_words(names: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {words: field for field, headings in names.items() for words in headings}


_BY_NAME, _BY_WEAK_NAME = _index_by_words(_NAMES), _index_by_words(_WEAK_NAMES)


@dataclass(frozen=True, slots=True)
class Heading:
    """``number`` of its row in the file, 0 for none; one name per column, empty for none."""

    number: int
    names: tuple[str, ...]

    @property
    def folded_names(self) -> list[str]:
        """Return the names in the form of ``fold_name``, in which headings of files are
        compared."""
        return [fold_name(name) for name in self.names]


def find_field(name: str, headings: dict[str, str] = _BY_NAME) -> str:
    """Return the field that a column of this name fills, empty for none."""
    words = [word for word in _split_words(fold_name(name)) if word not in _NOISE]
    if field := headings.get(" ".join(words)):
        return field
    words_without_first = [word for word in words if word not in _FIRST]
    other_words = [word for word in words_without_first if word not in _SECOND]
    prefix = PARTNER if len(other_words) < len(words_without_first) else ""
    if not other_words and words:  # "Joueur 2", "Partenaire"
        return prefix + FULL_NAME if headings is _BY_NAME and words not in (["1"], ["2"]) else ""
    field = headings.get(" ".join(other_words), "")
    return prefix + field if not prefix or field in ROSTER_FIELDS else ""


def _split_words(name: str) -> list[str]:
    """Split a heading into words, separating a number at the end of a word: "nom2"."""
    words: list[str] = []
    for word in name.split():
        letters = word.rstrip("0123456789")
        words += [part for part in (letters, word[len(letters) :]) if part]
    return words


def find_heading(rows: Rows) -> Heading:
    """Return the row in which most columns name a field; if there is none, the first row."""
    first_rows = rows[:_MAX_HEADING_ROWS]
    best = max(first_rows, key=_count_named_fields)
    return get_heading(rows, best.number if _count_named_fields(best) else first_rows[0].number)


def _count_named_fields(row: FileRow) -> int:
    """Count the fields that a row names; 0 if no field of a name is among them."""
    fields = {find_field(cell) or find_field(cell, _BY_WEAK_NAME) for cell in row.cells if cell}
    name_fields = fields & {"last_name", FULL_NAME, "first_name"}
    return len(fields - {""}) if name_fields else 0


def has_name_column(heading: Heading) -> bool:
    return bool(_count_named_fields(FileRow(heading.number, list(heading.names))))


def get_heading(rows: Rows, number: int) -> Heading:
    """Return the heading in row ``number``; for 0 or an unknown number an empty one."""
    width = max(len(row.cells) for row in rows)
    row = next((row for row in rows if row.number == number), None)
    cells = row.cells if row else []
    return Heading(number if row else 0, tuple(cells + [""] * (width - len(cells))))


def list_rows_below(rows: Rows, heading: Heading) -> Rows:
    return [row for row in rows if row.number > heading.number]


def propose_fields(heading: Heading, rows: Rows, allowed: Sequence[str]) -> list[str]:
    """Choose a field of ``allowed`` for each column, each field once; empty for an ignored column.

    ``rows`` are those below the heading; their texts show which unnamed column holds a first name.
    """
    fields = [""] * len(heading.names)
    for names in (_BY_NAME, _BY_WEAK_NAME):
        for index, name in enumerate(heading.names):
            field = find_field(name, names) if name and not fields[index] else ""
            if field in fields and names is _BY_NAME:
                field = _find_second_field(field, fields)
            if field in allowed and field not in fields and not _is_named_twice(field, fields):
                fields[index] = field
    _guess_names(fields, heading, rows, allowed)
    return fields


def _find_second_field(field: str, fields: list[str]) -> str:
    """Return the field for a repeated column: the second player's, once that player has a name."""
    partner = PARTNER + field
    names = {PARTNER + "last_name", PARTNER + FULL_NAME}
    return partner if partner in names or names & set(fields) else field


def _is_named_twice(field: str, fields: list[str]) -> bool:
    """Return True for a whole name beside a last name of the same player, which adds nothing."""
    prefix = PARTNER if field.startswith(PARTNER) else ""
    return field == prefix + FULL_NAME and prefix + "last_name" in fields


def _guess_names(fields: list[str], heading: Heading, rows: Rows, allowed: Sequence[str]) -> None:
    """Fill in the first name: under a heading shared with the next column, or in the same cell as
    the last name."""
    for prefix in ("", PARTNER):
        first, last, whole = prefix + "first_name", prefix + "last_name", prefix + FULL_NAME
        if first in fields or first not in allowed:
            continue
        index = next((i for i, field in enumerate(fields) if field in {last, whole}), None)
        if index is None:
            continue
        following = index + 1
        is_unnamed = following < len(fields) and not heading.names[following]
        if is_unnamed and count_filled(rows, following) * 2 > len(rows):
            fields[index], fields[following] = last, first
        elif fields[index] == last and _has_several_words(rows, index):
            fields[index] = whole


def count_filled(rows: Rows, column: int) -> int:
    """Count the rows with text in a column."""
    return sum(len(row.cells) > column and bool(row.cells[column]) for row in rows)


def _has_several_words(rows: Rows, column: int) -> bool:
    count = sum(len(row.cells) > column and " " in row.cells[column] for row in rows)
    return count > 0 and count * 5 >= count_filled(rows, column) * 4
