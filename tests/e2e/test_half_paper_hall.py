"""A hall half on paper, with two arbiters: all pages show the same numbers, turn by turn."""

import re

import pytest
from django.test import Client

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.services.correction import correct_turn
from tests.bulletins import RACK, collect, enter_paper, give_tables, hand_in
from tests.room import Room, solve_now
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import PlayMedium, Role, Source
from tournament.models import Score, Turn
from tournament.queries import clock
from tournament.services.play.participation import change_plays_on
from tournament.services.play.turns import announce_turn, draw_turn, open_turn

TOP = Bulletin(Sheet(("RATINES",)), "H2", "66")
#: Its tablet dies before anything is handed in.
DEAD = 1
#: Hands in a word that is not one.
WRONG = 3


def put_on_paper(room: Room, *numbers: int) -> None:
    entries = [room.entries[number - 1].pk for number in numbers]
    change_plays_on(
        tournament=room.tournament,
        entries=entries,
        plays_on=PlayMedium.PAPER,
        **room.get_author_and_time(),
    )


@pytest.fixture
def half_paper(room: Room, sign_in: SignIn) -> Turn:
    """A turn over at six tables; those with even numbers play on paper, Camille has half."""
    sign_in(Role.ARBITER, name="camille")
    put_on_paper(room, 2, 4, 6)
    give_tables(room, "camille", 3)
    game = room.game(source=Source.HAND)
    turn = draw_turn(game=game, letters=RACK, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    for number, word in ((WRONG, "ZZZ"), (5, "RATINES")):
        hand_in(turn, room.entries[number - 1], ([word], "H2", "66"))
    put_on_paper(room, DEAD)
    return collect(turn)


def type_in(room: Room, turn: Turn, bulletins: dict[int, Bulletin]) -> None:
    """Type bulletins by table; the worker corrects them."""
    for number, bulletin in bulletins.items():
        enter_paper(turn=turn, number=number, bulletin=bulletin, **room.get_author_and_time())
    correct_turn(turn_id=turn.pk, now=clock.now())


class Everybody:
    """Their pages; ``say`` looks that all of them tell the same."""

    def __init__(self, room: Room, sign_in: SignIn) -> None:
        self.room = room
        self.staff = Client()
        self.staff.force_login(room.user)
        self.camille = sign_in(Role.ARBITER, name="camille")

    def say(self, missing: str, **numbers: int) -> None:
        counts = [(name.replace("_", " "), str(number)) for name, number in numbers.items()]
        for name in ("judge-desk", "office-tournament"):
            page = read_text(self.staff.get(reverse_for(self.room, name)))
            assert re.findall(r"<dt>([^<]+)</dt><dd class=\"num\">(\d+)<", page) == counts, name
            assert re.findall(r'class="left"><span[^>]*>([^<]*)<', page) == [missing], name
        public = read_text(Client().get(reverse_for(self.room, "public-screen")))
        assert counts[0][0] not in public  # for staff only

    def wait_for_arbiters(self, of_all: str, of_camille: str) -> None:
        path = reverse_for(self.room, "arbiter-list")
        for client, query, waiting in (
            (self.staff, "?all=1", of_all),
            (self.camille, "", of_camille),
        ):
            page = read_text(client.get(path + query))
            assert re.findall(r'id="waiting"[^>]*>\s*([^<]*?)\s*<', page) == [waiting]


def test_a_hall_half_on_paper_reads_the_same_numbers_everywhere(
    room: Room, half_paper: Turn, sign_in: SignIn
) -> None:
    everybody = Everybody(room, sign_in)
    everybody.say("4 bulletins à saisir", Attendus=6, Ramassés=2, À_saisir=4, Corrigés=2)
    everybody.wait_for_arbiters("4 bulletins à saisir", "2 bulletins à saisir")

    type_in(room, half_paper, {DEAD: TOP, 2: TOP})
    everybody.say("2 bulletins à saisir", Attendus=6, Ramassés=4, Saisis=2, À_saisir=2, Corrigés=4)
    missing = Bulletin(Sheet.from_text(""), state=SheetState.MISSING)
    type_in(room, half_paper, {4: TOP, 6: missing})
    everybody.say(
        "tout est corrigé et décidé", Attendus=6, Ramassés=5, Saisis=3, Manquants=1, Corrigés=6
    )
    everybody.wait_for_arbiters("rien à décider", "rien à décider")
    # all that came, but for the word that is none
    assert Score.objects.filter(turn=half_paper, points=66).count() == 4
