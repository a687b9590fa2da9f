"""Averages that the rule itself awards (2023: 5.9; before: 5.7): nobody has to remember them.

To a player who used a refused word again and had not been told; ended when that is no longer so.
An arbiter may award one by hand, or take one back (``arbitrage.services.acts``): his word stands.
"""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime

from arbitrage.models import Act, ActKind, Ruling
from arbitrage.queries.averages import AverageOffer, find_due_averages
from engine.regulation.topics import Topic
from tournament.models import Turn


def settle_averages(turn: Turn, rulings: Collection[Ruling], *, now: datetime) -> list[Act]:
    """Award and end averages as ``rulings``, in force on ``turn``, ask for; the acts written."""
    entries = {ruling.entry_id for ruling in rulings}
    due = find_due_averages(turn, rulings)
    before = _awarded(turn, entries)
    article = turn.game.tournament.regulation.number(Topic.AVERAGE)
    new, ended = [], []
    for entry in entries & (due.keys() | before.keys()):
        offer, acts = due.get(entry), before.get(entry, [])
        standing = next((act for act in acts if not _taken_back(act)), None)
        if standing is not None and not standing.automatic:
            continue
        data = _data(offer) if offer is not None and offer.average.others else None
        if standing is not None and standing.data != data:
            ended.append(standing)
        if data is None or (standing is not None and standing.data == data):
            continue
        if not any(_by_hand(act) for act in acts):
            new.append(_act(turn, entry, ActKind.AVERAGE, article, now, data=data))
    back = ActKind.WITHDRAWAL
    new += [_act(turn, act.entry_id, back, act.article, now, takes_back=act) for act in ended]
    return Act.objects.bulk_create(new)


def _act(turn: Turn, entry: int, kind: ActKind, article: str, now: datetime, **more: object) -> Act:
    return Act(
        turn=turn, entry_id=entry, kind=kind, article=article, automatic=True, at=now, **more
    )


def _awarded(turn: Turn, entries: Collection[int]) -> dict[int, list[Act]]:
    found: defaultdict[int, list[Act]] = defaultdict(list)
    acts = Act.objects.filter(turn=turn, kind=ActKind.AVERAGE).select_related("taken_back_by")
    for act in acts:
        if act.entry_id in entries:
            found[act.entry_id].append(act)
    return dict(found)


def _taken_back(act: Act) -> Act | None:
    return getattr(act, "taken_back_by", None)


def _by_hand(act: Act) -> bool:
    """Whether an arbiter took it back: then the rule awards it no more."""
    back = _taken_back(act)
    return back is not None and not back.automatic


def _data(offer: AverageOffer) -> dict[str, object]:
    return {**offer.average.to_dict(), "word": offer.word, "first": offer.first.number}
