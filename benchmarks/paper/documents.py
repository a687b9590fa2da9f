"""A hall to print for, without a database: tables, names, a ranking."""

from datetime import date

from tournament.core.people.names import fold_name
from tournament.models import Entry, Organisation, Table, Tournament
from tournament.presentation.paper import cards, forms, lists
from tournament.presentation.paper.pdf_renderer import Document
from tournament.queries.seating_plan import SeatLine

#: Columns of a ranking of a tournament of four games.
COLUMNS = [
    *(lists.column("Rang", "number"), lists.column("Joueur", "name")),
    *(lists.column("Table", "number"), lists.column("Série", "short")),
    *(lists.column("Catégorie", "short"), lists.column("Club")),
    *(lists.column(f"P{game}", "number") for game in range(1, 5)),
    *(lists.column("%", "number"), lists.column("Total", "number")),
]


def documents_of(entries: int, ranked: int) -> dict[str, Document]:
    """By what they are called."""
    cup = Tournament(
        name="Grand tournoi", starts_on=date(2026, 1, 1), organisation=Organisation(name="Club")
    )
    hall = [_entry(cup, number) for number in range(1, entries + 1)]
    addresses = [(one.table, f"https://tournoi.example.org/t/{one.table.key}/") for one in hall]
    seats = sorted(
        (
            SeatLine(one.table.number, one.table.number, one.name, "", fold_name(one.name))
            for one in hall
        ),
        key=lambda seat: seat.folded,
    )
    home = "https://tournoi.example.org/grand/"
    rows = [_row(rank) for rank in range(1, ranked + 1)]
    return {
        "un carton": cards.table_cards(cup, addresses[:1], home, small=True),
        f"{entries} cartons": cards.table_cards(cup, addresses, home, small=False),
        f"plan de {entries} noms": lists.seating(cup, seats, by_name=True),
        f"{entries} feuilles de bulletins": forms.bulletins(cup, hall, small=False),
        f"{entries} feuilles de route": forms.road_sheets(cup, hall),
        f"classement de {ranked}": lists.table(cup, "Classement général", COLUMNS, rows),
    }


def _entry(cup: Tournament, number: int) -> Entry:
    table = Table(number=number, key=f"{number:06d}abcdefgh", code=f"{number:06d}")
    table.entry = entry = Entry(name=f"Nom-Composé {number} Prénom", tournament=cup, table=table)
    return entry


def _row(rank: int) -> list[str]:
    club = f"Club de la ville {rank % 40}"
    points = [str(900 - (rank * step) % 400) for step in (3, 5, 7, 11)]
    return [
        *(str(rank), f"Nom-Composé {rank} Prénom", str(rank), "2A", "S", club),
        *(*points, "93,21", str(3600 - rank)),
    ]
