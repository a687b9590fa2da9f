"""The clock of a table on a device: counted as on the server, nothing lost without network."""

import random
from dataclasses import asdict
from typing import Any

from tests.rows import every_row
from tests.scripts.scripts import Scripts
from tournament.classic.core.commands import Command, Event
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.table_clock import (
    MAX_LOST_TURNS,
    TableClockState,
    advance_clock,
    apply,
    build_table_clock,
)
from tournament.classic.core.terms import ClockKind, MatchTerms
from tournament.core.errors import ClassicRefused

TERMS = {
    "chess": MatchTerms(time_s=60),
    "move": MatchTerms(clock=ClockKind.MOVE, time_s=20),
    "room": MatchTerms(clock=ClockKind.GLOBAL, time_s=60),
}
#: A player of a table without clock is timed by the director (6.4.2).
TIMED = Event(Command.TIME_PLAYER, Actor.DIRECTOR, 0, {"side": "X", "seconds": 15})
COMMANDS = ("press", "press", "press", "press", "hold", "resume", "stop")
RUN = """async ([state, steps, end]) => {
  const { advance, applyCommand } = await import("/static/js/classic/table_clock.js");
  let clock = state;
  for (const [name, side, at] of steps) clock = applyCommand(clock, { do: name, side }, at);
  return advance(clock, end);
}"""
QUEUE = """async (kept) => {
  const posts = [], boxes = { "duplicata:clock": JSON.stringify(kept) };
  globalThis.localStorage = {
    getItem: (key) => boxes[key] ?? null,
    setItem: (key, text) => { boxes[key] = text; },
    removeItem: (key) => { delete boxes[key]; },
  };
  globalThis.window ??= globalThis;
  globalThis.window.addEventListener ??= () => {};
  let online = false;
  globalThis.fetch = async (address, { body }) => {
    posts.push(JSON.parse(body));
    if (!online) throw new Error("no network");
    return { status: 200, json: async () => ({ problem: "" }) };
  };
  const { PressQueue } = await import("/static/js/classic/press_queue.js");
  let now = 10_000;
  const answers = [];
  const queue = new PressQueue({
    address: "/clock/", storageKey: "clock", getCsrfToken: () => "", localNow: () => now,
    onChange: () => {}, onAnswer: (answer) => answers.push(answer),
  });
  queue.start();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  await turn();
  queue.add({ do: "press", side: "Y", game: 1 });
  now += 5000;
  queue.add({ do: "hold", game: 1 });
  const stored = JSON.parse(boxes["duplicata:clock"]).map((command) => command.do);
  online = true;
  now += 1000;
  for (let n = 0; n < 20; n += 1) {
    await turn();
    passTime(100);
  }
  const last = posts.at(-1);
  const sent = last.commands.map(({ do: name, side, ago }) => [name, side ?? "", ago]);
  const keys = new Set(last.commands.map(({ key }) => key)).size;
  const waiting = queue.waitingCommands;
  return { stored, game: last.game, sent, keys, waiting, left: boxes, answers };
}"""


def plain(state: TableClockState) -> dict[str, Any]:
    return {
        "is_open": True,
        "is_timed": state.is_timed,
        "to_move": state.to_move,
        "is_stopped": state.is_stopped,
        "is_over": state.is_over,
        "call_command": state.call_command or "",
        "lost_turns": state.lost_turns,
        "at": state.clock.updated_at_ms,
        "player_clocks": {str(side): asdict(state.clock.get_player_clock(side)) for side in Side},
    }


def test_device_counts_as_the_server_whatever_is_pressed(scripts: Scripts) -> None:
    rng = random.Random(24)
    with every_row() as row:
        for name, terms in TERMS.items():
            for number in range(40):
                state = build_table_clock(terms)
                if terms.clock is ClockKind.GLOBAL:
                    state = apply(state, TIMED)
                first, at, steps = plain(state), 0, []
                for _ in range(rng.randrange(1, 15)):
                    at += rng.choice((700, 5000, 25_000))
                    step = (rng.choice(COMMANDS), rng.choice("XY"), at)
                    steps.append(step)
                    try:
                        state = apply(state, Event(Command(step[0]), Actor(step[1]), at))
                    except ClassicRefused:
                        state = advance_clock(state, at)
                end = at + rng.choice((0, 30_000, 400_000))
                with row(f"{name} {number}"):
                    expected = plain(advance_clock(state, end))
                    assert scripts.evaluate(RUN, [first, steps, end]) == expected, steps


def test_offline_presses_are_sent_later_in_order_with_age(scripts: Scripts) -> None:
    scripts.stop_time(1000)
    earlier = {"key": "an-earlier-page", "at": 8000, "do": "press", "side": "X", "game": 1}
    went = scripts.evaluate(QUEUE, [earlier])
    assert went["stored"] == ["press", "press", "hold"]
    assert went["sent"] == [["press", "X", 8000], ["press", "Y", 6000], ["hold", "", 1000]]
    assert (went["game"], went["keys"]) == (1, 3)
    assert (went["waiting"], went["left"], len(went["answers"])) == ([], {}, 1)


def test_as_many_lost_turns_stop_the_clock_on_both_sides(scripts: Scripts) -> None:
    source = "import('/static/js/classic/table_clock.js').then((m) => m.MAX_LOST_TURNS)"
    assert scripts.evaluate(source) == MAX_LOST_TURNS
