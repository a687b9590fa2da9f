"""Measures the printed documents: ``make bench-paper ARGS="--entries 300 --ranked 1000"``.

Each document is typeset by a process of its own, as in production: the start of Python and the
reading of the fonts are measured too.
"""

import json
import os
import sys
from datetime import date
from typing import TYPE_CHECKING

import django
import pypdfium2
from rich.console import Console

from benchmarks.measuring import run_program
from benchmarks.report import make_table
from engine.arguments import FrenchArgumentParser

if TYPE_CHECKING:
    from tournament.models import Entry, Tournament
    from tournament.presentation.paper.pdf_renderer import Document


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.paper", description=__doc__)
    parser.add_argument("--entries", type=int, default=300, help="participations")
    parser.add_argument("--ranked", type=int, default=1000, help="lignes du classement")
    options = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.development")
    django.setup()
    from tournament.presentation.paper.pdf_renderer import (
        build_typesetter_input,
        get_typesetter_command,
    )

    columns = ("document", ">pages", ">Ko", ">calcul (s)", ">horloge (s)", ">Mo")
    table = make_table("Documents imprimés", *columns, no_wrap=True)
    for name, document in make_documents(options.entries, options.ranked).items():
        measurement = run_program(
            get_typesetter_command(), json.dumps(build_typesetter_input(document)).encode()
        )
        if measurement.status:
            sys.exit("The document was not typeset.")
        pages, size = len(pypdfium2.PdfDocument(measurement.output)), len(measurement.output) / 1000
        times = f"{measurement.processor_s:.2f}", f"{measurement.clock_s:.2f}"
        table.add_row(name, str(pages), f"{size:.0f}", *times, f"{measurement.memory_mb:.0f}")
    Console().print(table)
    return 0


def make_documents(entries: int, ranked: int) -> "dict[str, Document]":
    """Return documents by name: table cards, seating plan, forms, a ranking; without database."""
    from tournament.core.people.names import fold_name
    from tournament.models import Organisation, Tournament
    from tournament.presentation.paper import cards, forms, lists
    from tournament.queries.seating_plan import SeatLine

    tournament = Tournament(
        name="Grand tournoi", starts_on=date(2026, 1, 1), organisation=Organisation(name="Club")
    )
    hall_entries = [make_entry(tournament, number) for number in range(1, entries + 1)]
    addresses = [
        (entry.table, f"https://tournoi.example.org/t/{entry.table.key}/") for entry in hall_entries
    ]
    numbers = [(entry.table.number, entry.name) for entry in hall_entries]
    seats = [SeatLine(number, number, name, "", fold_name(name)) for number, name in numbers]
    seats.sort(key=lambda seat: seat.folded_name)
    home = "https://tournoi.example.org/grand/"
    columns = [  # of a ranking of a tournament of four games
        *(lists.build_column("Rang", "number"), lists.build_column("Joueur", "name")),
        *(lists.build_column("Table", "number"), lists.build_column("Série", "short")),
        *(lists.build_column("Catégorie", "short"), lists.build_column("Club")),
        *(lists.build_column(f"P{game}", "number") for game in range(1, 5)),
        *(lists.build_column("%", "number"), lists.build_column("Total", "number")),
    ]
    rows = [make_row(rank) for rank in range(1, ranked + 1)]
    return {
        "un carton": cards.build_table_cards(tournament, addresses[:1], home, small=True),
        f"{entries} cartons": cards.build_table_cards(tournament, addresses, home, small=False),
        f"plan de {entries} noms": lists.build_seating_plan(tournament, seats, by_name=True),
        f"{entries} feuilles de bulletins": forms.build_bulletins(
            tournament, hall_entries, small=False
        ),
        f"{entries} feuilles de route": forms.build_road_sheets(tournament, hall_entries),
        f"classement de {ranked}": lists.build_table(
            tournament, "Classement général", columns, rows
        ),
    }


def make_entry(tournament: "Tournament", number: int) -> "Entry":
    from tournament.models import Entry, Table

    table = Table(number=number, key=f"{number:06d}abcdefgh", code=f"{number:06d}")
    table.entry = entry = Entry(
        name=f"Nom-Composé {number} Prénom", tournament=tournament, table=table
    )
    return entry


def make_row(rank: int) -> list[str]:
    points = [str(900 - (rank * step) % 400) for step in (3, 5, 7, 11)]
    person = [str(rank), f"Nom-Composé {rank} Prénom", str(rank), "2A", "S"]
    return [*person, f"Club de la ville {rank % 40}", *points, "93,21", str(3600 - rank)]


if __name__ == "__main__":
    sys.exit(main())
