"""Bulletins written by a hand that misses by 2 mm: ``make bench-tapping ARGS="--seed 3"``.

The tablet's page in a real browser, its server simulated, on an 8-inch tablet and a telephone. The
exit status is 1 if a goal was missed: a bulletin lost, one changed without a sign on the page, or
more than a tenth of the taps on keys beside them.
"""

import os
import secrets
import sys

from rich.console import Console

from benchmarks.people.browser import open_browser
from benchmarks.report import Report
from engine.arguments import FrenchArgumentParser

#: Goal: share of the taps on keys that hit something else.
MAX_MISS_RATE = 0.10
#: Kinds of targets with that goal.
KEYS = {"touche", "lettre du tirage"}


def main(arguments: list[str] | None = None) -> int:
    parser = FrenchArgumentParser(prog="benchmarks.tapping", description=__doc__)
    parser.add_argument("--bulletins", type=int, default=200, help="bulletins par appareil")
    parser.add_argument("--seed", type=int, default=2023, help="hasard des doigts")
    options = parser.parse_args(arguments)
    set_up_django()
    from benchmarks.tapping.game import write_bulletins
    from benchmarks.tapping.hand import DEVICES
    from tests.browser.js.room import open_fake_room

    status = 0
    with open_browser() as browser:
        for device in DEVICES:
            with open_fake_room(browser, has_touch=True) as room:
                tapping = write_bulletins(room, device, options.bulletins, options.seed)
            size = f"{device.width}×{device.height}, {device.pixels_per_mm:.2f} px par mm"
            title = f"{tapping.bulletins} bulletins, {device.name} ({size})"
            report = Report(title, "", "mesure", "but", marks=("atteint", "manqué"))
            for kind in sorted(tapping.taps):
                rate = tapping.miss_rate(kind)
                has_goal = kind in KEYS
                report.add(
                    f"Doigt à côté, {kind}",
                    f"{rate:.1%} de {tapping.taps[kind]}",
                    f"< {MAX_MISS_RATE:.0%}" if has_goal else "",
                    is_reached=rate < MAX_MISS_RATE if has_goal else None,
                )
            for label, errors in (
                ("Bulletins perdus", tapping.lost),
                ("Bulletins changés sans signe", tapping.changed_unseen),
            ):
                report.add(label, str(len(errors)), "0", is_reached=not errors, errors=errors)
            status = max(status, report.print(Console()))
    return status


def set_up_django() -> None:
    """Set Django up to render templates: no database is asked."""
    import django

    variables = {
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SECRET_KEY": secrets.token_urlsafe(64),
        "PUBLIC_URL": "http://localhost",
        "DATABASE_URL": "postgresql://localhost/none",
        "REDIS_URL": "redis://localhost/0",
        "STATIC_MANIFEST": "0",
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",
    }
    for name, value in variables.items():
        os.environ.setdefault(name, value)
    django.setup()


if __name__ == "__main__":
    sys.exit(main())
