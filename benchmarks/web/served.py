"""What the server spends on each page of the festival: nothing kept from before, and kept.

The pages are asked for in this process, one after the other: what is counted is the processor's
time of this thread and of the database's process that serves it, which neighbours on the machine
do not lengthen; the clock's stands beside it. Needs Django set up.
"""

import time
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks.web.addresses import Address, Chooser, addresses
from benchmarks.web.festival import Festival
from benchmarks.web.report import Made, Reader, Served
from tournament.presentation.paper import pdf_renderer
from tournament.queries import seating_plan
from tournament.queries.results import explanations, ranking_sums
from tournament.views.public import conditional

PDF = "application/pdf"
#: Whole books that are printed or taken home, as long as the tournament: no page that one opens.
BOOKS = frozenset({"journal-print", "journal-csv", "office-export"})
#: What a page answers who may read it.
READ = (HTTPStatus.OK, HTTPStatus.FOUND)


def measure_all(festival: Festival, rounds: int, made: Made) -> None:
    """Every page that there is; the names of the others are noted as absent."""
    asked, made.absent = addresses(festival)
    readers, chooser = Readers(festival), Chooser(festival, seed=1)
    for address in asked:
        if (found := readers.measure(chooser, address, rounds)) is not None:
            made.served.append(found)
        else:
            made.absent.append(address.name)


class Readers:
    """The browsers that read: nobody's, the staff's, and that of a table."""

    def __init__(self, festival: Festival) -> None:
        self.browsers = {reader: Client(HTTP_HOST="localhost") for reader in Reader}
        self.browsers[Reader.STAFF].force_login(
            festival.user, backend="django.contrib.auth.backends.ModelBackend"
        )
        table = festival.live.tables.get(number=1)
        self.browsers[Reader.TABLE].get(reverse("enter-by-key", args=[table.key]))
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            self._backend = Path(f"/proc/{int(cursor.fetchone()[0])}/schedstat")

    def reader_of(self, address: Address, path: str) -> Reader | None:
        """Whose page it is; None for what answers commands only, or has nothing to show."""
        if address.is_public:
            return Reader.ANYBODY
        at_table = Reader.TABLE if address.name.startswith("table") else Reader.ANYBODY
        for reader in (at_table, Reader.STAFF):
            answer = self.browsers[reader].get(path)
            to_door = answer.status_code == HTTPStatus.FOUND and "login" in answer["Location"]
            if answer.status_code in READ and not to_door:
                return reader
        return None

    def measure(self, chooser: Chooser, address: Address, rounds: int) -> Served | None:
        """None for what is no page, now and then; raises LookupError where it must be one."""
        first = chooser.path(address)
        reader = self.reader_of(address, first)
        if reader is None:
            return None
        self.browsers[reader].get(first)  # templates are read once in a process
        found = Served(str(address), reader)
        for _ in range(rounds):
            path = chooser.path(address)
            try:
                self._measure_once(found, path)
            except LookupError:
                if address.is_public:
                    raise
        return found if found.kept else None

    def _measure_once(self, found: Served, path: str) -> None:
        browser = self.browsers[found.reader]
        forget()
        before = time.perf_counter()
        spent, answer = self._ask(browser, path)
        found.cold.append(spent)
        found.clock.append((time.perf_counter() - before) * 1000)
        found.size = max(found.size, len(answer.content))
        found.is_book = answer.get("Content-Type") == PDF or found.name in BOOKS
        known = {"HTTP_IF_NONE_MATCH": answer["ETag"]} if "ETag" in answer else {}
        found.kept.append(self._ask(browser, path, **known)[0])
        if found.reader is Reader.ANYBODY:
            forget()
            found.signed_in.append(self._ask(self.browsers[Reader.STAFF], path)[0])

    def _ask(self, browser: Client, path: str, **headers: Any) -> tuple[float, Any]:
        """Milliseconds, and what came; raises LookupError."""
        before = self._spent()
        answer = browser.get(path, **headers)
        spent = self._spent() - before
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            raise LookupError(f"{path}: {answer.status_code}")
        return spent / 1e6, answer

    def _spent(self) -> int:
        """Nanoseconds of this thread and of the database for it."""
        return time.thread_time_ns() + int(self._backend.read_text().split()[0])


def forget() -> None:
    """As if nobody had asked since the programs were started."""
    # private: nothing else has to forget them
    conditional._cache._pages.clear()  # noqa: SLF001
    ranking_sums._cache._games.clear()  # noqa: SLF001
    explanations._cache.clear()  # noqa: SLF001
    seating_plan._read_plans.cache_clear()  # noqa: SLF001
    pdf_renderer._typeset_cached.cache_clear()  # noqa: SLF001
