"""Carries rulings and acts onto the scoreboard, which follows from those in force alone, and has
the slips made."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from arbitrage.core.account import Settled, settle
from arbitrage.core.codes import Sanction
from arbitrage.core.decided import paid_move
from arbitrage.core.saying import Saying, article_of, parts_of
from arbitrage.models import Act, Ruling
from arbitrage.queries.appeals import decided_by_commission, spoken_by
from arbitrage.queries.rulings import (
    accounts_of,
    acts_in_force,
    current_rulings,
    left_open,
    ruled_points,
)
from arbitrage.services.averages import settle_averages
from arbitrage.services.binding import bound_by_rule
from arbitrage.services.looks_followed import follow_rulings
from arbitrage.services.referral import follow_acts, refer
from arbitrage.services.slips import Decided, renew_slips
from tournament.core.errors import WrongState
from tournament.core.states import COLLECTED_TURN_STATES, GameState, TurnState
from tournament.models import Explanation, Game, Score, Turn
from tournament.services.play.scoreboard import ScoreLine, post_scores, tell_counts


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
    """Write the lines that follow from new ``rulings`` and from acts on the entries ``acted``, the
    averages that the rule awards or ends by them, and the slips; settle the differences of second
    looks.

    ``rulings`` are in force already. Averages that are made of a changed line change with it, and
    so do, on later turns of the game, what rests on a word refused here and the numbers of
    warnings. What a text gives to the commission comes before it.
    """
    ruled = {ruling.entry_id: ruling for ruling in rulings}
    touched = ruled.keys() | set(acted)
    later = _later_turns(turn, touched)
    refer(turn, ruled.values(), now=now)
    follow_rulings(turn, ruled, by=by, now=now)
    by_rule = settle_averages(turn, ruled.values(), now=now)
    told = {**(data or {}), **bound_by_rule(by_rule)}
    touching = {*acted, *(act.entry_id for act in by_rule)}
    _post(turn, ruled, touching, corrected=corrected, by=by, now=now, data=told)
    for other in later:
        _follow(other, touched, by=by, now=now)


def _post(
    turn: Turn,
    rulings: Mapping[int, Ruling],
    acted: Collection[int],
    *,
    corrected: bool = False,
    by: User | None,
    now: datetime,
    data: Mapping[str, Any] | None = None,
) -> None:
    decided = decided_about(turn, rulings, acted)
    # Before the lines: who is sent these reads the slips with them.
    renew_slips(turn, decided, now=now)
    to_decide, all_decided = left_open(turn)
    post_scores(
        turn=turn,
        lines=decided.lines.values(),
        without=decided.without,
        to_decide=to_decide,
        decided=all_decided,
        corrected=corrected,
        by=by,
        now=now,
        data=data,
    )
    follow_acts(turn, acted, now=now)


def _later_turns(turn: Turn, entries: Collection[int]) -> list[Turn]:
    """The later turns of the game on which something may rest on what is decided of ``entries``
    here, locked in their order, as every decision locks them before the game."""
    lines = Score.objects.filter(
        turn__game=turn.game_id, turn__ordinal__gt=turn.ordinal, entry__in=entries
    )
    resting = lines.exclude(sanction=Sanction.NONE, average=False, warnings=0)
    ordinals = sorted(set(resting.values_list("turn__ordinal", flat=True)))
    if not ordinals:
        return []
    turns = Turn.objects.select_for_update(no_key=True, of=["self"])
    found = turns.filter(
        game=turn.game_id, ordinal__in=ordinals, state__in=list(COLLECTED_TURN_STATES)
    )
    return list(found.select_related("game__tournament").order_by("ordinal"))


def follow_later(turn: Turn, entries: Collection[int], *, by: User | None, now: datetime) -> None:
    """Carry on to the later turns of the game what changed on ``turn``, locked, for ``entries``:
    what a player was told of it."""
    for other in _later_turns(turn, entries):
        _follow(other, entries, by=by, now=now)


def _follow(turn: Turn, entries: Collection[int], *, by: User | None, now: datetime) -> None:
    """What changes on ``turn`` because something was decided about ``entries`` on an earlier one:
    averages, and the numbers of warnings."""
    rulings = current_rulings(turn, entries)
    by_rule = settle_averages(turn, rulings.values(), now=now)
    if by_rule:
        touching = {act.entry_id for act in by_rule}
        _post(turn, {}, touching, by=by, now=now, data=bound_by_rule(by_rule))
    _renew(turn, rulings, now=now)


def follow_case(turn: Turn, entry: int, *, now: datetime) -> None:
    """The slip says whether the bulletin is before the commission; ``turn`` is under its lock."""
    _renew(turn, current_rulings(turn, [entry]), now=now, wait=False)


def _renew(turn: Turn, rulings: Mapping[int, Ruling], *, now: datetime, wait: bool = True) -> None:
    if renew_slips(turn, decided_about(turn, rulings), now=now):
        tell_counts(turn=turn, now=now, wait=wait)


def decided_about(
    turn: Turn, rulings: Mapping[int, Ruling], acted: Collection[int] = ()
) -> Decided:
    """The lines of the entries in ``rulings`` and ``acted``, and of every average of the turn;
    the entries among them of which nothing is decided; and what it all rests on."""
    acts = acts_in_force(turn)
    accounts = accounts_of(acts)
    averages = {entry: mine.average for entry, mine in accounts.items() if mine.average}
    wanted = rulings.keys() | set(acted) | averages.keys()
    peers = {other for mine in averages.values() for other in mine.others}
    held = {**current_rulings(turn, (wanted | peers) - rulings.keys()), **rulings}
    cases = decided_by_commission(turn, wanted)
    edition = turn.game.tournament.regulation
    settled = settle(ruled_points(held.values()), accounts, edition)
    lines: dict[int, ScoreLine] = {}
    told: dict[object, ScoreLine] = {}
    for entry in sorted(wanted & settled.keys()):
        ruling, mine = held.get(entry), acts.get(entry, [])
        spoken = spoken_by(cases.get(entry), ruling)
        alike = entry if spoken else _alike(ruling, entry, acts)
        if alike not in told:
            parts = parts_of(ruling, mine, settled[entry], spoken=spoken)
            told[alike] = _line(turn, entry, ruling, mine, settled[entry], parts)
        lines[entry] = replace(told[alike], entry_id=entry)
    return Decided(lines, wanted - settled.keys(), held, acts)


def _alike(ruling: Ruling | None, entry: int, acts: Mapping[int, list[Act]]) -> object:
    """The same for entries with the same line: equal bulletins decided alike, without acts."""
    if ruling is None or entry in acts:
        return entry
    decided = (ruling.points, ruling.gross, ruling.sanction, ruling.article, *ruling.motives)
    return ruling.key, ruling.in_time, ruling.status, ruling.reason, decided


def _line(
    turn: Turn,
    entry: int,
    ruling: Ruling | None,
    acts: list[Act],
    settled: Settled,
    parts: list[Saying],
) -> ScoreLine:
    word = ref = ""
    if ruling is not None and settled.sanction != Sanction.ZERO and not settled.average:
        word, ref = paid_move(ruling)
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
        explanation=Explanation.of(turn, parts),
    )


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
