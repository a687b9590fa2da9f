"""A topping in an archive: restored, and replayed by the verification."""

from typing import Any

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import DiscrepancyKind
from tests.arbitrage.archive.archive_bytes import (
    Lines,
    archive_and_restore,
    archive_now,
    expect_bad_values,
    forge,
    remove_tournament,
)
from tests.arbitrage.archive.verify.forgeries import verify
from tests.room import Room
from tests.rows import every_row
from tests.tournament.topping.services.toppings import LIMIT_S, Player, create_topping_for
from tournament.models import Tournament
from tournament.topping.core.topping_run import ToppingMode, ToppingRunCommand
from tournament.topping.models import Topping, ToppingEvent, ToppingRun
from tournament.topping.queries.topping_standings import ToppingStandings
from tournament.topping.services import aloud, locked_run, runs


def describe(tournament: Tournament, now: Any) -> list[Any]:
    """Return what boards and events show, without database keys."""
    boards = [ToppingStandings(row, now, full_names=True) for row in tournament.toppings.all()]
    rows = [
        [(row.name, row.rank, row.state, row.turn, row.total, row.not_found) for row in board.rows]
        for board in boards
    ]
    events = ToppingEvent.objects.filter(topping__tournament=tournament).order_by("pk")
    event_values = [
        (row.seq, row.kind, row.turn, row.data, row.by is None, row.at) for row in events
    ]
    return [*rows, event_values]


def test_it_is_restored_and_forgeries_are_found(room: Room) -> None:
    topping = create_topping_for(room, room.entries[:3])
    finished, half, stopped = (Player(topping, entry) for entry in room.entries[:3])
    finished.begin()
    for number in range(1, topping.terms.turns + 1):
        finished.find_top(number, 5 * number)
    half.begin()
    half.find_top(1, 20)
    half.propose(2, "ZZZZ", "H8", 30)
    runs.command_run(
        run=half.run, command=ToppingRunCommand.INTERRUPT, by=room.user, now=half.get_moment(40)
    )
    runs.command_run(
        run=half.run, command=ToppingRunCommand.RESUME, by=room.user, now=half.get_moment(90)
    )
    half.find_top(2, 100)
    locked_run.settle_due_runs(half.get_moment(100 + LIMIT_S + 2))
    runs.command_run(
        run=stopped.run, command=ToppingRunCommand.STOP, by=room.user, now=stopped.get_moment(3)
    )
    judged_state = create_topping_for(room, room.entries[:1], mode=ToppingMode.JUDGE)
    judged_player = Player(judged_state, room.entries[0])
    runs.start_run(run=judged_player.run, by=room.user, now=judged_player.get_moment(0))
    late = judged_player.get_moment(LIMIT_S + 1)
    aloud.accept_heard_top(
        run=judged_player.run, turn=1, top=0, by=room.user, now=judged_player.get_moment(4)
    )
    aloud.take_back_heard_top(
        run=judged_player.run, turn=1, by=room.user, now=judged_player.get_moment(6)
    )
    aloud.accept_heard_top(run=judged_player.run, turn=1, top=0, by=room.user, now=late)

    now, lexica = half.get_moment(170), Lexica()
    expected = describe(room.tournament, now)
    content, restored = archive_and_restore(room.tournament, is_verified=True)
    assert describe(restored, now) == expected
    assert Topping.objects.count() == 2
    assert verify(content, lexica).discrepancies == []
    assert verify(archive_now(restored), lexica).discrepancies == []

    def change_first(kind: str, **values: Any) -> Any:
        def change(lines: Lines) -> Lines:
            line_found = next(line for line in lines if line.get("kind", kind) == kind)
            return [line | values if line is line_found else line for line in lines]

        return change

    def remove_said(lines: Lines) -> Lines:
        return [line for line in lines if line["kind"] != "said"]

    quick = {"word": "ZZZZ", "ref": "H8", "ms": 100}
    forgeries: list[tuple[str, Any, DiscrepancyKind]] = [
        ("topping_events", change_first("found", data=quick), DiscrepancyKind.TOP),
        (
            "topping_events",
            change_first("found", at="2026-01-01T00:00:00.000000Z"),
            DiscrepancyKind.UNKNOWN_NAME,
        ),
        (
            "topping_events",
            change_first("not-found", at="2026-01-01T00:00:00.000000Z"),
            DiscrepancyKind.AT,
        ),
        ("topping_events", remove_said, DiscrepancyKind.ORDER),
        ("topping_events", change_first("taken-back", turn=2), DiscrepancyKind.UNKNOWN_NAME),
        ("topping_runs", change_first("", state="waiting"), DiscrepancyKind.STATE),
        ("topping_runs", change_first("", entry="nobody"), DiscrepancyKind.UNKNOWN_NAME),
        ("toppings", change_first("", tops=[]), DiscrepancyKind.TOP),
    ]
    with every_row() as row:
        for number, (member, change, kind) in enumerate(forgeries):
            with row(f"{number} {member}"):
                discrepancies = verify(forge(content, member, change), lexica).discrepancies
                assert kind in {discrepancy.kind for discrepancy in discrepancies}, discrepancies
    assert ToppingRun.objects.count() == 4


def test_impossible_values_of_a_topping_are_refused(room: Room) -> None:
    create_topping_for(room, room.entries[:1])
    content = archive_now(room.tournament)
    remove_tournament(room.tournament)
    rows: list[tuple[str, dict[str, Any]]] = [
        ("toppings", {"limit_s": 1}),
        ("toppings", {"penalty_s": -1}),
        ("toppings", {"pause_s": 9999}),
        ("toppings", {"mode": "x"}),
        ("toppings", {"title": "x" * 99}),
        ("toppings", {"seed": "zz"}),
        ("toppings", {"script": {}}),
        ("toppings", {"script": {"format": "normal", "turns": [{"rack": 3}]}}),
        ("topping_runs", {"turn": -1}),
        ("topping_runs", {"board": -1}),
    ]
    expect_bad_values(content, rows)
