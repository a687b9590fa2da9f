"""What argparse says of a wrong command, in French, for every command line of the house."""

import argparse
import re
from typing import NoReturn

BAD_COMMAND = 2
"""Exit code, as argparse's own."""

#: argparse's own messages are in English; the first pattern that fits counts.
_MESSAGES = (
    (r"the following arguments are required: (.*)", r"il manque {0}"),
    (r"unrecognized arguments: (.*)", r"{0} n'est pas attendu ici"),
    (r"argument COMMANDE: invalid choice: '(.*?)'.*", r"la commande « {0} » n'existe pas"),
    (
        r"argument (.*): invalid choice: '?(.*?)'? \(choose from (.*)\)",
        r"{0} accepte {2}, pas « {1} »",
    ),
    (r"argument (.*): expected .*argument.*", r"{0} attend une valeur"),
    (r"argument (.*): invalid \S+ value: '(.*)'", r"{0} attend un nombre, pas « {1} »"),
    (r"argument (.*): ignored explicit argument .*", r"{0} n'attend pas de valeur"),
    (r"argument (.*): (« .*)", r"{0} : {1}"),  # said by a type of ours
)
#: Not an apostrophe.
_QUOTES = re.compile(r"\B'|'\B")


def format_refusal(message: str, prog: str) -> str:
    """The sentence for argparse's ``message``; one that is not known leaves its reason out."""
    said = ""
    for pattern, sentence in _MESSAGES:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            said = " : " + sentence.format(*(_QUOTES.sub("", part) for part in match.groups()))
            break
    return f"Commande incorrecte{said} ; voir « {prog} --help »."


class Parser(argparse.ArgumentParser):
    """An ArgumentParser that refuses in French, in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_COMMAND, f"{format_refusal(message, self.prog)}\n")
