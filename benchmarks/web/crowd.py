"""Turns of the festival's last game, with every tablet on its socket: without phones, then with 500
of them on the ranking. Imported once Django is set up."""

import time
from pathlib import Path
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.urls import reverse

from benchmarks.people.connections import start_job
from benchmarks.people.judge import Desk, wait_for
from benchmarks.people.room import Room, make_save
from benchmarks.people.waiting import wait_until
from benchmarks.web import report
from benchmarks.web.festival import PLANS
from benchmarks.web.phones import TurnHeard, TurnPlan, play_turn
from tournament.core.states import TurnState
from tournament.models import Game, Turn
from tournament.protocol import encode
from tournament.queries import clock
from tournament.services.play.playing_time import set_playing_time

#: What the page of a ranking that is provisional tells a phone, in seconds.
EVERY = 20.0
#: Turns with and without phones, one after the other.
ROUNDS = 2
TIME_S, HAND_IN_S = 12, 6.0
PATIENCE_S = 120.0
JOB_TIMEOUT_S = 300.0


def play_turns(url: str, folder: Path) -> tuple[report.Room, report.Room]:
    """The room without phones, and with them; ``folder`` is one to leave notes in."""
    alone, watched = report.Room(), report.Room()
    game = Game.objects.select_related("tournament").get(
        tournament__name=PLANS[-1].name, number=len(PLANS[-1].formats)
    )
    desk = Desk(game, User.objects.get(username="bureau"))
    # The turn that the festival left open is over: the club's clocks see it.
    now = clock.now()
    game.turns.filter(state=TurnState.OPEN).update(closes_at=now, collects_at=now)
    _end_turn(desk, game.turns.order_by("-ordinal")[0])
    for _ in range(ROUNDS):
        for found, phones in ((alone, 0), (watched, report.PHONES)):
            _play_turn(url, folder, desk, found, phones)
    return alone, watched


def _end_turn(desk: Desk, turn: Turn) -> float:
    """Revealed as soon as it is collected and corrected; the moment when that was asked."""
    wait_for(turn, "corrected_at")
    asked = time.time()
    desk.reveal(turn)
    return asked


def _play_turn(url: str, folder: Path, desk: Desk, found: report.Room, phones: int) -> None:
    game = desk.game
    turn = desk.draw()
    assert turn is not None
    wait_for(turn, "solved_at")
    desk.announce(turn)
    set_playing_time(turn=turn, seconds=TIME_S, rest=False, **desk.by())
    room = Room(game.tournament, list(game.tournament.entries.select_related("table")))
    plan = TurnPlan(
        port=urlsplit(url).port or 80,
        paths=room.player_paths(),
        sheet=_write_top(turn),
        seconds=HAND_IN_S,
        phones=phones,
        page=reverse("public-ranking", args=[game.tournament.slug]),
        every=EVERY,
        after=EVERY / 2,
        ready=folder / f"ready-{turn.ordinal}",
    )
    playing = start_job(play_turn, plan)
    wait_until(lambda: plan.ready.exists() or playing.done(), "les tablettes", timeout_s=PATIENCE_S)
    time.sleep(EVERY / 2)  # half of the phones show the page, the others come
    asked = time.time()
    desk.open(turn)
    revealed = _end_turn(desk, turn)
    _add(found, playing.result(JOB_TIMEOUT_S), asked, revealed)


def _add(room: report.Room, heard: TurnHeard, opened: float, revealed: float) -> None:
    room.opened.append((heard.heard["opened"] - opened) * 1000)
    room.revealed.append((heard.heard["revealed"] - revealed) * 1000)
    room.acks += heard.acks
    room.missed += sum(heard.missed.values()) + heard.refreshes.failed
    room.refreshes.add(heard.refreshes)


def _write_top(turn: Turn) -> bytes:
    """As a tablet sends it."""
    word, ref, score = Turn.objects.get(pk=turn.pk).solutions.moves[0]
    rows = tuple(word) if ref[0].isdigit() else (word,)
    return encode(make_save(turn.game_id, turn.ordinal, 1, rows, ref, str(score)))
