"""Sentences about lines of the scoreboard, in the language of the reader."""

from collections.abc import Collection, Iterable
from uuid import UUID

from django.utils.translation import get_language

from tournament import ports
from tournament.models import Explanation

#: Number of sentences cached by a process: a few megabytes, enough for some dozens of big games.
CACHE_SIZE = 50_000

#: By explanation, language, and whether it has its first part only.
_cache: dict[tuple[UUID, str | None, bool], str] = {}


def load_sentences(
    explanations: Iterable[UUID | None], *, points_only: bool = False
) -> dict[UUID | None, str]:
    """Return the sentence of each of ``explanations`` (keys); empty for None. ``points_only``: only
    the first part, about the points, and nothing about the player's conduct.

    Cached in the process: the parts of a key never change.
    """
    language = get_language()
    sentence_by_key: dict[UUID | None, str] = {None: ""}
    missing_keys = []
    for key in set(filter(None, explanations)):
        cached = _cache.get((key, language, points_only))
        if cached is None:
            missing_keys.append(key)
        else:
            sentence_by_key[key] = cached
    if missing_keys:
        if len(_cache) > CACHE_SIZE:
            _cache.clear()
        for key, text in _explain(missing_keys, 1 if points_only else None).items():
            sentence_by_key[key] = _cache[key, language, points_only] = text
    return sentence_by_key


def _explain(keys: Collection[UUID], max_parts: int | None) -> dict[UUID, str]:
    rows = Explanation.objects.filter(pk__in=keys).values_list("pk", "parts")
    return {key: ports.explain.function(parts[:max_parts]) for key, parts in rows}
