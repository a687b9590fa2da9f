"""Run `python -m engine`: see `engine.cli`."""

import io
import os
import sys

from engine.arguments import BAD_COMMAND

try:
    from engine.cli.main import main
except ModuleNotFoundError as error:  # installed without its extra "cli"
    if error.name != "rich":
        raise
    print("La ligne de commande demande rich ; installez duplicata[cli].", file=sys.stderr)
    sys.exit(BAD_COMMAND)

if __name__ == "__main__":
    # A closed stream is None, to which some functions cannot print.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - to the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # "?" for letters that the terminal cannot show
            stream.reconfigure(errors="replace")
    sys.exit(main())
