"""The record of one player in one game: warnings, acts, and acts that are possible now."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from arbitrage.core.codes import Sanction
from arbitrage.core.explanation_parts import build_act_part
from arbitrage.models import Act, ActKind
from arbitrage.presentation.acts import get_act_label
from arbitrage.presentation.player_explanations import explain_parts
from arbitrage.queries.averages import find_average_offer
from arbitrage.services import acts
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from tournament.core import warnings
from tournament.core.states import TurnState
from tournament.models import Entry, Game, Score, Turn
from tournament.queries.people.seating import get_table_number
from tournament.queries.results.explanations import load_sentences
from tournament.queries.spoilers import list_hidden_turns


@dataclass(frozen=True, slots=True)
class PlayerRecordLine:
    """One turn of the record; ``text`` is the sentence for the player."""

    turn: Turn
    warnings: int
    text: str
    acts: list[Act]


@dataclass(frozen=True, slots=True)
class PossibleAct:
    """An act that is possible; ``decide`` takes reason, by and now."""

    value: str
    label: str
    decide: Callable[..., Act]


@dataclass(frozen=True)
class PlayerRecord:
    """The record of a player in a game.

    ``warnings`` counts the turns collected so far; ``free_warnings`` of them cost nothing.
    """

    game: Game
    entry: Entry
    turn: Turn | None
    lines: list[PlayerRecordLine]
    choices: list[PossibleAct]
    edition: Edition
    #: Number of the table in this game.
    table: int

    @property
    def warnings(self) -> int:
        return sum(line.warnings for line in self.lines)

    @property
    def free_warnings(self) -> int:
        return warnings.get_free_warnings(
            self.edition,
            format=self.game.format,
            time_s=self.game.time_s,
            kind=self.game.kind,
        )

    @property
    def penalty(self) -> int:
        """The points that each further warning costs."""
        return self.edition.sanctions.penalty.value

    @property
    def warnings_article(self) -> str:
        return self.edition.format_articles(Topic.WARNINGS)

    @property
    def deduction(self) -> int:
        """The points that the warnings so far cost at the end of the game."""
        return warnings.compute_deduction(self.edition, self.warnings, self.free_warnings)


def build_player_record(game: Game, entry: Entry, turn: Turn | None) -> PlayerRecord:
    """Return the record of ``entry`` in ``game``; new acts would be about ``turn``."""
    edition = game.tournament.regulation
    acts_of_entry = Act.objects.filter(turn__game=game, entry=entry).exclude(
        kind=ActKind.WITHDRAWAL
    )
    acts_by_turn: dict[int, list[Act]] = {}
    for act in acts_of_entry.select_related("turn", "entry", "by", "taken_back_by__by").order_by(
        "pk"
    ):
        acts_by_turn.setdefault(act.turn_id, []).append(act)
    hidden = {other.pk for other in list_hidden_turns([game.tournament])}
    scores = Score.objects.filter(turn__game=game, entry=entry).select_related("turn")
    score_by_turn = {score.turn_id: score for score in scores.exclude(turn__in=hidden)}
    texts = load_sentences(score.explanation_id for score in score_by_turn.values())
    turns = game.turns.exclude(state=TurnState.CANCELLED).order_by("ordinal")
    lines = [
        _build_line(other, score_by_turn.get(other.pk), acts_by_turn.get(other.pk, []), texts)
        for other in turns.select_related("game__tournament")
        if other.pk in acts_by_turn
        or (other.pk in score_by_turn and score_by_turn[other.pk].warnings)
    ]
    possible = (
        _list_acts_on_turn(turn, entry, acts_by_turn.get(turn.pk, []), edition) if turn else []
    )
    if turn and turn.pk not in hidden:
        possible += _list_averages(turn, entry, acts_by_turn.get(turn.pk, []), edition)
    choices = [
        *possible,
        *_list_removals(lines, entry, score_by_turn),
        *_list_withdrawals(lines),
    ]
    return PlayerRecord(
        game, entry, turn, lines, choices, edition, get_table_number(game.pk, entry)
    )


def _list_in_force(all_acts: list[Act]) -> list[Act]:
    return [act for act in all_acts if not hasattr(act, "taken_back_by")]


def _build_line(
    turn: Turn, score: Score | None, turn_acts: list[Act], texts: Mapping[UUID | None, str]
) -> PlayerRecordLine:
    if score is not None:
        return PlayerRecordLine(turn, score.warnings, texts[score.explanation_id], turn_acts)
    in_force = _list_in_force(turn_acts)
    # Before the correction only acts about conduct count.
    warning_count = sum(act.kind == ActKind.WARNING for act in in_force)
    return PlayerRecordLine(
        turn, warning_count, explain_parts(map(build_act_part, in_force)), turn_acts
    )


def _list_acts_on_turn(
    turn: Turn, entry: Entry, turn_acts: list[Act], edition: Edition
) -> list[PossibleAct]:
    target: dict[str, Any] = {"turn": turn, "entry": entry}
    kinds = {act.kind for act in _list_in_force(turn_acts)}
    names = {
        "number": turn.number,
        "article": edition.format_articles(Topic.DISCIPLINE),
        "grave": edition.format_articles(Topic.GRAVE),
    }
    choices = [
        PossibleAct(
            "warn",
            _("Avertissement disciplinaire, coup %(number)s (art. %(article)s)") % names,
            partial(acts.give_warning, **target),
        )
    ]
    if ActKind.ZERO not in kinds:
        label = _("Zéro pour motif disciplinaire grave, coup %(number)s (art. %(grave)s)") % names
        choices.append(PossibleAct("nullify", label, partial(acts.give_zero, **target)))
    return choices


def _list_averages(
    turn: Turn, entry: Entry, turn_acts: list[Act], edition: Edition
) -> list[PossibleAct]:
    """Return the average that is possible for a word refused before (5.9)."""
    kinds = {act.kind for act in _list_in_force(turn_acts)}
    offer = None if ActKind.AVERAGE in kinds else find_average_offer(turn, entry)
    if offer is None or not offer.average.other_entries:
        return []
    label = _(
        "Moyenne au coup %(number)s : %(word)s lui était refusé au coup %(first)s, "
        "sans qu’il soit averti du motif (art. %(article)s)"
    ) % {
        "number": turn.number,
        "word": offer.word,
        "first": offer.first_refused_on.number,
        "article": edition.format_articles(Topic.AVERAGE),
    }
    return [PossibleAct("average", label, partial(acts.award_average, turn=turn, entry=entry))]


def _list_removals(
    lines: list[PlayerRecordLine], entry: Entry, score_by_turn: dict[int, Score]
) -> list[PossibleAct]:
    return [
        PossibleAct(
            f"remove-{line.turn.ordinal}",
            _("Enlever l’avertissement du coup %(number)s") % {"number": line.turn.number},
            partial(acts.remove_warning, turn=line.turn, entry=entry),
        )
        for line in lines
        if line.turn.pk in score_by_turn
        and score_by_turn[line.turn.pk].sanction == Sanction.WARNING
    ]


def _list_withdrawals(lines: list[PlayerRecordLine]) -> list[PossibleAct]:
    return [
        PossibleAct(
            f"back-{act.pk}",
            _("Reprendre : %(what)s, coup %(number)s")
            % {"what": get_act_label(act.kind), "number": line.turn.number},
            partial(acts.withdraw_act, act=act),
        )
        for line in lines
        for act in _list_in_force(line.acts)
    ]
