"""Announcements of the judge before a game, in French (3, 3.8)."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from engine.board.formats import Format, Pace, find_pace
from engine.regulation.values import Stage
from engine.rules.announce import AnnouncedPart, announce_game

FORMAT_TITLES = {
    "normal": gettext_lazy("Duplicate normal"),
    "joker": gettext_lazy("Partie joker"),
    "7sur8": gettext_lazy("7 sur 8"),
    "7sur8-joker": gettext_lazy("7 sur 8, partie joker"),
    "7et8": gettext_lazy("7 et 8"),
    "7et8-joker": gettext_lazy("7 et 8, partie joker"),
    "789": gettext_lazy("7, 8 et 9"),
    "789-joker": gettext_lazy("7, 8 et 9, partie joker"),
}
#: Playing times that have a name (1.3).
PACE_NAMES: Mapping[Pace, Promise] = {
    Pace.REDUCED: gettext_lazy("temps réduit"),
    Pace.SEMI_RAPID: gettext_lazy("semi-rapide"),
    Pace.BLITZ: gettext_lazy("blitz"),
}


def get_format_title(key: str) -> str:
    return str(FORMAT_TITLES.get(key, key))


def format_spoken_time(seconds: int) -> str:
    """Return a duration as it is read out: "2 minutes 30"."""
    minutes, rest = divmod(seconds, 60)
    parts = []
    if minutes:
        parts.append(ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes})
    if rest and minutes:
        parts.append(f"{rest:02d}")
    elif rest:
        parts.append(ngettext("%(n)d seconde", "%(n)d secondes", rest) % {"n": rest})
    return " ".join(parts)


def describe_pace(seconds: int) -> str:
    """Return the playing time: "2 minutes par coup (semi-rapide)"."""
    time = _("%(time)s par coup") % {"time": format_spoken_time(seconds)}
    name = PACE_NAMES.get(find_pace(seconds))
    return f"{time} ({name})" if name else time


def describe_stages(stages: tuple[Stage, ...]) -> str:
    """Return the stages of a *mort subite*: "3 coups en 1 minute + 20 secondes, …"."""
    parts = []
    for stage in stages:
        times = " + ".join(format_spoken_time(seconds) for seconds in stage.times_s)
        if stage.rounds is None:
            parts.append(_("les suivants en %(times)s") % {"times": times})
        else:
            sentence = ngettext("%(n)d coup en %(times)s", "%(n)d coups en %(times)s", stage.rounds)
            parts.append(sentence % {"n": stage.rounds, "times": times})
    return _("%(times)s. Qui marque moins que le meilleur est éliminé.") % {
        "times": ", ".join(parts)
    }


def describe_racks(size: tuple[int, int]) -> str:
    letters, playable = size
    if letters == playable:
        return _("%(n)d lettres, qui peuvent toutes être posées") % {"n": letters}
    return _("%(n)d lettres, dont %(most)d au plus sont posées") % {"n": letters, "most": playable}


def describe_bonuses(points: Mapping[int, int]) -> str:
    (letter_count, first), *others = points.items()
    first_bonus = _("%(points)d points pour %(n)d lettres posées") % {
        "points": first,
        "n": letter_count,
    }
    other_bonuses = [_("%(points)d pour %(n)d") % {"points": value, "n": n} for n, value in others]
    return ", ".join([first_bonus, *other_bonuses])


def describe_joker(_value: str) -> str:
    return _(
        "Un joker accompagne chaque tirage. Joué, il cède sa place à la vraie lettre tant que le "
        "sac en a une ; sinon il reste, et la partie continue avec le second, puis sans joker."
    )


#: Label of each part of the announcement, and the function that words its value.
PART_WORDS: Mapping[AnnouncedPart, tuple[Promise, Callable[[Any], str]]] = {
    AnnouncedPart.KIND: (gettext_lazy("Partie"), get_format_title),
    AnnouncedPart.TIME: (gettext_lazy("Temps de jeu"), describe_pace),
    AnnouncedPart.STAGES: (gettext_lazy("Mort subite"), describe_stages),
    AnnouncedPart.RACK_SIZE: (gettext_lazy("Tirage"), describe_racks),
    AnnouncedPart.BONUSES: (gettext_lazy("Primes"), describe_bonuses),
    AnnouncedPart.JOKER: (gettext_lazy("Joker"), describe_joker),
}
#: Parts announced for every game; the others are particular to a format.
_COMMON_PARTS = frozenset({AnnouncedPart.KIND, AnnouncedPart.TIME, AnnouncedPart.STAGES})


def list_particulars(fmt: Format) -> list[tuple[str, str]]:
    """Return the particulars of ``fmt`` with their labels (3.8); empty for the normal format."""
    parts = [part for part in announce_game(fmt, 0) if part[0] not in _COMMON_PARTS]
    return [(str(PART_WORDS[part][0]), PART_WORDS[part][1](value)) for part, value in parts]
