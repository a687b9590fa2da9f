"""Measures the rankings of a simultaneous event: ``make bench-ranking ARGS="--entries 6000"``.

First the pure function alone, in every mode and for every group, by the processor's time of one
process; then the same from PostgreSQL, page and file included, by the clock and by the processor's
time of the web server. The exit status is 1 when the pure function misses its goal.
"""

import sys
import time
from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.table import Table

from benchmarks.live import stage
from benchmarks.ranking.field import field_of
from engine.arguments import Parser
from engine.regulation.editions import EDITIONS
from tournament.core.ranking.field import Trait
from tournament.core.ranking.measures import Measure, RankBy
from tournament.core.ranking.ranking import rank_entries, rank_groups
from tournament.core.ranking.specification import RankingSettings, RankingSpecification
from tournament.core.ranking.table import build_entry_table, list_columns

#: Seconds for the pure function.
GOAL = 0.2
ROUNDS = 5
TIE_BREAKS = (Measure.PLACES, Measure.WINS, Measure.BEST_GAME, Measure.SOLOS)
#: What is ranked: the edition knows every mode.
EDITION = EDITIONS["2019"]
RANKINGS: dict[str, RankingSpecification] = {
    "points": RankingSpecification(),
    "pourcentage": RankingSpecification(RankingSettings(mode=RankBy.PERCENT)),
    "écart au top": RankingSpecification(RankingSettings(mode=RankBy.NEGATIVE)),
    "addition des places": RankingSpecification(RankingSettings(mode=RankBy.PLACES)),
    "points, quatre départages": RankingSpecification(RankingSettings(tie_breaks=TIE_BREAKS)),
    "une série": RankingSpecification(only={Trait.SERIES: "4"}),
    "clubs, les trois meilleurs": RankingSpecification(by=Trait.CLUB),
}


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="benchmarks.ranking", description=__doc__)
    parser.add_argument("--entries", type=int, default=6000, help="participations")
    parser.add_argument("--games", type=int, default=7, help="parties")
    parser.add_argument("--turns", type=int, default=20, help="coups par partie")
    options = parser.parse_args(arguments)
    console = Console()
    what = f"{options.entries} participations, {options.games} parties"
    slowest = _pure(console, what, options.entries, options.games)
    reached = "atteint" if slowest < GOAL else "manqué"
    console.print(f"But : chaque classement en moins de {GOAL * 1000:.0f} ms : {reached}.")
    _read(console, what, options.entries, options.games, options.turns)
    return 0 if slowest < GOAL else 1


def _pure(console: Console, what: str, entries: int, games: int) -> float:
    """Prints what the pure function takes; returns the seconds of the slowest ranking."""
    field = field_of(entries, games)
    numbers = list(range(1, games + 1))
    table = Table(title=f"La fonction pure, {what}")
    table.add_column("classement", no_wrap=True)
    for name in ("classer", "et en tableau"):
        table.add_column(name, justify="right", no_wrap=True)
    slowest = 0.0
    for name, wanted in RANKINGS.items():

        def rank(wanted: RankingSpecification = wanted) -> None:
            rows = rank_entries(field, wanted, EDITION)
            if wanted.by:
                rank_groups(rows, wanted.by, wanted)

        def tabulate(wanted: RankingSpecification = wanted) -> None:
            rows = rank_entries(field, wanted, EDITION)
            build_entry_table(rows, list_columns(wanted, numbers), numbers)

        took = _best(rank, time.process_time)
        slowest = max(slowest, took)
        shown = "" if wanted.by else _ms(_best(tabulate, time.process_time))
        table.add_row(name, _ms(took), shown)
    console.print(table)
    return slowest


def _read(console: Console, what: str, entries: int, games: int, turns: int) -> None:
    """Prints what reading from PostgreSQL takes, and the page and the file that come of it."""
    console.print(f"[dim]… {entries * games * turns} lignes au tableau des scores[/dim]")
    with stage.services() as urls:
        stage.prepare(urls)
        from django.db import connection, reset_queries, transaction
        from django.test import Client

        from benchmarks.ranking.rows import make_tournament
        from tournament.queries.results.ranking import load_ranking_field

        tournament = make_tournament(entries=entries, games=games, turns=turns)
        reset_queries()
        connection.force_debug_cursor = True
        load_ranking_field(tournament)
        queries = len(connection.queries)
        connection.force_debug_cursor = False
        browser, home = Client(HTTP_HOST="localhost"), f"/{tournament.slug}/ranking"
        page, file = f"{home}/", f"{home}.csv"
        sizes = {path: len(browser.get(path).content) for path in (page, file)}

        def anew() -> None:
            with transaction.atomic():  # in which nothing is kept from before
                browser.get(page)

        table = Table(title=f"Depuis PostgreSQL, {what}, {turns} coups")
        for name in ("", "durée", "dont ici", ""):
            table.add_column(name, justify="right" if name else "left", no_wrap=True)
        for name, does, note in (
            ("lire", partial(load_ranking_field, tournament), f"{queries} requêtes"),
            ("la page", partial(browser.get, page), f"{sizes[page] / 1e6:.1f} Mo"),
            ("la page, rien de gardé", anew, ""),
            ("le fichier", partial(browser.get, file), f"{sizes[file] / 1e6:.1f} Mo"),
            ("la page des clubs", partial(browser.get, f"{page}?by=club"), ""),
        ):
            took, here = _best(does, time.perf_counter), _best(does, time.process_time)
            table.add_row(name, _ms(took), _ms(here), note)
        console.print(table)


def _best(does: Callable[[], object], clock: Callable[[], float]) -> float:
    """Seconds of the quickest of some rounds: what it takes where neighbours leave it alone."""
    took = []
    for _ in range(ROUNDS):
        start = clock()
        does()
        took.append(clock() - start)
    return min(took)


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    sys.exit(main())
