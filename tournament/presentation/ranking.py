"""French words of rankings: modes, column heads, values."""

from collections.abc import Mapping
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from tournament.core.ranking.measures import Measure, RankBy, Value
from tournament.core.ranking.ranking_input import EntryKind, Trait
from tournament.core.ranking.specification import ColumnChoice, EntryColumn
from tournament.core.ranking.table import FixedColumn, RankingColumn

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
#: How each measure breaks a tie.
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
    Trait.CENTRE: _("Centre"),
}
#: Names of the groups that can be ranked.
RANKED_GROUP_NAMES: Mapping[Trait, Promise] = {
    Trait.SERIES: _("Séries"),
    Trait.CATEGORY: _("Catégories"),
    Trait.CLUB: _("Clubs"),
    Trait.FEDERATION: _("Fédérations"),
    Trait.COUNTRY: _("Pays"),
    Trait.TEAM: _("Équipes"),
    Trait.CENTRE: _("Centres"),
}
ENTRY_KIND_NAMES: Mapping[EntryKind, Promise] = {
    EntryKind.ALL: _("Tous"),
    EntryKind.SINGLES: _("Individuels"),
    EntryKind.PAIRS: _("Paires"),
}
_FIXED_NAMES: Mapping[FixedColumn, Promise] = {
    FixedColumn.RANK: _("Rang"),
    FixedColumn.OVERALL: _("Rang général"),
    FixedColumn.CENTRE_RANK: _("Rang dans le centre"),
    FixedColumn.NAME: _("Joueur"),
    FixedColumn.TABLE: _("Table"),
    FixedColumn.MEMBERS: _("Classés"),
    FixedColumn.COUNTED: _("Comptent"),
    FixedColumn.LICENCE: _("Licence"),
    FixedColumn.SETTLED: _("Mort subite"),
}
#: Heads of the columns that exist once per game, in full and short.
_GAME_COLUMNS: Mapping[FixedColumn | ColumnChoice, tuple[Promise, Promise]] = {
    EntryColumn.GAMES: (_("Partie %(number)s"), _("P%(number)s")),
    FixedColumn.PLACE: (_("Place, partie %(number)s"), _("Pl. %(number)s")),
}
#: Short heads for columns whose values are shorter than their full head.
_SHORT_NAMES: Mapping[FixedColumn | ColumnChoice, Promise] = {
    FixedColumn.OVERALL: _("Gén."),
    FixedColumn.CENTRE_RANK: _("Rg centre"),
    Measure.BONUS: _("Bonif."),
    Measure.WARNINGS: _("Avert."),
    Measure.PLACES: _("Places"),
}


def get_column_name(column: ColumnChoice) -> Promise:
    """Return the name by which an organiser chooses a column."""
    match column:
        case EntryColumn.GAMES:
            return _("Total de chaque partie")
        case EntryColumn():
            return TRAIT_NAMES[Trait(column.value)]
        case _:
            return MEASURE_NAMES[column]


def get_column_heading(
    column: RankingColumn,
    *,
    by: Trait | None,
    provisional: bool,
    unverified: bool = False,
    short: bool = False,
) -> str:
    """Return the head of a column, in a ranking of entries or of the groups ``by``;
    ``unverified``: in a file, which has no place for the sentence about it."""
    content = column.content
    if column.game is not None:
        return str(_GAME_COLUMNS[content][short]) % {"number": column.game}
    if content is Measure.TOTAL and unverified:
        return (
            gettext("Total provisoire, non vérifié")
            if provisional
            else gettext("Total non vérifié")
        )
    if content is Measure.TOTAL and provisional:
        return gettext("Total prov.") if short else gettext("Total provisoire")
    if content is FixedColumn.NAME and by:
        return str(TRAIT_NAMES[by])
    if short and content in _SHORT_NAMES:
        return str(_SHORT_NAMES[content])
    return str(
        _FIXED_NAMES[content] if isinstance(content, FixedColumn) else get_column_name(content)
    )


def format_value(column: RankingColumn, value: Value | str) -> str:
    """Return a value as text: a decimal comma, a real minus sign, a dash for None."""
    match value:
        case None:
            return "–"
        case str():
            return value
        case Decimal():
            return str(value).replace(".", ",").replace("-", "−")
    is_deducted = column.content is Measure.DEDUCTION and value > 0
    return f"−{value}" if is_deducted else str(value).replace("-", "−")
