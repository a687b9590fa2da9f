"""The published ranking, compared with the result of the script."""

import csv
import io
import urllib.request
from dataclasses import astuple, dataclass

from benchmarks.hall.ranking import compute_ranking
from benchmarks.hall.script import Script

COLUMNS = ("Rang", "Total", "Points", "Solos", "Bonification", "Avertissements", "Retrait")


@dataclass(frozen=True)
class PublishedRanking:
    """The file of a game's ranking at ``url``, read anew by each method."""

    url: str

    def read_provisional_marks(self) -> set[bool]:
        """Return the marks of the file and of its name: one if they agree."""
        name, (headings, *_rows) = self._read()
        return {"provisoire" in name, "Total provisoire" in headings}

    def find_differences(self, script: Script) -> list[str]:
        _, (headings, *rows) = self._read()
        headings = [heading.removesuffix(" provisoire") for heading in headings]
        table, *columns = (headings.index(name) for name in ("Table", *COLUMNS))
        published = {int(row[table]): tuple(int(row[index]) for index in columns) for row in rows}
        expected = {table: astuple(line) for table, line in compute_ranking(script).items()}
        differences = [
            f"table {n} ({', '.join(COLUMNS)}) : {published.get(n)} au lieu de {expected.get(n)}"
            for n in sorted(published.keys() | expected.keys())
            if published.get(n) != expected.get(n)
        ]
        expected_order = sorted(expected, key=lambda n: (expected[n][0], n))
        return differences or ([] if list(published) == expected_order else ["l'ordre des lignes"])

    def _read(self) -> tuple[str, list[list[str]]]:
        """Return the name of the file and its rows."""
        with urllib.request.urlopen(self.url) as answer:  # noqa: S310 - our own http address
            text = answer.read().decode("utf-8-sig")
            name = answer.headers["Content-Disposition"]
        return name, list(csv.reader(io.StringIO(text), delimiter=";"))
