"""Announcements that the judge reads out (3, 3.1, 3.4), as lines of large text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from engine.board.place import Place
from engine.regulation.topics import Topic
from engine.rules.announce import (
    AnnouncedPart,
    AnnouncedValue,
    announce_draw,
    announce_game,
    announce_top,
)
from tournament.core.states import GameState, TurnState
from tournament.presentation import game_announcements
from tournament.queries.mort_subite import is_mort_subite
from tournament.queries.position import get_game_format
from tournament.views.judge.desk import JudgeDesk


@dataclass(frozen=True)
class SpokenLine:
    """A line to read out; an item does not break across lines."""

    part: str
    label: str
    items: list[str]


@dataclass(frozen=True)
class Speech:
    """An announcement in spoken order, and its article."""

    title: str
    article: str
    lines: list[SpokenLine]


def build_speech(desk: JudgeDesk) -> Speech | None:
    """Return the announcement that is due; None if there is none."""
    turn, game = desk.turn, desk.game
    if game is not None and turn is None and game.state in {GameState.READY, GameState.RUNNING}:
        article = desk.tournament.regulation.format_articles(Topic.BEFORE_GAME)
        stages = game.tournament.regulation.originals.stages.value if is_mort_subite(game) else ()
        parts = announce_game(get_game_format(game), game.time_s, stages)
        return Speech(_("Annonce de la partie"), article, _build_lines(parts))
    if turn is None or game is None or game.state != GameState.RUNNING:
        return None
    if turn.state in {TurnState.DRAWN, TurnState.ANNOUNCED}:
        article = desk.tournament.regulation.format_articles(Topic.ANNOUNCEMENT)
        lines = [*_build_lines(_list_draw_parts(desk)), *_build_own_time_lines(desk)]
        title = (
            _("Rectification : annonce des lettres")
            if desk.rectified_racks
            else _("Annonce des lettres")
        )
        return Speech(title, article, lines)
    if turn.state == TurnState.REVEALED:
        article = desk.tournament.regulation.format_articles(Topic.TOP_CHOICE)
        return Speech(_("Annonce de la solution"), article, _build_lines(_list_top_parts(desk)))
    return None


def _list_draw_parts(desk: JudgeDesk) -> list[tuple[AnnouncedPart, AnnouncedValue]]:
    turn, game = desk.turn, desk.game
    assert turn is not None
    assert game is not None
    rejected = len("".join(turn.rejected[-1])) if turn.rejected else 0
    return announce_draw(
        kept="" if rejected else turn.kept,
        drawn=turn.drawn,
        rejected=rejected,
        time_s=game.time_s,
        fmt=desk.position.fmt,
        edition=game.tournament.regulation,
    )


def _build_own_time_lines(desk: JudgeDesk) -> list[SpokenLine]:
    """Return the playing time if it differs from the announced one."""
    seconds = desk.times.own_time_s if desk.times else None
    if seconds is None:
        return []
    added_s = desk.times.added_s if desk.times else None
    times = [seconds - added_s, added_s] if added_s else [seconds]
    sentence = " + ".join(map(game_announcements.format_spoken_time, times))
    return [SpokenLine("temps", _("Temps de ce coup"), [sentence])]


def _list_top_parts(desk: JudgeDesk) -> list[tuple[AnnouncedPart, AnnouncedValue]]:
    turn = desk.turn
    assert turn is not None
    position_before = desk.position.get_position_before(turn)
    return announce_top(
        position_before.board, turn.word, Place.parse(turn.ref), position_before.fmt
    )


def _build_lines(parts: list[tuple[AnnouncedPart, AnnouncedValue]]) -> list[SpokenLine]:
    return [_build_line(part, value) for part, value in parts]


def _build_line(part: AnnouncedPart, value: AnnouncedValue) -> SpokenLine:
    if part in game_announcements.PART_WORDS:
        label, format_value = game_announcements.PART_WORDS[part]
        return SpokenLine(part, str(label), [format_value(value)])
    return SpokenLine(part, _LABELS[part](), _ITEMS[part](value))


def _format_letters(count: int) -> list[str]:
    return [ngettext("%(n)d lettre", "%(n)d lettres", count) % {"n": count}]


def _format_points(count: int) -> list[str]:
    return [ngettext("%(n)d point", "%(n)d points", count) % {"n": count}]


def _format_groups(counts: Mapping[str, int]) -> list[str]:
    return [name if count == 1 else f"{count} {name}" for name, count in counts.items()]


def _format_reminder(value: tuple[str, str, int]) -> list[str]:
    word, place, points = value
    return [word, place, str(points)]


def _format_single(value: object) -> list[str]:
    return [str(value)]


_LABELS: Mapping[AnnouncedPart, Callable[[], str]] = {
    AnnouncedPart.KEPT_COUNT: lambda: _("Reliquat"),
    AnnouncedPart.REJECTED_COUNT: lambda: _("Rejet"),
    AnnouncedPart.KEPT: lambda: _("Lettres du reliquat"),
    AnnouncedPart.DRAWN: lambda: _("Nouvelles lettres"),
    AnnouncedPart.RACK: lambda: _("Tirage complet"),
    AnnouncedPart.POINTS: lambda: _("Points"),
    AnnouncedPart.DIRECTION: lambda: _("Sens"),
    AnnouncedPart.PLACE: lambda: _("Référence"),
    AnnouncedPart.WORD: lambda: _("Mot"),
    AnnouncedPart.SPELLING: lambda: _("Épellation"),
    AnnouncedPart.FORMED: lambda: _("Mots formés au passage"),
    AnnouncedPart.REMINDER: lambda: _("Rappel"),
}
_ITEMS: Mapping[AnnouncedPart, Callable[[Any], list[str]]] = {
    AnnouncedPart.KEPT_COUNT: _format_letters,
    AnnouncedPart.REJECTED_COUNT: _format_letters,
    AnnouncedPart.KEPT: list,
    AnnouncedPart.DRAWN: list,
    AnnouncedPart.RACK: _format_groups,
    AnnouncedPart.POINTS: _format_points,
    AnnouncedPart.DIRECTION: lambda value: [
        _("vertical") if value == "vertical" else _("horizontal")
    ],
    AnnouncedPart.PLACE: _format_single,
    AnnouncedPart.WORD: _format_single,
    AnnouncedPart.SPELLING: list,
    AnnouncedPart.FORMED: list,
    AnnouncedPart.REMINDER: _format_reminder,
}
