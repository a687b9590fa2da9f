"""Compile this installation's lexicon before the first turn: ``python -m config.lexicon``."""

import os
import sys

import django

from engine.errors import EngineError


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from tournament.queries.lexica import get_lexicon_path, load_base_lexicon

    try:
        count = len(load_base_lexicon())
    except (EngineError, OSError) as error:
        print(f"Lexique illisible ({get_lexicon_path()}) : {error}", file=sys.stderr)
        return 1
    print(f"Lexique prêt : {count} mots.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
