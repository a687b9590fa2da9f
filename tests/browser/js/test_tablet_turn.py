"""The tablet from turn to turn: bell, reveal, result, and nothing too early."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import entry_state, result, turn
from tests.browser.js.tablet import (
    TABLET,
    find_status,
    get_last_save,
    open_table,
    open_turn,
    order,
    read_written_word,
    reveal,
    tap_letters,
)


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": TABLET, "has_touch": True}


def test_the_bell_locks_and_the_last_stroke_is_sent(room: FakeRoom) -> None:
    page = open_turn(room, left_s=50)
    expect(page.locator("#stage")).to_have_text("Temps de jeu")
    room.pass_time(20)
    expect(page.locator("#stage")).to_have_text("30 secondes")
    expect(page.locator("#announce")).to_have_text("30 secondes")
    page.keyboard.type("HALE")
    room.pass_time(30)
    page.locator("body[data-stage=over]").wait_for(state="attached")

    expect(page.locator("#locked-note")).to_have_text("Terminé. Bulletin remis.")
    expect(page.locator("#time")).to_have_text("0:00")
    expect(page.locator("#word")).to_be_disabled()
    assert get_last_save(room)["rows"] == ["HALE"]
    tap_letters(page, "N")
    assert read_written_word(page) == "HALE"


def test_a_rectification_is_told_and_the_letters_follow(room: FakeRoom) -> None:
    """The order of the letters follows too, unless the player has changed it."""
    open_table(room, entry_state(11, "announced", now=now()))
    page = room.page
    expect(page.locator("#stage")).to_have_text("Annonce des lettres")
    assert order(page) == "EHLA?NI"

    room.event(
        "rectified", turn=turn(11, "announced", now=now(), drawn="INALEH?", rectified=["EHLA?NI"])
    )

    sentence = "Rectification : I N A L E H joker, au lieu de E H L A joker N I"
    expect(page.locator("#stage")).to_have_text(sentence)
    expect(page.locator("#announce")).to_have_text(sentence)
    assert order(page) == "INALEH?"
    page.locator("#sort").tap()
    again = turn(11, "announced", now=now(), drawn="INALE?H", rectified=["EHLA?NI", "INALEH?"])
    room.event("rectified", turn=again)
    expect(page.locator("#stage")).to_contain_text("au lieu de I N A L E H joker")
    assert order(page) == "AEHILN?"
    room.event("opened", turn=turn(11, "open", now=now(), drawn="INALE?H", rectified=[]))
    expect(page.locator("#stage")).to_have_text("Temps de jeu")


def read_outcome(page: Page, word: str, reference: str, score: str) -> str:
    """Return what the page shows after that bulletin, without it, its outline and the time."""
    page.get_by_label("Mot", exact=True).fill(word)
    page.get_by_label("Référence", exact=True).fill(reference)
    page.get_by_label("Score").fill(score)
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    expect(find_status(page).locator(".ref")).to_have_text(reference)
    text: str = page.evaluate(
        """() => {
          const copy = document.body.cloneNode(true);
          for (const part of copy.querySelectorAll(
            "#squares, #squared, #time, script, template, .written-sheet, #announce"
          )) part.remove();
          for (const { classList } of copy.querySelectorAll(".aimed")) classList.remove("aimed");
          return copy.innerHTML.replace(/\\d\\d:\\d\\d:\\d\\d/g, "hh:mm:ss");
        }"""
    )
    return text


def test_right_and_wrong_bulletins_look_alike_before_the_reveal(room: FakeRoom) -> None:
    page = open_turn(room)

    right = read_outcome(page, "ANHELAI", "A8", "97")
    wrong = read_outcome(page, "ZZZZZZZ", "C2", "1")

    assert right == wrong
    types = [message["type"] for message in room.received]
    assert set(types) <= {"save", "ping"}
    room.event("closed", turn=turn(11, "closed", now=now(), left_s=-1))
    page.locator("body[data-stage=over]").wait_for(state="attached")
    expect(page.locator("#result")).to_be_hidden()
    assert "ANHELAI" not in (page.locator("main").text_content() or "")
    check_solos_look_alike(room)


def check_solos_look_alike(room: FakeRoom) -> None:
    """They are told at the end only."""
    page = room.page
    pages = []
    for count in (1, 9):
        own = {"results": {"11": result(11)}, "total": 681 + count, "rank": 1}
        revealed = entry_state(11, "revealed", now=now(), left_s=-5, found=count, own=own)
        room.replace_state("entry", revealed)
        expect(page.locator("#total")).to_have_text(str(681 + count))
        expect(page.locator("#result-own")).to_contain_text("Vous avez le top")
        pages.append(page.locator("main").inner_html())

    assert pages[0] == pages[1]


def test_the_reveal_shows_top_own_result_and_motive(
    room: FakeRoom,
) -> None:
    page = open_turn(room)
    room.event("closed", turn=turn(11, "closed", now=now(), left_s=-1))
    text = "HALEINE en A8 : 24 points, avertissement : score absent ou erroné (rappel n° 1)."
    own_result = result(
        11, word="HALEINE", points=24, sanction="warning", text=text, article="rappel 1"
    )
    reveal(room, results={"11": own_result}, total=608, rank=5, warnings=3)

    top = page.locator("#result-top")
    expect(top).to_contain_text("ANHELAI A8")
    expect(top).to_contain_text("97 points")
    expect(top).to_contain_text("En passant : AVEUX")
    mine = page.locator("#result-own")
    expect(mine.locator(".move")).to_have_text("HALEINE A824 points")
    expect(mine.locator(".motive")).to_have_text(
        "Avertissement score absent ou erroné (rappel n° 1)."
    )
    expect(mine).to_contain_text("Vos avertissements dans cette partie : 3")
    expect(page.locator("#total")).to_have_text("608")
    expect(page.locator("#rank")).to_have_text("5 / 24")
    expect(page.get_by_role("gridcell", name="A8, A, joker, 0 point, dernier mot")).to_be_visible()
    expect(page.locator("#sheet")).to_be_hidden()
    row = page.locator("#road tr").first
    expect(row.locator("th, td")).to_have_text(
        ["11", "ANHELAIA8 · EHLA?NI", "97", "HALEINEA8", "24", "608"]
    )
    room.send(
        {"type": "mine", "game_id": 7, "seq": 10**6, "results": {}, "total": 608, "rank": 5}
        | {"warnings": 0}
    )
    expect(mine).not_to_contain_text("Vos avertissements")


#: What the server says of HALEINE in A8, its points and sanction, and what the tablet adds to them.
SAID = [
    ("HALEINE en A8 : 24 points (art. 5.3.1).", 24, "none", "art. 5.3.1"),
    (
        "HALEINE en A8 : 24 points (art. 5.4.2.a). Au premier coup, la référence H8 ne compte pas.",
        24,
        "none",
        "Au premier coup, la référence H8 ne compte pas (art. 5.4.2.a).",
    ),
    (
        "HALEINE en A8 : 19 points, soit 24 moins 5 : localisation absente (art. 5.3.3).",
        19,
        "penalty",
        "Pénalité soit 24 moins 5 : localisation absente (art. 5.3.3).",
    ),
    (
        "HALEINE en A8, place du score annoncé : 19 points, soit 24 moins 5 (art. 5.3.3).",
        19,
        "penalty",
        "Pénalité place du score annoncé : 19 points, soit 24 moins 5 (art. 5.3.3).",
    ),
    (
        "24 points, avertissement (art. 5.5). Décision de l’arbitre : joker mal encerclé.",
        24,
        "warning",
        "Avertissement (art. 5.5). Décision de l’arbitre : joker mal encerclé.",
    ),
    (
        "Provisoire, en commission. HALEINE en A8 : 24 points (art. 5.8).",
        24,
        "none",
        "Provisoire, en commission. HALEINE en A8 : 24 points (art. 5.8).",
    ),
]


def test_word_place_points_and_sanction_are_not_said_twice(room: FakeRoom) -> None:
    page = open_turn(room)
    reveal(room)
    own, motive = page.locator("#result-own"), page.locator("#result-own .motive")
    expect(own).to_contain_text("Un arbitre examine votre bulletin")
    expect(page.locator("#road tr").first).to_contain_text("à l’examen")
    text = "Zéro : mot non admis (HALEIN n’est pas admis) (art. 5.7)."
    zero = result(11, word="", points=0, sanction="zero", text=text, article="5.7")
    reveal(room, results={"11": zero})
    expect(motive).to_have_text("Zéro mot non admis (HALEIN n’est pas admis) (art. 5.7).")
    for text, paid, sanction, expected in SAID:
        own_result = result(11, word="HALEINE", points=paid, sanction=sanction, text=text)
        reveal(room, results={"11": own_result})
        expect(motive, text).to_have_text(expected)
        road = expected.replace("Pénalité ", "Pénalité : ").replace("ment (", "ment : (")
        expect(page.locator("#road .road-why").first, text).to_have_text(road)


def test_the_next_turn_begins_with_an_empty_bulletin(room: FakeRoom) -> None:
    page = open_turn(room)
    page.keyboard.type("HALE")
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    reveal(room)
    following = turn(10, "announced", now=now()) | {"ordinal": 12, "number": 12}
    room.event("announced", turn=following, bulletin=None)
    expect(page.locator("body")).to_have_attribute("data-stage", "announced")
    expect(page.locator("#word")).to_be_disabled()
    expect(page.locator("#locked-note")).to_have_text("Le bulletin s’ouvrira avec le chrono.")
    expect(find_status(page)).to_have_text("Rien n’est encore écrit.")
    assert order(page) == "NODQUES"

    opened = {"opened_at": now(), "closes_at": now() + 180_000, "state": "open"}
    room.event("opened", turn=following | opened)

    expect(page.locator("#word")).to_be_enabled()
    assert read_written_word(page) == ""
    expect(find_status(page)).to_have_attribute("data-kind", "nothing")


def test_a_reload_during_a_turn_restores_the_stored_bulletin(room: FakeRoom) -> None:
    own_result = {
        "bulletin": {
            "turn": 11,
            "rev": 4,
            "device": "another-tablet",
            "rows": ["H", "A", "l", "E"],
            "struck": [],
            "reference": "8A",
            "score": "12",
        }
    }
    page = open_turn(room, own=own_result)

    assert read_written_word(page) == "HAlE"
    expect(page.get_by_label("Référence", exact=True)).to_have_value("8A")
    expect(page.get_by_label("Score")).to_have_value("12")
    expect(page.get_by_role("radio", name="Vertical")).to_be_checked()
    expect(find_status(page)).to_have_attribute("data-kind", "saved")
    tap_letters(page, "N")
    expect(find_status(page)).to_contain_text("HALEN")
    assert room.saves[-1]["rev"] == 5


def test_letters_and_top_are_read_out_once(room: FakeRoom) -> None:
    open_table(room, entry_state(10, "revealed", now=now()))
    page = room.page
    spoken = page.locator("#announce")
    room.event("announced", turn=turn(11, "announced", now=now()))
    expect(spoken).to_have_text("Coup 11, lettres : E H L A joker N I")
    spoken.evaluate("(node) => { node.textContent = 'lu'; }")
    room.event("announced", turn=turn(11, "announced", now=now()))
    room.event("opened", turn=turn(11, "open", now=now(), left_s=120))
    expect(spoken).to_have_text("Chrono : le temps de jeu commence.")
    room.event("revealed", turn=entry_state(11, "revealed", now=now())["turn"])
    expect(spoken).to_contain_text("Le top : ANHELAI A8, 97 points")
    room.replace_state("entry", entry_state(1, "open", now=now(), left_s=120))
    expect(page.locator("#turn-name")).to_have_text("Coup 1")
    expect(page.locator("#rank")).to_have_text("–")  # before the first top nobody has one


def test_a_simulated_players_table_is_taken_with_an_empty_sheet(room: FakeRoom) -> None:
    written = {
        "turn": 11,
        "rev": 2,
        "device": "simulated",
        "rows": ["HALE"],
        "struck": [],
        "reference": "A1",
        "score": "20",
    }
    page = open_turn(room, own={"bulletin": written})

    expect(find_status(page)).to_have_attribute("data-kind", "nothing")
    assert read_written_word(page) == ""
    assert room.saves[-1]["rev"] == 3
    assert get_last_save(room) == {"turn": 11, "rows": [], "reference": "", "score": ""}
