"""Forgeries of every kind of game: each is found, or named in ``docs/archive.md`` as unbound by
the journals. The manifest always agrees with the lines."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from arbitrage.archive.verify.lexica import Lexica
from tests.arbitrage.archive.archive_bytes import Lines, forge
from tests.arbitrage.archive.verify.forgeries import verify
from tests.rows import every_row

FORMAT = Path(__file__).resolve().parents[4] / "docs" / "archive.md"

type LinesChange = Callable[[Lines], Lines]


class GameForgery(NamedTuple):
    """Changes of members of the archive of ``game``. ``named``: how ``docs/archive.md`` names it,
    if nothing finds it."""

    game: str
    description: str
    changes: Sequence[tuple[str, LinesChange]]
    named: str = ""

    def apply(self, content: bytes) -> bytes:
        for member, change in self.changes:
            content = forge(content, member, change)
        return content


def alter(chosen: dict[str, Any] | None = None, **values: Any) -> LinesChange:
    """Return a change of the first line with the values ``chosen``; a function computes a value
    from the old one."""

    def change(lines: Lines) -> Lines:
        conditions = (chosen or {}).items()
        index = next(
            number
            for number, line in enumerate(lines)
            if all(line.get(name) == value for name, value in conditions)
        )
        line = lines[index]
        new = {
            name: value(line[name]) if callable(value) else value for name, value in values.items()
        }
        return [*lines[:index], line | new, *lines[index + 1 :]]

    return change


def change_every_line(**values: Any) -> LinesChange:
    """Return a change of every line."""
    return lambda lines: [line | values for line in lines]


def drop(**chosen: Any) -> LinesChange:
    """Return the removal of the lines with the values ``chosen``."""
    return lambda lines: [line for line in lines if not chosen.items() <= line.items()]


def swap_fields(name: str) -> LinesChange:
    """Return an exchange of the values of the first line and the next one with another value."""

    def change(lines: Lines) -> Lines:
        swapped = [dict(line) for line in lines]
        second = next(i for i, line in enumerate(lines) if line[name] != lines[0][name])
        swapped[0][name], swapped[second][name] = lines[second][name], lines[0][name]
        return swapped

    return change


def add_copy(**values: Any) -> LinesChange:
    """Return the addition of a copy of the last line with other ``values``."""
    return lambda lines: [*lines, lines[-1] | values]


def give_bye_to_another(lines: Lines) -> Lines:
    bye = next(line for line in lines if line["y"] is None)
    other = next(line for line in lines if line["y"] and line["round"] == bye["round"])
    swapped = {bye["uid"]: other["x"], other["uid"]: bye["x"]}
    return [line | {"x": swapped.get(line["uid"], line["x"])} for line in lines]


def swap_sides_of_second_round(lines: Lines) -> Lines:
    match = next(line for line in lines if line["round"] == 2 and line["y"])
    return [line | {"x": line["y"], "y": line["x"]} if line is match else line for line in lines]


def drop_last_event(lines: Lines) -> Lines:
    return lines[:-1]


def change_tenth(at: str) -> str:
    """Return the instant with another tenth of a second."""
    return at[:-8] + ("0" if at[-8] != "0" else "1") + at[-7:]


def set_values(**values: Any) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda data: data | values


def swap_runs(lines: Lines) -> Lines:
    return swap_fields("entry")(lines)


_OTHER_UID = "ffffffff-0000-4000-8000-000000000000"
_REVERSED = {"games": [[400, 300]], "winner": "X"}
_REVERSED_MATCH = {"winner": "X", "points_x": 2, "points_y": 0, "difference": 100}
_SANCTION, _DECISION = {"command": "sanction"}, {"command": "decide"}
_CORRECTED = {"games": [[300, 400]]}

CLASSIC = [
    GameForgery(
        "rounds",
        "a typed result reversed, with its match",
        [
            ("match_results", alter(_CORRECTED, **_REVERSED)),
            ("matches", alter({"winner": "Y", "difference": -100}, **_REVERSED_MATCH)),
        ],
    ),
    GameForgery(
        "rounds",
        "one more correction",
        [("match_results", add_copy(uid=_OTHER_UID, at="2030-01-01T00:00:00.000000Z"))],
    ),
    GameForgery("rounds", "one more round", [("rounds", add_copy(uid=_OTHER_UID, number=3))]),
    GameForgery("rounds", "the correction of a result", [("match_results", drop(**_CORRECTED))]),
    GameForgery("rounds", "its time", [("match_results", alter(_CORRECTED, at=change_tenth))]),
    GameForgery("rounds", "its reason", [("match_results", alter(_CORRECTED, reason="Rien"))]),
    GameForgery("rounds", "who signed it", [("match_results", alter(_CORRECTED, signed="x"))]),
    GameForgery("rounds", "the bye", [("matches", give_bye_to_another)]),
    GameForgery("rounds", "who begins", [("matches", swap_sides_of_second_round)]),
    GameForgery("rounds", "the tables", [("matches", swap_fields("board_number"))]),
    GameForgery("rounds", "a penalty", [("matches", alter(terms=set_values(wrong_challenge=9)))]),
    GameForgery("rounds", "a state", [("rounds", alter({"number": 2}, state="prepared"))]),
    GameForgery("rounds", "when pairs were public", [("rounds", alter(published_at=change_tenth))]),
    GameForgery(
        "rounds",
        "a whole round",
        [("rounds", drop(number=2)), ("matches", drop(round=2))],
    ),
    GameForgery(
        "rounds",
        "a sanction",
        [("match_events", alter(_SANCTION, data=set_values(sanction="warning")))],
    ),
    GameForgery("rounds", "its reason", [("match_events", alter(_SANCTION, reason="Rien"))]),
    GameForgery("rounds", "its author", [("match_events", alter(_SANCTION, signed="x"))]),
    GameForgery(
        "rounds",
        "a decision on appeal",
        [("match_events", alter(_DECISION, data=set_values(decision="overturn")))],
    ),
    GameForgery(
        "rounds",
        "drawn letters",
        [("match_events", alter({"command": "draw"}, data=set_values(letters="AEILNRS")))],
    ),
    GameForgery("rounds", "a seed", [("match_games", change_every_line(seed="11" * 32))]),
    GameForgery(
        "rounds", "a time", [("match_events", alter({"command": "play"}, at=change_tenth))]
    ),
    GameForgery(
        "rounds",
        "the last event",
        [
            ("match_events", drop_last_event),
            ("match_games", alter(seq=lambda seq: seq - 1)),
        ],
    ),
    GameForgery("rounds", "a call", [("calls", drop(number=1))]),
    GameForgery("rounds", "what a player said", [("calls", alter(said="Rien"))]),
    GameForgery("rounds", "what closed a call", [("calls", alter(closed_seq=1))]),
    GameForgery(
        "rounds", "the points of a bye", [("tournament", alter(classic=set_values(points_bye=1)))]
    ),
    GameForgery("rounds", "a rank", [("match_standings", alter({"rank": 2}, rank=1))]),
    GameForgery(
        "rounds",
        "match points",
        [("match_standings", alter(values=set_values(points=99)))],
    ),
    GameForgery("rounds", "a line of the standings", [("match_standings", drop(rank=1))]),
    GameForgery("rounds", "a row of the journal", [("tournament_journal", drop(seq=3))]),
    GameForgery(
        "rounds", "who did it", [("tournament_journal", alter({"seq": 3}, signed="quelqu’un"))]
    ),
    GameForgery("rounds", "when", [("tournament_journal", alter({"seq": 3}, at=change_tenth))]),
    GameForgery(
        "rounds",
        "who looked after a call",
        [("calls", alter(taken_by=None))],
        "d'un appel `taken_by`",
    ),
    GameForgery(
        "paper",
        "a decision of time",
        [("clock_events", alter(_SANCTION, data=set_values(side="Y")))],
    ),
    GameForgery("paper", "its reason", [("clock_events", alter(_SANCTION, reason="Rien"))]),
    GameForgery(
        "paper", "a press", [("clock_events", alter({"command": "press"}, at=change_tenth))]
    ),
    GameForgery("paper", "a delay", [("clock_events", alter({"seq": 2}, data={"delay_ms": 1000}))]),
    GameForgery(
        "paper", "the time of a clock", [("table_clocks", alter(terms=set_values(time_s=900)))]
    ),
    GameForgery(
        "paper",
        "the common time",
        [("rounds", alter({"number": 2}, clock_left_ms=1, clock_ends_at=None))],
    ),
    GameForgery(
        "paper",
        "a forfeit",
        [("match_results", alter({"kind": "forfeit"}, winner="Y"))],
    ),
]
TOPPING = [
    GameForgery("topping", "two runs", [("topping_runs", swap_runs)]),
    GameForgery("topping", "one more run", [("topping_runs", add_copy(uid=_OTHER_UID, seq=0))]),
    GameForgery("topping", "the penalty", [("toppings", alter(penalty_s=5))]),
    GameForgery("topping", "the time of a turn", [("toppings", alter(limit_s=90))]),
    GameForgery("topping", "the mode", [("toppings", alter({"number": 2}, mode="judge"))]),
    GameForgery("topping", "when it opened", [("toppings", alter(opened_at=change_tenth))]),
    GameForgery("topping", "the order of players", [("topping_runs", swap_fields("position"))]),
    GameForgery(
        "topping",
        "a refused word",
        [("topping_events", alter({"kind": "said"}, data={"word": "AAAA", "ref": "H8"}))],
    ),
    GameForgery(
        "topping",
        "when a top was found",
        [("topping_events", alter({"kind": "found"}, at=change_tenth))],
    ),
    GameForgery("topping", "a top taken back", [("topping_events", drop(kind="taken-back"))]),
    GameForgery(
        "topping", "the number of players", [("topping_events", alter({"kind": "made"}, data={}))]
    ),
    GameForgery(
        "topping",
        "a last refused word",
        [
            (
                "topping_events",
                alter({"data": {"word": "YYYY", "ref": "H8"}}, data={"word": "AAAA", "ref": "H8"}),
            )
        ],
    ),
    GameForgery("topping", "its title", [("toppings", alter(title="Autre"))], "titre d'un topping"),
    GameForgery("topping", "a board", [("topping_runs", alter({"board": 1}, board=3))], "son jeu"),
]
DUPLICATE = [
    GameForgery(
        "duplicate", "the time of a row", [("journal", alter({"seq": 3}, at=change_tenth))]
    ),
    GameForgery("duplicate", "who testified", [("statements", alter(speaker="Personne"))]),
    GameForgery("duplicate", "the article of a ruling", [("rulings", alter(article="1.1"))]),
    GameForgery("duplicate", "a bonus", [("tournament", alter(solo_points=3))]),
    GameForgery("duplicate", "who played", [("scores", swap_fields("entry"))]),
    GameForgery("duplicate", "a name", [("entries", alter(name="Autre"))], "**personnes**"),
    GameForgery("duplicate", "a club", [("players", alter(club="Autre"))], "**personnes**"),
    GameForgery("duplicate", "a seat", [("seats", swap_fields("table"))], "**places**"),
    GameForgery("duplicate", "a role", [("roles", alter(role="judge"))], "rôles"),
    GameForgery("duplicate", "the turn's time", [("turns", alter(time_s=60))], "`time_s`"),
    GameForgery("duplicate", "a device", [("bulletins", alter(device="x"))], "appareil"),
    GameForgery("duplicate", "the venue", [("tournament", alter(venue="Ailleurs"))], "réglages"),
    GameForgery("duplicate", "a withdrawal", [("entries", alter(withdrawn=True))], "`withdrawn`"),
    GameForgery("mort-subite", "who is out", [("contenders", change_every_line(fell=None))]),
    GameForgery(
        "mort-subite", "what it settles", [("games", alter({"kind": "mort-subite"}, settles=None))]
    ),
    GameForgery(
        "mort-subite", "its kind", [("games", alter({"kind": "mort-subite"}, kind="duplicate"))]
    ),
    GameForgery("mort-subite", "a player", [("contenders", lambda lines: lines[1:])]),
]
FORGERIES = [*CLASSIC, *TOPPING, *DUPLICATE]


def check_forgeries(game: str, content: bytes, lexica: Lexica) -> None:
    """Check that each forgery of the game's archive is found, or named: those in one archive."""
    format_text, unbound = FORMAT.read_text(encoding="utf-8"), content
    with every_row() as row:
        for forgery in FORGERIES:
            if forgery.game != game:
                continue
            with row(f"{game}: {forgery.description}"):
                assert forgery.named in format_text
                if forgery.named:
                    unbound = forgery.apply(unbound)
                else:
                    assert verify(forgery.apply(content), lexica).discrepancies
        with row(f"{game}: what is named"):
            assert verify(unbound, lexica).discrepancies == []
