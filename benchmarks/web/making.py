"""The festival made and its pages measured, in a process whose servers are its own."""

import gc
import time

from benchmarks.live import stage
from benchmarks.web.results import Made
from benchmarks.web.together import together
from config.embedded.services import Urls

#: Tournaments that are played at the same time.
AT_ONCE = 2


def make_and_measure(urls: Urls, people: int, turns: int, rounds: int) -> Made:
    """``rounds`` readings of every page; 0 for none."""
    stage.prepare(urls)
    from django.db import connection

    from benchmarks.web.festival import Size, make_festival
    from tournament.models import Entry, Game, Score, Turn

    began = time.monotonic()
    with together(AT_ONCE) as play:
        festival = make_festival(Size(people, turns, min(turns, Size.last_turns)), play)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    counts = [model.objects.count() for model in (Entry, Game, Turn, Score)]
    facts = "{} inscriptions, {} parties, {} coups, {} lignes au tableau".format(*counts)
    made = Made(time.monotonic() - began, facts)
    if rounds:
        from benchmarks.web.addresses import Chooser, addresses
        from benchmarks.web.served import Readers

        gc.collect()
        gc.freeze()  # no server has what the making of a festival leaves to look through
        asked, made.absent = addresses(festival)
        readers, chooser = Readers(festival), Chooser(festival, seed=1)
        for address in asked:
            if (found := readers.measure(chooser, address, rounds)) is not None:
                made.served.append(found)
            else:
                made.absent.append(address.name)
    connection.close()
    return made
