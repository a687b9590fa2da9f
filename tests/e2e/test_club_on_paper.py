"""A club on paper with one laptop: the leader keys the bulletins and plays too.

One account holds all the roles. Nothing shows them a solution before their own bulletin is typed,
and the ranking says that it is provisional until the last one is.
"""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from arbitrage.models import PaperBulletin
from tests.e2e.hall import BrowserHall, next_step, stop_the_clock
from tests.waiting import wait_for
from tournament.core.states import GameState, PlayMedium, Role
from tournament.models import Entry, Game, StaffMember, Turn

LAPTOP: ViewportSize = {"width": 1366, "height": 768}
TABLES = 6
#: The judge's own.
OWN = 5
#: Nobody finds its slip until the game is over.
LOST = 6


@pytest.fixture
def club(hall: BrowserHall) -> BrowserHall:
    """Its tables, and a game that the one account has still to declare ready."""
    hall.fill(TABLES)
    StaffMember.objects.exclude(role=Role.ORGANISER).delete()
    Game.objects.filter(pk=hall.game().pk).update(seed=f"{5:064x}")
    return hall


def expect_table(page: Page, number: int) -> None:
    """The next one that is offered."""
    expect(page.locator("#table-number")).to_have_text(str(number))


def key_the_top(page: Page) -> None:
    """Among equal ones the first."""
    page.keyboard.type("*")
    if page.locator("#choices li").count():  # drawn before the key returns
        page.keyboard.press("Enter")


def hold_all_the_roles(page: Page, slug: str) -> None:
    page.get_by_role("button", name="Je tiens tous les rôles").click()
    expect(page.get_by_role("button", name="Ne rester qu’organisateur")).to_be_visible()
    page.goto(page.url.replace("/staff/", "/games/1/"))
    page.get_by_label("Table du juge-arbitre").fill(str(OWN))
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_contain_text(f"Le juge-arbitre joue, table {OWN}.")
    page.goto(page.url.replace(f"/office/{slug}/games/1/", f"/arbiter/{slug}/players/"))
    page.get_by_role("checkbox", name="Tout cocher").check()
    page.get_by_role("button", name="Papier").click()
    expect(page.locator("body")).to_contain_text(f"{TABLES} joueurs changés : papier.")
    assert set(Entry.objects.values_list("plays_on", flat=True)) == {PlayMedium.PAPER}


def play_a_turn(page: Page) -> Turn:
    """By the one button, until their own bulletin is requested."""
    for label in ("Tirer les lettres", "Montrer les lettres", "Lancer le chrono"):
        next_step(page, label)
    expect(page.locator("#state")).to_have_text("Temps de jeu")
    stop_the_clock(page)
    turn = Turn.objects.select_related("game").latest("ordinal")
    wait_for(lambda: hasattr(Turn.objects.get(pk=turn.pk), "solutions"))
    expect(page.get_by_role("link", name="Saisir mon bulletin")).to_be_focused()
    turn.refresh_from_db()
    return turn


def shows_no_solution(page: Page, turn: Turn, *paths: str) -> None:
    """Neither in what is read nor in what is sent for scripts."""
    best = turn.solutions.moves[0][2]
    tops = [word for word, _ref, score in turn.solutions.moves if score == best]
    for path in paths:
        answer = page.request.get(path)
        assert answer.status in {200, 409}, path
        assert [word for word in tops if word.upper() in answer.text().upper()] == [], path


def key_his_own(page: Page, turn: Turn) -> None:
    """As it is written: not with the keys that stand for a solution."""
    word, ref, score = turn.solutions.moves[-1]
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("Enter")
    expect_table(page, OWN)
    expect(page.locator("#bulletins tr")).to_have_count(1)  # theirs alone
    page.keyboard.type("*")
    expect(page.locator("#status-text")).to_contain_text("ne sont pas encore calculées")
    page.keyboard.type(f"{word} {ref} {score}")
    page.keyboard.press("Enter")
    expect(page.locator("#bulletins tr")).to_have_count(TABLES)
    expect_table(page, 1)


def ask_to_end(page: Page, *, slips_stay: bool) -> None:
    dialog = page.locator("#ask")
    if not dialog.is_visible():
        page.locator("#ask-finish").click()
    dialog.get_by_label("autre raison (à préciser)").check()
    dialog.get_by_label("Précision").fill("La salle ferme.")
    dialog.get_by_label("Terminer quand même").set_checked(slips_stay)
    dialog.get_by_role("button", name="Terminer la partie").click()


def end_early(page: Page) -> None:
    """Open slips need the explicit word."""
    ask_to_end(page, slips_stay=False)
    expect(page.locator("#ask")).to_contain_text("Des bulletins restent à saisir")
    assert Game.objects.get().state == GameState.RUNNING
    ask_to_end(page, slips_stay=True)
    expect(page.locator("#state")).to_have_text("Partie terminée")
    expect(page.locator("#desk")).to_contain_text("classement provisoire")


def key_all_but_the_lost_one(page: Page, turn: Turn) -> None:
    """Key bulletins of every kind."""
    key_his_own(page, turn)
    key_the_top(page)
    expect_table(page, 2)
    page.keyboard.type("-")
    expect_table(page, 3)
    page.keyboard.type("zzz h8 99")
    page.keyboard.press("Enter")
    expect_table(page, 4)
    page.keyboard.type("?m")
    page.keyboard.press("Enter")
    expect_table(page, LOST)
    expect(page.locator("#unsent")).to_have_text("0")
    wait_for(lambda: PaperBulletin.objects.filter(turn=turn).count() == TABLES - 1)
    expect(page.locator("#bulletins tr[data-table='3'] .verdict")).to_contain_text("mot non admis")


def give_the_solution(page: Page) -> None:
    page.keyboard.press("F4")
    next_step(page, "Donner la solution")
    expect(page.locator("#state")).to_have_text("Annonce de la solution")


def test_a_club_on_paper_with_one_laptop(club: BrowserHall, browser: Browser) -> None:
    slug = club.tournament.slug
    context = browser.new_context(locale="fr-FR", viewport=LAPTOP)
    page = club.sign_in(context, club.judge, f"/office/{slug}/staff/")
    hold_all_the_roles(page, slug)
    page.goto(f"{club.url}/judge/{slug}/")
    next_step(page, "Déclarer la partie prête")
    next_step(page, "Commencer la partie")

    turn = play_a_turn(page)
    arbiter = f"{club.url}/arbiter/{slug}"
    of_turn = [f"{arbiter}/1/1/{page_name}/" for page_name in ("paper", "paper/state", "solutions")]
    rooms = [f"{club.url}/judge/{slug}/desk/", f"{arbiter}/rows/", f"{club.url}/{slug}/live/"]
    shows_no_solution(page, turn, *of_turn, *rooms)
    key_all_but_the_lost_one(page, turn)
    give_the_solution(page)

    end_early(page)
    public = context.new_page()
    public.goto(f"{club.url}/{slug}/ranking/")
    expect(public.locator("#page-part .badge.warn")).to_have_text("provisoire")
    page.goto(f"{arbiter}/1/1/paper/")
    expect_table(page, LOST)
    key_the_top(page)
    expect(page.locator(f"#bulletins tr[data-table='{LOST}'] .verdict strong")).to_be_visible()
    public.reload()
    expect(public.locator("h1")).to_have_text("Classement général")
    context.close()
