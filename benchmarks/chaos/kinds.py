"""The table of the faults: kinds, targets and weights."""

from benchmarks.chaos.club import SERVERS_CLOCK, FaultyClub
from benchmarks.chaos.faults import (
    CLOCK_SHIFT_S,
    FaultKind,
    disturb,
    fill_disk,
    freeze,
    kill,
    kill_supervisor,
    repeat_bulletins,
    repeat_news,
    repeat_tasks,
    shift_clock,
    slow_down_disk,
    start_second,
)
from benchmarks.chaos.network import TROUBLES
from benchmarks.chaos.refusals import REFUSALS, refuse, stop_for_good


def _find_clocks_reason(club: FaultyClub) -> str:
    return club.clocks.unavailable_reason


def _find_disk_reason(club: FaultyClub) -> str:
    return club.disk.unavailable_reason


KINDS = {
    "kill": FaultKind("Tué", kill),
    "freeze": FaultKind("Figé", freeze, (0.3, 6.0)),
    "stop": FaultKind("Figé pour de bon", stop_for_good),
    "refuse": FaultKind("Vivant, mais refuse", refuse),
    "cut": FaultKind("Coupé", disturb(TROUBLES["cut"]), (0.2, 4.0)),
    "hole": FaultKind("Muet des deux côtés", disturb(TROUBLES["hole"]), (0.5, 12.0)),
    "mute": FaultKind("Muet vers le serveur", disturb(TROUBLES["mute"]), (0.5, 12.0)),
    "deaf": FaultKind("Muet au retour", disturb(TROUBLES["deaf"]), (0.5, 12.0)),
    "slow": FaultKind("Lent", disturb(TROUBLES["slow"]), (0.5, 6.0)),
    "bulletins": FaultKind("Renvoyés en désordre", repeat_bulletins, (2.0, 8.0)),
    "tasks": FaultKind("Redemandés", repeat_tasks),
    "news": FaultKind("Redites en désordre", repeat_news, (5.0, 9.0)),
    "ahead": FaultKind(
        "Horloge avancée de 5 min", shift_clock(CLOCK_SHIFT_S), (2.0, 8.0), _find_clocks_reason
    ),
    "behind": FaultKind(
        "Horloge reculée de 5 min", shift_clock(-CLOCK_SHIFT_S), (2.0, 8.0), _find_clocks_reason
    ),
    "full": FaultKind("Plein", fill_disk, (0.5, 8.0), _find_disk_reason),
    "drag": FaultKind("Commits lents (0,1 s)", slow_down_disk, (1.0, 8.0)),
    "second": FaultKind("Doublé", start_second),
    "orphan": FaultKind("Tué, ses enfants laissés", kill_supervisor, (0.0, 4.0)),
}

type Fault = tuple[str, tuple[str, ...]]
"""Kind and targets."""

PROXIES = ("web–base", "web–bus", "turn–base", "turn–bus", "office–base", "salle–web")
CLOCKS = ("web", "turn", "office", SERVERS_CLOCK)
#: Kind and the weight of each target; "+" joins simultaneous targets.
WEIGHTS: tuple[tuple[str, dict[str, int]], ...] = (
    ("kill", {"web": 4, "turn": 3, "office": 1, "backend": 3, "postgres": 3, "valkey": 3}),
    ("kill", {"web+turn": 1, "postgres+valkey": 1, "web+postgres": 1}),
    ("freeze", {"web": 2, "turn": 1, "postgres": 2, "valkey": 2}),
    ("stop", {"web": 1, "turn": 1, "office": 1, "postgres": 1, "valkey": 1}),
    ("refuse", dict.fromkeys(REFUSALS, 1)),
    *((kind, dict.fromkeys(PROXIES, 1)) for kind in TROUBLES),
    ("cut", {"web–base+web–bus": 1}),
    ("hole", {"web–base+turn–base": 1}),
    ("bulletins", {"tablettes": 3}),
    ("tasks", {"turn": 3}),
    ("news", {"bus": 2}),
    ("ahead", dict.fromkeys(CLOCKS, 1)),
    ("behind", dict.fromkeys(CLOCKS, 1)),
    ("full", {"disque": 1}),
    ("drag", {"disque": 2}),
    ("second", {"supervisor": 1}),
    ("orphan", {"supervisor": 1}),
)
#: In the order in which a seed shuffles them.
FAULTS: dict[Fault, int] = {
    (kind, tuple(targets.split("+"))): weight
    for kind, weights in WEIGHTS
    for targets, weight in weights.items()
}


def format_fault(fault: Fault) -> str:
    kind, targets = fault
    return f"{KINDS[kind].label} : {' + '.join(targets)}"
