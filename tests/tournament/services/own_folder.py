"""A folder of lexica for one test."""

import os
import shutil
from pathlib import Path

from config.env import BASE_DIR
from engine.lexicon import cache, word_list
from engine.lexicon.lexicon import load_lexicon
from tournament.queries import lexica

#: Of the tests of this checkout, whose processes share it.
COMPILED = BASE_DIR / ".local" / "lexicon"


def fill_own_folder(folder: Path) -> Path:
    """Return ``folder``, made, with only the installation's list compiled in it: to compile it
    takes two seconds of the processor, and it has many megabytes."""
    path = lexica.get_lexicon_path()
    compiled = cache.build_path(word_list.read_bytes(path), COMPILED)
    if not compiled.exists():
        load_lexicon(path, COMPILED)
    folder.mkdir(exist_ok=True)
    try:
        os.link(compiled, folder / compiled.name)
    except OSError:  # another disk
        shutil.copyfile(compiled, folder / compiled.name)
    return folder
