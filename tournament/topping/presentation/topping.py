"""Toppings, runs, times and events in French."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from tournament.presentation.files.spreadsheet import Cell, FileTable
from tournament.topping.core.topping_run import RunState, ToppingMode, ToppingState
from tournament.topping.models import Topping, ToppingEvent
from tournament.topping.queries.topping_standings import ToppingStandings, ToppingStandingsRow

_TENTHS_PER_MINUTE = 600

STATE_NAMES: Mapping[ToppingState, Promise] = {
    ToppingState.READY: gettext_lazy("prêt"),
    ToppingState.OPEN: gettext_lazy("ouvert"),
    ToppingState.CLOSED: gettext_lazy("terminé"),
}
STATE_BADGES: Mapping[ToppingState, str] = {ToppingState.READY: "note", ToppingState.OPEN: "good"}
MODE_NAMES: Mapping[ToppingMode, Promise] = {
    ToppingMode.DEVICES: gettext_lazy("chacun sur son appareil, quand il veut"),
    ToppingMode.JUDGE: gettext_lazy("l’un après l’autre, à voix haute devant un juge"),
    ToppingMode.TOGETHER: gettext_lazy(
        "à plusieurs, à voix haute devant un juge, chacun à son jeu"
    ),
}
RUN_STATE_NAMES: Mapping[RunState, Promise] = {
    RunState.WAITING: gettext_lazy("pas commencé"),
    RunState.PLAYING: gettext_lazy("joue"),
    RunState.INTERRUPTED: gettext_lazy("interrompu"),
    RunState.DONE: gettext_lazy("fini"),
    RunState.STOPPED: gettext_lazy("abandon"),
    RunState.ANNULLED: gettext_lazy("annulé"),
}
EVENT_NAMES: Mapping[str, Promise] = {
    "made": gettext_lazy("Topping préparé"),
    "opened": gettext_lazy("Topping ouvert"),
    "closed": gettext_lazy("Topping terminé : sa partie est publique"),
    "joined": gettext_lazy("Joueurs ajoutés"),
    "started": gettext_lazy("Commence"),
    "said": gettext_lazy("Propose, pas le top"),
    "late": gettext_lazy("Propose, le coup était fini"),
    "found": gettext_lazy("Trouve le top"),
    "not-found": gettext_lazy("Temps écoulé, solution donnée"),
    "taken-back": gettext_lazy("Le juge reprend le top validé : le chrono du coup court encore"),
    "interrupted": gettext_lazy("Interrompu"),
    "resumed": gettext_lazy("Repris"),
    "stopped": gettext_lazy("Abandon"),
    "annulled": gettext_lazy("Essai annulé"),
}


def build_title(topping: Topping) -> str:
    return topping.title or _("Topping %(number)d") % {"number": topping.number}


def get_state_name(state: str) -> Promise:
    return STATE_NAMES[ToppingState(state)]


def get_badge(state: str) -> str:
    return STATE_BADGES.get(ToppingState(state), "")


def get_mode_name(mode: str) -> Promise:
    return MODE_NAMES[ToppingMode(mode)]


def get_run_state_name(state: str) -> Promise:
    return RUN_STATE_NAMES[RunState(state)]


def format_time(tenths: int) -> str:
    """Return minutes, seconds and tenths as on a stopwatch: « 12:05,3 »."""
    minutes, rest = divmod(tenths, _TENTHS_PER_MINUTE)
    return f"{minutes}:{rest // 10:02d},{rest % 10}"


def format_seconds(tenths: int) -> str:
    """Return a time in seconds, for sorting and files: « 725.3 »."""
    return f"{tenths // 10}.{tenths % 10}"


def get_event_name(event: ToppingEvent) -> Promise | str:
    return EVENT_NAMES.get(event.kind, event.kind)


def describe_progress(row: ToppingStandingsRow, turns: int) -> str:
    """Return the turn that a run has reached, in words."""
    if row.state in {RunState.PLAYING, RunState.INTERRUPTED}:
        progress = _("coup %(turn)d sur %(turns)d") % {"turn": row.turn, "turns": turns}
        return (
            progress
            if row.state is RunState.PLAYING
            else f"{progress}, {RUN_STATE_NAMES[row.state]}"
        )
    return str(RUN_STATE_NAMES[row.state])


def get_display_name(row: ToppingStandingsRow) -> str:
    """Return the name of the player, or a text for a trainee without one."""
    return row.name or _("sans nom")


COLUMN_NAMES = (
    gettext_lazy("Rang"),
    gettext_lazy("Joueur"),
    gettext_lazy("Table"),
    gettext_lazy("Où il en est"),
    gettext_lazy("Non trouvés"),
    gettext_lazy("Temps total (s)"),
)


def build_table(board: ToppingStandings, *, turns: bool) -> FileTable:
    """Return the board as a table for spreadsheets, with times in seconds; ``turns``: include the
    time of each turn."""
    turn_count = board.terms.turns
    numbers = range(1, turn_count + 1) if turns else ()
    columns = [str(head) for head in COLUMN_NAMES]
    columns += [_("Coup %(number)d (s)") % {"number": number} for number in numbers]
    return FileTable(
        title=build_title(board.topping),
        columns=columns,
        rows=[_build_row(row, turn_count, shown_turns=len(numbers)) for row in board.rows],
    )


def _build_row(row: ToppingStandingsRow, turn_count: int, *, shown_turns: int) -> list[Cell]:
    times: list[Cell] = [time.tenths / 10 for time in row.times[:shown_turns]]
    times += [None] * (shown_turns - len(times))
    fixed: list[Cell] = [
        row.rank,
        get_display_name(row),
        row.table,
        describe_progress(row, turn_count),
        row.not_found,
    ]
    return [*fixed, row.total / 10, *times]
