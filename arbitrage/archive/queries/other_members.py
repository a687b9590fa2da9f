"""The members of an archive that are more than the columns of a row."""

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping

from django.db.models import Model

from arbitrage.archive.core.matches import STANDING_COUNTS
from arbitrage.archive.core.play import RANKED_SUMS
from arbitrage.archive.core.row import Reference, RowColumn
from arbitrage.archive.queries.lines import ArchiveLine, ArchiveSource
from arbitrage.archive.queries.member_tables import ENTRY_COLUMNS, GAME_COLUMNS, TOURNAMENT_COLUMNS
from arbitrage.archive.queries.natural_keys import NaturalKeys
from arbitrage.archive.queries.unfinished import has_open_tables
from tournament.classic.queries.rounds import load_rounds_data
from tournament.core.files.cells import remove_invisible
from tournament.core.ranking.ranking import RankedEntry, rank_entries
from tournament.core.ranking.specification import RankingSpecification
from tournament.core.states import OVER_GAME_STATES, Discipline
from tournament.models import BigScreen, Entry, Game, Solutions
from tournament.queries.results.ranking import load_ranking_data
from tournament.queries.results.tops import build_solutions_line, get_commitment
from tournament.queries.seal import compute_seal


def list_organisation_line(
    source: ArchiveSource, _natural_keys: NaturalKeys
) -> Iterator[ArchiveLine]:
    organisation = source.tournament.organisation
    yield {
        "organisation": remove_invisible(organisation.name),
        "address": source.tournament.slug,
        "time_zone": organisation.time_zone,
        "paper": organisation.paper,
    }


def list_tournament_line(source: ArchiveSource, natural_keys: NaturalKeys) -> Iterator[ArchiveLine]:
    screen = _build_screen(BigScreen.objects.filter(tournament=source.tournament).first())
    yield _write_columns(TOURNAMENT_COLUMNS, source.tournament, natural_keys) | {"screen": screen}


def _write_columns(
    columns: Iterable[RowColumn], row: Model, natural_keys: NaturalKeys
) -> ArchiveLine:
    values = {column: getattr(row, column.source) for column in columns}
    return {
        column.name: column.write(value, natural_keys.find_natural_key)
        for column, value in values.items()
    }


def _build_screen(screen: BigScreen | None) -> ArchiveLine | None:
    if screen is None:
        return None
    logo = b64encode(bytes(screen.logo)).decode() if screen.logo else None
    return {"scene": screen.scene, "logo": logo, "logo_kind": screen.logo_kind}


def list_table_accesses(source: ArchiveSource, _natural_keys: NaturalKeys) -> Iterator[ArchiveLine]:
    """Yield codes and links of the tables while somebody may still open a table with them."""
    if not has_open_tables(source):
        return
    for number, code, key in source.tournament.tables.values_list("number", "code", "key"):
        yield {"table": number, "code": code, "key": key}


def list_entry_lines(source: ArchiveSource, natural_keys: NaturalKeys) -> Iterator[ArchiveLine]:
    players: defaultdict[int, list[str]] = defaultdict(list)
    entry_players = Entry.players.through.objects.filter(entry__tournament=source.tournament)
    for entry, player in entry_players.order_by("pk").values_list("entry", "player__uid"):
        players[entry].append(str(player))
    for row in source.tournament.entries.order_by("pk"):
        yield _write_columns(ENTRY_COLUMNS, row, natural_keys) | {"players": players[row.pk]}


def _list_games(source: ArchiveSource) -> list[Game]:
    rows = source.tournament.games.select_related("tournament")
    rows = rows.defer("word_list__content").select_related("word_list")
    if source.turn is not None:
        rows = rows.filter(pk=source.turn.game_id)
    return list(rows.order_by("number"))


def list_game_lines(source: ArchiveSource, natural_keys: NaturalKeys) -> Iterator[ArchiveLine]:
    for game in _list_games(source):
        line = _write_columns(GAME_COLUMNS, game, natural_keys)
        if source.turn is not None and game.state not in OVER_GAME_STATES:
            line |= {"seed": None, "script": None}
        words = game.word_list
        ordinals = [
            natural_keys.find_natural_key(Reference.TURN, turn) for turn in game.dirty_turns
        ]
        yield line | {
            "commitment": get_commitment(game),
            "seal": compute_seal(game),
            "word_list": {"checksum": words.checksum, "count": words.count} if words else None,
            "dirty_turns": [turn[1] for turn in ordinals if turn],
        }


def list_solution_lines(source: ArchiveSource, natural_keys: NaturalKeys) -> Iterator[ArchiveLine]:
    rows = Solutions.objects.filter(turn__game__tournament=source.tournament)
    if source.turn is not None:
        rows = rows.filter(turn=source.turn)
    for row in rows.defer("moves").order_by("turn__game__number", "turn__ordinal"):
        game, turn = natural_keys.find_natural_key(Reference.TURN, row.turn_id)
        yield {"game": game, "turn": turn, **build_solutions_line(row)}


def list_standing_lines(source: ArchiveSource, natural_keys: NaturalKeys) -> Iterator[ArchiveLine]:
    """Yield the ranking of each game that was begun, then the general one."""
    if source.turn is not None:
        return
    ranking_data = load_ranking_data(source.tournament, full_names=True)
    edition = source.tournament.regulation
    for position, game in enumerate(ranking_data.games):
        specification = RankingSpecification(ranking_data.settings, games=(position,))
        for row in rank_entries(ranking_data.ranking_input, specification, edition):
            yield _build_standing_line(row, game.number, natural_keys)
    for row in rank_entries(
        ranking_data.ranking_input, RankingSpecification(ranking_data.settings), edition
    ):
        yield _build_standing_line(row, None, natural_keys)


def _build_standing_line(
    row: RankedEntry[int], game: int | None, natural_keys: NaturalKeys
) -> ArchiveLine:
    sums = {name: getattr(row.totals, name) for name in RANKED_SUMS}
    entry = natural_keys.find_natural_key(Reference.ENTRY, row.key)
    return {"game": game, "rank": row.rank, "entry": entry, "games": list(row.games), **sums}


def list_match_standing_lines(
    source: ArchiveSource, _natural_keys: NaturalKeys
) -> Iterator[ArchiveLine]:
    """Yield the standings of a classic tournament after its finished rounds."""
    if source.turn is not None or source.tournament.discipline != Discipline.CLASSIC:
        return
    rounds_data = load_rounds_data(source.tournament, finished=True)
    if rounds_data.rounds:
        for row in rounds_data.standings:
            values = {str(measure): value for measure, value in row.values.items()}
            counts = {name: getattr(row, name) for name in STANDING_COUNTS}
            entry = str(rounds_data.entries[row.key].uid)
            yield {"rank": row.rank, "entry": entry, "values": values, **counts}


OTHER_MEMBERS: Mapping[str, Callable[[ArchiveSource, NaturalKeys], Iterator[ArchiveLine]]] = {
    "house": list_organisation_line,
    "tournament": list_tournament_line,
    "ways_in": list_table_accesses,
    "entries": list_entry_lines,
    "games": list_game_lines,
    "solutions": list_solution_lines,
    "standings": list_standing_lines,
    "match_standings": list_match_standing_lines,
}
