"""Bulletins on paper keyed by an arbiter whose hands stay on the keyboard."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, Route, expect

from arbitrage.core.bulletin import ILLEGIBLE, Bulletin as Written, SheetState
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import PaperBulletin
from arbitrage.queries.rulings import get_current_rulings
from tests.browser.axe import list_violations_in_both_themes
from tests.browser.office.desks import OfficePage, overflow
from tests.bulletins import enter_paper
from tests.screens import assert_screen_matches
from tests.waiting import wait_for
from tournament.core.states import Role
from tournament.models import Bulletin, StaffMember, Turn, TurnParticipation


@pytest.fixture
def turn(office: OfficePage) -> Turn:
    """Collected: the tables play on paper, but for the first, and nothing is typed."""
    return office.collected_turn(on_paper=range(2, 7))


def open_page(office: OfficePage) -> Page:
    page = office.open("arbiter-paper", 1, 1)
    expect(page.locator("#line")).to_be_focused()
    return page


def expect_table(page: Page, number: int) -> None:
    expect(page.locator("#table-number")).to_have_text(str(number))


def key(page: Page, *keys: str) -> None:
    for each in keys:
        page.keyboard.press(each)


def load_papers() -> dict[int, PaperBulletin]:
    rows = PaperBulletin.objects.order_by("version").select_related("entry__table")
    return {paper.entry.table.number: paper for paper in rows}


def wait_for_typed(number: int) -> PaperBulletin:
    wait_for(lambda: number in load_papers())
    return load_papers()[number]


def test_a_bulletin_takes_few_keys_and_the_next_table_follows(
    office: OfficePage, turn: Turn
) -> None:
    page = open_page(office)
    expect_table(page, 2)
    page.keyboard.type("*")
    expect(page.locator("#choices li").nth(1)).to_be_visible()  # equal tops: which one?
    key(page, "ArrowDown", "ArrowUp", "Enter")
    expect_table(page, 3)
    page.keyboard.type("-")  # as the one before
    expect_table(page, 4)
    page.keyboard.type("tan")  # the beginning of a word picks the best solution
    key(page, "Enter")
    expect_table(page, 5)
    page.keyboard.type("zzz h7 50")  # as it is written
    expect(page.locator("#choices li").first).to_contain_text("comme c’est écrit")
    key(page, "Enter")
    expect_table(page, 6)
    page.keyboard.type("?m")  # it is missing
    expect(page.locator("#choices li").first).to_contain_text("manquant")
    key(page, "Enter")
    expect(page.locator("#table-name")).to_have_text("Rien à saisir")

    wait_for(lambda: len(load_papers()) == 5)
    first, second, third, fourth, fifth = (load_papers()[number] for number in range(2, 7))
    assert (first.rows, first.score) == (second.rows, second.score)
    assert first.score == str(turn.solutions.moves[0][2])
    assert "".join(third.rows).startswith("TAN")
    assert third.reference[0] == "H"  # of a first word written vertically an arbiter decides
    assert (fourth.rows, fourth.reference, fourth.score) == (["ZZZ"], "H7", "50")
    assert (fifth.rows, fifth.state) == ([], SheetState.MISSING)
    # The verdict stands beside it as soon as the rules have spoken.
    expect(page.locator("#bulletins tr[data-table='5'] .verdict")).to_contain_text("mot non admis")
    expect(page.locator("#bulletins tr[data-table='6'] .verdict")).to_contain_text("5.7")
    expect(page.locator("#unsent")).to_have_text("0")
    expect(page.locator("#left")).to_have_text("0")


def test_a_score_selects_a_move_and_a_table_is_corrected(office: OfficePage, turn: Turn) -> None:
    page = open_page(office)
    score = turn.solutions.moves[-1][2]
    words_with_score = [word for word, _ref, points in turn.solutions.moves if points == score]
    page.keyboard.type("/6")
    key(page, "Enter")
    expect_table(page, 6)
    page.keyboard.type(f"{score} {words_with_score[0][:2]}")
    expect(page.locator("#choices li").first).to_contain_text(words_with_score[0][:2].upper())
    key(page, "Enter")
    expect_table(page, 2)
    assert wait_for_typed(6).score == str(score)

    wrong = next(n for n in range(20, 99) if n not in {move[2] for move in turn.solutions.moves})
    page.keyboard.type(
        f"{wrong}{words_with_score[0][0]}"
    )  # a score that no move has: nothing is marked
    expect(page.locator("#choices li kbd")).to_have_text("+")
    key(page, "Enter")
    expect(page.locator("#refused")).to_contain_text("aucune solution")
    key(page, "+")
    expect_table(page, 3)
    key(page, "Control+z")
    expect_table(page, 2)
    expect(page.locator("#status-text")).to_contain_text("annulée")

    page.keyboard.type("/6")
    key(page, "Enter")
    expect(page.locator("#notice")).to_contain_text("Déjà saisi par bureau")
    page.keyboard.type("?h")
    key(page, "Enter")
    wait_for(lambda: wait_for_typed(6).version == 2)
    assert wait_for_typed(6).state == SheetState.LATE
    page.keyboard.type("/6")
    key(page, "Enter")
    page.locator("#history").click()
    expect(page.locator("tbody tr")).to_have_count(2)


def test_unreadable_lines_are_refused_and_the_rest_takes_one_key(
    office: OfficePage, turn: Turn
) -> None:
    page = open_page(office)
    for text, message in (
        ("haute 10g 18 /", "ne se lit pas"),
        ("bath 10g 25 25", "ne se lit pas"),
        ("1300", "n’est aucune solution"),
        ("/99", "Personne n’est attendu"),
    ):
        page.keyboard.type(text)
        key(page, "Enter")
        expect(page.get_by_role("alert").filter(has_text=message)).to_be_visible()
        page.keyboard.type("next slip")  # the hand has gone on: nothing is added to the line
        expect(page.locator("#line")).to_have_value(text)
        expect_table(page, 2)
        key(page, "Escape")
        expect(page.locator("#refused")).to_be_empty()
        expect(page.locator("#line")).to_have_value("")
    page.keyboard.type("bath 10g 25 25")
    key(page, "Enter", "Backspace", "Backspace", "Backspace", "Enter")  # corrected where it stands
    expect_table(page, 3)
    assert "".join(wait_for_typed(2).rows) == "BATH"
    assert set(load_papers()) == {2}

    key(page, "Control+Enter")
    expect(page.locator("#remaining-tables-list")).to_have_text("3, 4, 5, 6")
    expect(page.locator("#remaining-tables-do")).to_be_focused()
    expect(page.locator("#remaining-tables-do")).to_have_text("Donner le top à 4 tables")
    key(page, "Escape")
    expect(page.locator("#line")).to_be_focused()
    key(page, "Control+Delete")
    expect(page.locator("#remaining-tables-do")).to_have_text(
        "Zéro, bulletin manquant, pour 4 tables"
    )
    key(page, "Enter")
    wait_for(lambda: len(load_papers()) == 5)
    assert {load_papers()[number].state for number in range(3, 7)} == {SheetState.MISSING}
    expect(page.locator("#left")).to_have_text("0")


def test_a_joker_begins_a_word_and_one_key_is_undone(office: OfficePage, turn: Turn) -> None:
    page = open_page(office)
    page.keyboard.type("?suage 11h 25")
    expect(page.locator("#line")).to_have_value("?suage 11h 25")
    expect_table(page, 2)
    key(page, "Enter")
    expect_table(page, 3)
    assert (
        "".join(wait_for_typed(2).rows),
        wait_for_typed(2).reference,
        wait_for_typed(2).score,
    ) == ("sUAGE", "11H", "25")
    assert wait_for_typed(2).state == SheetState.OK

    page.keyboard.type("zzz h7 50")
    key(page, "Enter")
    expect_table(page, 4)
    page.keyboard.type("-")
    expect_table(page, 5)
    key(page, "Control+z")
    expect_table(page, 4)
    expect(page.locator("#status-text")).to_contain_text("Table 4 : la saisie est annulée.")
    page.keyboard.type("ra h7 2")
    key(page, "Enter")
    expect_table(page, 5)
    assert "".join(wait_for_typed(4).rows) == "RA"
    assert wait_for_typed(4).version == 1
    key(page, "Control+z")  # it is on the server
    expect_table(page, 4)
    expect(page.locator("#status-text")).to_contain_text("ce que vous tapez le remplace")


def test_the_whole_sheet_can_be_written(office: OfficePage, turn: Turn) -> None:
    page = open_page(office)
    key(page, "F2")
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    expect(page.locator("#word")).to_be_focused()
    key(page, "F2")
    expect(page.locator("#squared .pen")).to_be_focused()
    page.keyboard.type("rat?i")
    page.keyboard.press("Enter")
    page.keyboard.press("?")
    expect(page.locator("#reference-illegible")).to_be_checked()
    page.locator("#score").focus()
    page.keyboard.type("12")
    page.locator("#bulletin-state").select_option("hard-to-read")
    page.get_by_role("button", name="Enregistrer").click()
    expect_table(page, 3)
    paper = wait_for_typed(2)
    assert (paper.rows, paper.reference, paper.score) == (["RATi"], ILLEGIBLE, "12")
    assert paper.state == SheetState.HARD_TO_READ


@pytest.fixture
def cut(office: OfficePage) -> Iterator[None]:
    """No bulletin reaches the server."""

    def drop(route: Route) -> None:
        if route.request.method == "POST":
            route.abort()
        else:
            route.continue_()

    office.page.route("**/paper/", drop)
    yield
    office.page.unroute("**/paper/")


def test_a_bulletin_typed_offline_is_sent_on_reconnection(
    office: OfficePage, turn: Turn, cut: None
) -> None:
    page = open_page(office)
    page.keyboard.type("*")
    key(page, "Enter")
    page.keyboard.type("-")
    expect_table(page, 4)
    expect(page.locator("#problem")).to_contain_text("2 bulletins sont gardés ici")
    expect(page.locator("#unsent")).to_have_text("2")
    assert not load_papers()

    page.reload()  # nor does a reload lose any
    expect(page.locator("#unsent")).to_have_text("2")
    expect_table(page, 4)
    page.keyboard.type("/3")
    key(page, "Enter")
    expect(page.locator("#notice")).to_contain_text("pas encore enregistré")
    page.unroute("**/paper/")
    expect(page.locator("#notice")).to_contain_text("Déjà saisi par bureau")
    wait_for(lambda: set(load_papers()) == {2, 3})
    expect(page.locator("#problem")).to_be_hidden()
    office.errors.clear()  # what the browser says of requests that were cut


def test_paper_replaces_the_tablet_and_differences_are_settled(
    office: OfficePage, turn: Turn
) -> None:
    page = open_page(office)
    page.keyboard.type("/1")
    key(page, "Enter")
    expect(page.locator("#notice")).to_contain_text("La tablette de cette table a remis")
    page.keyboard.type("zzz h7 50")
    key(page, "Enter")
    assert wait_for_typed(1).rows == ["ZZZ"]
    assert Bulletin.objects.filter(turn=turn, entry=office.room.entries[0]).exists()
    wait_for(lambda: get_current_rulings(turn)[office.room.entries[0].pk].points == 0)

    page = open_page(office)
    expect_table(page, 2)
    other = User.objects.create_user("camille")
    StaffMember.objects.create(tournament=office.room.tournament, user=other, role=Role.ARBITER)
    office.page.route("**/state/", lambda route: route.abort())  # this page has not received it
    written = Written(Sheet(("ZZZ",)), "H7", "50")
    arguments = office.room.get_author_and_time() | {"by": other}
    enter_paper(turn=turn, number=2, bulletin=written, **arguments)
    page.keyboard.type("*")
    key(page, "Enter")
    wait_for(lambda: PaperBulletin.objects.exclude(contests=None).exists())
    office.page.unroute("**/state/")
    office.errors.clear()
    page.reload()
    expect(page.locator("#differences")).to_contain_text("1 table saisie deux fois autrement")
    expect(page.locator("#differences li")).to_contain_text(other.username)
    page.get_by_role("button", name="Garder celui-ci").last.click()
    expect(page.locator("#differences")).to_be_hidden()
    assert load_papers()[2].score == str(turn.solutions.moves[0][2])
    assert load_papers()[2].contests is None


def test_the_page_is_accessible_and_never_scrolls_sideways(office: OfficePage, turn: Turn) -> None:
    page = open_page(office)
    page.keyboard.type("*")
    key(page, "Enter")
    page.keyboard.type("ra")
    expect(page.locator("#choices li").first).to_be_visible()
    expect(page.locator("#bulletins tr[data-table='2'] .verdict")).to_contain_text("66")
    assert_screen_matches(page, "keying")
    assert list_violations_in_both_themes(page) == []
    for width, height in ((1366, 768), (1024, 768), (800, 1280), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0, width
    assert TurnParticipation.objects.filter(turn=turn).count() == 5
