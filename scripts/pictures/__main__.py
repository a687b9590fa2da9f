"""Takes the pictures of the manual: ``make pictures``, or ``make pictures ARGS="club table"``.

A club starts in a temporary folder, on a free port; a tournament with invented players is played
there, with letters and bulletins from a seed, and a browser takes the pictures when the pages show
the expected content. With names, only those pictures are written.
"""

import os
import sys
from pathlib import Path

from benchmarks.people.club import Club
from config.env import BASE_DIR
from engine.arguments import FrenchArgumentParser
from scripts.pictures.camera import Camera

FOLDER = BASE_DIR / "docs" / "images"


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="scripts.pictures", description=__doc__)
    parser.add_argument("names", nargs="*", help="images à écrire ; sans nom, toutes")
    parser.add_argument("--seed", default="manuel 22", help="hasard des tirages et des bulletins")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="où les écrire")
    options = parser.parse_args(arguments)
    print("Un club démarre…", flush=True)
    club = Club()
    try:
        os.environ.update(club.build_environment(club.start()))
        # Playwright's synchronous interface runs this thread inside an event loop.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        import django

        django.setup()
        from scripts.pictures.album import take_pictures  # its imports need Django

        with Camera(club.url, options.folder, options.names) as camera:
            take_pictures(camera, seed=options.seed)
    finally:
        club.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
