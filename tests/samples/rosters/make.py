"""Writes the samples of lists as clubs, spreadsheets and phones write them.

    python -m tests.samples.rosters.make

``expected.yaml`` has what is to be read in them.
"""

import io
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

from odf import office, table, text
from odf.opendocument import OpenDocumentSpreadsheet
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.worksheet import Worksheet

HERE = Path(__file__).parent


def lines(*cells: str, newline: str = "\r\n") -> str:
    return "".join(line + newline for line in cells)


def excel_csv() -> bytes:
    """« CSV (séparateur : point-virgule) » of Excel on Windows."""
    return lines(
        "Nom;Prénom;N° licence;Club;Série;Catégorie",
        "LEFÈVRE;Élodie;1234567;Créteil;3B;Senior",
        "BŒUF;Gaël;0045678;L’Haÿ-les-Roses;4A;V",
        "d'Ormesson;Zoé;;;;",
    ).encode("cp1252")


def excel_xlsx() -> bytes:
    """A title over merged cells, dates and numbers in their own cells, an empty column, blanks
    that were formatted below."""
    book = Workbook()
    sheet: Worksheet = book.active
    sheet["A1"] = "Tournoi de printemps – liste des inscrits"
    sheet["A1"].font = Font(bold=True, size=16)
    sheet.merge_cells("A1:H1")
    sheet["A2"] = datetime(2026, 3, 14, 9, 30)  # noqa: DTZ001 - a spreadsheet has no time zones
    for column, name in enumerate(
        ["Nom", "Prénom", None, "Licence", "Date de naissance", "Club", "Série", "Table"], start=1
    ):
        sheet.cell(4, column, name)
    born = datetime(2009, 11, 2)  # noqa: DTZ001 - as above
    rows = [
        ("ALGÉRIE", "Nadia", 1234567, date(1957, 3, 12), "Paris 12", "2A", 3),
        ("Belgique", "Tom ", 7654321.0, born, " Paris 12", "5 C", 1),
        ("CANADA", "Lou", "0012345", 1988, "", "", None),
    ]
    for number, row in enumerate(rows, start=5):
        for column, value in zip((1, 2, 4, 5, 6, 7, 8), row, strict=True):
            sheet.cell(number, column, value)
    for number in range(8, 60):
        sheet.cell(number, 1).fill = PatternFill("solid", fgColor="FFEE88")
    return saved(book)


def saved(book: Any) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def ods_cell(value: object = None, *, times: int = 1, note: str = "") -> table.TableCell:
    kinds: dict[str, object] = {}
    match value:
        case date():
            kinds = {"valuetype": "date", "datevalue": value.isoformat()}
        case int() | float():
            kinds = {"valuetype": "float", "value": str(value)}
        case str():
            kinds = {"valuetype": "string"}
    if times > 1:
        kinds["numbercolumnsrepeated"] = str(times)
    cell = table.TableCell(**kinds)
    if note:
        pinned = office.Annotation()
        pinned.addElement(text.P(text=note))
        cell.addElement(pinned)
    for line in str("" if value is None else value).splitlines():
        cell.addElement(text.P(text=line))
    return cell


def libreoffice_ods() -> bytes:
    """Cells that are alike are written once with their number, down to the end of the sheet."""
    book = OpenDocumentSpreadsheet()
    sheet = table.Table(name="Feuille1")
    book.spreadsheet.addElement(sheet)

    def row(*cells: table.TableCell, times: int = 1) -> None:
        row = table.TableRow(**({"numberrowsrepeated": str(times)} if times > 1 else {}))
        for cell in cells:
            row.addElement(cell)
        sheet.addElement(row)

    names = ["Nom", "Prénom", "Licence", "Club", "Fédération", "Pays", "Né(e) en"]
    row(*map(ods_cell, names), ods_cell(times=1017))
    row(ods_cell(times=1024), times=2)
    row(
        *(ods_cell("DANEMARK"), ods_cell("Ib", note="a payé"), ods_cell(1111111)),
        *(ods_cell(times=2), ods_cell("Danemark"), ods_cell(1990)),
    )
    row(
        ods_cell("ÉGYPTE"), ods_cell(times=3), ods_cell("FFSc", times=2), ods_cell(date(1961, 5, 1))
    )
    row(ods_cell("FRANCE"), ods_cell("Anne\nMarie"), ods_cell("0022222"), ods_cell("Nice", times=1))
    row(ods_cell(times=1024), times=1048570)
    book.spreadsheet.addElement(table.Table(name="Feuille2"))
    return saved(book)


def google_contacts() -> bytes:
    """A phone's contacts, exported by Google."""
    return lines(
        "Name,Given Name,Additional Name,Family Name,Nickname,Birthday,Notes,Group Membership,"
        "E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Value,Organization 1 - Name",
        "Anne Grèce,Anne,,Grèce,,1961-07-04,,* myContacts,* Home,anne@example.org,"
        '"+33 6 00 00 00 00",Club d\'Athènes',
        'Marc Hongrie,Marc,,Hongrie,,,"Joue le jeudi\nle soir",* myContacts,,,,',
        newline="\n",
    ).encode()


def outlook_contacts() -> bytes:
    """A phone's contacts through Outlook."""
    return lines(
        '"First Name","Middle Name","Last Name","Company","E-mail Address","Mobile Phone",'
        '"Birthday"',
        '"Sofia","","Italie","Rome Scrabble","s@example.org","+39 000","12/03/1957"',
        '"Ken","","Japon","","","",""',
    ).encode("utf-8-sig")


def merged_header() -> bytes:
    """One heading over the two columns of the name."""
    book = Workbook()
    sheet: Worksheet = book.active
    for column, name in {1: "Nom et prénom", 3: "N° de licence", 4: "Club"}.items():
        sheet.cell(1, column, name)
    sheet.merge_cells("A1:B1")
    sheet.append(["KENYA", "Abel", "3000001", "Nairobi"])
    sheet.append(["LIBAN", "Rima", "3000002", "Beyrouth"])
    sheet.append(["MALTE", "", "3000003", "La Valette"])
    return saved(book)


def two_players_on_a_line() -> bytes:
    """The columns of both players have the same headings, under cells that are merged."""
    book = Workbook()
    sheet: Worksheet = book.active
    sheet["B1"], sheet["F1"] = "Joueur 1", "Joueur 2"
    sheet.merge_cells("B1:E1")
    sheet.merge_cells("F1:I1")
    player = ["Nom", "Prénom", "Licence", "Club"]
    sheet.append(["Table", *player, *player, "Équipe"])
    sheet.append([1, "NORVÈGE", "Siv", "1", "Oslo", "OMAN", "Ali", "2", "Mascate", "Les As"])
    sheet.append([2, "PÉROU", "Ana", "3", "Lima", None, None, None, None, "Les As"])
    return saved(book)


def numbered_columns() -> bytes:
    """Two players on a line, by hand."""
    return lines(
        "Nom 1;Prénom 1;Nom 2;Prénom (2);Licence du joueur 2",
        "QATAR;Omar;RUSSIE;Ivan;77",
        "SUÈDE;Maj;;;",
    ).encode()


def pairs_by_mark() -> bytes:
    return lines(
        "Paire;Nom;Prénom;Club;Table",
        "A;TURQUIE;Efe;Izmir;4",
        "B;UKRAINE;Ira;Lviv;",
        "A;VIETNAM;Lan;Hué;",
        ";YÉMEN;Saba;Aden;",
        "B;ZAMBIE;Mutale;Lusaka;5",
        "C;CHILI;Luz;Arica;",
    ).encode()


def unicode_text() -> bytes:
    """« Texte Unicode » of Excel."""
    return lines("Nom\tPrénom\tSérie", "BRÉSIL\tJoão\t1B", "CHYPRE\tZoë – 2\t2A").encode("utf-16")


def federation_export() -> bytes:
    """Excel's own first line; whole names; numbers that were computed with."""
    return lines(
        "sep=;",
        "Licencié;Licence;Comité;Sr;Cat",
        "DE LA TOUR Jean-Paul;1234567.0;Île-de-France;3A;D",
        "LE GOFF Anne;2345678,00;Bretagne;6D;S",
        "Marie DUPONT;1,23457E+06;Bretagne;7;J",
    ).encode("utf-8-sig")


def births() -> bytes:
    """Years of birth as people write them."""
    return lines(
        "Nom;Date de naissance",
        "AUTRICHE;1957",
        "BULGARIE;12/03/1957",
        "COLOMBIE;1957-03-12",
        "DJIBOUTI;12.03.57",
        "ESTONIE;20891",
        "FIDJI;mars 1957",
        "GABON;inconnue",
        "HAÏTI;",
        "INDE;1957.0",
    ).encode()


def trailing_blanks() -> bytes:
    """Blank lines and columns on all sides, spaces that do not break."""
    blank = ";;;;;;;;"
    return lines(
        blank,
        ";;NOM\u00a0; PRÉNOM ;;CLUB;;;",
        blank,
        ";;IRLANDE\u00a0;  Una ;;Cork\u202fville;;;",
        *[blank] * 20,
        ";;JAMAÏQUE;Asha;;;;;",
        *[blank] * 500,
    ).encode()


def no_heading() -> bytes:
    """Names only."""
    return lines("LESOTHO Thabo,Maseru", "MONGOLIE Bat,Oulan-Bator").encode()


def formulas() -> bytes:
    """Cells that look like formulas, with and without the apostrophe of an export."""
    return lines(
        "Nom;Prénom;Club",
        "'=NÉPAL;Asha;'+Katmandou",
        "=OUGANDA;Joy;-Kampala",
        "'t Hooft;Jan;@Delft",
    ).encode()


def twice() -> bytes:
    """The same people twice, a table asked for twice, a line without a name, one with too much."""
    return lines(
        "Nom,Prénom,Licence,Club,Table",
        "PANAMA,Eva,10,Colón,1",
        "ROUMANIE,Ion,10,Cluj,2",
        "Serbie,Ana,,Nis,3",
        "SERBIE,ANA,,NIS,",
        "TOGO,Afi,11,Lomé,3",
        ",Sans nom,12,,",
        "URUGUAY,Luz,13,Salto,4,en trop",
        "VENEZUELA,Sol,14,Caracas,dix",
    ).encode()


def second_sheet() -> bytes:
    """The list is on the second sheet, what to do with it on the first."""
    book = Workbook()
    notice: Worksheet = book.active
    notice.append(["Merci de remplir la feuille « Inscrits » avant le 1er mars."])
    sheet = book.create_sheet("Inscrits")
    sheet.append(["Nom complet", "Année de naissance", "Cat."])
    sheet.append(["Dupont Jean", 1950, "V"])
    sheet.append(["Martin, Léa", 2012, "C"])
    return saved(book)


SAMPLES: dict[str, Callable[[], bytes]] = {
    "excel-windows.csv": excel_csv,
    "excel-title-dates.xlsx": excel_xlsx,
    "libreoffice.ods": libreoffice_ods,
    "phone-google.csv": google_contacts,
    "phone-outlook.csv": outlook_contacts,
    "merged-header.xlsx": merged_header,
    "two-players-on-a-line.xlsx": two_players_on_a_line,
    "numbered-columns.csv": numbered_columns,
    "pairs-by-mark.csv": pairs_by_mark,
    "unicode-text.txt": unicode_text,
    "federation-export.csv": federation_export,
    "births.csv": births,
    "trailing-blanks.csv": trailing_blanks,
    "no-heading.csv": no_heading,
    "formulas.csv": formulas,
    "twice.csv": twice,
    "second-sheet.xlsx": second_sheet,
}


if __name__ == "__main__":
    for name, make in SAMPLES.items():
        (HERE / name).write_bytes(make())
