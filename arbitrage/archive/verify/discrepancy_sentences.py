"""Discrepancies in French."""

from collections.abc import Iterator, Mapping
from typing import Any
from unicodedata import category

from arbitrage.archive.verify.record import ArchiveRecord
from arbitrage.archive.verify.report import Discrepancy, DiscrepancyKind, Report
from tournament.core.states import TurnState

#: Sentences of the discrepancies; the values stated and computed follow, if there are any.
DESCRIPTIONS: Mapping[DiscrepancyKind, str] = {
    DiscrepancyKind.MEMBER: "ce membre n’est pas celui que le sommaire annonce",
    DiscrepancyKind.MANIFEST: "l’empreinte du contenu n’est pas celle des membres",
    DiscrepancyKind.SCOPE: (
        "le sommaire dit l’archive d’un coup, qui n’est pas là ou dont ceci n’est pas"
    ),
    DiscrepancyKind.LINE: "cette ligne ne se lit pas",
    DiscrepancyKind.WRITING: "cette ligne n’est pas écrite sous sa forme canonique",
    DiscrepancyKind.HEAD: "la tête de la chaîne n’est pas celle du journal",
    DiscrepancyKind.PRINTED_HEAD: "aucune ligne des journaux n’a cette tête imprimée",
    DiscrepancyKind.UNVERIFIED: (
        "ce tournoi a été remis d’un fichier que la vérification refusait, à ces lignes"
    ),
    DiscrepancyKind.SECRET: "les parties non finies ne sont pas celles qui sont dites",
    DiscrepancyKind.REPEATED: "cette ligne contredit une autre de la même clé",
    DiscrepancyKind.UNKNOWN_NAME: (
        "une ligne parle de ce qui n’est pas dans le fichier, ou d’une valeur impossible"
    ),
    DiscrepancyKind.ORDER: "cette ligne n’est pas à sa place dans son membre",
    DiscrepancyKind.CHAIN: (
        "la chaîne du journal se rompt : cette ligne, ou celle d’avant, a changé"
    ),
    DiscrepancyKind.ROW_MISSING: "une ligne du journal manque ou n’est pas à sa place",
    DiscrepancyKind.BOUND: "ce que le journal tient de ces lignes n’est pas ce qu’elles disent",
    DiscrepancyKind.UNBOUND: "aucune ligne du journal ne tient celle-ci",
    DiscrepancyKind.TEXT: "aucun engagement ne tient ce texte",
    DiscrepancyKind.AT: "l’heure n’est pas celle du journal",
    DiscrepancyKind.BY: "ce n’est pas le compte qui a fait le geste, d’après le journal",
    DiscrepancyKind.COMMITMENT: "la graine n’est pas celle dont l’empreinte a été publiée",
    DiscrepancyKind.SEAL: "la feuille n’est pas celle qui a été scellée avant la partie",
    DiscrepancyKind.WORD_LIST: "ce n’est pas la liste de mots de la partie",
    DiscrepancyKind.LETTERS: "ces lettres ne suivent pas de la graine et de la grille",
    DiscrepancyKind.KEPT: "ce reliquat n’est pas celui du coup d’avant",
    DiscrepancyKind.DRAW_NUMBER: "ce tirage n’a pas le numéro qui suit",
    DiscrepancyKind.DRAW_VERDICT: "le règlement juge ce tirage autrement",
    DiscrepancyKind.TURN: "le coup n’est pas celui que le journal a tiré",
    DiscrepancyKind.STATE: "le journal dit autre chose",
    DiscrepancyKind.SOLUTIONS: "les solutions ne sont pas celles de cette grille et de ces lettres",
    DiscrepancyKind.NO_SOLUTIONS: "les solutions de ce coup manquent",
    DiscrepancyKind.PROPOSED: "le top proposé n’est pas celui qui suit des solutions",
    DiscrepancyKind.FINAL: "les tops qui finissent la partie ne sont pas ceux-là",
    DiscrepancyKind.PLAYABLE: "ce qui reste à jouer n’est pas ce qui est dit",
    DiscrepancyKind.RETAINED: "le mot retenu n’est pas de ceux que le règlement permet",
    DiscrepancyKind.TOP: "le mot retenu ne vaut pas ces points",
    DiscrepancyKind.VERSION: "une version de cette décision manque",
    DiscrepancyKind.RECEIVED: "ce bulletin n’est pas celui qui a été remis et jugé",
    DiscrepancyKind.KEY: "la décision juge un autre bulletin",
    DiscrepancyKind.ABSENT: "le bulletin jugé n’est pas dans le fichier",
    DiscrepancyKind.UNJUDGED: "ce bulletin compte, et la décision en vigueur en juge un autre",
    DiscrepancyKind.TYPED: "ce n’est pas ainsi que la table a remis, d’après ce qui a été saisi",
    DiscrepancyKind.VERDICT: "le règlement donne un autre verdict",
    DiscrepancyKind.STATUS: "cette décision n’a pas l’état qui suit du verdict",
    DiscrepancyKind.DECISION: "cette décision ne suit ni du verdict ni d’une décision d’arbitre",
    DiscrepancyKind.NO_REASON: "une décision libre n’a pas de motif, et aucune lecture ne la donne",
    DiscrepancyKind.AVERAGE: "cette moyenne ne suit pas de la règle",
    DiscrepancyKind.SLIP: "ce billet n’a pas été imprimé, remis ou demandé comme le journal le dit",
    DiscrepancyKind.SLIP_SANCTION: "le dernier billet ne dit pas la sanction du tableau",
    DiscrepancyKind.SCORE: "cette ligne du tableau ne suit pas des décisions",
    DiscrepancyKind.SCORE_MISSING: "cette décision n’a pas sa ligne au tableau",
    DiscrepancyKind.SCORE_OF_NOBODY: "cette ligne du tableau ne suit d’aucune décision",
    DiscrepancyKind.EXPLANATION: "l’explication n’est pas faite de ces décisions",
    DiscrepancyKind.CONTENDERS: (
        "qui joue cette mort subite, ou en est éliminé, n’est pas ce qui suit du tableau"
    ),
    DiscrepancyKind.STANDING: "ce rang ne suit pas du tableau",
    DiscrepancyKind.STANDING_MISSING: "le classement a une ligne de trop, ou il lui en manque une",
    DiscrepancyKind.MATCH_EVENT: "cela n’a pas pu arriver dans cette partie d’un match",
    DiscrepancyKind.MATCH: "le résultat du match ne suit pas de ses parties",
}
#: Unicode categories of control characters, writing directions and line ends.
_UNPRINTABLE = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_MAX_LENGTH = 120


def _shorten(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _MAX_LENGTH else f"{text[:_MAX_LENGTH]}…"


def escape_unprintable(line: str) -> str:
    """Return ``line`` without characters that would break it, reverse it or control the
    terminal."""
    return "".join(
        character.encode("unicode_escape").decode()
        if category(character) in _UNPRINTABLE
        else character
        for character in line
    )


def _format_discrepancy(discrepancy: Discrepancy, record: ArchiveRecord | None) -> Iterator[str]:
    """Yield member and line, then the stated and the computed value."""
    name = "manifest.json" if discrepancy.member == "manifest" else f"{discrepancy.member}.jsonl"
    where = f"{name}, ligne {discrepancy.line}" if discrepancy.line else name
    description = (
        _describe_row(discrepancy.row, record)
        if record is not None and discrepancy.row is not None
        else ""
    )
    field = f" ({discrepancy.name})" if discrepancy.name else ""
    yield f"✗ {where}{description} : {DESCRIPTIONS[discrepancy.kind]}{field}."
    if discrepancy.stated is not None or discrepancy.computed is not None:
        stated, computed = _shorten(discrepancy.stated), _shorten(discrepancy.computed)
        yield f"    dit : {stated} ; trouvé : {computed}"


def _describe_row(row: Any, record: ArchiveRecord) -> str:
    """Return game, turn and table of a row."""
    game = getattr(row, "game", None)
    ordinal = getattr(row, "turn", getattr(row, "ordinal", None))
    parts = [f"partie {game}"] if game is not None else []
    if isinstance(game, int) and isinstance(ordinal, int):
        parts.append(f"coup {get_turn_number(record, game, ordinal)}")
    if (seq := getattr(row, "seq", None)) is not None and hasattr(row, "chain"):
        parts.append(f"n° {seq} du journal")
    entry = getattr(row, "entry", None)
    if entry in record.entries:
        parts.append(describe_table(record, game or 0, entry))
    return f" – {', '.join(parts)}" if parts else ""


def get_turn_number(record: ArchiveRecord, game: int, ordinal: int) -> str:
    game_record = record.games.get(game)
    turn = game_record.turns.get(ordinal) if game_record else None
    if turn is None:
        return f"{ordinal}"
    suffix = " (annulé)" if turn.row.state == TurnState.CANCELLED else ""
    return f"{turn.row.number}{suffix}"


def describe_table(record: ArchiveRecord, game: int, entry: str) -> str:
    return f"table {record.find_table(game, entry)} ({record.entries[entry].row.name})"


def list_discrepancy_lines(report: Report, record: ArchiveRecord | None) -> Iterator[str]:
    for discrepancy in report.discrepancies:
        yield from _format_discrepancy(discrepancy, record)


def describe_discrepancies(report: Report, record: ArchiveRecord | None) -> Iterator[str]:
    """Yield one printable sentence for each discrepancy."""
    for discrepancy in report.discrepancies:
        parts = [line.strip("✗ ") for line in _format_discrepancy(discrepancy, record)]
        yield escape_unprintable(" ".join(parts))
