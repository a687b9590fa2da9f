"""Printed documents: paper sizes, texts, fonts, no clipped text."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.documents.pdfs import Printed
from tests.french import plain
from tests.pictures import PICTURES
from tests.room import Room
from tests.rows import every_row
from tests.screens import assert_picture_matches
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import GameState, PaperSize, Role
from tournament.models import Entry, Game, Table, Tournament, Turn
from tournament.presentation.paper.cards import make_qr_code
from tournament.presentation.paper.lists import build_column, build_table
from tournament.presentation.paper.pdf_renderer import render_pdf
from tournament.queries import clock
from tournament.services.screen import set_logo

#: Sizes in points: a sheet, and a quarter of it.
SIZES = {PaperSize.A4: ((595, 842), (298, 421)), PaperSize.LETTER: ((612, 792), (306, 396))}
LONG = "Jean-Baptiste Emmanuel de la Tour d’Auvergne et Maximilienne Schwarzenbergerovitch"
FACES = {
    *("DuplicataTexte-Regular", "DuplicataTexte-Bold", "DuplicataTitre-Bold"),
    *("DejaVuSansCondensed", "DejaVuSansCondensed-Bold"),
}
#: Names in several languages.
NAMES = ("Łukasz Żółć", "Đặng Thị Ngọc Hân", "Ștefan Țiriac", "Д. Иванова", "Ève Œuvrard", LONG)


@pytest.fixture
def named(room: Room) -> Room:
    """Return the six tables, with names that are hard to print."""
    for entry, name in zip(room.entries, NAMES, strict=True):
        Entry.objects.filter(pk=entry.pk).update(name=name)
    return room


def print_document(browser: Client, path: str, **parameters: Any) -> Printed:
    answer = browser.get(path, parameters)
    assert answer["Content-Type"] == "application/pdf", read_text(answer)
    return Printed(answer.content)


def test_every_document_has_the_right_paper_and_whole_names(named: Room, organiser: Client) -> None:
    documents: list[tuple[str, dict[str, str], int]] = [
        ("office-print", {}, 2),
        ("office-print", {"small": "1"}, 6),
        ("office-print", {"table": "6", "small": "1"}, 1),
        ("office-plan", {}, 1),
        ("office-plan", {"by": "number"}, 1),
        ("office-check-in-print", {}, 1),
        ("office-bulletins", {}, 6),
        ("office-bulletins", {"blank": "1"}, 1),
        ("office-bulletins", {"small": "1"}, 6),
        ("office-road-sheets", {}, 6),
        ("public-ranking-pdf", {}, 1),
    ]
    with every_row() as row:
        for paper, (sheet, quarter) in SIZES.items():
            Tournament.objects.update(paper=paper)
            for name, parameters, pages in documents[:: 1 if paper == PaperSize.A4 else 4]:
                with row(f"{paper} {name} {parameters}"):
                    printed = print_document(organiser, reverse_for(named, name), **parameters)
                    assert printed.sizes() == {quarter if "small" in parameters else sheet}
                    assert len(printed.pages) == pages
                    names = NAMES[5:] if "table" in parameters else NAMES
                    text = printed.text()
                    assert [
                        player_name for player_name in names if player_name not in text
                    ] == [] or "blank" in parameters
                    by_four = (
                        name in {"office-print", "office-bulletins"} and "small" not in parameters
                    )
                    assert printed.cut_off(2 if by_four else 1) == []
                    assert printed.faces() <= FACES


def test_paper_looks_as_it_did(named: Room, organiser: Client) -> None:
    named.game()
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now(), head="5e" * 32)
    Tournament.objects.update(starts_on=date(2026, 1, 1), name="Festival de printemps")
    for number in range(1, 7):
        Table.objects.filter(number=number).update(key=f"{number}" * 22, code=f"7XM9Y{number}")
    with every_row() as row:
        for picture, name in {
            "paper-cards": "office-print",
            "paper-bulletins": "office-bulletins",
            "paper-ranking": "public-ranking-pdf",
            "paper-certificate": "office-certificates",
        }.items():
            with row(picture):
                assert_picture_matches(
                    print_document(organiser, reverse_for(named, name)).picture(), picture
                )


def test_a_card_leads_to_its_table(named: Room, organiser: Client) -> None:
    table = named.entries[1].table
    url = f"http://localhost{reverse('enter-by-key', args=[table.key])}"
    card = print_document(organiser, reverse_for(named, "office-print"), table="2", small="1")
    text = card.text()
    for text_on_card in ("Table 2", url, table.code, f"http://localhost/{named.tournament.slug}/"):
        assert text_on_card in text
    assert named.entries[0].table.code not in text
    expected = [[bool(module) for module in row] for row in make_qr_code(url).matrix]
    assert card.squares(len(expected), between=(0.3, 0.8)) == expected


def test_withdrawn_entries_have_no_card_and_an_empty_room_none(
    room: Room, organiser: Client
) -> None:
    first = room.entries[0]
    Entry.objects.filter(pk=first.pk).update(withdrawn=True)
    text = print_document(organiser, reverse_for(room, "office-print")).text()
    assert first.table.code not in text
    assert room.entries[1].table.code in text
    Entry.objects.update(withdrawn=True)
    for name in ("office-print", "office-plan", "office-check-in-print", "office-bulletins"):
        answer = organiser.get(reverse_for(room, name))
        assert answer.status_code == 422
        assert "Il n’y a encore rien à imprimer" in read_text(answer)


def test_a_long_list_has_its_head_on_every_page(room: Room) -> None:
    columns = [build_column("Rang", "number"), build_column("Joueur", "name"), build_column("Club")]
    numbers = [str(number) for number in range(1, 301)]
    rows = [(number, f"Nom {number} Prénom", "Club des bords de mer") for number in numbers]
    printed = Printed(render_pdf(build_table(room.tournament, "Classement", columns, rows)))
    assert len(printed.pages) > 4
    with every_row() as row:
        for number, page in enumerate(printed.pages, 1):
            with row(str(number)):
                assert "Joueur" in page
                assert f"{number} / {len(printed.pages)}" in page
                assert room.tournament.name in page
    assert re.findall(r"Nom (\d+) Prénom", printed.text()) == numbers
    assert printed.cut_off() == []


def test_the_ranking_on_paper_is_that_of_the_page(first_results: Turn, room: Room) -> None:
    text = print_document(Client(), reverse_for(room, "public-ranking-pdf"), game="1").text()
    for sentence in ("Classement de la partie 1", "Provisoire", *(e.name for e in room.entries)):
        assert sentence in text
    assert Client().get(reverse_for(room, "public-ranking-pdf"), {"game": "9"}).status_code == 404


def test_certificates_come_when_nothing_can_change_any_more(named: Room, organiser: Client) -> None:
    address = reverse_for(named, "office-certificates")
    assert organiser.get(address).status_code == 422
    named.game()
    early = organiser.get(address)
    assert early.status_code == 409
    assert "encore provisoire" in read_text(early)
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    printed = print_document(organiser, address, first="1")  # all of them equal
    assert [page.count("1re place") for page in printed.pages] == [1] * len(NAMES)
    assert [name for name in NAMES if name not in printed.text()] == []
    assert printed.cut_off() == []


def test_certificates_are_of_any_ranking_with_club_and_logo(named: Room, organiser: Client) -> None:
    named.game()
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    players = named.entries[0].players
    players.update(club="Club de Vichy", category="S")
    set_logo(tournament=named.tournament, data=PICTURES["image/png"])
    address = reverse_for(named, "office-certificates")
    printed = print_document(organiser, address, category="S", game="1")
    assert len(printed.pages) == 1
    assert "Club de Vichy" in printed.text()
    assert "Classement de la partie 1 · " in printed.text()
    assert organiser.get(address, {"game": "9"}).status_code == 404


def test_the_sheet_of_a_game_comes_when_it_is_over(
    sanctioned_turns: SanctionedTurns, room: Room, organiser: Client
) -> None:
    assert organiser.get(reverse_for(room, "office-game-sheet", 1)).status_code == 404
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    sheet = print_document(organiser, reverse_for(room, "office-game-sheet", 1)).text()
    placed = Turn.objects.filter(game__number=1).exclude(word="")
    assert placed
    for turn in placed:
        assert turn.ref in sheet
        assert str(turn.score) in sheet
    page = read_text(organiser.get(reverse_for(room, "office-ranking")))
    assert reverse_for(room, "office-game-sheet", 1) in page


def test_sheet_of_an_arbiter_lists_the_ruling_on_each_bulletin(
    first_results: Turn, room: Room, sign_in: SignIn
) -> None:
    arbiter = sign_in(Role.ARBITER)
    printed = print_document(arbiter, reverse_for(room, "arbiter-sheet"), game="1", turn="1")
    text = printed.text()
    for sentence in ("Partie 1, coup 1", "6 bulletins", *(entry.name for entry in room.entries)):
        assert sentence in text
    page = " ".join(
        read_text(
            arbiter.get(reverse_for(room, "arbiter-print"), {"game": "1", "turn": "1"})
        ).split()
    )
    decided = re.findall(r'<td class="num">\d+</td><td>(.*?)</td>', page)
    assert len(decided) == len(room.entries)
    for sentence in decided:
        assert plain(sentence.strip()) in text
    assert printed.cut_off() == []


def test_sign_in_cards_are_printed_once(room: Room) -> None:
    manager = Client()
    manager.force_login(room.user)
    address = reverse("organisation-cards", args=[room.tournament.organisation_id])
    answer = manager.post(address, {"accounts": [room.user.pk], "pdf": "1"})
    card = Printed(answer.content)
    (url,) = re.findall(r"http://localhost(\S+)", card.text())
    assert room.user.get_username() in card.text()
    assert Client().post(url).status_code == 302
    assert Client().post(url).status_code == 403
