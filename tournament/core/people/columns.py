"""Which column of a file fills which field of an entry, from what its heading says."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.core.files.cells import plain
from tournament.core.files.sheets import FileRow, Rows
from tournament.core.people.player_data import PERSON

PARTNER = "partner_"
#: A whole name in one cell.
WHOLE = "full_name"
_OF_A_PLAYER = (*PERSON[:2], WHOLE, *PERSON[2:])
#: What a column of a list of entries can fill; ``pair`` is what the two lines of a pair share.
ENTRY_FIELDS = (*_OF_A_PLAYER, "team", "table", "pair", *(PARTNER + one for one in _OF_A_PLAYER))
#: Of a list of people whom an organisation knows.
ROSTER_FIELDS = _OF_A_PLAYER

#: Words of a heading that do not change what it means.
_NOISE = frozenset({"du", "de", "des", "d", "la", "le", "les", "l", "of", "the"})
_FIRST = frozenset({"1", "a", "joueur", "joueuse", "player"})
_SECOND = frozenset({"2", "b", "second", "seconde", "partenaire", "equipier", "coequipier"})
#: Words of headings, by the field that they fill.
_NAMES: dict[str, tuple[str, ...]] = {
    "last_name": ("nom", "nom famille", "last name", "family name", "surname", "patronyme"),
    "first_name": ("prenom", "prenoms", "first name", "given name"),
    WHOLE: (
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
    "pair": ("paire", "n paire", "no paire", "numero paire", "doublette"),
}
#: Taken where no other column fills the field.
_WEAK: dict[str, tuple[str, ...]] = {
    "federation": ("comite", "comite regional", "ligue"),
    "licence": ("numero", "matricule", "id"),
    WHOLE: (
        *("name", "participant", "participants", "contact", "personne", "identite"),
        *("licencie", "inscrit", "inscrits"),
    ),
}
#: Rows among which the heading is looked for: titles and dates stand above it.
_LOOKED_AT = 15


def _by_words(names: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {words: field for field, known in names.items() for words in known}


_STRONG, _WEAKLY = _by_words(_NAMES), _by_words(_WEAK)


@dataclass(frozen=True, slots=True)
class Heading:
    """``number`` of its row in the file, 0 for none; one name per column, empty for none."""

    number: int
    names: tuple[str, ...]

    @property
    def compared(self) -> list[str]:
        """As it is compared with the headings of other files."""
        return [plain(name) for name in self.names]


def field_of(name: str, known: dict[str, str] = _STRONG) -> str:
    """The field that a column of this name fills, empty for none."""
    words = [word for word in _apart(plain(name)) if word not in _NOISE]
    if found := known.get(" ".join(words)):
        return found
    first = [word for word in words if word not in _FIRST]
    rest = [word for word in first if word not in _SECOND]
    prefix = PARTNER if len(rest) < len(first) else ""
    if not rest and words:  # "Joueur 2", "Partenaire"
        return prefix + WHOLE if known is _STRONG and words not in (["1"], ["2"]) else ""
    found = known.get(" ".join(rest), "")
    return prefix + found if not prefix or found in _OF_A_PLAYER else ""


def _apart(name: str) -> list[str]:
    """The words of a heading, a number at the end of one apart: "nom2"."""
    words: list[str] = []
    for word in name.split():
        letters = word.rstrip("0123456789")
        words += [part for part in (letters, word[len(letters) :]) if part]
    return words


def find_heading(rows: Rows) -> Heading:
    """The row in which most columns say what they fill; without any, the first row."""
    looked_at = rows[:_LOOKED_AT]
    best = max(looked_at, key=_said)
    return heading_at(rows, best.number if _said(best) else looked_at[0].number)


def _said(row: FileRow) -> int:
    """How many fields a row names, 0 where nobody's name is among them."""
    found = {field_of(cell) or field_of(cell, _WEAKLY) for cell in row.cells if cell}
    named = found & {"last_name", WHOLE, "first_name"}
    return len(found - {""}) if named else 0


def names_somebody(heading: Heading) -> bool:
    return bool(_said(FileRow(heading.number, list(heading.names))))


def heading_at(rows: Rows, number: int) -> Heading:
    """The heading that stands in row ``number``; 0 or an unknown one: there is none."""
    width = max(len(row.cells) for row in rows)
    row = next((row for row in rows if row.number == number), None)
    cells = row.cells if row else []
    return Heading(number if row else 0, tuple(cells + [""] * (width - len(cells))))


def below(rows: Rows, heading: Heading) -> Rows:
    return [row for row in rows if row.number > heading.number]


def propose(heading: Heading, rows: Rows, known: Sequence[str]) -> list[str]:
    """A field of ``known`` for each column, each at most once; empty for what is left out.

    ``rows``: those below the heading, which tell a name without a heading from nothing.
    """
    fields = [""] * len(heading.names)
    for names in (_STRONG, _WEAKLY):
        for index, name in enumerate(heading.names):
            field = field_of(name, names) if name and not fields[index] else ""
            if field in fields and names is _STRONG:
                field = _second(field, fields)
            if field in known and field not in fields and not _named_twice(field, fields):
                fields[index] = field
    _guess_names(fields, heading, rows, known)
    return fields


def _second(field: str, fields: list[str]) -> str:
    """Of a second column of the same name: the second player's, once he has a name."""
    partner = PARTNER + field
    names = {PARTNER + "last_name", PARTNER + WHOLE}
    return partner if partner in names or names & set(fields) else field


def _named_twice(field: str, fields: list[str]) -> bool:
    """A whole name beside a last name of the same player says nothing more."""
    prefix = PARTNER if field.startswith(PARTNER) else ""
    return field == prefix + WHOLE and prefix + "last_name" in fields


def _guess_names(fields: list[str], heading: Heading, rows: Rows, known: Sequence[str]) -> None:
    """A name whose first name stands in the next column, under a heading that both share, or in
    the same cell."""
    for prefix in ("", PARTNER):
        first, last, whole = prefix + "first_name", prefix + "last_name", prefix + WHOLE
        if first in fields or first not in known:
            continue
        at = next((i for i, field in enumerate(fields) if field in {last, whole}), None)
        if at is None:
            continue
        following = at + 1
        unnamed = following < len(fields) and not heading.names[following]
        if unnamed and filled(rows, following) * 2 > len(rows):
            fields[at], fields[following] = last, first
        elif fields[at] == last and _of_several_words(rows, at):
            fields[at] = whole


def filled(rows: Rows, column: int) -> int:
    """How many rows have text in a column."""
    return sum(len(row.cells) > column and bool(row.cells[column]) for row in rows)


def _of_several_words(rows: Rows, column: int) -> bool:
    several = sum(len(row.cells) > column and " " in row.cells[column] for row in rows)
    return several > 0 and several * 5 >= filled(rows, column) * 4
