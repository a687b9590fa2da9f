"""The sentences about lines of the scoreboard, in the language of whoever reads."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.utils.translation import get_language

from tournament import ports
from tournament.models import Explanation

#: Sentences that a process keeps: those of some dozens of big games, in a few megabytes.
KEPT = 50_000

#: By explanation, language, and whether only its first part is said.
_kept: dict[tuple[UUID, str | None, bool], str] = {}


def sentences(
    explanations: Iterable[UUID | None], *, points_only: bool = False
) -> dict[UUID | None, str]:
    """What each of ``explanations`` (keys) says; none says nothing. ``points_only``: what the
    points are for, which comes first, and nothing of the player's conduct.

    A process makes each sentence once: what a key stands for never changes.
    """
    language = get_language()
    said: dict[UUID | None, str] = {None: ""}
    missing = []
    for key in set(filter(None, explanations)):
        kept = _kept.get((key, language, points_only))
        if kept is None:
            missing.append(key)
        else:
            said[key] = kept
    if missing:
        if len(_kept) > KEPT:
            _kept.clear()
        for key, text in _made(missing, 1 if points_only else None).items():
            said[key] = _kept[key, language, points_only] = text
    return said


def _made(keys: Collection[UUID], most: int | None) -> dict[UUID, str]:
    rows = Explanation.objects.filter(pk__in=keys).values_list("pk", "parts")
    return {key: ports.explain.ask(parts[:most]) for key, parts in rows}
