"""Turns of the festival's last game, with every tablet on its socket: without phones, then with 500
phones on the ranking.

Import it only once Django is set up.
"""

import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from django.contrib.auth.models import User
from django.urls import reverse

from benchmarks.people.connections import ANSWER_P99_MS, start_job
from benchmarks.people.judge import Desk, wait_for_field
from benchmarks.people.public import PageRequests
from benchmarks.people.room import Room, make_save
from benchmarks.people.waiting import wait_until
from benchmarks.report import compute_quantile
from benchmarks.web.festival import PLANS
from benchmarks.web.phones import TurnPlan, play_turn
from benchmarks.web.report import SERVED_MS, WebReport, compute_p95, make_web_table
from tournament.core.states import TurnState
from tournament.models import Game, Turn
from tournament.protocol import encode
from tournament.queries import clock
from tournament.services.play.playing_time import set_playing_time

PHONES = 500
#: Interval of a provisional ranking's page, in seconds.
INTERVAL_S = 20.0
#: Turns with and without phones, one after the other.
ROUNDS = 2
TIME_S, HAND_IN_S = 12, 6.0
TIMEOUT_S = 120.0
JOB_TIMEOUT_S = 300.0


@dataclass
class CrowdTimes:
    """``opened_ms`` and ``revealed_ms``: of each turn, until the last tablet had the event.

    ``answer_times_ms``: of each bulletin. ``missed_count``: of tablets without event and of phones
    without answer.
    """

    opened_ms: list[float] = field(default_factory=list)
    revealed_ms: list[float] = field(default_factory=list)
    answer_times_ms: list[float] = field(default_factory=list)
    missed_count: int = 0
    requests: PageRequests = field(default_factory=PageRequests)


def measure_crowd(url: str, folder: Path, report: WebReport) -> None:
    """Measure the hall without and with phones; ``folder``: for files between processes."""
    without_phones, with_phones = CrowdTimes(), CrowdTimes()
    game = Game.objects.select_related("tournament").get(
        tournament__name=PLANS[-1].name, number=len(PLANS[-1].formats)
    )
    desk = Desk(game, User.objects.get(username="bureau"))
    # End the turn that the festival left open.
    now = clock.now()
    game.turns.filter(state=TurnState.OPEN).update(closes_at=now, collects_at=now)
    _end_turn(desk, game.turns.order_by("-ordinal")[0])
    for _ in range(ROUNDS):
        for times, phones in ((without_phones, 0), (with_phones, PHONES)):
            _play_turn(url, folder, desk, times, phones)
    _report(report, without_phones, with_phones)


def _report(report: WebReport, without_phones: CrowdTimes, with_phones: CrowdTimes) -> None:
    title = f"{PHONES} téléphones sur un classement, pendant un coup"
    table = make_web_table(title, "", ">sans", ">avec", ">rapport")
    both = (without_phones, with_phones)
    p50s, p99s = (
        [compute_quantile(times.answer_times_ms, share) for times in both] for share in (0.5, 0.99)
    )
    for label, (before, after) in {
        "coup ouvert, dernière tablette": [max(times.opened_ms) for times in both],
        "top dévoilé, dernière tablette": [max(times.revealed_ms) for times in both],
        "accusé d’un bulletin, p50": p50s,
        "accusé d’un bulletin, p99": p99s,
    }.items():
        table.add_row(label, f"{before:.0f} ms", f"{after:.0f} ms", f"× {after / before:.1f}")
    requests, answer_p99, missed_count = with_phones.requests, p99s[1], with_phones.missed_count
    request_p95, request_count = compute_p95(requests.times), len(requests.times)
    for label, value in {
        "page redemandée, médiane": f"{statistics.median(requests.times):.0f} ms",
        "page redemandée, p95": f"{request_p95:.0f} ms",
        "demandes, dont nouvelles": f"{request_count}, {requests.new_pages}",
        "octets d’une demande": f"{requests.bytes // max(1, request_count)}",
    }.items():
        table.add_row(label, "", value, "")
    table.add_row("sans réponse", str(without_phones.missed_count), str(missed_count), "")
    report.tables.append(table)
    report.require(request_p95 <= SERVED_MS, f"page redemandée : {request_p95:.0f} ms")
    problem = f"accusé avec les téléphones : p99 {answer_p99:.0f} ms"
    report.require(answer_p99 <= ANSWER_P99_MS, problem)
    report.require(not missed_count, f"{missed_count} sans réponse")


def _end_turn(desk: Desk, turn: Turn) -> float:
    """Reveal the turn once it is corrected; return the time of the command."""
    wait_for_field(turn, "corrected_at")
    requested_at = time.time()
    desk.reveal(turn)
    return requested_at


def _play_turn(url: str, folder: Path, desk: Desk, times: CrowdTimes, phones: int) -> None:
    game = desk.game
    turn = desk.draw()
    assert turn is not None
    wait_for_field(turn, "solved_at")
    desk.announce(turn)
    set_playing_time(turn=turn, seconds=TIME_S, for_later_turns=False, **desk.get_author_and_time())
    room = Room(game.tournament, list(game.tournament.entries.select_related("table")))
    plan = TurnPlan(
        port=urlsplit(url).port or 80, paths=room.list_player_paths(), sheet=_write_top(turn),
        hand_in_s=HAND_IN_S, phones=phones,
        page=reverse("public-ranking", args=[game.tournament.slug]), interval_s=INTERVAL_S,
        follow_s=INTERVAL_S / 2, ready_file=folder / f"ready-{turn.ordinal}",
    )  # fmt: skip
    future = start_job(play_turn, plan)
    wait_until(
        lambda: plan.ready_file.exists() or future.done(), "les tablettes", timeout_s=TIMEOUT_S
    )
    time.sleep(INTERVAL_S / 2)  # half of the phones show the page, the others are loading it
    open_requested_at = time.time()
    desk.open(turn)
    reveal_requested_at = _end_turn(desk, turn)
    messages = future.result(JOB_TIMEOUT_S)
    times.opened_ms.append((messages.received_at["opened"] - open_requested_at) * 1000)
    times.revealed_ms.append((messages.received_at["revealed"] - reveal_requested_at) * 1000)
    times.answer_times_ms += messages.answer_times_ms
    times.missed_count += sum(messages.missed_counts.values()) + messages.requests.failures
    times.requests.add(messages.requests)


def _write_top(turn: Turn) -> bytes:
    """Return the message of a tablet with the top."""
    word, ref, score = Turn.objects.get(pk=turn.pk).solutions.moves[0]
    rows = tuple(word) if ref[0].isdigit() else (word,)
    return encode(make_save(turn.game_id, turn.ordinal, 1, rows, ref, str(score)))
