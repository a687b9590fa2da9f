"""The members of an archive that are more than the fields of a row."""

from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from arbitrage.archive.queries.lines import Extent, KeptLine
from arbitrage.archive.queries.names import Named, Names
from arbitrage.archive.queries.unfinished import goes_on
from tournament.core.canonical import as_text
from tournament.core.ranking.ranking import Ranked, ranking
from tournament.core.ranking.wanted import Wanted
from tournament.core.states import OVER
from tournament.models import BigScreen, Entry, Game, Solutions
from tournament.queries.results.ranking import ranking_field
from tournament.queries.results.tops import commitment_of, line_of_solutions
from tournament.queries.seal import seal_of

_TOURNAMENT = (
    *(
        "name",
        "state",
        "venue",
        "edition",
        "discipline",
        "classic",
        "lexicon",
        "confirm_clean",
        "confirm_refused",
    ),
    *("plays_on", "time_zone", "paper", "short_minors", "ranking", "publicity"),
)
_GAME = (
    *("number", "kind", "settles", "state", "format", "time_s", "turn_time_s"),
    *("warn_s", "source", "seed", "script", "extra_words", "refused"),
    *("end_reason", "end_article", "seq", "heads"),
)
_MOMENTS = ("started_at", "interrupted_at", "resumes_at", "finished_at")
_SUMS = ("total", "points", "solos", "bonus", "warnings", "deduction", "averages")


def house(wanted: Extent, _names: Names) -> Iterator[KeptLine]:
    organisation = wanted.tournament.organisation
    yield {
        "organisation": organisation.name,
        "address": wanted.tournament.slug,
        "time_zone": organisation.time_zone,
        "paper": organisation.paper,
    }


def tournament(wanted: Extent, _names: Names) -> Iterator[KeptLine]:
    one = wanted.tournament
    yield {name: getattr(one, name) for name in _TOURNAMENT} | {
        "uid": str(one.uid),
        "starts_on": one.starts_on.isoformat(),
        "links_valid_until": as_text(one.links_valid_until),
        "created_at": as_text(one.created_at),
        "screen": _screen(BigScreen.objects.filter(tournament=one).first()),
    }


def _screen(screen: BigScreen | None) -> KeptLine | None:
    if screen is None:
        return None
    logo = b64encode(bytes(screen.logo)).decode() if screen.logo else None
    return {"scene": screen.scene, "logo": logo, "logo_kind": screen.logo_kind}


def ways_in(wanted: Extent, _names: Names) -> Iterator[KeptLine]:
    """Codes and links of the tables, as long as somebody is to come in by them."""
    if not goes_on(wanted):
        return
    for number, code, key in wanted.tournament.tables.values_list("number", "code", "key"):
        yield {"table": number, "code": code, "key": key}


def entries(wanted: Extent, names: Names) -> Iterator[KeptLine]:
    players: defaultdict[int, list[str]] = defaultdict(list)
    seats = Entry.players.through.objects.filter(entry__tournament=wanted.tournament)
    for entry, player in seats.order_by("pk").values_list("entry", "player__uid"):
        players[entry].append(str(player))
    for one in wanted.tournament.entries.select_related("team").order_by("pk"):
        yield {
            "uid": str(one.uid),
            "name": one.name,
            "table": names.of(Named.TABLE, one.table_id),
            "players": players[one.pk],
            "team": one.team.name if one.team else None,
            "withdrawn": one.withdrawn,
            "checked_in_at": as_text(one.checked_in_at) if one.checked_in_at else None,
            "imported": names.of(Named.IMPORT, one.imported_id),
            "plays_on": one.plays_on,
        }


def _games(wanted: Extent) -> list[Game]:
    rows = wanted.tournament.games.select_related("tournament")
    rows = rows.defer("word_list__content").select_related("word_list")
    if wanted.turn is not None:
        rows = rows.filter(pk=wanted.turn.game_id)
    return list(rows.order_by("number"))


def games(wanted: Extent, names: Names) -> Iterator[KeptLine]:
    for game in _games(wanted):
        line = {name: getattr(game, name) for name in _GAME}
        moments = {name: getattr(game, name) for name in _MOMENTS}
        if wanted.turn is not None and game.state not in OVER:
            line |= {"seed": None, "script": None}
        words = game.word_list
        ordinals = [names.of(Named.TURN, turn) for turn in game.dirty_turns]
        yield line | {
            **{name: as_text(at) if at else None for name, at in moments.items()},
            "uid": str(game.uid),
            "commitment": commitment_of(game),
            "seal": seal_of(game),
            "word_list": {"checksum": words.checksum, "count": words.count} if words else None,
            "judge_plays": names.of(Named.ENTRY, game.judge_plays_id),
            "dirty_turns": [turn[1] for turn in ordinals if turn],
        }


def solutions(wanted: Extent, names: Names) -> Iterator[KeptLine]:
    rows = Solutions.objects.filter(turn__game__tournament=wanted.tournament)
    if wanted.turn is not None:
        rows = rows.filter(turn=wanted.turn)
    for row in rows.defer("moves").order_by("turn__game__number", "turn__ordinal"):
        game, turn = names.of(Named.TURN, row.turn_id)
        yield {"game": game, "turn": turn, **line_of_solutions(row)}


def standings(wanted: Extent, names: Names) -> Iterator[KeptLine]:
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


def _standing(row: Ranked[int], game: int | None, names: Names) -> KeptLine:
    sums = {name: getattr(row.line, name) for name in _SUMS}
    entry = names.of(Named.ENTRY, row.key)
    return {"game": game, "rank": row.rank, "entry": entry, "games": list(row.games), **sums}


SPECIAL: Mapping[str, Callable[[Extent, Names], Iterator[KeptLine]]] = {
    "house": house,
    "tournament": tournament,
    "ways_in": ways_in,
    "entries": entries,
    "games": games,
    "solutions": solutions,
    "standings": standings,
}
