"""Toppings in real browsers: a player on a device and the board, then alone; a judge."""

import pytest
from django.db import transaction
from django.urls import reverse
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import list_violations, list_violations_in_both_themes
from tests.browser.office.desks import OfficePage, look_at_a_small_phone, without_network
from tests.browser.office.fitting import fits
from tests.tournament.topping.services.toppings import (
    advance_clock,
    create_topping_for,
    get_run,
    get_turn,
)
from tournament.models import Entry
from tournament.queries import clock
from tournament.topping.core.topping_run import ToppingMode
from tournament.topping.models import Topping, ToppingRun
from tournament.topping.queries.topping import ToppingTurn
from tournament.topping.services.runs import judge_proposal, start_run
from tournament.topping.services.training import open_hall


@pytest.fixture
def player(office: OfficePage, other_device: Page) -> Page:
    """The device of the first table, whose own errors fail the test."""
    other_device.on("pageerror", lambda error: office.errors.append(str(error)))
    other_device.goto(f"{office.stack.url}/t/{office.room.entries[0].table.key}/")
    return other_device


def expect_connected(page: Page) -> None:
    expect(page.locator("#connection")).to_have_text("en direct")


def square(page: Page, ref: str, *, times: int = 1) -> None:
    """Tap the square of a reference, letter first or number first."""
    letter, number = (ref[0], ref[1:]) if ref[0].isalpha() else (ref[-1], ref[:-1])
    row, col = ord(letter) - ord("A"), int(number) - 1
    for _ in range(times):
        page.locator(f'#board [data-row="{row}"][data-col="{col}"]').click()


def propose(page: Page, word: str, ref: str) -> None:
    """Type the word, tap its first square: once across, once more downwards."""
    page.get_by_label("Mot", exact=True).fill(word)
    page.get_by_label("Référence", exact=True).fill("")
    square(page, ref)
    if page.get_by_label("Référence", exact=True).input_value() != ref:
        square(page, ref)
    expect(page.get_by_label("Référence", exact=True)).to_have_value(ref)
    page.get_by_role("button", name="Proposer").click()


def find(page: Page, top: ToppingTurn) -> None:
    propose(page, top.word.upper(), top.ref)


def find_while_the_part_is_redrawn(page: Page, top: ToppingTurn) -> None:
    """The part is asked for anew, and comes, before the answer to the proposal does."""
    answers: list[Route] = []

    def hold(route: Route) -> None:
        answers.append(route)

    page.route("**" + str(page.locator("#run").get_attribute("data-say")), hold)
    part_path = str(page.locator("#run").get_attribute("hx-get"))
    find(page, top)
    with page.expect_response(lambda response: response.url.endswith(part_path)):
        page.evaluate("htmx.trigger('#run', 'live')")
    assert len(answers) == 1
    answers[0].continue_()
    page.unroute_all()


def read_letters(page: Page) -> list[str]:
    tiles = page.locator("#rack [data-letter]")
    return sorted(tiles.evaluate_all("tiles => tiles.map((tile) => tile.dataset.letter)"))


def expect_turn(page: Page, number: int, topping: Topping) -> None:
    expect(page.locator("#turn-progress")).to_contain_text(f"{number} / ")
    expect(page.locator("#rack [data-letter]")).to_have_count(len(get_turn(topping, number).rack))
    assert read_letters(page) == sorted(get_turn(topping, number).rack)


def let_time_run_out(topping: Topping, entry: Entry) -> None:
    advance_clock(get_run(topping, entry), topping.limit_s + 0.2)


def find_by_services(topping: Topping, entry: Entry, numbers: range) -> None:
    """Nothing new is seen at these tops: the pages are told once."""
    with transaction.atomic():
        for number in numbers:
            top = get_turn(topping, number)
            judge_proposal(
                run=get_run(topping, entry),
                turn=number,
                word=top.word.upper(),
                ref=top.ref,
                by=None,
                now=clock.now(),
            )


def test_a_player_on_a_device_the_board_and_training(office: OfficePage, player: Page) -> None:
    """The other player by the services; to the last top, and then alone."""
    room = office.room
    topping = create_topping_for(room, opened=False, pause_s=30, limit_s=600)
    expect(player.locator("#toppings a")).to_have_count(0)
    expect(player.locator("#link")).to_have_attribute("data-status", "live")
    office.open("office-topping", 1).get_by_role("button", name="Ouvrir").click()
    expect(player.locator("#toppings a")).to_have_count(1)  # nobody reloads anything
    board = office.open("public-topping", 1)
    expect_connected(board)

    player.locator("#toppings a").click()
    expect_connected(player)
    assert list_violations(player) == []
    player.get_by_role("button", name="Commencer").click()
    start_run(run=get_run(topping, room.entries[1]), by=None, now=clock.now())
    expect_turn(player, 1, topping)
    expect(board.locator(".run-playing")).to_have_count(2)

    propose_wrong_words(player)
    find_while_the_part_is_redrawn(player, get_turn(topping, 1))
    expect(player.locator("#answer")).to_contain_text("Top")
    expect_turn(player, 2, topping)
    expect(board.locator("tbody tr").first).to_contain_text("coup 2 sur")
    read_a_solution(player, topping, room.entries[0])
    propose_without_network(player, topping)
    find_the_last_top(player, topping, room.entries[0])
    first = board.locator("tbody tr").first
    expect(first).to_contain_text(room.entries[0].name)
    expect(first.locator("td").first).to_have_text("1")
    fits(board)
    train_alone(player, office)


def propose_wrong_words(player: Page) -> None:
    word = player.get_by_label("Mot", exact=True)
    expect(word).to_be_focused()
    word.press_sequentially("cœurs dé")
    expect(word).to_have_value("COEURSDE")
    propose(player, "ZZZZ", "H8")
    expect(player.locator("#answer")).to_have_text("Pas le top : ZZZZ H8")
    assert list_violations_in_both_themes(player) == []


def read_a_solution(player: Page, topping: Topping, entry: Entry) -> None:
    """The second top is not found; the third turn begins by itself, once the solution is read."""
    let_time_run_out(topping, entry)
    player.reload()
    expect(player.locator(".given")).to_contain_text(get_turn(topping, 2).ref)
    advance_clock(get_run(topping, entry), topping.pause_s - 3)
    player.reload()
    expect_turn(player, 3, topping)
    expect(player.locator("#run")).to_contain_text("Non trouvés")


def propose_without_network(player: Page, topping: Topping) -> None:
    with without_network(player):
        propose(player, "ZZZZ", "H8")
        expect(player.locator("#answer")).to_have_text(
            "Pas de réponse du serveur : proposez de nouveau."
        )
    find(player, get_turn(topping, 3))
    expect_turn(player, 4, topping)
    expect_connected(player)


def find_the_last_top(player: Page, topping: Topping, entry: Entry) -> None:
    last = topping.terms.turns
    find_by_services(topping, entry, range(4, last))
    expect_turn(player, last, topping)
    find(player, get_turn(topping, last))
    expect(player.locator("#done-title")).to_contain_text("Fini en")
    expect(player.locator("#board .aimed")).to_have_count(0)
    assert list_violations(player) == []


def train_alone(page: Page, office: OfficePage) -> None:
    """Records are kept until their player deletes them."""
    room = office.room
    hall = open_hall(
        organisation=room.tournament.organisation, lexicon="fr-libre", **room.get_author_and_time()
    )
    page.goto(f"{office.stack.url}/training/{hall.key}/")
    look_at_a_small_phone(page)
    page.get_by_label("Nom montré aux autres").fill("Ana")
    page.get_by_role("button", name="Enregistrer").click()
    page.get_by_role("button", name="Nouvelle partie").click()
    page.get_by_role("button", name="Commencer").click()
    topping = Topping.objects.get(tournament=None)
    expect_turn(page, 1, topping)
    find(page, get_turn(topping, 1))
    expect_turn(page, 2, topping)
    run = ToppingRun.objects.get(topping=topping)
    advance_clock(run, 100 * topping.terms.turns)
    page.reload()
    expect(page.locator("#done-title")).to_contain_text("Fini en")
    page.get_by_role("link", name="La partie et les temps des autres").click()
    expect(page.locator(".topping-board")).to_contain_text("Ana")
    assert list_violations(page) == []
    page.goto(f"{office.stack.url}/training/{hall.key}/")
    expect(page.locator("#own-times")).to_contain_text("record")
    page.get_by_role("button", name="Effacer mon nom et mes temps").click()
    expect(page.locator("#own-times")).to_have_count(0)
    assert not ToppingRun.objects.filter(topping=topping).exists()


def hear_one_after_the_other(page: Page, player: Page, office: OfficePage) -> None:
    room = office.room
    topping = create_topping_for(room, mode=ToppingMode.JUDGE, pause_s=30, limit_s=600)
    office.open("judge-topping", 1)
    expect_connected(page)
    player.goto(f"{office.stack.url}{reverse('table-topping', args=[1])}")
    expect_connected(player)
    expect(player.locator("#rack [data-letter]")).to_have_count(0)
    page.keyboard.press("Enter")  # on the first in the order
    expect(page.locator("#current-player")).to_contain_text(room.entries[0].name)
    expect_turn(player, 1, topping)
    assert player.locator("#propose").count() == 0
    tops = get_turn(topping, 1).tops
    page.keyboard.press(str(min(len(tops), 9)))
    expect_turn(player, 2, topping)
    expect(page.locator("#turn-progress")).to_contain_text("2 / ")
    expect(page.locator("#top-0")).to_be_focused()
    assert list_violations(page) == []
    advance_clock(get_run(topping, room.entries[0]), topping.limit_s + 2)
    page.reload()
    expect(page.locator("#given-title")).to_be_visible()
    expect(player.locator(".given")).to_contain_text(get_turn(topping, 2).ref)
    advance_clock(get_run(topping, room.entries[0]), topping.pause_s)
    player.reload()
    expect_turn(player, 3, topping)
    page.get_by_role("button", name="Abandon").click()
    expect(page.locator("#current-player")).to_have_text("À qui le tour ?")
    expect(page.locator("#start")).to_contain_text(room.entries[1].name)


def validate_tops_by_board_keys(page: Page, office: OfficePage) -> None:
    """Three players at boards of their own, each with their own turn (3.8.4)."""
    entries = office.room.entries[:3]
    topping = create_topping_for(office.room, entries, mode=ToppingMode.TOGETHER, limit_s=600)
    office.open("judge-topping", 2)
    expect_connected(page)
    for entry in entries:
        page.locator(f"#run-{get_run(topping, entry).pk}").check()
    page.locator("#start").click()
    expect(page.locator(".topping-player")).to_have_count(3)
    fits(page)
    boards = {get_run(topping, entry).board: entry for entry in entries}
    assert sorted(board or 0 for board in boards) == [1, 2, 3]
    page.keyboard.press("2")
    expect(page.locator("#board-2-turn-progress")).to_contain_text("2 / ")
    expect(page.locator("#board-1-turn-progress")).to_contain_text("1 / ")
    page.keyboard.press("3")
    expect(page.locator("#board-3-turn-progress")).to_contain_text("2 / ")
    page.reload()
    expect(page.locator("#board-2-turn-progress")).to_contain_text("2 / ")
    top = get_turn(topping, 1)
    expect(page.locator(".topping-player", has_text=boards[2].name)).to_contain_text(
        top.word.upper()
    )


def test_a_judge_hears_players_alone_and_together(office: OfficePage, player: Page) -> None:
    hear_one_after_the_other(office.page, player, office)
    validate_tops_by_board_keys(office.page, office)
