"""The table of the faults: kinds, targets and weights."""

from benchmarks.chaos.club import SERVERS_CLOCK, FaultyClub
from benchmarks.chaos.faults import (
    CLOCK_SHIFT_S,
    FaultKind,
    fill_disk,
    kill,
    kill_supervisor,
    make_clock_shift,
    make_impairment,
    repeat_bulletins,
    repeat_bus_messages,
    repeat_tasks,
    slow_down_disk,
    start_second_supervisor,
)
from benchmarks.chaos.network import IMPAIRMENTS
from benchmarks.chaos.refusals import REFUSALS, freeze, refuse, stop_for_good


def _get_clocks_reason(club: FaultyClub) -> str:
    return club.clocks.unavailable_reason


def _get_disk_reason(club: FaultyClub) -> str:
    return club.disk.unavailable_reason


KINDS = {
    "kill": FaultKind("Tué", kill),
    "freeze": FaultKind("Figé", freeze, (0.3, 6.0)),
    "stop": FaultKind("Figé pour de bon", stop_for_good),
    "refuse": FaultKind("Vivant, mais refuse", refuse),
    "cut": FaultKind("Coupé", make_impairment("cut"), (0.2, 4.0)),
    "drop-both": FaultKind("Muet des deux côtés", make_impairment("drop-both"), (0.5, 12.0)),
    "drop-requests": FaultKind(
        "Muet vers le serveur", make_impairment("drop-requests"), (0.5, 12.0)
    ),
    "drop-answers": FaultKind("Muet au retour", make_impairment("drop-answers"), (0.5, 12.0)),
    "slow": FaultKind("Lent", make_impairment("slow"), (0.5, 6.0)),
    "bulletins": FaultKind("Renvoyés en désordre", repeat_bulletins, (2.0, 8.0)),
    "tasks": FaultKind("Redemandés", repeat_tasks),
    "bus-messages": FaultKind("Redites en désordre", repeat_bus_messages, (5.0, 9.0)),
    "clock-ahead": FaultKind(
        "Horloge avancée de 5 min", make_clock_shift(CLOCK_SHIFT_S), (2.0, 8.0), _get_clocks_reason
    ),
    "clock-behind": FaultKind(
        "Horloge reculée de 5 min", make_clock_shift(-CLOCK_SHIFT_S), (2.0, 8.0), _get_clocks_reason
    ),
    "disk-full": FaultKind("Plein", fill_disk, (0.5, 8.0), _get_disk_reason),
    "slow-commits": FaultKind("Commits lents (0,1 s)", slow_down_disk, (1.0, 8.0)),
    "second-supervisor": FaultKind("Doublé", start_second_supervisor),
    "kill-supervisor": FaultKind("Tué, ses enfants laissés", kill_supervisor, (0.0, 4.0)),
}

type Fault = tuple[str, tuple[str, ...]]
"""Kind and targets."""

PROXIES = (
    "live–base",
    "live–bus",
    "web–base",
    "web–bus",
    "turn–base",
    "turn–bus",
    "office–base",
    "salle–web",
)
CLOCKS = ("live", "web", "turn", "office", SERVERS_CLOCK)
#: Kind and the weight of each target; "+" joins simultaneous targets.
WEIGHTS: tuple[tuple[str, dict[str, int]], ...] = (
    (
        "kill",
        {"live": 3, "web": 2, "turn": 3, "office": 1, "backend": 3, "postgres": 3, "valkey": 3},
    ),
    ("kill", {"live+turn": 1, "live+web": 1, "postgres+valkey": 1, "live+postgres": 1}),
    ("freeze", {"live": 2, "web": 1, "turn": 1, "postgres": 2, "valkey": 2}),
    ("stop", {"live": 1, "web": 1, "turn": 1, "office": 1, "postgres": 1, "valkey": 1}),
    ("refuse", dict.fromkeys(REFUSALS, 1)),
    *((kind, dict.fromkeys(PROXIES, 1)) for kind in IMPAIRMENTS),
    ("cut", {"live–base+live–bus": 1}),
    ("drop-both", {"live–base+turn–base": 1}),
    ("bulletins", {"tablettes": 3}),
    ("tasks", {"turn": 3}),
    ("bus-messages", {"bus": 2}),
    ("clock-ahead", dict.fromkeys(CLOCKS, 1)),
    ("clock-behind", dict.fromkeys(CLOCKS, 1)),
    ("disk-full", {"disque": 1}),
    ("slow-commits", {"disque": 2}),
    ("second-supervisor", {"supervisor": 1}),
    ("kill-supervisor", {"supervisor": 1}),
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
