"""Writes rulings, acts, looks and cases with their digests for the journal.

Text that people wrote is salted before it goes into a digest (``tournament.core.chain``).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any
from uuid import uuid4

from arbitrage.core.journal_digests import (
    BY_RULE,
    DIGEST_FIELDS,
    DigestKind,
    compute_acts_digest,
    compute_case_digest,
    compute_look_digest,
    compute_papers_digest,
    compute_rulings_digest,
)
from arbitrage.models import Act, Appeal, PaperBulletin, Ruling, SecondLook
from tournament.core.canonical import to_utc_text
from tournament.core.chain import TEXT_FIELDS, make_salts
from tournament.models import Entry
from tournament.models.base import Erasable

type DigestData = dict[str, Any]
"""``bound``, for the data of a row of the journal; nothing where nothing was written."""


def get_uids(entries: Iterable[int]) -> dict[int, str]:
    """Return the uids of entries, which archives use, by primary key."""
    rows = Entry.objects.filter(pk__in=set(entries)).values_list("pk", "uid")
    return {pk: str(uid) for pk, uid in rows}


def store_rulings(rulings: Sequence[Ruling]) -> DigestData:
    """Write the rulings of one decision, and return their digest for the journal."""
    if not rulings:
        return {}
    gesture = uuid4()
    for ruling in rulings:
        ruling.gesture = gesture
        add_salts(ruling, "rulings")
    Ruling.objects.bulk_create(rulings, batch_size=500)
    uids = get_uids(ruling.entry_id for ruling in rulings)
    lines = [_build_ruling_line(ruling, uids[ruling.entry_id]) for ruling in rulings]
    counts = {"gesture": str(gesture), "n": len(rulings)}
    return _to_digest_data(DigestKind.RULINGS, compute_rulings_digest(lines), counts)


def store_act(act: Act) -> DigestData:
    add_salts(act, "acts")
    act.save(force_insert=True)
    return _to_digest_data(DigestKind.ACTS, compute_acts_digest([build_act_line(act)]), {"n": 1})


def digest_automatic_acts(acts: Sequence[Act]) -> DigestData:
    """Return the digest of the automatic acts written in the same transaction."""
    if not acts:
        return {}
    lines = [build_act_line(act) for act in acts]
    counts = {"kind": DigestKind.ACTS, "acts": [line["uid"] for line in lines], "n": len(lines)}
    return {BY_RULE: {**counts, "digest": compute_acts_digest(lines)}}


def digest_papers(papers: Sequence[PaperBulletin]) -> DigestData:
    """Return the digest of bulletins just typed in, including those that contest another."""
    uids = get_uids(paper.entry_id for paper in papers)
    lines = [_build_paper_line(paper, uids[paper.entry_id]) for paper in papers]
    references = [[line["entry"], line["version"]] for line in lines]
    return _to_digest_data(
        DigestKind.PAPERS, compute_papers_digest(lines), {"papers": references, "n": len(lines)}
    )


def digest_look(look: SecondLook) -> DigestData:
    """Return the digest of a second look as stored now."""
    line = _get_plain_fields(look, DigestKind.LOOKS) | {"entry": str(look.entry.uid)}
    look_digest = compute_look_digest(line | _get_texts(look, "looks"))
    return _to_digest_data(DigestKind.LOOKS, look_digest, {"n": 1})


def digest_case(case: Appeal) -> DigestData:
    """Return the digest of a case as stored now, with its statements and sittings."""
    current_case = Appeal.objects.select_related("entry", "act").get(pk=case.pk)
    statements = [
        _get_texts(statement, "statements") | {"at": to_utc_text(statement.at)}
        for statement in current_case.statements.order_by("pk")
    ]
    sittings = [_get_texts(sitting, "sittings") for sitting in current_case.sittings.order_by("pk")]
    case_digest = compute_case_digest(_build_case_line(current_case), statements, sittings)
    return _to_digest_data(
        DigestKind.CASES, case_digest, {"n": 1 + len(statements) + len(sittings)}
    )


def add_salts(row: Erasable, member: str) -> None:
    """Set the salts of the texts that people wrote in ``row``, of ``member`` of the archive."""
    texts = {name: getattr(row, name) for name in TEXT_FIELDS[member]}
    row.salts = make_salts(texts, lambda: token_hex(16))
    row.erased = {}


def _to_digest_data(kind: DigestKind, digest: str, counts: Mapping[str, Any]) -> DigestData:
    return {"bound": {"kind": kind, "digest": digest, **counts}}


_RULING_FIELDS = (
    *(name for name in DIGEST_FIELDS[DigestKind.RULINGS] if name != "entry"),
    *("verdict", *TEXT_FIELDS["rulings"], "salts", "erased"),
)


def _build_ruling_line(ruling: Ruling, entry: str) -> dict[str, Any]:
    return {"entry": entry} | {name: getattr(ruling, name) for name in _RULING_FIELDS}


def build_act_line(act: Act) -> dict[str, Any]:
    """Return the fields of an act that are bound."""
    names = ("kind", "article", "automatic", *TEXT_FIELDS["acts"], "salts", "erased")
    data = act.data
    if "others" in data:
        uids = get_uids(data["others"])
        data = data | {"others": [uids[entry] for entry in data["others"]]}
    return {name: getattr(act, name) for name in names} | {
        "uid": str(act.uid),
        "entry": str(act.entry.uid),
        "data": data,
        "takes_back": str(act.takes_back.uid) if act.takes_back else None,
    }


def _get_texts(row: Erasable, member: str) -> dict[str, Any]:
    names = (*TEXT_FIELDS[member], "salts", "erased")
    return {name: getattr(row, name) for name in names}


def _build_case_line(case: Appeal) -> dict[str, Any]:
    references = {"entry": str(case.entry.uid), "act": str(case.act.uid) if case.act else None}
    return _get_plain_fields(case, DigestKind.CASES) | references | _get_texts(case, "cases")


def _get_plain_fields(row: Erasable, kind: DigestKind) -> dict[str, Any]:
    """Return the fields that are bound unchanged, without references."""
    line = {name: getattr(row, name) for name in DIGEST_FIELDS[kind]}
    moments = {name: to_utc_text(at) for name, at in line.items() if isinstance(at, datetime)}
    return line | moments | {"uid": str(line["uid"])}


def _build_paper_line(paper: PaperBulletin, entry: str) -> dict[str, Any]:
    names = ("version", "rows", "struck", "reference", "score", "state")
    contests = paper.contests.version if paper.contests else None
    return {name: getattr(paper, name) for name in names} | {"entry": entry, "contests": contests}
