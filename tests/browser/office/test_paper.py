"""Bulletins on paper keyed by an arbiter whose hands stay on the keyboard."""

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


def look_at_the_page(page: Page) -> None:
    """With a choice of moves; it never scrolls sideways."""
    page.keyboard.type("ra")
    expect(page.locator("#choices li").first).to_be_visible()
    expect(page.locator("#bulletins tr[data-table='2'] .verdict")).to_contain_text("66")
    assert_screen_matches(page, "keying")
    assert list_violations_in_both_themes(page) == []
    for width, height in ((390, 844), (800, 1280), (1366, 768), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0, width
    key(page, "Escape")
    expect(page.locator("#line")).to_have_value("")


def choose_by_score(page: Page, turn: Turn) -> None:
    """A move of table 6; no move at table 4 has the other score."""
    score = turn.solutions.moves[-1][2]
    words_with_score = [word for word, _ref, points in turn.solutions.moves if points == score]
    page.keyboard.type("/6")
    key(page, "Enter")
    expect_table(page, 6)
    page.keyboard.type(f"{score} {words_with_score[0][:2]}")
    expect(page.locator("#choices li").first).to_contain_text(words_with_score[0][:2].upper())
    key(page, "Enter")
    expect_table(page, 4)
    assert wait_for_typed(6).score == str(score)

    wrong = next(n for n in range(20, 99) if n not in {move[2] for move in turn.solutions.moves})
    page.keyboard.type(f"{wrong}{words_with_score[0][0]}")  # nothing is marked
    expect(page.locator("#choices li kbd")).to_have_text("+")
    key(page, "Enter")
    expect(page.locator("#refused")).to_contain_text("aucune solution")
    key(page, "+")
    expect_table(page, 5)
    key(page, "Control+z")
    expect_table(page, 4)
    expect(page.locator("#status-text")).to_contain_text("annulée")


def correct_what_is_typed(page: Page) -> None:
    page.keyboard.type("/5")
    key(page, "Enter")
    expect(page.locator("#notice")).to_contain_text("Déjà saisi par bureau")
    page.keyboard.type("?m")  # it is missing
    expect(page.locator("#choices li").first).to_contain_text("manquant")
    key(page, "Enter")
    wait_for(lambda: wait_for_typed(5).version == 2)
    assert (wait_for_typed(5).rows, wait_for_typed(5).state) == ([], SheetState.MISSING)
    expect(page.locator("#bulletins tr[data-table='5'] .verdict")).to_contain_text("5.7")
    page.keyboard.type("/6")
    key(page, "Enter")
    page.keyboard.type("?h")
    key(page, "Enter")
    wait_for(lambda: wait_for_typed(6).version == 2)
    assert wait_for_typed(6).state == SheetState.LATE
    page.keyboard.type("/6")
    key(page, "Enter")
    page.locator("#history").click()
    expect(page.locator("tbody tr")).to_have_count(2)


def test_a_bulletin_takes_few_keys_and_the_next_table_follows(
    office: OfficePage, turn: Turn
) -> None:
    page = open_page(office)
    expect_table(page, 2)
    page.keyboard.type("*")
    expect(page.locator("#choices li").nth(1)).to_be_visible()  # equal tops: which one?
    key(page, "ArrowDown", "ArrowUp", "Enter")
    expect_table(page, 3)
    look_at_the_page(page)
    assert TurnParticipation.objects.filter(turn=turn).count() == 5
    page.keyboard.type("-")  # as the one before
    expect_table(page, 4)
    choose_by_score(page, turn)
    page.keyboard.type("tan")  # the beginning of a word picks the best solution
    key(page, "Enter")
    expect_table(page, 5)
    page.keyboard.type("zzz h7 50")  # as it is written
    expect(page.locator("#choices li").first).to_contain_text("comme c’est écrit")
    key(page, "Enter")
    expect(page.locator("#table-name")).to_have_text("Rien à saisir")

    wait_for(lambda: len(load_papers()) == 5)
    first, second, third, fourth = (load_papers()[number] for number in range(2, 6))
    assert (first.rows, first.score) == (second.rows, second.score)
    assert first.score == str(turn.solutions.moves[0][2])
    assert "".join(third.rows).startswith("TAN")
    assert third.reference[0] == "H"  # of a first word written vertically an arbiter decides
    assert (fourth.rows, fourth.reference, fourth.score) == (["ZZZ"], "H7", "50")
    # The verdict stands beside it as soon as the rules have spoken.
    expect(page.locator("#bulletins tr[data-table='5'] .verdict")).to_contain_text("mot non admis")
    expect(page.locator("#unsent")).to_have_text("0")
    expect(page.locator("#left")).to_have_text("0")
    correct_what_is_typed(page)


def type_unreadable_lines(page: Page) -> None:
    """At table 2; the last one is corrected where it stands."""
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
    key(page, "Enter", "Backspace", "Backspace", "Backspace", "Enter")
    expect_table(page, 3)
    assert "".join(wait_for_typed(2).rows) == "BATH"
    assert set(load_papers()) == {2}


def write_the_whole_sheet(page: Page) -> None:
    """Write the bulletin of table 3, after closing its sheet once; by mouse both."""
    key(page, "F2")
    page.locator("dialog[open] [data-closes]").click()
    page.keyboard.type("ra")
    expect(page.locator("#line")).to_have_value("ra")
    key(page, "Escape")
    key(page, "F2")
    expect(page.get_by_role("heading", name="Table 3")).to_be_visible()
    expect(page.locator("#word")).to_be_focused()
    key(page, "F2")
    expect(page.locator("#squared .pen")).to_be_focused()
    page.keyboard.type("rat?i")
    page.keyboard.press("Enter")
    page.keyboard.press("?")
    expect(page.locator("#reference-illegible")).to_be_checked()
    page.locator("#bulletin-state").select_option("hard-to-read")
    page.locator("#score").focus()
    page.keyboard.type("12")
    page.get_by_role("button", name="Enregistrer").click()
    expect_table(page, 4)
    expect(page.locator("#line")).to_be_focused()
    paper = wait_for_typed(3)
    assert (paper.rows, paper.reference, paper.score) == (["RATi"], ILLEGIBLE, "12")
    assert paper.state == SheetState.HARD_TO_READ


def begin_with_a_joker(page: Page) -> None:
    """At table 4."""
    page.keyboard.type("?suage 11h 25")
    expect(page.locator("#line")).to_have_value("?suage 11h 25")
    expect_table(page, 4)
    key(page, "Enter")
    expect_table(page, 5)
    paper = wait_for_typed(4)
    assert ("".join(paper.rows), paper.reference, paper.score) == ("sUAGE", "11H", "25")
    assert paper.state == SheetState.OK


def undo_one_key(page: Page) -> None:
    """At table 5, before it is on the server, and after."""
    page.keyboard.type("-")
    expect_table(page, 6)
    key(page, "Control+z")
    expect_table(page, 5)
    expect(page.locator("#status-text")).to_contain_text("Table 5 : la saisie est annulée.")
    page.keyboard.type("ra h7 2")
    key(page, "Enter")
    expect_table(page, 6)
    assert "".join(wait_for_typed(5).rows) == "RA"
    assert wait_for_typed(5).version == 1
    key(page, "Control+z")
    expect_table(page, 5)
    expect(page.locator("#status-text")).to_contain_text("ce que vous tapez le remplace")


def test_lines_are_refused_undone_and_the_rest_takes_one_key(
    office: OfficePage, turn: Turn
) -> None:
    page = open_page(office)
    type_unreadable_lines(page)
    key(page, "Control+Enter")
    rest = page.locator("#remaining-tables-do")
    expect(page.locator("#remaining-tables-list")).to_have_text("3, 4, 5, 6")
    expect(rest).to_be_focused()
    expect(rest).to_have_text("Donner le top à 4 tables")
    key(page, "Escape")
    expect(page.locator("#line")).to_be_focused()
    write_the_whole_sheet(page)
    begin_with_a_joker(page)
    undo_one_key(page)
    page.keyboard.type("/6")
    key(page, "Enter")
    expect_table(page, 6)
    key(page, "Control+Delete")
    expect(rest).to_have_text("Zéro, bulletin manquant, pour 1 table")
    key(page, "Enter")
    wait_for(lambda: len(load_papers()) == 5)
    assert load_papers()[6].state == SheetState.MISSING
    expect(page.locator("#left")).to_have_text("0")


def drop_what_is_sent(route: Route) -> None:
    if route.request.method == "POST":
        route.abort()
    else:
        route.continue_()


def type_without_network(page: Page) -> None:
    """Tables 2 and 3: the bulletins are sent on reconnection."""
    page.route("**/paper/", drop_what_is_sent)
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


def type_what_the_tablet_sent(page: Page, office: OfficePage, turn: Turn) -> None:
    """Table 1: paper replaces it."""
    page.keyboard.type("/1")
    key(page, "Enter")
    expect(page.locator("#notice")).to_contain_text("La tablette de cette table a remis")
    page.keyboard.type("zzz h7 50")
    key(page, "Enter")
    assert wait_for_typed(1).rows == ["ZZZ"]
    assert Bulletin.objects.filter(turn=turn, entry=office.room.entries[0]).exists()
    wait_for(lambda: get_current_rulings(turn)[office.room.entries[0].pk].points == 0)


def settle_a_difference(page: Page, office: OfficePage, turn: Turn) -> None:
    """At table 4, which two have typed."""
    expect_table(page, 4)
    other = User.objects.create_user("camille")
    StaffMember.objects.create(tournament=office.room.tournament, user=other, role=Role.ARBITER)
    page.route("**/state/", lambda route: route.abort())  # this page has not received it
    written = Written(Sheet(("ZZZ",)), "H7", "50")
    arguments = office.room.get_author_and_time() | {"by": other}
    enter_paper(turn=turn, number=4, bulletin=written, **arguments)
    page.keyboard.type("*")
    key(page, "Enter")
    wait_for(lambda: PaperBulletin.objects.exclude(contests=None).exists())
    page.unroute("**/state/")
    page.reload()
    expect(page.locator("#differences")).to_contain_text("1 table saisie deux fois autrement")
    expect(page.locator("#differences li")).to_contain_text(other.username)
    page.get_by_role("button", name="Garder celui-ci").last.click()
    expect(page.locator("#differences")).to_be_hidden()
    assert load_papers()[4].score == str(turn.solutions.moves[0][2])
    assert load_papers()[4].contests is None


def test_bulletins_wait_for_the_network_and_differences_are_settled(
    office: OfficePage, turn: Turn
) -> None:
    page = open_page(office)
    type_without_network(page)
    type_what_the_tablet_sent(page, office, turn)
    settle_a_difference(page, office, turn)
    office.errors.clear()  # what the browser says of requests that were cut
