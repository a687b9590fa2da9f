"""Compile this installation's lexicon before the first turn: ``python -m config.lexicon``."""

import os
import sys

import django

from engine.errors import EngineError


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tournament.queries.lexica import base_lexicon, lexicon_path

    try:
        count = len(base_lexicon())
    except (EngineError, OSError) as error:
        print(f"Lexique illisible ({lexicon_path()}) : {error}", file=sys.stderr)
        return 1
    print(f"Lexique prêt : {count} mots.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
