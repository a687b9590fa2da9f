"""``duplicata club``, ``duplicata backup``, …: the programs by their names.

Each line of ``COMMANDS`` is a module that can be run by itself; its options follow, and ``--help``
after the name lists them.
"""

import runpy
import sys
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape


class Command(NamedTuple):
    """A module, the arguments that come before those typed, and what it does, in French."""

    module: str
    arguments: tuple[str, ...]
    description: str


COMMANDS = {
    "club": Command("config.club", ("run", "--host", "0.0.0.0"), "un vrai tournoi sur ce poste"),  # noqa: S104 - the hall's tablets come from outside
    "demo": Command("config.club", ("run", "--demo"), "la démonstration, joueurs simulés compris"),
    "manage": Command("config.club", ("manage",), "une commande sur les données du club"),
    "prepare": Command("config.prepare", (), "serveur : tables, lexique, fichiers des pages"),
    "serve": Command("config.serve", (), "serveur : pages et sockets"),
    "work": Command("config.work", (), "serveur : un ouvrier (turn ou office)"),
    "backup": Command("config.backup", (), "serveur : les sauvegardes des tournois"),
    "probe": Command("config.probe", (), "serveur : un programme sert-il ? (web, turn, office…)"),
    "admin": Command("manage", (), "serveur : une commande de manage.py"),
    "verify": Command("arbitrage.verify", (), "vérifier l'archive d'un tournoi"),
    "engine": Command("engine", (), "le moteur : résoudre, rejouer, tirer"),
}


def print_commands() -> None:
    console = Console()
    console.print("duplicata COMMANDE [OPTIONS] ; duplicata COMMANDE --help")
    for name, command in COMMANDS.items():
        console.print(f"  {name:<9}{escape(command.description)}", highlight=False)


def main(arguments: list[str]) -> int:
    """Run the command in this process; return 2 for an unknown one."""
    name = arguments[0] if arguments else ""
    if name not in COMMANDS:
        print_commands()
        return 0 if name in {"", "help", "--help", "-h"} else 2
    command = COMMANDS[name]
    sys.argv = [f"duplicata {name}", *command.arguments, *arguments[1:]]
    runpy.run_module(command.module, run_name="__main__", alter_sys=False)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
