"""The members of an archive that are more than the fields of a row."""

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from django.db.models import Model

from arbitrage.archive.core.row import Reference, RowColumn
from arbitrage.archive.queries.lines import ArchiveLine, Extent
from arbitrage.archive.queries.member_tables import ENTRY_COLUMNS, GAME_COLUMNS, TOURNAMENT_COLUMNS
from arbitrage.archive.queries.names import Names
from arbitrage.archive.queries.unfinished import goes_on
from tournament.core.ranking.ranking import Ranked, ranking
from tournament.core.ranking.specification import Wanted
from tournament.core.states import OVER
from tournament.models import BigScreen, Entry, Game, Solutions
from tournament.queries.results.ranking import ranking_field
from tournament.queries.results.tops import commitment_of, line_of_solutions
from tournament.queries.seal import seal_of

_SUMS = ("total", "points", "solos", "bonus", "warnings", "deduction", "averages")


def house(wanted: Extent, _names: Names) -> Iterator[ArchiveLine]:
    organisation = wanted.tournament.organisation
    yield {
        "organisation": organisation.name,
        "address": wanted.tournament.slug,
        "time_zone": organisation.time_zone,
        "paper": organisation.paper,
    }


def tournament(wanted: Extent, names: Names) -> Iterator[ArchiveLine]:
    screen = _screen(BigScreen.objects.filter(tournament=wanted.tournament).first())
    yield _write(TOURNAMENT_COLUMNS, wanted.tournament, names) | {"screen": screen}


def _write(columns: Iterable[RowColumn], row: Model, names: Names) -> ArchiveLine:
    values = {column: getattr(row, column.source) for column in columns}
    return {column.name: column.write(value, names.name_of) for column, value in values.items()}


def _screen(screen: BigScreen | None) -> ArchiveLine | None:
    if screen is None:
        return None
    logo = b64encode(bytes(screen.logo)).decode() if screen.logo else None
    return {"scene": screen.scene, "logo": logo, "logo_kind": screen.logo_kind}


def ways_in(wanted: Extent, _names: Names) -> Iterator[ArchiveLine]:
    """Codes and links of the tables, as long as somebody is to come in by them."""
    if not goes_on(wanted):
        return
    for number, code, key in wanted.tournament.tables.values_list("number", "code", "key"):
        yield {"table": number, "code": code, "key": key}


def entries(wanted: Extent, names: Names) -> Iterator[ArchiveLine]:
    players: defaultdict[int, list[str]] = defaultdict(list)
    seats = Entry.players.through.objects.filter(entry__tournament=wanted.tournament)
    for entry, player in seats.order_by("pk").values_list("entry", "player__uid"):
        players[entry].append(str(player))
    for row in wanted.tournament.entries.order_by("pk"):
        yield _write(ENTRY_COLUMNS, row, names) | {"players": players[row.pk]}


def _games(wanted: Extent) -> list[Game]:
    rows = wanted.tournament.games.select_related("tournament")
    rows = rows.defer("word_list__content").select_related("word_list")
    if wanted.turn is not None:
        rows = rows.filter(pk=wanted.turn.game_id)
    return list(rows.order_by("number"))


def games(wanted: Extent, names: Names) -> Iterator[ArchiveLine]:
    for game in _games(wanted):
        line = _write(GAME_COLUMNS, game, names)
        if wanted.turn is not None and game.state not in OVER:
            line |= {"seed": None, "script": None}
        words = game.word_list
        ordinals = [names.name_of(Reference.TURN, turn) for turn in game.dirty_turns]
        yield line | {
            "commitment": commitment_of(game),
            "seal": seal_of(game),
            "word_list": {"checksum": words.checksum, "count": words.count} if words else None,
            "dirty_turns": [turn[1] for turn in ordinals if turn],
        }


def solutions(wanted: Extent, names: Names) -> Iterator[ArchiveLine]:
    rows = Solutions.objects.filter(turn__game__tournament=wanted.tournament)
    if wanted.turn is not None:
        rows = rows.filter(turn=wanted.turn)
    for row in rows.defer("moves").order_by("turn__game__number", "turn__ordinal"):
        game, turn = names.name_of(Reference.TURN, row.turn_id)
        yield {"game": game, "turn": turn, **line_of_solutions(row)}


def standings(wanted: Extent, names: Names) -> Iterator[ArchiveLine]:
    """Of each game that was begun, and of all together."""
    if wanted.turn is not None:
        return
    field = ranking_field(wanted.tournament, whole_names=True)
    edition = wanted.tournament.regulation
    for position, game in enumerate(field.games):
        asked = Wanted(field.settings, games=(position,))
        for row in ranking(field.field, asked, edition):
            yield _standing(row, game.number, names)
    for row in ranking(field.field, Wanted(field.settings), edition):
        yield _standing(row, None, names)


def _standing(row: Ranked[int], game: int | None, names: Names) -> ArchiveLine:
    sums = {name: getattr(row.line, name) for name in _SUMS}
    entry = names.name_of(Reference.ENTRY, row.key)
    return {"game": game, "rank": row.rank, "entry": entry, "games": list(row.games), **sums}


SPECIAL: Mapping[str, Callable[[Extent, Names], Iterator[ArchiveLine]]] = {
    "house": house,
    "tournament": tournament,
    "ways_in": ways_in,
    "entries": entries,
    "games": games,
    "solutions": solutions,
    "standings": standings,
}
