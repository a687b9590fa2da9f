"""Judge, two players and public play a recorded game on the real stack; an arbiter decides.

One player reloads and the other loses the network in mid-turn; every total comes out.
"""

import csv
import io
import urllib.request
from typing import Any

from playwright.sync_api import Browser, Page, expect

from arbitrage.models import Ruling
from arbitrage.services.rulings import confirm_ruling
from tests.e2e.hall import BrowserHall, Player, build_short_record, sit_down
from tests.waiting import wait_for
from tournament.core.states import GameState
from tournament.models import Bulletin, Turn
from tournament.queries import clock

TURNS = 2


def next_step(judge: Page, label: str) -> None:
    """The one obvious button, once it says ``label`` and no longer guards against slips."""
    primary = judge.locator("#primary")
    expect(primary).to_contain_text(label)
    expect(primary).to_have_attribute("aria-disabled", "false")
    primary.click()


def stop_the_clock(judge: Page) -> None:
    judge.locator("#ask-stop").click()
    judge.locator("#ask-body button.danger").click()


def test_a_recorded_game_from_the_first_draw_to_the_ranking(
    hall: BrowserHall, browser: Browser
) -> None:
    game = hall.replay(TURNS)
    record = build_short_record(TURNS)["turns"]
    judge = hall.sign_in(
        browser.new_context(locale="fr-FR"), hall.judge, f"/judge/{hall.tournament.slug}/"
    )
    next_step(judge, "Déclarer la partie prête")
    first, second = (sit_down(browser, hall, entry) for entry in hall.entries)
    public = browser.new_page()
    public.goto(f"{hall.url}/{hall.tournament.slug}/live/")
    next_step(judge, "Commencer la partie")
    for number, played in enumerate(record, start=1):
        next_step(judge, "Tirer les lettres")
        assert public.locator(f'text="{played["word"].upper()}"').count() == 0
        next_step(judge, "Montrer les lettres")
        next_step(judge, "Lancer le chrono")
        for player in (first, second):
            player.sees_stage("open")
        play(number, first, second, played)
        stop_the_clock(judge)
        for player in (first, second):
            expect(player.page.locator("#word")).to_be_disabled()
        if number == TURNS:
            decide(hall)
        next_step(judge, "Donner la solution")
        for page in (first.page, second.page, public):
            expect(page.locator("body")).to_contain_text(f"{played['score']}")
        next_step(judge, "Annonce terminée")
    next_step(judge, "Tirer les lettres")
    expect(public.locator("body")).to_contain_text("terminée")
    game.refresh_from_db()
    assert game.state == GameState.FINISHED
    check_totals(hall, record, first, second)


def check_totals(
    hall: BrowserHall, record: list[dict[str, Any]], first: Player, second: Player
) -> None:
    """Turn 1: wrong score, the maximum with a warning. Turn 2: letters not drawn, zero."""
    top = sum(turn["score"] for turn in record)
    other = record[0]["score"]
    assert ranking(hall) == [("Norvège", top), ("Océanie", other)]
    expect(first.page.locator("#total")).to_have_text(str(top))
    expect(second.page.locator("#total")).to_have_text(str(other))
    expect(second.page.locator("#rank")).to_contain_text("2")


def play(number: int, first: Player, second: Player, played: dict[str, object]) -> None:
    """The first writes what was retained; the second has problems."""
    word, ref, score = str(played["word"]), str(played["ref"]), int(str(played["score"]))
    first.write(word, ref, score)
    first.is_held()
    if number == 1:
        second.cable.cut()
        second.write(word, ref, score - 1)
        expect(second.page.locator("#save-status")).to_have_attribute("data-kind", "unsent")
        assert Bulletin.objects.filter(turn=Turn.objects.latest("ordinal")).count() == 1
        second.cable.mend()
        second.is_held()
        first.page.reload()
        first.sees_stage("open")
        first.is_held()
        expect(first.page.locator("#reference")).to_have_value(ref)
    else:
        second.write("WWW", "A1", 90)
        second.is_held()


def decide(hall: BrowserHall) -> None:
    """Confirm the software's verdict about the second player."""
    turn = Turn.objects.latest("ordinal")
    wait_for(lambda: Turn.objects.filter(pk=turn.pk, corrected_at__isnull=False).exists())
    ruling = Ruling.objects.get(turn=turn, entry=hall.entries[1])
    assert ruling.points == 0
    confirm_ruling(
        turn=turn,
        entry=ruling.entry,
        version=ruling.version,
        by=hall.arbiter,
        now=clock.now(),
    )


def ranking(hall: BrowserHall) -> list[tuple[str, int]]:
    with urllib.request.urlopen(f"{hall.url}/{hall.tournament.slug}/ranking.csv") as answer:
        text = answer.read().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";" if ";" in text else ","))
    heading = [cell.lower() for cell in rows[0]]
    name, total = heading.index("joueur"), heading.index("total")
    return [(row[name], int(row[total])) for row in rows[1:]]
