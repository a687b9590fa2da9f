"""The table of blows: kinds, victims, weights."""

from benchmarks.chaos.blows import clocks, disks, messages, processes, supervisors, wires
from benchmarks.chaos.blows.blow import Kind
from benchmarks.chaos.network import TROUBLES
from benchmarks.chaos.struck import SERVERS_CLOCK, StruckClub

JUMP_S = 300


def _no_clocks(club: StruckClub) -> str:
    return club.clocks.lack


def _no_disk(club: StruckClub) -> str:
    return club.disk.lack


KINDS = {
    "kill": Kind("Tué", processes.killed),
    "freeze": Kind("Figé", processes.frozen, (0.3, 6.0)),
    "cut": Kind("Coupé", wires.suffer(TROUBLES["cut"]), (0.2, 4.0)),
    "hole": Kind("Muet des deux côtés", wires.suffer(TROUBLES["hole"]), (0.5, 12.0)),
    "mute": Kind("Muet vers le serveur", wires.suffer(TROUBLES["mute"]), (0.5, 12.0)),
    "deaf": Kind("Muet au retour", wires.suffer(TROUBLES["deaf"]), (0.5, 12.0)),
    "slow": Kind("Lent", wires.suffer(TROUBLES["slow"]), (0.5, 6.0)),
    "bulletins": Kind("Renvoyés en désordre", messages.bulletins, (2.0, 8.0)),
    "tasks": Kind("Redemandés", messages.tasks),
    "news": Kind("Redites en désordre", messages.news, (5.0, 9.0)),
    "ahead": Kind("Horloge avancée de 5 min", clocks.jump(JUMP_S), (2.0, 8.0), _no_clocks),
    "behind": Kind("Horloge reculée de 5 min", clocks.jump(-JUMP_S), (2.0, 8.0), _no_clocks),
    "full": Kind("Plein", disks.full, (0.5, 8.0), _no_disk),
    "drag": Kind("Commits lents (0,1 s)", disks.slow, (1.0, 8.0)),
    "second": Kind("Doublé", supervisors.second),
    "orphan": Kind("Tué, ses enfants laissés", supervisors.killed, (0.0, 4.0)),
}

#: Weight of each blow: what happens to whom.
BLOWS: dict[tuple[str, tuple[str, ...]], int] = {
    ("kill", ("web",)): 4,
    ("kill", ("turn",)): 3,
    ("kill", ("office",)): 1,
    ("kill", ("backend",)): 3,
    ("kill", ("postgres",)): 3,
    ("kill", ("valkey",)): 3,
    ("kill", ("web", "turn")): 1,
    ("kill", ("postgres", "valkey")): 1,
    ("kill", ("web", "postgres")): 1,
    ("freeze", ("web",)): 2,
    ("freeze", ("turn",)): 1,
    ("freeze", ("postgres",)): 2,
    ("freeze", ("valkey",)): 2,
    **{
        (how, (wire,)): 1
        for how in TROUBLES
        for wire in ("web–base", "web–bus", "turn–base", "turn–bus", "office–base", "salle–web")
    },
    ("cut", ("web–base", "web–bus")): 1,
    ("hole", ("web–base", "turn–base")): 1,
    ("bulletins", ("tablettes",)): 3,
    ("tasks", ("turn",)): 3,
    ("news", ("bus",)): 2,
    **{
        (how, (clock,)): 1
        for how in ("ahead", "behind")
        for clock in ("web", "turn", "office", SERVERS_CLOCK)
    },
    ("full", ("disque",)): 1,
    ("drag", ("disque",)): 2,
    ("second", ("supervisor",)): 1,
    ("orphan", ("supervisor",)): 1,
}
