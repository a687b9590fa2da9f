"""Averages that the regulation awards by itself (2023: 5.9; before: 5.7).

They go to a player who used a refused word again and had not been notified; they end when this is
no longer true. An arbiter may award one by hand, or take one back (``arbitrage.services.acts``):
their decision stands.
"""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from arbitrage.models import Act, ActKind, Ruling
from arbitrage.queries.averages import AverageOffer, find_due_averages
from engine.regulation.topics import Topic
from tournament.models import Turn


def settle_averages(turn: Turn, rulings: Collection[Ruling], *, now: datetime) -> list[Act]:
    """Award and end averages due to ``rulings``, in force on ``turn``; return the acts written."""
    entries = {ruling.entry_id for ruling in rulings}
    offers = find_due_averages(turn, rulings)
    awarded_acts = _list_awarded(turn, entries)
    article = turn.game.tournament.regulation.format_articles(Topic.AVERAGE)
    new_acts, ended_acts = [], []
    for entry in entries & (offers.keys() | awarded_acts.keys()):
        offer, acts = offers.get(entry), awarded_acts.get(entry, [])
        in_force = next((act for act in acts if not _get_withdrawal(act)), None)
        if in_force is not None and not in_force.automatic:
            continue
        data = _build_data(offer, in_force) if offer is not None else None
        if data is not None and not data["others"]:
            data = None
        if in_force is not None and in_force.data != data:
            ended_acts.append(in_force)
        if data is None or (in_force is not None and in_force.data == data):
            continue
        if not any(_is_taken_back_by_hand(act) for act in acts):
            new_acts.append(_build_act(turn, entry, ActKind.AVERAGE, article, now, data=data))
    withdrawal = ActKind.WITHDRAWAL
    new_acts += [
        _build_act(turn, act.entry_id, withdrawal, act.article, now, takes_back=act)
        for act in ended_acts
    ]
    return Act.objects.bulk_create(new_acts)


def _build_act(
    turn: Turn, entry: int, kind: ActKind, article: str, now: datetime, **fields: object
) -> Act:
    return Act(
        turn=turn, entry_id=entry, kind=kind, article=article, automatic=True, at=now, **fields
    )


def _list_awarded(turn: Turn, entries: Collection[int]) -> dict[int, list[Act]]:
    by_entry: defaultdict[int, list[Act]] = defaultdict(list)
    acts = Act.objects.filter(turn=turn, kind=ActKind.AVERAGE).select_related("taken_back_by")
    for act in acts:
        if act.entry_id in entries:
            by_entry[act.entry_id].append(act)
    return dict(by_entry)


def _get_withdrawal(act: Act) -> Act | None:
    return getattr(act, "taken_back_by", None)


def _is_taken_back_by_hand(act: Act) -> bool:
    """Return True if an arbiter took it back: then the rule does not award it again."""
    withdrawal = _get_withdrawal(act)
    return withdrawal is not None and not withdrawal.automatic


def _build_data(offer: AverageOffer, in_force: Act | None) -> dict[str, object]:
    """Return the data of the act.

    The other players stay those of the act in force, even if tables have other arbiters since.
    """
    data = {**offer.average.to_dict(), "word": offer.word, "first": offer.first_refused_on.number}
    return data if in_force is None else data | {"others": in_force.data["others"]}
