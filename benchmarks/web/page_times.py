"""The server's time for each page of the festival, without and with caches.

The pages are requested in this process, one after the other: the processor time of this thread and
of its database process counts, which does not depend on other programs; wall time is kept too.
Needs Django set up.
"""

import time
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.db import connection
from django.test import Client
from django.urls import reverse

from benchmarks.web.addresses import Address, Chooser, list_addresses
from benchmarks.web.festival import Festival
from benchmarks.web.report import FestivalReport, PageTimes, Reader
from tournament.presentation.paper import pdf_renderer
from tournament.queries import seating_plan
from tournament.queries.results import explanations, ranking_sums
from tournament.views.public import conditional

PDF = "application/pdf"
#: Documents as long as the tournament, to print or to download.
DOCUMENTS = frozenset({"journal-print", "journal-csv", "office-export"})
#: Statuses for a reader with permission.
READABLE = (HTTPStatus.OK, HTTPStatus.FOUND)


def measure_all(festival: Festival, rounds: int, report: FestivalReport) -> None:
    """Measure every page; list the names of the others."""
    readable, report.names_without_page = list_addresses(festival)
    readers, chooser = Readers(festival), Chooser(festival, seed=1)
    for address in readable:
        if (page_times := readers.measure(chooser, address, rounds)) is not None:
            report.pages.append(page_times)
        else:
            report.names_without_page.append(address.name)


class Readers:
    """The browsers: anonymous, of the staff, and of a table."""

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

    def find_reader(self, address: Address, path: str) -> Reader | None:
        """Return the reader of the page; None for commands and pages without content."""
        if address.is_public:
            return Reader.ANYBODY
        table_or_anybody = Reader.TABLE if address.name.startswith("table") else Reader.ANYBODY
        for reader in (table_or_anybody, Reader.STAFF):
            answer = self.browsers[reader].get(path)
            is_sign_in = answer.status_code == HTTPStatus.FOUND and "login" in answer["Location"]
            if answer.status_code in READABLE and not is_sign_in:
                return reader
        return None

    def measure(self, chooser: Chooser, address: Address, rounds: int) -> PageTimes | None:
        """Measure a page; None if it is no page. Raise LookupError for a missing public one."""
        first = chooser.choose_path(address)
        reader = self.find_reader(address, first)
        if reader is None:
            return None
        self.browsers[reader].get(first)  # templates are read once in a process
        page_times = PageTimes(str(address), reader)
        for _ in range(rounds):
            path = chooser.choose_path(address)
            try:
                self._measure_once(page_times, path)
            except LookupError:
                if address.is_public:
                    raise
        return page_times if page_times.cached_ms else None

    def _measure_once(self, page_times: PageTimes, path: str) -> None:
        browser = self.browsers[page_times.reader]
        clear_caches()
        start = time.perf_counter()
        elapsed_ms, answer = self._request(browser, path)
        page_times.uncached_ms.append(elapsed_ms)
        page_times.wall_times_ms.append((time.perf_counter() - start) * 1000)
        page_times.size = max(page_times.size, len(answer.content))
        page_times.has_no_goal = answer.get("Content-Type") == PDF or page_times.name in DOCUMENTS
        etag_header = {"HTTP_IF_NONE_MATCH": answer["ETag"]} if "ETag" in answer else {}
        page_times.cached_ms.append(self._request(browser, path, **etag_header)[0])
        if page_times.reader is Reader.ANYBODY:
            clear_caches()
            page_times.signed_in_ms.append(self._request(self.browsers[Reader.STAFF], path)[0])

    def _request(self, browser: Client, path: str, **headers: Any) -> tuple[float, Any]:
        """Return milliseconds and answer. Raise LookupError for an error."""
        before = self._read_spent_ns()
        answer = browser.get(path, **headers)
        spent_ns = self._read_spent_ns() - before
        if answer.status_code >= HTTPStatus.BAD_REQUEST:
            raise LookupError(f"{path}: {answer.status_code}")
        return spent_ns / 1e6, answer

    def _read_spent_ns(self) -> int:
        """Return the nanoseconds of this thread and of its database process."""
        return time.thread_time_ns() + int(self._backend.read_text().split()[0])


def clear_caches() -> None:
    """Clear the caches, as after a start."""
    # Only this measure clears them: they have no public function.
    conditional._cache._pages.clear()  # noqa: SLF001
    ranking_sums._cache._games.clear()  # noqa: SLF001
    explanations._cache.clear()  # noqa: SLF001
    seating_plan._read_plans.cache_clear()  # noqa: SLF001
    pdf_renderer._typeset_cached.cache_clear()  # noqa: SLF001
