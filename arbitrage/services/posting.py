"""Carries rulings and acts onto the scoreboard, which follows from those in force alone."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.core.account import Settled, settle
from arbitrage.core.codes import Sanction
from arbitrage.core.verdict import Verdict
from arbitrage.models import Act, Ruling, Status
from arbitrage.queries.rulings import (
    accounts_of,
    acts_in_force,
    current_rulings,
    left_open,
    ruled_points,
)
from arbitrage.queries.telling import article_of, parts_of
from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, GameState, TurnState
from tournament.models import Explanation, Game, Score, Turn
from tournament.services.scoreboard import ScoreLine, post_scores


@contextmanager
def deciding(turn: Turn) -> Iterator[Turn]:
    """One decision on a turn at a time: what is read inside still holds when it is written.

    Gives the turn as it is by then.
    """
    turns = Turn.objects.select_for_update(no_key=True, of=["self"])
    with transaction.atomic():
        yield turns.select_related("game__tournament").get(pk=turn.pk)


def require_standing(turn: Turn) -> None:
    """Raises WrongState when nothing on ``turn`` counts any more."""
    if turn.state == TurnState.CANCELLED or turn.game.state == GameState.VOID:
        raise WrongState("turn-cancelled")


def require_collected(turn: Turn) -> None:
    """Raises WrongState unless what lies before the arbiters on ``turn`` is theirs to decide."""
    require_standing(turn)
    if turn.state not in COLLECTED_TURN_STATES:
        raise WrongState("not-collected")


def post(
    *,
    turn: Turn,
    rulings: Iterable[Ruling],
    acted: Collection[int] = (),
    corrected: bool = False,
    by: User | None = None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    """Write the lines that follow from new ``rulings`` and from acts on the entries ``acted``.

    ``rulings`` are in force already. Averages that are made of a changed line change with it.
    """
    lines, without = lines_of(turn, {ruling.entry_id: ruling for ruling in rulings}, acted)
    to_decide, decided = left_open(turn)
    post_scores(
        turn=turn,
        lines=lines,
        without=without,
        to_decide=to_decide,
        decided=decided,
        corrected=corrected,
        by=by,
        now=now,
        data=data,
    )


def lines_of(
    turn: Turn, rulings: Mapping[int, Ruling], acted: Collection[int] = ()
) -> tuple[list[ScoreLine], set[int]]:
    """The lines of the entries in ``rulings`` and ``acted``, and of every average of the turn;
    and the entries among them of which nothing is decided."""
    acts = acts_in_force(turn)
    accounts = accounts_of(acts)
    averages = {entry: mine.average for entry, mine in accounts.items() if mine.average}
    wanted = rulings.keys() | set(acted) | averages.keys()
    peers = {other for mine in averages.values() for other in mine.others}
    held = {**current_rulings(turn, (wanted | peers) - rulings.keys()), **rulings}
    edition = turn.game.tournament.regulation
    settled = settle(ruled_points(held.values()), accounts, edition)
    lines: list[ScoreLine] = []
    told: dict[object, ScoreLine] = {}
    for entry in sorted(wanted & settled.keys()):
        alike = _alike(held.get(entry), entry, acts)
        if alike not in told:
            mine = acts.get(entry, [])
            told[alike] = _line(turn, entry, held.get(entry), mine, settled[entry])
        lines.append(replace(told[alike], entry_id=entry))
    return lines, wanted - settled.keys()


def _alike(ruling: Ruling | None, entry: int, acts: Mapping[int, list[Act]]) -> object:
    """The same for entries with the same line: equal bulletins decided alike, without acts."""
    if ruling is None or entry in acts:
        return entry
    decided = (ruling.points, ruling.gross, ruling.sanction, ruling.article, *ruling.motives)
    return ruling.key, ruling.in_time, ruling.status, ruling.reason, decided


def _line(
    turn: Turn, entry: int, ruling: Ruling | None, acts: list[Act], settled: Settled
) -> ScoreLine:
    word = ref = ""
    if ruling is not None and settled.sanction != Sanction.ZERO and not settled.average:
        word, ref = _paid(ruling)
    return ScoreLine(
        entry_id=entry,
        points=settled.points,
        gross=settled.gross,
        sanction=settled.sanction,
        average=settled.average,
        warnings=settled.warnings,
        word=word,
        ref=ref,
        article=article_of(ruling, acts, settled),
        explanation=Explanation.of(turn, parts_of(ruling, acts, settled)),
    )


def _paid(ruling: Ruling) -> tuple[str, str]:
    """Word and place that the points are for; after a change by an arbiter those of the reading
    that he took over, if all with those points are of one word at one place."""
    verdict = Verdict.from_dict(ruling.verdict)
    decision = verdict.decision
    if ruling.status == Status.CHANGED and decision.points != ruling.points:
        readings = (one for one in verdict.readings if one.points == ruling.points)
        like = {(one.word, one.placement) for one in readings}
        return like.pop() if len(like) == 1 else ("", "")
    return decision.word or "", decision.placement or ""


def recount(*, game: Game, by: User | None = None, now: datetime) -> int:
    """Write the whole scoreboard of ``game`` anew from its rulings and acts in force.

    Returns how many lines were missing, wrong or of nobody: none, unless somebody wrote there
    who should not.
    """
    changed = 0
    for turn in game.turns.select_related("game__tournament"):
        with deciding(turn):
            before = _lines_held(turn)
            rulings = current_rulings(turn)
            acted = acts_in_force(turn).keys() | before.keys()
            if not rulings and not acted:
                continue
            post(
                turn=turn,
                rulings=rulings.values(),
                acted=acted,
                by=by,
                now=now,
                data={"recount": True},
            )
            after = _lines_held(turn)
            entries = before.keys() | after.keys()
            changed += sum(before.get(entry) != after.get(entry) for entry in entries)
    return changed


def _lines_held(turn: Turn) -> dict[int, dict[str, Any]]:
    rows = Score.objects.filter(turn=turn).values(*(field.name for field in fields(ScoreLine)))
    return {row["entry_id"]: row for row in rows}
