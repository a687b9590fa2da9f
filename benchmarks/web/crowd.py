"""Turns of the festival's last game, with every tablet on its socket: without phones, then with 500
of them on the ranking. Imported once Django is set up."""

import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse

from benchmarks.live import client
from benchmarks.web.festival import PLANS
from benchmarks.web.phones import PHONES, TurnHeard, TurnPlan, play_turn
from benchmarks.web.results import Room
from tournament.core.states import TurnState
from tournament.models import Game, Table, Turn
from tournament.protocol import Audience, Save
from tournament.protocol.tokens import Ticket, make_token
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.playing_time import set_playing_time
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, reveal_turn

#: What the page of a ranking that is provisional tells a phone, in seconds.
EVERY = 20.0
#: Turns with and without phones, one after the other.
ROUNDS = 2
TIME_S, HAND_IN_S = 12, 6.0
PATIENCE_S = 120.0
JOB_TIMEOUT_S = 300.0


def crowd(url: str, folder: Path) -> tuple[Room, Room]:
    """The room without phones, and with them; ``folder`` is one to leave notes in."""
    alone, watched = Room(), Room()
    game = Game.objects.select_related("tournament").get(
        tournament__name=PLANS[-1].name, number=len(PLANS[-1].formats)
    )
    user = User.objects.get(username="bureau")
    _ring(game)
    _end_turn(game.turns.order_by("-ordinal")[0], user)
    for _ in range(ROUNDS):
        for room, phones in ((alone, 0), (watched, PHONES)):
            _turn(url, folder, (game, user), room, phones)
    connection.close()
    return alone, watched


def _ring(game: Game) -> None:
    """The turn that the festival left open is over: the club's clocks see it."""
    now = clock.now()
    game.turns.filter(state=TurnState.OPEN).update(closes_at=now, collects_at=now)


def _end_turn(turn: Turn, user: User) -> float:
    """Revealed as soon as it is collected and corrected; the moment when that was asked."""
    _wait(turn, lambda: turn.corrected_at is not None)
    move = load_choice(turn).proposed
    assert move is not None
    asked = time.time()
    reveal_turn(turn=turn, word=move.word, ref=move.ref, by=user, now=clock.now())
    return asked


def _turn(url: str, folder: Path, playing_by: tuple[Game, User], room: Room, phones: int) -> None:
    game, user = playing_by
    turn = draw_turn(game=game, by=user, now=clock.now())
    assert turn is not None
    _wait(turn, lambda: turn.solved_at is not None)
    announce_turn(turn=turn, by=user, now=clock.now())
    set_playing_time(turn=turn, seconds=TIME_S, rest=False, by=user, now=clock.now())
    plan = TurnPlan(
        port=urlsplit(url).port or 80,
        paths=_sockets(game),
        sheet=_sheet(turn),
        seconds=HAND_IN_S,
        phones=phones,
        page=reverse("public-ranking", args=[game.tournament.slug]),
        every=EVERY,
        after=EVERY / 2,
        ready=folder / f"ready-{turn.ordinal}",
    )
    playing = client.start(play_turn, plan)
    while not plan.ready.exists() and not playing.done():
        time.sleep(0.1)
    time.sleep(EVERY / 2)  # half of the phones show the page, the others come
    asked = time.time()
    open_turn(turn=turn, by=user, now=clock.now())
    revealed = _end_turn(turn, user)
    _add(room, playing.result(JOB_TIMEOUT_S), asked, revealed)


def _add(room: Room, heard: TurnHeard, opened: float, revealed: float) -> None:
    room.opened.append((heard.heard["opened"] - opened) * 1000)
    room.revealed.append((heard.heard["revealed"] - revealed) * 1000)
    room.acks += heard.acks
    room.missed += sum(heard.missed.values()) + heard.refreshes.failed
    room.refreshes.took += heard.refreshes.took
    room.refreshes.fresh += heard.refreshes.fresh
    room.refreshes.bytes += heard.refreshes.bytes


def _wait(turn: Turn, fact: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not fact():
        if time.monotonic() > deadline:
            raise TimeoutError(str(turn))
        time.sleep(0.1)
        turn.refresh_from_db()


def _sockets(game: Game) -> list[str]:
    tables = Table.objects.filter(tournament=game.tournament_id).select_related("entry")
    return [
        "/live/v1/"
        + make_token(Ticket(game.tournament_id, Audience.ENTRY, table.entry.pk, table_id=table.pk))
        + "/"
        for table in tables
    ]


def _sheet(turn: Turn) -> bytes:
    """The top, as a tablet sends it."""
    word, ref, score = Turn.objects.get(pk=turn.pk).solutions.moves[0]
    rows = list(word) if ref[0].isdigit() else [word]
    save = Save(
        game_id=turn.game_id,
        turn=turn.ordinal,
        rev=1,
        device="crowd",
        rows=rows,
        reference=ref,
        score=str(score),
    )
    return msgspec.json.encode(save)
