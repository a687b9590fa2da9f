"""The chains of the journals: their heads, their rows, and the texts and signatures of people."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from arbitrage.archive.core.play import JournalRow
from arbitrage.archive.core.reading import to_dict
from arbitrage.archive.verify.record import ArchiveRecord, GameRecord, NumberedLine
from arbitrage.archive.verify.report import DiscrepancyKind, Report
from tournament.core import chain


def check_heads(record: ArchiveRecord, heads: Sequence[str], report: Report) -> None:
    """Check the heads of the manifest, and that the chains contain the printed ``heads``, which may
    be abbreviated."""
    manifest_heads = {head.game: head for head in record.archive.manifest.heads}
    for number, game in record.games.items():
        last = game.journal[-1].row.chain if game.journal else _start_chain(record, game)
        head = manifest_heads.pop(number, None)
        stated = (head.uid, head.seq, head.head) if head else None
        if stated != (game.row.uid, len(game.journal), last):
            stated_head = head.head if head else None
            report.add(
                DiscrepancyKind.HEAD, game.line, stated_head, last, member="manifest", name="heads"
            )
        report.compare(DiscrepancyKind.STATE, game.line, "seq", game.row.seq, len(game.journal))
    for head in manifest_heads.values():
        report.add(DiscrepancyKind.HEAD, None, head.head, None, member="manifest", name="heads")
    chain_digests = [line.row.chain for game in record.games.values() for line in game.journal]
    chain_digests += [row.chain for row in record.archive.rows["tournament_journal"]]
    for printed_head in heads:
        if not any(chain_digest.startswith(printed_head) for chain_digest in chain_digests):
            report.add(DiscrepancyKind.PRINTED_HEAD, None, printed_head, None, member="journal")


def _start_chain(record: ArchiveRecord, game: GameRecord) -> str:
    return chain.start_chain(record.archive.uid, game.row.uid)


def check_chain(record: ArchiveRecord, game: GameRecord, report: Report) -> None:
    check_links(game.journal, _start_chain(record, game), chain.compute_row_link, report)
    report.count(game.row.number, 0, "rows", len(game.journal))


def check_links(
    lines: Iterable[NumberedLine[Any]],
    start: str,
    compute_link: Callable[[str, dict[str, Any]], str],
    report: Report,
) -> str:
    """Check a chain row by row and return its last digest; after a broken row the next one is
    checked against that row's digest."""
    previous_digest, expected_seq = start, 1
    for line in lines:
        row = line.row
        if row.seq != expected_seq:
            report.add(DiscrepancyKind.ROW_MISSING, line, row.seq, expected_seq, name="seq")
        else:
            computed = compute_link(previous_digest, to_dict(row))
            report.compare(DiscrepancyKind.CHAIN, line, "chain", row.chain, computed)
        previous_digest, expected_seq = row.chain, row.seq + 1
    return previous_digest


def check_texts(record: ArchiveRecord, report: Report) -> None:
    """Check that each text written by a person has a salt, or is erased."""
    for game in record.games.values():
        for journal_line in game.journal:
            row = journal_line.row
            _check_signed(record, journal_line, report)
            _check_texts(journal_line, chain.select_texts(row.signed, row.data), report)
        for turn in game.turns.values():
            for line in (*turn.all_rulings, *turn.acts, *turn.looks, *turn.case_lines):
                texts = {name: getattr(line.row, name) for name in chain.TEXT_FIELDS[line.member]}
                _check_texts(line, texts, report)


def _check_signed(record: ArchiveRecord, line: NumberedLine[JournalRow], report: Report) -> None:
    """Check the signature: every act has one, and each account always signs with the same name."""
    by, signature = line.row.by, line.row.signed
    if by is None:
        report.compare(DiscrepancyKind.BY, line, "by", by, signature or None)
    elif not signature:
        report.add(DiscrepancyKind.BY, line, by, None, name="by")
    elif signature != chain.ERASED_TEXT:
        report.compare(DiscrepancyKind.BY, line, "signed", signature, record.signed_names[by])


def _check_texts(line: NumberedLine[Any], texts: dict[str, Any], report: Report) -> None:
    for name, text in texts.items():
        if name in line.row.erased:
            report.compare(DiscrepancyKind.TEXT, line, name, text, chain.ERASED_TEXT)
            report.count(getattr(line.row, "game", 0), 0, "erased")
        elif text and isinstance(text, str) and name not in line.row.salts:
            report.add(DiscrepancyKind.TEXT, line, text, "", name=name)
