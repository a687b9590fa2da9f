"""A topping in an archive: it comes back whole, and is played again to verify it."""

from typing import Any

from arbitrage.archive.verify.lexica import Lexica
from arbitrage.archive.verify.report import Matter
from tests.arbitrage.archive.comings_and_goings import Lines, archived, forged, gone_and_come
from tests.arbitrage.archive.verify.forgeries import verified
from tests.room import Room
from tests.rows import every_row
from tests.tournament.topping.services.toppings import LIMIT_S, Player, make
from tournament.models import Tournament
from tournament.topping.core.topping_run import ToppingMode, ToppingMove
from tournament.topping.models import Topping, ToppingEvent, ToppingRun
from tournament.topping.queries.topping_board import ToppingBoard
from tournament.topping.services import runs


def told(tournament: Tournament, now: Any) -> list[Any]:
    """What the boards and the rows say, without the numbers of a database."""
    boards = [ToppingBoard(one, now, whole_names=True) for one in tournament.toppings.all()]
    rows = [
        [(row.name, row.rank, row.state, row.turn, row.total, row.not_found) for row in board.rows]
        for board in boards
    ]
    events = ToppingEvent.objects.filter(topping__tournament=tournament).order_by("pk")
    happened = [(one.seq, one.kind, one.turn, one.data, one.by is None, one.at) for one in events]
    return [*rows, happened]


def test_it_comes_back_whole_and_what_was_changed_in_it_is_found(room: Room) -> None:
    topping = make(room, room.entries[:3])
    whole, half, gone = (Player(topping, entry) for entry in room.entries[:3])
    whole.begin()
    for number in range(1, topping.terms.turns + 1):
        whole.finds(number, 5 * number)
    half.begin()
    half.finds(1, 20)
    half.says(2, "ZZZZ", "H8", 30)
    runs.command_run(run=half.run, command=ToppingMove.INTERRUPT, by=room.user, now=half.at(40))
    runs.command_run(run=half.run, command=ToppingMove.RESUME, by=room.user, now=half.at(90))
    half.finds(2, 100)
    runs.settle_due(half.at(100 + LIMIT_S + 2))
    runs.command_run(run=gone.run, command=ToppingMove.STOP, by=room.user, now=gone.at(3))
    before = make(room, room.entries[:1], mode=ToppingMode.JUDGE)
    heard = Player(before, room.entries[0])
    runs.start_run(run=heard.run, by=room.user, now=heard.at(0))
    late = heard.at(LIMIT_S + 1)
    runs.find_said(run=heard.run, turn=1, top=0, by=room.user, now=heard.at(4))
    runs.take_back_said(run=heard.run, turn=1, by=room.user, now=heard.at(6))
    runs.find_said(run=heard.run, turn=1, top=0, by=room.user, now=late)

    now, lexica = half.at(170), Lexica()
    said = told(room.tournament, now)
    content, restored = gone_and_come(room.tournament)
    assert told(restored, now) == said
    assert Topping.objects.count() == 2
    assert verified(content, lexica).lies == []
    assert verified(archived(restored), lexica).lies == []

    def first(kind: str, **change: Any) -> Any:
        def forge(lines: Lines) -> Lines:
            found = next(line for line in lines if line.get("kind", kind) == kind)
            return [line | change if line is found else line for line in lines]

        return forge

    def less(lines: Lines) -> Lines:
        return [line for line in lines if line["kind"] != "said"]

    quick = {"word": "ZZZZ", "ref": "H8", "ms": 100}
    forgeries: list[tuple[str, Any, Matter]] = [
        ("topping_events", first("found", data=quick), Matter.TOP),
        ("topping_events", first("found", at="2026-01-01T00:00:00.000000Z"), Matter.NAMES),
        ("topping_events", first("not-found", at="2026-01-01T00:00:00.000000Z"), Matter.AT),
        ("topping_events", less, Matter.ORDER),
        ("topping_events", first("taken-back", turn=2), Matter.NAMES),
        ("topping_runs", first("", state="waiting"), Matter.STATE),
        ("topping_runs", first("", entry="nobody"), Matter.NAMES),
        ("toppings", first("", tops=[]), Matter.TOP),
    ]
    with every_row() as row:
        for number, (member, forge, matter) in enumerate(forgeries):
            with row(f"{number} {member}"):
                lies = verified(forged(content, member, forge), lexica).lies
                assert matter in {lie.matter for lie in lies}, lies
    assert ToppingRun.objects.count() == 4
