"""The table of a game: median turn and worst turn."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

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
    """``processor_s``: by process; ``closed_ms``: after the end of the turn."""

    number: int
    messages: TurnMessages
    processor_s: dict[str, float]
    lost_count: int
    closed_ms: float = 0.0
    corrected_s: float = 0.0

    @property
    def summary(self) -> str:
        return (
            f"{len(self.messages.answers)} accusés, p99 de la dernière seconde "
            f"{compute_quantile(self.messages.last_second_ms, 0.99):.0f} ms, "
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
    kinds = {kind for game in games for turn in game.turns for kind in turn.messages.push_times_ms}
    ordered_kinds = [kind for kind in PUSHES if kind in kinds] + sorted(kinds - PUSHES.keys())
    names = sorted({name for game in games for name in game.memory})
    for lines in zip(*(_list_lines(game, ordered_kinds, names) for game in games), strict=True):
        label = lines[0][0]
        table.add_row(label, *(value for _, value in lines), end_section=label.startswith("…"))
    console.print(table)
    for game in games:
        unexpected = sum((Counter(turn.messages.unexpected) for turn in game.turns), Counter[str]())
        for text, times in unexpected.items():
            console.print(f"[yellow]{game.processes} processus : {times} × {text}")


def _list_lines(
    game: PlayedGame, kinds: Sequence[str], names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield label and value: events of ``kinds``, resource use of the processes ``names``."""
    turns, messages = game.turns, [turn.messages for turn in game.turns]
    push_times = [times for turn in messages for times in turn.push_times_ms.values()]
    yield "coups joués", str(len(turns))
    yield "bulletins accusés", group_digits(sum(len(turn.answers) for turn in messages))
    yield "accusés puis perdus", str(game.lost_count)
    yield "en retard par notre faute", str(game.late_count)
    yield "connexions tombées", str(max(turn.closed_count for turn in messages))
    yield "… installation de la salle (s)", f"{game.connected_s:.1f}"
    for name, share in SHARES.items():
        times = [turn.writing_ms for turn in messages]
        yield f"accusé pendant l’écriture, {name}", _format_quantiles(times, share)
        times = [turn.last_second_ms for turn in messages]
        yield f"accusé dans la dernière seconde, {name}", _format_quantiles(times, share)
    yield "fermeture après la cloche", _format_turns([turn.closed_ms for turn in turns])
    yield "… correction (s)", _format_turns([turn.corrected_s for turn in turns], 1)
    for kind in kinds:
        for name, share in SHARES.items():
            times = [turn.push_times_ms.get(kind, []) for turn in messages]
            yield f"{PUSHES.get(kind, kind)}, {name}", _format_quantiles(times, share)
    yield "… événements reçus", group_digits(sum(map(len, push_times)))
    for name in names:
        seconds = [turn.processor_s.get(name, 0.0) for turn in turns]
        yield f"processeur par coup, {name} (s)", _format_turns(seconds, 2)
    for name in names:
        yield f"mémoire, {name} (Mio)", f"{game.memory.get(name, 0):.0f}"


def _format_quantiles(values_by_turn: Sequence[Sequence[float]], share: float) -> str:
    return _format_turns([compute_quantile(values, share) for values in values_by_turn])


def _format_turns(values: Sequence[float], digits: int = 0) -> str:
    """Format the median turn and the worst one."""
    return f"{statistics.median(values):.{digits}f} / {max(values):.{digits}f}"
