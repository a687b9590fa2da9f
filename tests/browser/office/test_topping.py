"""Toppings in real browsers: a player on a device and the board, a judge, somebody who trains
alone."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import transaction
from playwright.sync_api import Browser, Page, Route, expect

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

type Device = Callable[[str], Page]


@pytest.fixture
def another(office: OfficePage, browser: Browser, browser_context_args: Any) -> Iterator[Device]:
    """Opens an address on another device, which has its own cookies."""
    contexts = []

    def open_topping(address: str) -> Page:
        contexts.append(browser.new_context(**browser_context_args))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: office.errors.append(str(error)))
        page.goto(office.stack.url + address)
        return page

    yield open_topping
    for context in contexts:
        context.close()


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


def test_a_player_on_a_device_and_the_board(office: OfficePage, another: Device) -> None:
    """The other player by the services; to the last top."""
    room = office.room
    topping = create_topping_for(room, opened=False, pause_s=30, limit_s=600)
    device = another(f"/t/{room.entries[0].table.key}/")
    expect(device.locator("#toppings a")).to_have_count(0)
    expect(device.locator("#link")).to_have_attribute("data-status", "live")
    office.open("office-topping", 1).get_by_role("button", name="Ouvrir").click()
    expect(device.locator("#toppings a")).to_have_count(1)  # nobody reloads anything
    board = office.open("public-topping", 1)
    expect_connected(board)

    device.locator("#toppings a").click()
    expect_connected(device)
    assert list_violations(device) == []
    device.get_by_role("button", name="Commencer").click()
    start_run(run=get_run(topping, room.entries[1]), by=None, now=clock.now())
    expect_turn(device, 1, topping)
    expect(board.locator(".run-playing")).to_have_count(2)

    propose_wrong_words(device)
    find_while_the_part_is_redrawn(device, get_turn(topping, 1))
    expect(device.locator("#answer")).to_contain_text("Top")
    expect_turn(device, 2, topping)
    expect(board.locator("tbody tr").first).to_contain_text("coup 2 sur")
    read_a_solution(device, topping, room.entries[0])
    propose_without_network(device, topping)

    last = topping.terms.turns
    find_by_services(topping, room.entries[0], range(4, last))
    expect_turn(device, last, topping)
    find(device, get_turn(topping, last))
    expect(device.locator("#done-title")).to_contain_text("Fini en")
    expect(device.locator("#board .aimed")).to_have_count(0)
    assert list_violations(device) == []
    first = board.locator("tbody tr").first
    expect(first).to_contain_text(room.entries[0].name)
    expect(first.locator("td").first).to_have_text("1")
    fits(board)


def propose_wrong_words(device: Page) -> None:
    word = device.get_by_label("Mot", exact=True)
    expect(word).to_be_focused()
    word.press_sequentially("cœurs dé")
    expect(word).to_have_value("COEURSDE")
    propose(device, "ZZZZ", "H8")
    expect(device.locator("#answer")).to_have_text("Pas le top : ZZZZ H8")
    assert list_violations_in_both_themes(device) == []


def read_a_solution(device: Page, topping: Topping, entry: Entry) -> None:
    """The second top is not found; the third turn begins by itself, once the solution is read."""
    let_time_run_out(topping, entry)
    device.reload()
    expect(device.locator(".given")).to_contain_text(get_turn(topping, 2).ref)
    advance_clock(get_run(topping, entry), topping.pause_s - 3)
    device.reload()
    expect_turn(device, 3, topping)
    expect(device.locator("#run")).to_contain_text("Non trouvés")


def propose_without_network(device: Page, topping: Topping) -> None:
    with without_network(device):
        propose(device, "ZZZZ", "H8")
        expect(device.locator("#answer")).to_have_text(
            "Pas de réponse du serveur : proposez de nouveau."
        )
    find(device, get_turn(topping, 3))
    expect_turn(device, 4, topping)
    expect_connected(device)


def test_a_judge_hears_the_players_one_after_the_other(office: OfficePage, another: Device) -> None:
    room = office.room
    topping = create_topping_for(room, mode=ToppingMode.JUDGE, pause_s=30, limit_s=600)
    page = office.open("judge-topping", 1)
    expect_connected(page)
    player = another(f"/t/{room.entries[0].table.key}/")
    player.locator("#toppings a").click()
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


def test_a_board_s_key_validates_its_player_s_top(office: OfficePage) -> None:
    """Three players at boards of their own, each with their own turn (3.8.4)."""
    entries = office.room.entries[:3]
    topping = create_topping_for(office.room, entries, mode=ToppingMode.TOGETHER, limit_s=600)
    page = office.open("judge-topping", 1)
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


def test_somebody_trains_alone_and_keeps_his_records(office: OfficePage, another: Device) -> None:
    room = office.room
    hall = open_hall(
        organisation=room.tournament.organisation, lexicon="fr-libre", **room.get_author_and_time()
    )
    page = another(f"/training/{hall.key}/")
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
    page.goto(office.stack.url + f"/training/{hall.key}/")
    expect(page.locator("#own-times")).to_contain_text("record")
    page.get_by_role("button", name="Effacer mon nom et mes temps").click()
    expect(page.locator("#own-times")).to_have_count(0)
    assert not ToppingRun.objects.filter(topping=topping).exists()
