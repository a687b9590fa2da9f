"""Measures the rankings of a simultaneous event: ``make bench-ranking ARGS="--entries 6000"``.

First the pure function alone, in every mode and for every group, by the processor's time of one
process; then the same from PostgreSQL, page and file included, by the clock and by the processor's
time of the web server. The exit status is 1 when the pure function misses its goal.
"""

import gzip
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from rich.console import Console

from benchmarks.people.servers import open_services
from benchmarks.report import make_table, print_goal
from engine.arguments import FrenchArgumentParser
from engine.regulation.editions import EDITIONS
from tournament.core.ranking.measures import Measure, RankBy
from tournament.core.ranking.ranking import rank_entries, rank_groups
from tournament.core.ranking.ranking_input import ABSENT, Entrant, GameResult, RankingInput, Trait
from tournament.core.ranking.specification import RankingSettings, RankingSpecification
from tournament.core.ranking.table import build_entry_table, list_columns

if TYPE_CHECKING:
    from tournament.models import Tournament

#: Seconds for the pure function.
GOAL_S = 0.2
ROUNDS = 5
TIE_BREAKS = (Measure.PLACES, Measure.WINS, Measure.BEST_GAME, Measure.SOLOS)
#: The specifications measured; this edition has every mode.
EDITION = EDITIONS["2019"]
RANKINGS: dict[str, RankingSpecification] = {
    "points": RankingSpecification(),
    "pourcentage": RankingSpecification(RankingSettings(mode=RankBy.PERCENT)),
    "écart au top": RankingSpecification(RankingSettings(mode=RankBy.NEGATIVE)),
    "addition des places": RankingSpecification(RankingSettings(mode=RankBy.PLACES)),
    "points, quatre départages": RankingSpecification(RankingSettings(tie_breaks=TIE_BREAKS)),
    "une série": RankingSpecification(group_filter={Trait.SERIES: "4"}),
    "clubs, les trois meilleurs": RankingSpecification(grouped_by=Trait.CLUB),
}
CLUBS, SERIES, COUNTRIES = 300, 7, 12
MAX_SCORE = 1000
#: Every entry on every turn, one in thirty-one absent from a game, in one statement.
SCORES = """
INSERT INTO tournament_score
    (turn_id, entry_id, points, gross, sanction, average, warnings, word, ref, article)
SELECT turn.id, entry.id, value, value, 'none', FALSE, (value % 50 = 0)::int, 'MOT', 'H8', ''
FROM tournament_turn turn
CROSS JOIN tournament_entry entry
CROSS JOIN LATERAL (
    SELECT (hashtextextended(turn.id || '-' || entry.id, 0) & 63)::int AS value
) AS drawn
WHERE (entry.id + turn.game_id) % 31 <> 0
"""

#: Name, action and note.
type Reading = tuple[str, Callable[[], Any], str]


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.ranking", description=__doc__)
    parser.add_argument("--entries", type=int, default=6000, help="participations")
    parser.add_argument("--games", type=int, default=7, help="parties")
    parser.add_argument("--turns", type=int, default=20, help="coups par partie")
    options = parser.parse_args(arguments)
    console = Console()
    size = f"{options.entries} participations, {options.games} parties"
    slowest = measure_pure(console, size, options.entries, options.games)
    goal = f"chaque classement en moins de {GOAL_S * 1000:.0f} ms"
    status = print_goal(console, goal, is_reached=slowest < GOAL_S)
    measure_reading(console, size, options.entries, options.games, options.turns)
    return status


def measure_pure(console: Console, size: str, entries: int, games: int) -> float:
    """Print the times of the pure function; return the seconds of the slowest ranking."""
    ranking_input = make_ranking_input(entries, games)
    numbers = list(range(1, games + 1))
    columns = ("classement", ">classer", ">et en tableau")
    table = make_table(f"La fonction pure, {size}", *columns, no_wrap=True)
    slowest = 0.0
    for name, specification in RANKINGS.items():

        def rank(specification: RankingSpecification = specification) -> None:
            rows = rank_entries(ranking_input, specification, EDITION)
            if specification.grouped_by:
                rank_groups(rows, specification.grouped_by, specification)

        def tabulate(specification: RankingSpecification = specification) -> None:
            rows = rank_entries(ranking_input, specification, EDITION)
            build_entry_table(rows, list_columns(specification, numbers), numbers)

        elapsed = measure_best(rank, time.process_time)
        slowest = max(slowest, elapsed)
        tabulating = (
            "" if specification.grouped_by else format_ms(measure_best(tabulate, time.process_time))
        )
        table.add_row(name, format_ms(elapsed), tabulating)
    console.print(table)
    return slowest


def measure_reading(console: Console, size: str, entries: int, games: int, turns: int) -> None:
    """Print the times of reading from PostgreSQL, of the page and of the file."""
    console.print(f"[dim]… {entries * games * turns} lignes au tableau des scores[/dim]")
    with open_services():
        from django.db import connection, reset_queries

        from tournament.queries.results.ranking import load_ranking_data

        tournament = make_tournament(entries=entries, games=games, turns=turns)
        reset_queries()
        connection.force_debug_cursor = True
        load_ranking_data(tournament)
        queries = len(connection.queries)
        connection.force_debug_cursor = False
        title = f"Depuis PostgreSQL, {size}, {turns} coups"
        table = make_table(title, "", ">durée", ">dont ici", "", no_wrap=True)
        reading: Reading = ("lire", partial(load_ranking_data, tournament), f"{queries} requêtes")
        for name, action, note in [reading, *list_page_readings(tournament)]:
            clocks = (time.perf_counter, time.process_time)
            times = [format_ms(measure_best(action, clock)) for clock in clocks]
            table.add_row(name, *times, note)
        console.print(table)


def describe_size(content: bytes) -> str:
    compressed = len(gzip.compress(content))
    return f"{len(content) / 1e3:.0f} ko, {compressed / 1e3:.0f} compressés"


def list_page_readings(tournament: "Tournament") -> list[Reading]:
    """Return the readings of the public page and of the file."""
    from django.test import Client

    browser, home = Client(HTTP_HOST="localhost"), f"/{tournament.slug}/ranking"
    page, file = f"{home}/", f"{home}.csv"
    first, size = browser.get(page), len(browser.get(file).content)
    poll = {"If-None-Match": first["ETag"]}
    addresses = (f"{page}?read={number}" for number in count())
    rest = f"{page}rows/?from=501"
    part = browser.get(rest)
    return [
        ("la page", partial(browser.get, page), describe_size(first.content)),
        ("relue, inchangée", partial(browser.get, page, headers=poll), "sans corps"),
        ("la suite", partial(browser.get, rest), describe_size(part.content)),
        ("la page, rien de gardé", lambda: browser.get(next(addresses)), ""),
        ("le fichier", partial(browser.get, file), f"{size / 1e6:.1f} Mo"),
        ("la page des clubs", partial(browser.get, f"{page}?by=club"), ""),
    ]


def measure_best(action: Callable[[], object], clock: Callable[[], float]) -> float:
    """Return the seconds of the fastest of ``ROUNDS`` runs, least disturbed by other load."""
    times = []
    for _ in range(ROUNDS):
        start = clock()
        action()
        times.append(clock() - start)
    return min(times)


def format_ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


def make_ranking_input(entries: int, games: int, *, seed: int = 2023) -> RankingInput[int]:
    """Return results like a big event's: series, clubs, some absences."""
    rng = Random(seed)  # noqa: S311 - results to measure with

    def draw_result() -> GameResult:
        if rng.random() < 0.03:
            return ABSENT
        points, solos = rng.randint(300, MAX_SCORE), int(rng.random() < 0.01)
        bonus = 10 * solos
        return GameResult(points + bonus, points, solos, bonus, warnings=rng.randint(0, 3))

    def make_entrant(number: int) -> Entrant[int]:
        results = [draw_result() for _ in range(games)]
        traits = {
            Trait.CLUB: f"Club {number % CLUBS}",
            Trait.SERIES: str(1 + number % SERIES),
            Trait.COUNTRY: f"Pays {number % COUNTRIES}",
        }
        return Entrant(
            key=number, results=results, table=number, name=f"Joueur {number}", traits=traits,
            is_pair=number % 50 == 0,
        )  # fmt: skip

    entrants = [make_entrant(number) for number in range(1, entries + 1)]
    return RankingInput([MAX_SCORE + game for game in range(games)], entrants)


def make_tournament(*, entries: int, games: int, turns: int) -> "Tournament":
    """Create the rows of a big tournament that was played."""
    from django.db import connection

    from benchmarks.people.room import make_room_rows
    from tournament.core.events import EventKind
    from tournament.core.states import GameState, TurnState
    from tournament.models import Entry, Game, Journal, Player, Turn

    room, now = make_room_rows("simultane", entries), datetime.now(UTC)
    players = Player.objects.bulk_create(
        Player(
            tournament=room.tournament, last_name=f"Joueur {number}", club=f"Club {number % CLUBS}",
            series=str(1 + number % SERIES), country=f"Pays {number % COUNTRIES}",
            birth_year=1950 + number % 60,
        )
        for number in range(1, entries + 1)
    )  # fmt: skip
    links = Entry.players.through
    links.objects.bulk_create(
        links(entry_id=entry.pk, player_id=player.pk)
        for entry, player in zip(room.entries, players, strict=True)
    )
    for number in range(1, games + 1):
        game = Game.objects.create(
            tournament=room.tournament, number=number, state=GameState.FINISHED, seq=1,
            started_at=now, finished_at=now,
        )  # fmt: skip
        Journal.objects.create(game=game, seq=1, kind=EventKind.GAME_CHANGED, at=now)
        Turn.objects.bulk_create(
            Turn(
                game=game, ordinal=ordinal, number=ordinal, state=TurnState.DONE, drawn="ABCDEFG",
                word="MOT", ref="H8", score=64, corrected_at=now,
            )
            for ordinal in range(1, turns + 1)
        )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(SCORES)
        cursor.execute("ANALYZE")
    return room.tournament


if __name__ == "__main__":
    sys.exit(main())
