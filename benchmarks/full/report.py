"""The table of a game: median turn and worst turn."""

import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial

from rich.console import Console

from benchmarks.full.crowd import TurnMessages
from benchmarks.report import compute_quantile, group_digits, make_table

#: Events in the order of a turn, and their labels.
PUSHES = {
    "announced": "lettres annoncées",
    "opened": "chrono lancé",
    "closed": "fin du coup",
    "revealed": "solution",
    "mine": "son résultat, à chaque joueur",
    "scored": "classement",
    "done": "coup terminé",
    "counted": "bulletins comptés",
    "game": "début et fin de la partie",
}
SHARES = {"p50": 0.5, "p99": 0.99}


@dataclass
class PlayedTurn:
    """``cpu``: seconds of processor by process; ``closed_ms``: after the end of the turn."""

    number: int
    messages: TurnMessages
    cpu: dict[str, float]
    lost_count: int
    closed_ms: float = 0.0
    corrected_s: float = 0.0

    @property
    def summary(self) -> str:
        return (
            f"{len(self.messages.answers)} accusés, p99 de la dernière seconde "
            f"{compute_quantile(self.messages.last_second, 0.99):.0f} ms, "
            f"corrigés en {self.corrected_s:.1f} s"
        )


@dataclass
class PlayedGame:
    """``memory``: MiB by process at the end of the game."""

    processes: int
    players: int
    spectators: int
    turns: list[PlayedTurn] = field(default_factory=list)
    memory: dict[str, float] = field(default_factory=dict)
    connected_s: float = 0.0

    @property
    def is_successful(self) -> bool:
        return not self.lost_count and not self.late_count

    @property
    def lost_count(self) -> int:
        return sum(turn.lost_count for turn in self.turns)

    @property
    def late_count(self) -> int:
        return sum(turn.messages.late_count for turn in self.turns)


def print_report(console: Console, games: list[PlayedGame]) -> None:
    first = games[0]
    table = make_table(
        f"Une partie à {first.players} tablettes et {first.spectators} écrans du public",
        *("", *(f">{game.processes} processus" for game in games)),
        caption="Médiane des coups / pire coup ; ms, sauf dit autrement.",
    )
    for name, format_value in _list_lines(games):
        table.add_row(name, *(format_value(game) for game in games))
        if name.startswith("…"):
            table.add_section()
    console.print(table)
    for game in games:
        unexpected = sum((Counter(turn.messages.unexpected) for turn in game.turns), Counter[str]())
        for text, times in unexpected.items():
            console.print(f"[yellow]{game.processes} processus : {times} × {text}")


type Line = tuple[str, Callable[[PlayedGame], str]]


def _list_lines(games: list[PlayedGame]) -> Iterable[Line]:
    yield "coups joués", lambda game: str(len(game.turns))
    yield (
        "bulletins accusés",
        lambda game: _format_sum(game, lambda messages: len(messages.answers)),
    )
    yield "accusés puis perdus", lambda game: str(game.lost_count)
    yield "en retard par notre faute", lambda game: str(game.late_count)
    yield (
        "connexions tombées",
        lambda game: str(max(turn.messages.closed_count for turn in game.turns)),
    )
    yield "… installation de la salle (s)", lambda game: f"{game.connected_s:.1f}"
    for name, share in SHARES.items():
        yield _build_quantile_line(
            f"accusé pendant l’écriture, {name}", share, lambda messages: messages.writing
        )
        label = f"accusé dans la dernière seconde, {name}"
        yield _build_quantile_line(label, share, lambda messages: messages.last_second)
    yield _build_line("fermeture après la cloche", lambda turn: turn.closed_ms)
    yield _build_line("… correction (s)", lambda turn: turn.corrected_s, 1)
    kinds = {kind for game in games for turn in game.turns for kind in turn.messages.pushes}
    for kind in sorted(kinds, key=_get_order):
        for name, share in SHARES.items():
            label = f"{PUSHES.get(kind, kind)}, {name}"
            yield _build_quantile_line(label, share, partial(_get_pushes, kind))
    label = "… événements reçus"
    yield (
        label,
        lambda game: _format_sum(game, lambda messages: sum(map(len, messages.pushes.values()))),
    )
    names = sorted({name for game in games for name in game.memory})
    for name in names:
        yield _build_line(f"processeur par coup, {name} (s)", partial(_get_cpu, name), 2)
    for name in names:
        yield f"mémoire, {name} (Mio)", partial(_format_memory, name)


def _get_order(kind: str) -> tuple[int, str]:
    """Return the sort key of an event: its order in a turn, unknown ones last."""
    return (list(PUSHES).index(kind) if kind in PUSHES else len(PUSHES), kind)


def _get_pushes(kind: str, messages: TurnMessages) -> list[float]:
    return messages.pushes.get(kind, [])


def _get_cpu(name: str, turn: PlayedTurn) -> float:
    return turn.cpu.get(name, 0.0)


def _format_memory(name: str, game: PlayedGame) -> str:
    return f"{game.memory.get(name, 0):.0f}"


def _format_sum(game: PlayedGame, count: Callable[[TurnMessages], int]) -> str:
    return group_digits(sum(count(turn.messages) for turn in game.turns))


def _build_quantile_line(
    name: str, share: float, values: Callable[[TurnMessages], list[float]]
) -> Line:
    return _build_line(name, lambda turn: compute_quantile(values(turn.messages), share))


def _build_line(name: str, value: Callable[[PlayedTurn], float], digits: int = 0) -> Line:
    """Build a line with the median turn and the worst one."""

    def format_value(game: PlayedGame) -> str:
        values = [value(turn) for turn in game.turns]
        return f"{statistics.median(values):.{digits}f} / {max(values):.{digits}f}"

    return name, format_value
