"""An argument parser with error messages in French, for all command lines of Duplicata."""

import argparse
import re
from typing import NoReturn

BAD_COMMAND = 2
"""Exit code, the same as that of argparse."""

#: Patterns of argparse's messages and their translations; the first that matches is used.
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
    (r"argument (.*): (« .*)", r"{0} : {1}"),  # raised by our own types
)
#: Quotation marks; an apostrophe stands between letters and does not match.
_QUOTES = re.compile(r"\B'|'\B")


def format_refusal(message: str, prog: str) -> str:
    """Return the French sentence for a message of argparse, without a reason if it is unknown."""
    reason = ""
    for pattern, sentence in _MESSAGES:
        if match := re.fullmatch(pattern, message, re.DOTALL):
            reason = " : " + sentence.format(*(_QUOTES.sub("", part) for part in match.groups()))
            break
    return f"Commande incorrecte{reason} ; voir « {prog} --help »."


class FrenchArgumentParser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are one line in French."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_COMMAND, f"{format_refusal(message, self.prog)}\n")
