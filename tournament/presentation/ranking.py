"""Rankings in French: modes, heads of columns, what is in a cell."""

from collections.abc import Mapping
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from tournament.core.ranking.field import Kind, Trait
from tournament.core.ranking.measures import Measure, RankBy, Value
from tournament.core.ranking.specification import ColumnChoice, Shown
from tournament.core.ranking.table import Fixed, RankingColumn

MODE_NAMES: Mapping[RankBy, Promise] = {
    RankBy.POINTS: _("Points"),
    RankBy.PERCENT: _("Pourcentage du top"),
    RankBy.NEGATIVE: _("Écart au top (négatif)"),
    RankBy.PLACES: _("Addition des places"),
}
MEASURE_NAMES: Mapping[Measure, Promise] = {
    Measure.TOTAL: _("Total"),
    Measure.PERCENT: _("% du top"),
    Measure.PERCENT_PLAYED: _("% des parties jouées"),
    Measure.NEGATIVE: _("Écart au top"),
    Measure.PLACES: _("Somme des places"),
    Measure.WINS: _("Parties gagnées"),
    Measure.BEST_GAME: _("Meilleure partie"),
    Measure.LAST_GAME: _("Dernière partie"),
    Measure.POINTS: _("Points"),
    Measure.SOLOS: _("Solos"),
    Measure.BONUS: _("Bonification"),
    Measure.WARNINGS: _("Avertissements"),
    Measure.DEDUCTION: _("Retrait"),
    Measure.AVERAGES: _("Moyennes"),
    Measure.PLAYED: _("Parties jouées"),
}
#: How a measure separates equal ones.
TIE_BREAK_NAMES: Mapping[Measure, Promise] = {
    Measure.PLACES: _("la plus petite somme des places"),
    Measure.WINS: _("le plus de parties gagnées"),
    Measure.BEST_GAME: _("la meilleure partie"),
    Measure.LAST_GAME: _("la dernière partie"),
    Measure.SOLOS: _("le plus de solos"),
    Measure.WARNINGS: _("le moins d’avertissements"),
    Measure.TOTAL: _("le total des points"),
    Measure.PERCENT_PLAYED: _("le pourcentage des parties jouées"),
    Measure.PLAYED: _("le plus de parties jouées"),
}
TRAIT_NAMES: Mapping[Trait, Promise] = {
    Trait.SERIES: _("Série"),
    Trait.CATEGORY: _("Catégorie"),
    Trait.CLUB: _("Club"),
    Trait.FEDERATION: _("Fédération"),
    Trait.COUNTRY: _("Pays"),
    Trait.TEAM: _("Équipe"),
}
#: The groups that a ranking is of.
GROUP_NAMES: Mapping[Trait, Promise] = {
    Trait.SERIES: _("Séries"),
    Trait.CATEGORY: _("Catégories"),
    Trait.CLUB: _("Clubs"),
    Trait.FEDERATION: _("Fédérations"),
    Trait.COUNTRY: _("Pays"),
    Trait.TEAM: _("Équipes"),
}
KIND_NAMES: Mapping[Kind, Promise] = {
    Kind.ALL: _("Tous"),
    Kind.SINGLES: _("Individuels"),
    Kind.PAIRS: _("Paires"),
}
_FIXED_NAMES: Mapping[Fixed, Promise] = {
    Fixed.RANK: _("Rang"),
    Fixed.OVERALL: _("Rang général"),
    Fixed.NAME: _("Joueur"),
    Fixed.TABLE: _("Table"),
    Fixed.MEMBERS: _("Classés"),
    Fixed.COUNTED: _("Comptent"),
    Fixed.LICENCE: _("Licence"),
    Fixed.SETTLED: _("Mort subite"),
}
#: Heads of what there is a column of for every game, in full and short.
_OF_GAMES: Mapping[Fixed | ColumnChoice, tuple[Promise, Promise]] = {
    Shown.GAMES: (_("Partie %(number)s"), _("P%(number)s")),
    Fixed.PLACE: (_("Place, partie %(number)s"), _("Pl. %(number)s")),
}
#: Where the head of a column is longer than what is below it.
_SHORT: Mapping[Fixed | ColumnChoice, Promise] = {
    Fixed.OVERALL: _("Gén."),
    Measure.BONUS: _("Bonif."),
    Measure.WARNINGS: _("Avert."),
    Measure.PLACES: _("Places"),
}


def column_name(column: ColumnChoice) -> Promise:
    """What an organiser chooses a column by."""
    match column:
        case Shown.GAMES:
            return _("Total de chaque partie")
        case Shown():
            return TRAIT_NAMES[Trait(column.value)]
        case _:
            return MEASURE_NAMES[column]


def head_of(
    column: RankingColumn, *, by: Trait | None, provisional: bool, short: bool = False
) -> str:
    """The head of a column in a ranking of entries, or of the groups ``by``."""
    what = column.what
    if column.game is not None:
        return str(_OF_GAMES[what][short]) % {"number": column.game}
    if what is Measure.TOTAL and provisional:
        return gettext("Total prov.") if short else gettext("Total provisoire")
    if what is Fixed.NAME and by:
        return str(TRAIT_NAMES[by])
    if short and what in _SHORT:
        return str(_SHORT[what])
    return str(_FIXED_NAMES[what] if isinstance(what, Fixed) else column_name(what))


def in_words(column: RankingColumn, value: Value | str) -> str:
    """What a reader sees of a value: a comma, a real minus sign, a dash for what is not there."""
    match value:
        case None:
            return "–"
        case str():
            return value
        case Decimal():
            return str(value).replace(".", ",").replace("-", "−")
    taken = column.what is Measure.DEDUCTION and value > 0
    return f"−{value}" if taken else str(value).replace("-", "−")
