"""What is written about one player in one game: his warnings, the acts, and what may be decided."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from arbitrage.core.codes import Sanction
from arbitrage.core.explanation_parts import part_of_act
from arbitrage.models import Act, ActKind
from arbitrage.presentation.acts import act_label
from arbitrage.presentation.player_explanations import sentence
from arbitrage.queries.averages import offer_for
from arbitrage.services import acts
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from tournament.core import warnings
from tournament.core.states import TurnState
from tournament.models import Entry, Game, Score, Turn
from tournament.queries.people.seating import number_in
from tournament.queries.results.explanations import sentences
from tournament.queries.spoilers import hidden_turns


@dataclass(frozen=True, slots=True)
class BookLine:
    """One turn of the book; ``text`` is what the player reads or will read."""

    turn: Turn
    warnings: int
    text: str
    acts: list[Act]


@dataclass(frozen=True, slots=True)
class PossibleAct:
    """Something that may be decided; ``decide`` takes reason, by and now."""

    value: str
    label: str
    decide: Callable[..., Act]


@dataclass(frozen=True)
class Book:
    """``warnings`` counts the turns collected so far, ``free`` how many of them cost nothing."""

    game: Game
    entry: Entry
    turn: Turn | None
    lines: list[BookLine]
    choices: list[PossibleAct]
    edition: Edition
    #: Number of the table in this game.
    table: int

    @property
    def warnings(self) -> int:
        return sum(line.warnings for line in self.lines)

    @property
    def free(self) -> int:
        return warnings.free(
            self.edition,
            format=self.game.format,
            time_s=self.game.time_s,
            kind=self.game.kind,
        )

    @property
    def penalty(self) -> int:
        """What each of them costs beyond that."""
        return self.edition.sanctions.penalty.value

    @property
    def warnings_article(self) -> str:
        return self.edition.number(Topic.WARNINGS)

    @property
    def deduction(self) -> int:
        """Points that they cost at the end of the game as things are."""
        return warnings.deduction(self.edition, self.warnings, self.free)


def book_of(game: Game, entry: Entry, turn: Turn | None) -> Book:
    """The book of ``entry`` in ``game``; new acts would be about ``turn``."""
    edition = game.tournament.regulation
    written = Act.objects.filter(turn__game=game, entry=entry).exclude(kind=ActKind.WITHDRAWAL)
    about: dict[int, list[Act]] = {}
    for act in written.select_related("turn", "entry", "by", "taken_back_by__by").order_by("pk"):
        about.setdefault(act.turn_id, []).append(act)
    hidden = {each.pk for each in hidden_turns([game.tournament])}
    scores = Score.objects.filter(turn__game=game, entry=entry).select_related("turn")
    held = {score.turn_id: score for score in scores.exclude(turn__in=hidden)}
    said = sentences(score.explanation_id for score in held.values())
    turns = game.turns.exclude(state=TurnState.CANCELLED).order_by("ordinal")
    lines = [
        _line(each, held.get(each.pk), about.get(each.pk, []), said)
        for each in turns.select_related("game__tournament")
        if each.pk in about or (each.pk in held and held[each.pk].warnings)
    ]
    possible = _about_turn(turn, entry, about.get(turn.pk, []), edition) if turn else []
    if turn and turn.pk not in hidden:
        possible += _average(turn, entry, about.get(turn.pk, []), edition)
    choices = [
        *possible,
        *_removals(lines, entry, held),
        *_withdrawals(lines),
    ]
    return Book(game, entry, turn, lines, choices, edition, number_in(game.pk, entry))


def _standing(acts_: list[Act]) -> list[Act]:
    return [act for act in acts_ if not hasattr(act, "taken_back_by")]


def _line(
    turn: Turn, score: Score | None, about: list[Act], said: Mapping[UUID | None, str]
) -> BookLine:
    if score is not None:
        return BookLine(turn, score.warnings, said[score.explanation_id], about)
    standing = _standing(about)
    # Before the correction only what concerns conduct counts already.
    counted = sum(act.kind == ActKind.WARNING for act in standing)
    return BookLine(turn, counted, sentence(map(part_of_act, standing)), about)


def _about_turn(turn: Turn, entry: Entry, about: list[Act], edition: Edition) -> list[PossibleAct]:
    target: dict[str, Any] = {"turn": turn, "entry": entry}
    kinds = {act.kind for act in _standing(about)}
    names = {
        "number": turn.number,
        "article": edition.number(Topic.DISCIPLINE),
        "grave": edition.number(Topic.GRAVE),
    }
    choices = [
        PossibleAct(
            "warn",
            _("Avertissement disciplinaire, coup %(number)s (art. %(article)s)") % names,
            partial(acts.warn, **target),
        )
    ]
    if ActKind.ZERO not in kinds:
        label = _("Zéro pour motif disciplinaire grave, coup %(number)s (art. %(grave)s)") % names
        choices.append(PossibleAct("nullify", label, partial(acts.nullify, **target)))
    return choices


def _average(turn: Turn, entry: Entry, about: list[Act], edition: Edition) -> list[PossibleAct]:
    """What is offered for a word that was refused before (5.9)."""
    kinds = {act.kind for act in _standing(about)}
    offer = None if ActKind.AVERAGE in kinds else offer_for(turn, entry)
    if offer is None or not offer.average.others:
        return []
    label = _(
        "Moyenne au coup %(number)s : %(word)s lui était refusé au coup %(first)s, "
        "sans qu’il soit averti du motif (art. %(article)s)"
    ) % {
        "number": turn.number,
        "word": offer.word,
        "first": offer.first.number,
        "article": edition.number(Topic.AVERAGE),
    }
    return [PossibleAct("average", label, partial(acts.award_average, turn=turn, entry=entry))]


def _removals(lines: list[BookLine], entry: Entry, held: dict[int, Score]) -> list[PossibleAct]:
    return [
        PossibleAct(
            f"remove-{line.turn.ordinal}",
            _("Enlever l’avertissement du coup %(number)s") % {"number": line.turn.number},
            partial(acts.remove_warning, turn=line.turn, entry=entry),
        )
        for line in lines
        if line.turn.pk in held and held[line.turn.pk].sanction == Sanction.WARNING
    ]


def _withdrawals(lines: list[BookLine]) -> list[PossibleAct]:
    return [
        PossibleAct(
            f"back-{act.pk}",
            _("Reprendre : %(what)s, coup %(number)s")
            % {"what": act_label(act.kind), "number": line.turn.number},
            partial(acts.take_back, act=act),
        )
        for line in lines
        for act in _standing(line.acts)
    ]
