"""The festival made and its pages measured, in a process whose servers are its own."""

import gc
import multiprocessing
import time
from concurrent.futures import ProcessPoolExecutor

import django

from benchmarks.people.servers import set_up_django
from benchmarks.web.report import Made
from config.embedded.services import Urls

#: Tournaments that are played at the same time, in fresh processes.
AT_ONCE = 2


def make_and_measure(urls: Urls, people: int, turns: int, rounds: int) -> Made:
    """``rounds`` readings of every page; 0 for none."""
    set_up_django(urls)
    from django.db import connection

    from benchmarks.web.festival import Size, make_festival
    from tournament.models import Entry, Game, Score, Turn

    began = time.monotonic()
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(AT_ONCE, mp_context=fresh, initializer=django.setup) as pool:
        festival = make_festival(Size(people, turns, min(turns, Size.last_turns)), pool.map)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    counts = [model.objects.count() for model in (Entry, Game, Turn, Score)]
    facts = "{} inscriptions, {} parties, {} coups, {} lignes au tableau".format(*counts)
    made = Made(time.monotonic() - began, facts)
    if rounds:
        from benchmarks.web.served import measure_all

        gc.collect()
        gc.freeze()  # no server has what the making of a festival leaves to look through
        measure_all(festival, rounds, made)
    connection.close()
    return made
