"""A hall of twenty, every other table on paper, with two arbiters: everybody reads the same.

The tablets are sockets; judge, arbiters, organiser and public look at their real pages.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.hall import BrowserHall
from tests.e2e.keying import expect_table, key_remaining, key_the_top
from tests.e2e.test_whole_game import stop_the_clock
from tests.stack import LiveStack
from tests.tournament.live.web import watch
from tests.waiting import wait_for
from tournament.core.states import PlayMedium, Role
from tournament.models import Game, Score, StaffMember, Table, Turn
from tournament.protocol import Audience, Save
from tournament.protocol.tokens import Ticket, make_token
from tournament.services.people.registration import assign_arbiter
from tournament.services.play import games, turns
from tournament.services.play.participation import change_plays_on

TABLES = 20
#: Its tablet dies before anything is handed in.
DEAD = 1
#: Hands in a word that is not one.
WRONG = 3


@pytest.fixture
def half_paper(hall: BrowserHall) -> BrowserHall:
    """Tables with even numbers play on paper; each arbiter has one half of the room."""
    hall.fill(TABLES)
    on_paper = [entry.pk for entry in hall.entries[1::2]]
    change_plays_on(
        tournament=hall.tournament,
        entries=on_paper,
        plays_on=PlayMedium.PAPER,
        **hall.get_author_and_time(),
    )
    other = User.objects.create_user("camille")
    StaffMember.objects.create(tournament=hall.tournament, user=other, role=Role.ARBITER)
    half = TABLES // 2
    for user, share in ((hall.arbiter, hall.entries[:half]), (other, hall.entries[half:])):
        tables = list(Table.objects.filter(entry__in=share))
        assign_arbiter(tables=tables, user=user, **hall.get_author_and_time())
    return hall


def open_a_turn(hall: BrowserHall) -> Turn:
    """Solved, and open for longer than the test takes."""
    game = hall.game(time_s=600)
    Game.objects.filter(pk=game.pk).update(seed=f"{5:064x}")
    game.refresh_from_db()
    games.prepare_game(game=game, **hall.get_author_and_time())
    games.start_game(game=game, **hall.get_author_and_time())
    turn = turns.draw_turn(game=game, **hall.get_author_and_time())
    assert turn is not None
    wait_for(lambda: Turn.objects.filter(pk=turn.pk, solved_at__isnull=False).exists())
    turns.announce_turn(turn=turn, **hall.get_author_and_time())
    return turns.open_turn(turn=turn, **hall.get_author_and_time())


@contextmanager
def tablets(hall: BrowserHall, stack: LiveStack, turn: Turn) -> Iterator[None]:
    """All connected while it lasts, but for the one that dies; the others hand in."""
    word, ref, score = turn.solutions.moves[0]
    with ExitStack() as sockets:
        for entry in hall.entries[::2]:
            place = {"entry_id": entry.pk, "table_id": entry.table_id}
            token = make_token(Ticket(hall.tournament.pk, Audience.ENTRY, **place))
            if entry.table.number == DEAD:
                with watch(stack, token):
                    continue
            socket = sockets.enter_context(watch(stack, token))
            rows = ["ZZZ"] if entry.table.number == WRONG else [word]
            written = {"rows": rows, "reference": ref, "score": str(score), "struck": []}
            slip = Save(
                game_id=turn.game_id, turn=turn.ordinal, rev=1, device="tablette", **written
            )
            assert socket.ask(slip)["type"] == "saved"
        yield


class Everybody:
    """Their pages; ``say`` looks that all of them tell the same."""

    def __init__(self, hall: BrowserHall, context: BrowserContext) -> None:
        slug = hall.tournament.slug
        self.judge = hall.sign_in(context, hall.judge, f"/judge/{slug}/")
        self.office = context.new_page()
        self.public = context.new_page()
        self.public.goto(f"{hall.url}/{slug}/live/")
        self._overview = f"{hall.url}/office/{slug}/"

    def say(self, missing: str, **numbers: int) -> None:
        counts = [(name.replace("_", " "), number) for name, number in numbers.items()]
        self._counts(self.judge, counts, missing)
        expect(self.public.locator("main")).not_to_contain_text(counts[0][0])  # for staff only
        self.office.goto(self._overview)  # the one page that does not follow by itself
        self._counts(self.office, counts, missing)

    def _counts(self, page: Page, counts: list[tuple[str, int]], missing: str) -> None:
        rows = [f"{word}{number}" for word, number in counts]
        expect(page.locator(".counts div")).to_have_text(rows)
        expect(page.locator(".left")).to_have_text(missing)


def put_on_paper(page: Page, name: str) -> None:
    page.get_by_role("checkbox", name=name, exact=True).check()
    page.get_by_role("button", name="Papier").click()
    expect(page.locator("body")).to_contain_text("1 joueur changé :")


def test_a_hall_half_on_paper_reads_the_same_numbers_everywhere(
    half_paper: BrowserHall, live_stack: LiveStack, browser: Browser
) -> None:
    hall, slug = half_paper, half_paper.tournament.slug
    turn = open_a_turn(hall)
    everybody = Everybody(hall, browser.new_context(locale="fr-FR"))
    first = hall.sign_in(
        browser.new_context(locale="fr-FR"), hall.arbiter, f"/arbiter/{slug}/players/"
    )
    other = User.objects.get(username="camille")
    with tablets(hall, live_stack, turn):
        expect(everybody.judge.locator("#tablets-here")).to_have_text("9")
        expect(everybody.judge.locator("#handed-in-count")).to_have_text("9")
        put_on_paper(first, hall.entries[DEAD - 1].name)
        stop_the_clock(everybody.judge)
        everybody.say("11 bulletins à saisir", Attendus=20, Ramassés=9, À_saisir=11, Corrigés=9)

    keying = f"/arbiter/{slug}/1/{turn.ordinal}/paper/"
    first.goto(f"{hall.url}/arbiter/{slug}/?all=1")
    expect(first.locator("#waiting")).to_have_text("11 bulletins à saisir")
    first.goto(f"{hall.url}/arbiter/{slug}/")
    expect(first.locator("#waiting")).to_have_text("6 bulletins à saisir")
    first.goto(hall.url + keying)
    expect_table(first, DEAD)
    key_the_top(first)
    expect_table(first, 2)
    first.keyboard.type("-")
    expect_table(first, 4)
    everybody.say(
        "9 bulletins à saisir", Attendus=20, Ramassés=11, Saisis=2, À_saisir=9, Corrigés=11
    )
    second = hall.sign_in(browser.new_context(locale="fr-FR"), other, keying)
    expect_table(second, 12)
    key_remaining(second, "Control+Delete", "Zéro, bulletin manquant, pour 5 tables")
    key_remaining(first, "Control+Enter", "Donner le top à 4 tables")
    everybody.say(
        "tout est corrigé et décidé",
        Attendus=20,
        Ramassés=15,
        Saisis=6,
        Manquants=5,
        Corrigés=20,
    )
    for page in (first, second):
        page.goto(f"{hall.url}/arbiter/{slug}/")
        expect(page.locator("#waiting")).to_have_text("rien à décider")
    with_the_top = Score.objects.filter(turn=turn, points=turn.solutions.moves[0][2])
    assert with_the_top.count() == 14  # all that came, but for the word that is none
    for page in (everybody.judge, first, second):
        page.context.close()
