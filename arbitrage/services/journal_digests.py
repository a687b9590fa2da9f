"""Writes rulings, acts, looks and cases with what makes them provable, and says what the journal
holds of them.

What people wrote is salted before it goes into a digest (``tournament.core.chain``).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any
from uuid import uuid4

from arbitrage.core.journal_digests import (
    BY_RULE,
    FIELDS,
    BoundKind,
    digest_of_acts,
    digest_of_case,
    digest_of_look,
    digest_of_papers,
    digest_of_rulings,
)
from arbitrage.models import Act, Appeal, PaperBulletin, Ruling, SecondLook
from tournament.core.canonical import as_text
from tournament.core.chain import TEXTS, salted
from tournament.models import Entry
from tournament.models.base import Erasable

type Bound = dict[str, Any]
"""``bound``, for the data of a row of the journal; nothing where nothing was written."""


def uids_of(entries: Iterable[int]) -> dict[int, str]:
    """By key of an entry, what it is called beyond this database."""
    rows = Entry.objects.filter(pk__in=set(entries)).values_list("pk", "uid")
    return {pk: str(uid) for pk, uid in rows}


def store_rulings(rulings: Sequence[Ruling]) -> Bound:
    """Write the rulings of one gesture."""
    if not rulings:
        return {}
    gesture = uuid4()
    for ruling in rulings:
        ruling.gesture = gesture
        salt(ruling, "rulings")
    Ruling.objects.bulk_create(rulings, batch_size=500)
    uids = uids_of(ruling.entry_id for ruling in rulings)
    lines = [_line_of_ruling(ruling, uids[ruling.entry_id]) for ruling in rulings]
    said = {"gesture": str(gesture), "n": len(rulings)}
    return _bound(BoundKind.RULINGS, digest_of_rulings(lines), said)


def store_act(act: Act) -> Bound:
    salt(act, "acts")
    act.save(force_insert=True)
    return _bound(BoundKind.ACTS, digest_of_acts([line_of_act(act)]), {"n": 1})


def bound_by_rule(acts: Sequence[Act]) -> Bound:
    """Of the acts that follow from the rule alone, written just now with whatever else was."""
    if not acts:
        return {}
    lines = [line_of_act(act) for act in acts]
    said = {"kind": BoundKind.ACTS, "acts": [line["uid"] for line in lines], "n": len(lines)}
    return {BY_RULE: {**said, "digest": digest_of_acts(lines)}}


def bound_papers(papers: Sequence[PaperBulletin]) -> Bound:
    """Of bulletins typed in just now, those that contest another among them."""
    uids = uids_of(paper.entry_id for paper in papers)
    lines = [_line_of_paper(paper, uids[paper.entry_id]) for paper in papers]
    named = [[line["entry"], line["version"]] for line in lines]
    return _bound(BoundKind.PAPERS, digest_of_papers(lines), {"papers": named, "n": len(lines)})


def bound_look(look: SecondLook) -> Bound:
    """Of a second look as it is written by now."""
    line = _plain_fields(look, BoundKind.LOOKS) | {"entry": str(look.entry.uid)}
    found = digest_of_look(line | _texts_of(look, "looks"))
    return _bound(BoundKind.LOOKS, found, {"n": 1})


def bound_case(case: Appeal) -> Bound:
    """Of a case as it is written by now, with what was said in it and who sat."""
    held = Appeal.objects.select_related("entry", "act").get(pk=case.pk)
    statements = [
        _texts_of(one, "statements") | {"at": as_text(one.at)}
        for one in held.statements.order_by("pk")
    ]
    sittings = [_texts_of(one, "sittings") for one in held.sittings.order_by("pk")]
    found = digest_of_case(_line_of_case(held), statements, sittings)
    return _bound(BoundKind.CASES, found, {"n": 1 + len(statements) + len(sittings)})


def salt(row: Erasable, member: str) -> None:
    """Give what people wrote in ``row``, of ``member`` of the archive, its salts."""
    texts = {name: getattr(row, name) for name in TEXTS[member]}
    row.salts = salted(texts, lambda: token_hex(16))
    row.erased = {}


def _bound(kind: BoundKind, digest: str, said: Mapping[str, Any]) -> Bound:
    return {"bound": {"kind": kind, "digest": digest, **said}}


_OF_A_RULING = (
    *(name for name in FIELDS[BoundKind.RULINGS] if name != "entry"),
    *("verdict", *TEXTS["rulings"], "salts", "erased"),
)


def _line_of_ruling(ruling: Ruling, entry: str) -> dict[str, Any]:
    return {"entry": entry} | {name: getattr(ruling, name) for name in _OF_A_RULING}


def line_of_act(act: Act) -> dict[str, Any]:
    """What is bound of it."""
    same = ("kind", "article", "automatic", *TEXTS["acts"], "salts", "erased")
    data = act.data
    if "others" in data:
        uids = uids_of(data["others"])
        data = data | {"others": [uids[one] for one in data["others"]]}
    return {name: getattr(act, name) for name in same} | {
        "uid": str(act.uid),
        "entry": str(act.entry.uid),
        "data": data,
        "takes_back": str(act.takes_back.uid) if act.takes_back else None,
    }


def _texts_of(row: Erasable, member: str) -> dict[str, Any]:
    names = (*TEXTS[member], "salts", "erased")
    return {name: getattr(row, name) for name in names}


def _line_of_case(case: Appeal) -> dict[str, Any]:
    named = {"entry": str(case.entry.uid), "act": str(case.act.uid) if case.act else None}
    return _plain_fields(case, BoundKind.CASES) | named | _texts_of(case, "cases")


def _plain_fields(row: Erasable, kind: BoundKind) -> dict[str, Any]:
    """What is bound of it as it is, but for what it names."""
    line = {name: getattr(row, name) for name in FIELDS[kind]}
    moments = {name: as_text(at) for name, at in line.items() if isinstance(at, datetime)}
    return line | moments | {"uid": str(line["uid"])}


def _line_of_paper(paper: PaperBulletin, entry: str) -> dict[str, Any]:
    same = ("version", "rows", "struck", "reference", "score", "state")
    contests = paper.contests.version if paper.contests else None
    return {name: getattr(paper, name) for name in same} | {"entry": entry, "contests": contests}
