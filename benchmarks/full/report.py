"""The table of a game: what the worst turn and the middle one took."""

import math
import statistics
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rich.console import Console
from rich.table import Table

from benchmarks.full.orders import Heard

#: News in the order in which a turn brings them, and what they are called.
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


@dataclass
class PlayedTurn:
    """``cpu``: seconds of processor by process; ``closed_ms``: after the bell."""

    number: int
    heard: Heard
    cpu: dict[str, float]
    lost: int
    closed_ms: float = 0.0
    corrected_s: float = 0.0

    @property
    def short(self) -> str:
        answers = [*self.heard.writing, *self.heard.last_second]
        return (
            f"{len(answers)} accusés, p99 de la dernière seconde "
            f"{quantile(self.heard.last_second, 0.99):.0f} ms, corrigés en {self.corrected_s:.1f} s"
        )


@dataclass
class PlayedGame:
    """``memory``: MiB by process when it is over."""

    processes: int
    players: int
    spectators: int
    turns: list[PlayedTurn] = field(default_factory=list)
    memory: dict[str, float] = field(default_factory=dict)
    seated_s: float = 0.0

    @property
    def is_sound(self) -> bool:
        return not self.lost and not self.late

    @property
    def lost(self) -> int:
        return sum(turn.lost for turn in self.turns)

    @property
    def late(self) -> int:
        return sum(turn.heard.late for turn in self.turns)


def show(console: Console, games: list[PlayedGame]) -> None:
    first = games[0]
    table = Table(
        title=f"Une partie à {first.players} tablettes et {first.spectators} écrans du public",
        caption="Médiane des coups / pire coup ; ms, sauf dit autrement.",
    )
    table.add_column("")
    for game in games:
        table.add_column(f"{game.processes} processus", justify="right")
    for name, told in _lines(games):
        table.add_row(name, *(told(game) for game in games))
        if name.startswith("…"):
            table.add_section()
    console.print(table)
    for game in games:
        for what, times in _surprises(game).items():
            console.print(f"[yellow]{game.processes} processus : {times} × {what}")


type Told = Callable[[PlayedGame], str]


def _lines(games: list[PlayedGame]) -> Iterable[tuple[str, Told]]:
    yield "coups joués", lambda game: str(len(game.turns))
    yield "bulletins accusés", lambda game: _thousands(_sum(game, lambda h: len(_answers(h))))
    yield "accusés puis perdus", lambda game: str(game.lost)
    yield "en retard par notre faute", lambda game: str(game.late)
    yield "connexions tombées", lambda game: str(max(t.heard.closed for t in game.turns))
    yield "… installation de la salle (s)", lambda game: f"{game.seated_s:.1f}"
    for share, name in ((0.5, "p50"), (0.99, "p99")):
        yield f"accusé pendant l’écriture, {name}", _quantiles(lambda h: h.writing, share)
        yield f"accusé dans la dernière seconde, {name}", _quantiles(lambda h: h.last_second, share)
    yield "fermeture après la cloche", _worst(lambda turn: turn.closed_ms)
    yield "… correction (s)", _worst(lambda turn: turn.corrected_s, 1)
    kinds = {kind for game in games for turn in game.turns for kind in turn.heard.pushes}
    for kind in sorted(kinds, key=_order):
        for share, label in ((0.5, "p50"), (0.99, "p99")):
            yield f"{PUSHES.get(kind, kind)}, {label}", _quantiles(_pushed_of(kind), share)
    yield "… événements reçus", lambda game: _thousands(_sum(game, _pushed))
    names = {name for game in games for name in game.memory}
    for name in sorted(names):
        yield f"processeur par coup, {name} (s)", _worst(_processor_of(name), 2)
    for name in sorted(names):
        yield f"mémoire, {name} (Mio)", _memory_of(name)


def _order(kind: str) -> tuple[int, str]:
    """As a turn brings it; what is not among them at the end."""
    return (list(PUSHES).index(kind) if kind in PUSHES else len(PUSHES), kind)


def _pushed_of(kind: str) -> Callable[[Heard], list[float]]:
    return lambda heard: heard.pushes.get(kind, [])


def _processor_of(name: str) -> Callable[[PlayedTurn], float]:
    return lambda turn: turn.cpu.get(name, 0.0)


def _memory_of(name: str) -> Told:
    return lambda game: f"{game.memory.get(name, 0):.0f}"


def _answers(heard: Heard) -> list[float]:
    return [*heard.writing, *heard.last_second]


def _pushed(heard: Heard) -> int:
    return sum(map(len, heard.pushes.values()))


def _sum(game: PlayedGame, count: Callable[[Heard], int]) -> int:
    return sum(count(turn.heard) for turn in game.turns)


def _thousands(number: int) -> str:
    return f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")


def _quantiles(values: Callable[[Heard], list[float]], share: float) -> Told:
    return _worst(lambda turn: quantile(values(turn.heard), share))


def _worst(value: Callable[[PlayedTurn], float], digits: int = 0) -> Told:
    """The middle turn and the worst one."""

    def told(game: PlayedGame) -> str:
        values = [value(turn) for turn in game.turns]
        return f"{statistics.median(values):.{digits}f} / {max(values):.{digits}f}"

    return told


def _surprises(game: PlayedGame) -> dict[str, int]:
    found: dict[str, int] = {}
    for turn in game.turns:
        for what, times in turn.heard.surprises.items():
            found[what] = found.get(what, 0) + times
    return found


def quantile(values: list[float], share: float) -> float:
    """The value below which ``share`` of them lie; 0 for none."""
    if not values:
        return 0.0
    return sorted(values)[min(len(values) - 1, math.floor(share * len(values)))]
