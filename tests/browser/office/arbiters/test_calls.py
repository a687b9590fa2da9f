"""A challenge comes to the desk by itself, is answered by the keyboard and read by the challenger;
the director judges an appeal: the real stack."""

from playwright.sync_api import Page, Response, expect

from tests.arbitrage.classic.services.matches import BAD, RecordedMatch, create_arbiter
from tests.browser.axe import list_violations
from tests.browser.office.desks import OfficePage, look_at_a_small_phone
from tests.browser.office.fitting import fits
from tests.french import plain
from tournament.core.states import Discipline

#: Nothing of this is for players.
SECRETS = ("Absent de l’ODS", "proposed", "otherwise", "liste de mots")


def open_tablet(office: OfficePage, index: int, messages: list[str]) -> Page:
    """Open a player's tablet; its messages are appended to ``messages``."""
    context = office.page.context.browser
    assert context is not None
    page = context.new_context(locale="fr-FR", reduced_motion="reduce").new_page()

    def keep(response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if response.ok and "/static/" not in response.url and ("html" in kind or "json" in kind):
            messages.append(response.text())

    page.on("response", keep)
    page.goto(f"{office.stack.url}/t/{office.room.entries[index].table.key}/")
    return page


def press_focused(page: Page, key: str, label: str) -> None:
    """``key`` goes to what has the focus, which is called ``label``."""
    expect(page.locator(":focus")).to_contain_text(label)
    page.keyboard.press(key)


class CallsHall:
    """A match whose challenger has just asked for an arbiter, who has the desk open."""

    def __init__(self, office: OfficePage) -> None:
        """The office's page belongs to the arbiter, until the director judges."""
        room = office.room
        room.tournament.discipline = Discipline.CLASSIC
        room.tournament.save(update_fields=["discipline"])
        self.office, self.word, self.played = office, BAD, RecordedMatch(room)
        self.played.play(BAD)
        office.sign_in(office.page, create_arbiter(room))
        self.messages: list[str] = []
        self.tablet = open_tablet(office, 1, self.messages)

    def calls(self) -> None:
        """By itself, on a desk that is open."""
        desk = self.office.open("calls")
        expect(desk.locator("#calls-waiting")).to_have_text("personne n’attend")
        expect(desk.locator("#connection")).to_have_text("en direct")
        self.played.challenge(self.word)
        expect(desk.locator("#call-1")).to_contain_text(self.word)
        look_at_a_small_phone(desk)

    def answer(self) -> None:
        """By the keyboard alone, against the word list."""
        desk = self.office.page
        desk.locator("body").press("ArrowDown")
        press_focused(desk, "Enter", "Contestation")
        press_focused(desk, "Enter", "Je m’en charge")
        expect(desk.locator("#call-state")).to_contain_text("pris")
        expect(desk.get_by_label("non admis", exact=True)).to_be_focused()  # the list's answer
        desk.keyboard.press("ArrowUp")
        desk.keyboard.press("Enter")
        expect(desk.locator(".errorlist").first).to_contain_text("Dites pourquoi")
        fits(desk)
        desk.get_by_label("Pourquoi autrement que la liste de mots").fill("Absent de l’ODS.")
        desk.keyboard.press("Enter")
        expect(desk.locator("#calls")).to_contain_text(f"{self.word} admis")

    def appeal(self) -> None:
        """On the tablet of who challenged it."""
        page = self.tablet
        page.get_by_label("Pourquoi").fill("Ce mot n’existe pas.")
        page.locator("#id_ruling input").first.check()
        page.get_by_role("button", name="Faire appel").click()
        expect(page.locator("#decisions")).to_contain_text("en recours")

    def judge(self) -> None:
        self.office.sign_in(self.office.page, self.office.room.user)
        page = self.office.open("calls")
        page.get_by_role("link", name="Recours au directeur").click()
        expect(page.locator("#facts")).to_contain_text("Ce mot n’existe pas.")
        page.get_by_label("déjuger l’arbitre : elle ne compte plus").check()
        page.get_by_label("non admis", exact=True).check()
        page.get_by_label("Raison, que les joueurs liront").first.fill("Il n’est pas à l’ODS.")
        page.get_by_role("button", name="Trancher").click()
        expect(page.locator("#calls")).to_contain_text("déjugée")


def test_a_challenge_is_answered_and_an_appeal_is_judged(office: OfficePage) -> None:
    hall = CallsHall(office)
    hall.calls()
    hall.answer()
    assert hall.played.scores == (18, -5)
    tablet = hall.tablet
    expect(tablet.locator("body")).to_contain_text("admis")
    tablet.goto(office.stack.url + "/table/match/decisions/")
    expect(tablet.locator("#decisions")).to_contain_text(f"{hall.word} admis")
    look_at_a_small_phone(tablet)
    hall.appeal()
    hall.judge()
    assert hall.played.scores == (0, 0)
    expect(tablet.locator("#decisions")).to_contain_text("Il n’est pas à l’ODS.")  # by itself

    assert list_violations(office.open("match-office", hall.played.game.pk)) == []
    page = office.open("match-list")
    look_at_a_small_phone(page)
    page.get_by_role("link", name="Lire").click()
    expect(page.locator("tr.decision")).to_have_count(2)
    look_at_a_small_phone(page)
    assert hall.messages
    everything = plain("".join(hall.messages))
    assert not [secret for secret in SECRETS if plain(secret) in everything]
    tablet.context.close()
