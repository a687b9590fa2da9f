"""The clock of a table on a device and in the office, and the common time of a round (6.2 to
6.4)."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.classic_room import NAMES, make_classic_room
from tests.documents.pdfs import Printed
from tests.french import plain
from tests.rows import every_row
from tournament.classic.core.sides import Side
from tournament.classic.core.table_clock import ClockPhase
from tournament.classic.models import ClockEvent, Match, MatchRound, TableClock
from tournament.classic.queries.table_clocks import load_clock_state, load_match_clock
from tournament.core.states import Role
from tournament.models import StaffMember, TournamentChange
from tournament.queries import clock

pytestmark = pytest.mark.django_db


class ClockHall:
    """A running round of three tables on paper; clients of the office and of table 1."""

    def __init__(self, **terms: Any) -> None:
        self.room = make_classic_room(**terms)
        self.round = self.room.begin()
        self.match = self.room.matches(self.round)[0]
        self.office = Client()
        self.office.force_login(self.room.user)
        self.device = Client()
        self.device.get(f"/t/{self.match.x.table.key}/")

    def build_address(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.room.tournament.slug, self.round.number, *args])

    @property
    def address(self) -> str:
        return self.build_address("office-clock", self.match.pk)

    def send(self, *commands: dict[str, Any], game: int = 1) -> dict[str, Any]:
        """Send commands of the device, each with a key of its own."""
        rows = [{"key": uuid4().hex, **command} for command in commands]
        answer = self.device.post(
            reverse("table-clock"),
            {"game": game, "commands": rows},
            content_type="application/json",
        )
        return dict(answer.json())

    def press(self, side: str, **more: Any) -> dict[str, Any]:
        return self.send({"do": "press", "side": side, **more})

    def decide(self, do: str, **data: Any) -> str:
        """Post a command of the office; return the page."""
        answer = self.office.post(self.address, {"do": do, **data}, follow=True)
        return plain(answer.content.decode())

    def staff(self, role: Role) -> Client:
        """Return a client with one role."""
        user = User.objects.create_user(role)
        StaffMember.objects.create(tournament=self.room.tournament, user=user, role=role)
        client = Client()
        client.force_login(user)
        return client

    def left(self, side: Side) -> float:
        """Return the remaining seconds."""
        shown = load_match_clock(Match.objects.get(pk=self.match.pk))
        return shown.advance_to(clock.now()).clock.get_player_clock(side).remaining_ms / 1000


def read_text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return plain(answer.content.decode())


def test_device_presses_for_both_and_each_press_counts_once() -> None:
    hall = ClockHall(time_s=600)
    assert "Pendule de la table" in read_text(hall.device, reverse("table"))
    page = read_text(hall.device, reverse("table-clock"))
    assert all(entry.name in page for entry in (hall.match.x, hall.match.y) if entry)
    press = {"do": "press", "side": "Y", "key": "pressed-once", "ago": 40}
    assert hall.send(press)["clock"]["to_move"] == "X"
    assert hall.send(press, {"do": "press", "side": "X"})["clock"]["to_move"] == "Y"
    assert ClockEvent.objects.count() == 2
    assert "C’est à l’autre joueur" in plain(hall.press("X")["problem"])
    assert ClockEvent.objects.count() == 2


def test_press_sent_late_counts_at_its_time_with_its_delay() -> None:
    hall = ClockHall(time_s=600)
    hall.press("Y")
    TableClock.objects.update(opened_at=clock.now() - timedelta(minutes=5))
    ClockEvent.objects.update(at=clock.now() - timedelta(minutes=5))
    hall.press("X", ago=240_000)
    assert round(hall.left(Side.X)) == 540
    assert round(hall.left(Side.Y)) == 360
    assert "reçu 240 s après" in read_text(hall.office, hall.address)
    hall.press("Y", ago=-5)
    hall.press("X", ago=10**9)  # not before what is known
    assert round(hall.left(Side.X)) == 540


def test_what_is_no_command_of_the_device_is_refused() -> None:
    hall = ClockHall()
    address = reverse("table-clock")
    with every_row() as row:
        for name, body in {
            "not json": "?",
            "no list": '{"game": 1, "commands": 5}',
            "no game": '{"commands": []}',
            "a decision": '{"game": 1, "commands": [{"do": "set-clocks", "key": "12345678"}]}',
            "no side": '{"game": 1, "commands": [{"do": "press", "key": "12345678"}]}',
            "no key": '{"game": 1, "commands": [{"do": "hold"}]}',
            "age": '{"game": 1, "commands": [{"do": "hold", "key": "12345678", "ago": "x"}]}',
            "next game": '{"game": 2, "commands": [{"do": "stop", "key": "12345678"}]}',
            "too long": f'{{"game": 1, "commands": [{",".join(["{}"] * 400)}]}}',
        }.items():
            with row(name):
                answer = hall.device.post(address, body, content_type="application/json")
                assert answer.status_code in (409, 422)
                assert answer.json()["problem"]
    assert not TableClock.objects.exists()
    stranger = Client().post(address, "{}", content_type="application/json")
    assert stranger.status_code == 403
    assert Client().get(address)["Location"] == reverse("table")


def test_stop_calls_an_arbiter_who_sets_and_restarts_the_clock() -> None:
    hall = ClockHall(time_s=600)
    hall.press("Y")
    hall.send({"do": "hold"})
    calls = reverse("calls", args=[hall.room.tournament.slug])
    assert "Pendule arrêtée, un arbitre est appelé" in read_text(hall.office, calls)
    assert "1 appel attend" in read_text(hall.office, calls)
    assert "Donnez la raison" in hall.decide("set-clocks", X="5:00", Y="4:30")
    assert "par exemple 12:30" in hall.decide("set-clocks", X="5", Y="4:30", reason="oubli")
    page = hall.decide("set-clocks", X="5:00", Y="4:30", reason="pendule oubliée")
    assert f"{hall.match.x.name} 5:00" in page
    assert "Aucune table n’appelle" in read_text(hall.office, calls)
    hall.decide("resume")
    assert round(hall.left(Side.X)) == 300
    assert TableClock.objects.get().phase == ClockPhase.RUNNING


def test_decisions_stand_on_the_match_sheet_until_taken_back() -> None:
    hall = ClockHall(time_s=600)
    warned = {
        "side": "Y",
        "sanction": "points",
        "article": "6.4.2",
        "reason": "joue trop lentement",
    }
    hall.decide("sanction", **warned)
    hall.decide("sanction", **{**warned, "side": "X", "sanction": "warning"})
    assert hall.match.y
    sentence = f"{hall.match.y.name} : perte de 20 points (6.4.2)"
    print_address = reverse("office-match-sheets", args=[hall.room.tournament.slug])
    printed = Printed(hall.office.get(f"{print_address}?match={hall.match.pk}").content).text()
    assert f"{sentence} « joue trop lentement »" in plain(printed)
    assert sentence in read_text(hall.office, hall.build_address("office-result", hall.match.pk))
    assert sentence in read_text(hall.device, reverse("table-clock"))
    first = ClockEvent.objects.order_by("seq").first()
    assert first
    assert "repris" in hall.decide("lift", ruling=first.seq, game=1)
    printed = Printed(hall.office.get(f"{print_address}?match={hall.match.pk}").content).text()
    assert sentence not in plain(printed)
    assert "avertissement" in printed
    for _number in range(6):
        hall.decide("sanction", **{**warned, "reason": "il joue trop lentement " * 12})
    crowded = Printed(hall.office.get(f"{print_address}?match={hall.match.pk}").content)
    assert "et 3 autres, au bureau" in plain(crowded.text())
    assert (len(crowded.pages), crowded.cut_off(2)) == (1, [])


def test_only_officers_decide_and_only_the_director_imposes_a_clock() -> None:
    hall = ClockHall(clock="global", time_s=3000)
    timed = {"do": "time-player", "side": "X", "clock": "move", "seconds": "45", "reason": "lent"}
    organiser, arbiter = hall.staff(Role.ORGANISER), hall.staff(Role.ARBITER)
    assert organiser.post(hall.address, {"do": "sanction", "side": "X"}).status_code == 422
    assert organiser.post(hall.address, timed).status_code == 403
    refused = arbiter.post(hall.address, timed)
    assert refused.status_code == 403
    assert "Le directeur du tournoi seul" in plain(refused.content.decode())
    hall.staff(Role.JUDGE).post(hall.address, timed)
    assert hall.press("Y")["clock"]["player_clocks"]["X"]["control"] == "move"
    own = Client()
    own.force_login(User.objects.get(username=Role.ARBITER))
    own.get(f"/t/{hall.match.x.table.key}/")
    sanction = {"do": "sanction", "side": "Y", "sanction": "warning", "article": "9.2"}
    assert own.post(hall.address, {**sanction, "reason": "!"}).status_code == 403
    assert hall.staff(Role.COMMISSION).get(hall.address).status_code == 403


def test_result_ends_the_clock_and_second_game_has_another() -> None:
    hall = ClockHall(games_to_win=2)
    hall.press("Y")
    hall.send({"do": "stop"})
    assert "Pendule de la partie 2" in read_text(hall.device, reverse("table-clock"))
    second = {"do": "press", "side": "X"}
    assert hall.send(second, game=2)["clock"]["to_move"] == "Y"
    assert "partie suivante" in plain(hall.send({"do": "resume"}, game=1)["problem"])
    hall.room.sheet(hall.match, (400, 300), (420, 300))
    assert {clock.phase for clock in TableClock.objects.all()} == {"over"}
    assert "résultat de ce match est saisi" in plain(hall.send(second, game=2)["problem"])
    assert hall.decide("sanction", side="X", sanction="warning", article="10.6", reason="pause")
    assert load_clock_state(TableClock.objects.get(number=2)).decisions


def test_games_that_the_software_counts_have_no_table_clock() -> None:
    room = make_classic_room(NAMES[:2])
    room.terms(on_paper=False, real_tiles=True)
    hall_round = room.begin()
    match = room.matches(hall_round)[0]
    office, device = Client(), Client()
    office.force_login(room.user)
    device.get(f"/t/{match.x.table.key}/")
    slug = room.tournament.slug
    assert office.get(reverse("office-clock", args=[slug, 1, match.pk])).status_code == 404
    assert device.get(reverse("table-clock"))["Location"] == reverse("table")
    office.post(
        reverse("office-round-countdown", args=[slug, 1]), {"command": "start", "minutes": "5"}
    )
    assert MatchRound.objects.get().clock_ends_at is None


@pytest.fixture
def counted() -> ClockHall:
    return ClockHall(clock="global", time_s=3000)


def test_common_time_is_on_every_screen_and_in_the_record(counted: ClockHall) -> None:
    hall = counted
    address = hall.build_address("office-round-countdown")
    scene = reverse("public-scene", args=[hall.room.tournament.slug]) + "?scene=welcome"
    assert "data-countdown" not in read_text(Client(), scene)
    assert "minutes" in plain(
        hall.office.post(
            address, {"command": "start", "minutes": "x"}, follow=True
        ).content.decode()
    )
    hall.office.post(address, {"command": "start", "minutes": "50"})
    hall.round.refresh_from_db()
    assert hall.round.clock_ends_at
    with every_row() as row:
        for name, client, place in (
            ("screen", Client(), scene),
            ("round", Client(), hall.build_address("public-round")),
            ("office", hall.office, hall.build_address("office-round")),
            ("table", hall.device, reverse("table-clock")),
        ):
            with row(name):
                assert "data-ends" in read_text(client, place)
    hall.office.post(address, {"command": "stop", "minutes": "50"})
    hall.office.post(address, {"command": "set", "minutes": "12,5"})
    hall.office.post(address, {"command": "set", "minutes": "12.5"})
    hall.round.refresh_from_db()
    assert hall.round.clock_left_ms == 750_000
    kinds = [change.data["what"] for change in TournamentChange.objects.order_by("pk")
             if change.data.get("what", "").startswith("clock")]  # fmt: skip
    assert kinds == ["clock-start", "clock-stop", "clock-set"]
    journal = reverse("office-publication", args=[hall.room.tournament.slug])
    assert "temps commun réglé à 12:30" in read_text(hall.office, journal)
    assert hall.staff(Role.ARBITER).post(address, {"command": "resume"}).status_code == 403


def test_player_of_an_untimed_table_asks_for_the_director(counted: ClockHall) -> None:
    counted.send({"do": "refer"})
    calls = reverse("calls", args=[counted.room.tournament.slug])
    assert "trop lent (6.4.2)" in read_text(counted.office, calls)
    counted.send({"do": "answer"})
    assert "trop lent" not in read_text(counted.office, calls)
    assert "celui de la salle" in plain(counted.press("X")["problem"])


def test_public_page_of_a_match_on_paper_shows_its_clock() -> None:
    hall = ClockHall(time_s=600)
    hall.press("Y")
    address = reverse("public-match", args=[hall.room.tournament.slug, hall.match.pk])
    page = read_text(Client(), address)
    assert f"À {hall.match.x.name} de jouer" in page
    assert "data-ends" in page
