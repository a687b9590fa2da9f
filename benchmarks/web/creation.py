"""Creation of the festival and measures of its pages, in a process with its own servers."""

import gc
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor

import django

from benchmarks.people.servers import set_up_django
from benchmarks.web.report import FestivalReport
from config.embedded.services import Urls

#: Processes that play tournaments in parallel.
PROCESSES = 2


def make_and_measure(urls: Urls, people: int, turns: int, rounds: int) -> FestivalReport:
    """Create and measure; ``rounds``: readings of every page, 0 for none."""
    set_up_django(urls)
    from django.db import connection

    from benchmarks.web.festival import Size, make_festival
    from tournament.models import Entry, Game, Score, Turn

    start = time.monotonic()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(PROCESSES, mp_context=context, initializer=django.setup) as pool:
        festival = make_festival(Size(people, turns, min(turns, Size.last_turns)), pool.map)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    counts = [model.objects.count() for model in (Entry, Game, Turn, Score)]
    counts_text = "{} inscriptions, {} parties, {} coups, {} lignes au tableau".format(*counts)
    report = FestivalReport(time.monotonic() - start, counts_text)
    if rounds:
        from benchmarks.web.page_times import measure_all

        gc.collect()
        gc.freeze()  # the creation's objects would slow the collector
        measure_all(festival, rounds, report)
    connection.close()
    return report
