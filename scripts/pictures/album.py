"""The pictures, in the order of a tournament. Needs Django set up."""

from playwright.sync_api import Page, expect

from arbitrage.core.appeals import CaseSubject
from arbitrage.services.appeals import ContestedDecision, file_appeal, record_statement
from scripts.pictures.camera import LAPTOP, PHONE, TABLET, Camera
from scripts.pictures.other_games import show_classic, show_topping
from scripts.pictures.people import write_list
from scripts.pictures.shown_tournament import ShownTournament, shift_right
from tournament.models import Turn
from tournament.queries import clock

#: Turns before the one shown.
TURNS_BEFORE = 3
#: Times of the clock on the pictures of the tablet and of the screen.
TABLET_CLOCK, SCREEN_CLOCK = "2:30", "2:24"
GROUNDS = "J’ai écrit {wrong} au lieu de {right}. Le score annoncé est celui du mot en {right}."
STATEMENT = "Le bulletin a été lu tel qu’il est écrit : la place est {wrong}."
#: The table that wrote a wrong place, on the last turn before the one shown.
APPELLANT = 9


def take_pictures(camera: Camera, *, seed: str) -> None:
    hall = ShownTournament(camera.url, seed)
    try:
        desk = prepare_tournament(camera, hall)
        hall.start_game()
        hall.connect_tablets()
        turns = [hall.play_turn() for _ in range(TURNS_BEFORE)]
        play_shown_turn(camera, hall, desk)
        show_commission(camera, hall, turns[-1])
        hall.finish()
        show_proof(camera, hall)
    finally:
        hall.leave()
    show_topping(camera, hall)
    show_classic(camera, hall)


def prepare_tournament(camera: Camera, hall: ShownTournament) -> Page:
    """Take the organiser's pictures and prepare the tournament; return the organiser's page."""
    page = camera.sign_in(LAPTOP, hall.build_sign_in_path("claire.martin", "office-tournament"))
    page.goto(f"{camera.url}/office/new/")
    page.locator("[name=name]").fill("Tournoi de printemps")
    page.locator("[name=venue]").fill("Salle des fêtes")
    page.locator("[name=games]").fill("3")
    page.get_by_label("Je tiens tous les rôles").check()
    page.get_by_role("button", name="Créer le tournoi").scroll_into_view_if_needed()
    camera.take(page, "club-creer")
    page.goto(f"{camera.url}/office/restore/")
    camera.take(page, "club-restaurer")

    page.goto(f"{camera.url}/office/{hall.slug}/entries/")
    page.locator("input[type=file]").set_input_files(
        {"name": "joueurs.csv", "mimeType": "text/csv", "buffer": write_list()}
    )
    page.get_by_role("button", name="Lire le fichier").click()
    expect(page.get_by_role("heading", name="Avant d’importer")).to_be_visible()
    camera.take(page, "organisateur-import")
    page.get_by_role("button", name="Importer 24 inscriptions").click()
    page.wait_for_url("**/entries/**")

    hall.give_roles()
    hall.share_tables()
    hall.choose_second_looks()
    hall.make_games(3)
    page.goto(f"{camera.url}/office/{hall.slug}/")
    expect(page.get_by_role("heading", name="Avant le premier coup")).to_be_visible()
    camera.take(page, "organisateur")
    return page


def play_shown_turn(camera: Camera, hall: ShownTournament, desk: Page) -> None:
    """Play one turn with its pictures, from the draw to the ranking."""
    tablet = camera.open_page(TABLET, hall.free_shown_table())
    screen = camera.open_page(LAPTOP, f"/{hall.slug}/live/")
    screen.mouse.move(0, 0)
    turn = hall.draw()
    desk.goto(f"{camera.url}/judge/{hall.slug}/")
    expect(desk.locator("#state")).to_have_text("Lettres tirées")
    wait_for_live(desk)
    expect(desk.get_by_text("Attendez encore")).to_be_hidden()
    camera.take(desk, "juge-lettres")

    hall.open(turn)
    word, ref, score = hall.find_modest_solution(turn)
    tablet.get_by_label("Mot", exact=True).fill(word)
    tablet.get_by_label("Référence", exact=True).fill(ref)
    tablet.get_by_label("Score").fill(str(score + 2))
    expect(tablet.locator("#save-status")).to_have_attribute("data-kind", "saved")
    hall.hand_in(turn)
    wait_for_clock(tablet, TABLET_CLOCK)
    camera.take(tablet, "tablette")
    expect(screen.locator("body")).to_have_attribute("data-idle", "")  # its header is hidden
    wait_for_clock(screen, SCREEN_CLOCK)
    camera.take(screen, "public")

    turn = hall.collect(turn)
    expect(desk.locator("#state")).to_have_text("Choix du mot")
    expect(desk.get_by_role("button", name="Donner la solution")).to_be_visible()
    expect(desk.get_by_text("1 bulletin à décider")).to_be_visible()
    camera.take(desk, "juge-top")
    show_correction(camera, hall, turn)
    turn = hall.reveal(turn)
    expect(tablet.locator("#result-own")).to_contain_text(word)
    expect(tablet.locator("#slip-card")).to_be_visible()
    camera.take(tablet, "tablette-resultat")
    phone = camera.open_page(PHONE, f"/{hall.slug}/ranking/")
    camera.take(phone, "classement-telephone")


def show_correction(camera: Camera, hall: ShownTournament, turn: Turn) -> None:
    """Take the arbiters' pictures; type the paper bulletins."""
    bulletins = camera.sign_in(LAPTOP, hall.build_sign_in_path("paul.lefevre", "arbiter-list"))
    expect(bulletins.locator("#bulletins tbody tr")).to_have_count(12)
    wait_for_live(bulletins)
    bulletins.locator("#bulletins tbody tr", has_text="Barbier").click()
    expect(bulletins.locator("#detail-title")).to_contain_text("Table 2")
    camera.take(bulletins, "arbitre-bulletins")

    keying = camera.sign_in(LAPTOP, hall.build_sign_in_path("anne.girard", "arbiter-keying"))
    wait_for_live(keying)
    line = keying.locator("#line")
    line.press("*")
    expect(keying.locator("#table-number")).to_have_text("20")
    line.press("*")
    expect(keying.locator("#table-number")).to_have_text("21")
    expect(keying.locator("#bulletins .verdict strong")).to_have_count(2)
    line.press_sequentially("t")
    expect(keying.locator("#choices [role=option]").first).to_be_visible()
    camera.take(keying, "arbitre-saisie")
    keying.close()
    hall.key_papers(turn, range(21, 25))

    second = camera.sign_in(LAPTOP, hall.build_sign_in_path("jean.morel", "second-looks"))
    wait_for_live(second)
    camera.take(second, "arbitre-double")


def show_commission(camera: Camera, hall: ShownTournament, turn: Turn) -> None:
    """Take the commission's picture: a player appeals against the ruling on a wrong place."""
    (entry,) = hall.list_entries([APPELLANT])
    about = ContestedDecision(turn, entry, CaseSubject.RULING)
    places = {"right": turn.ref, "wrong": shift_right(turn.ref)}
    case = file_appeal(contested=about, grounds=GROUNDS.format(**places), by=None, now=clock.now())
    arbiter = hall.users["paul.lefevre"]
    record_statement(
        case=case,
        speaker="Paul Lefèvre, arbitre",
        text=STATEMENT.format(**places),
        by=arbiter,
        now=clock.now(),
    )
    page = camera.sign_in(LAPTOP, hall.build_sign_in_path("louise.petit", "case", case.number))
    expect(page.get_by_role("heading", name="La décision de la commission")).to_be_visible()
    camera.take(page, "commission")


def show_proof(camera: Camera, hall: ShownTournament) -> None:
    """Take the picture of the published draws of a finished game."""
    page = camera.open_page(LAPTOP, f"/{hall.slug}/draws/")
    page.get_by_text("Vérifier cette partie").first.scroll_into_view_if_needed()
    camera.take(page, "public-preuve")


def wait_for_live(page: Page) -> None:
    """Wait until the page follows the hall, with its grid drawn."""
    expect(page.locator("#connection")).to_have_text("en direct")


def wait_for_clock(page: Page, time: str) -> None:
    """Wait until the clock shows that time."""
    page.wait_for_function(
        "time => document.querySelector('#time').textContent.trim() === time", arg=time
    )
