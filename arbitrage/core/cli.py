"""The command line of the correction: judges golden cases and counts differing verdicts."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.arguments import FrenchArgumentParser
from engine.regulation.editions import EDITIONS

from .cases import CorrectionCase, compare_verdict, list_case_files, load_cases, to_case_fields
from .correct import correct
from .errors import BadCase
from .verdict import Verdict

DIFFERENT = 1
BAD_INPUT = 2

_PROBLEMS: Mapping[str, str] = {
    "not-found": "fichier ou dossier introuvable",
    "unreadable": "fichier illisible",
    "too-big": "fichier trop gros",
    "not-text": "le fichier n’est pas un texte en UTF-8",
    "not-yaml": "ce n’est pas du YAML (ligne {line})",
    "no-case": "l’élément {number} n’est pas un cas",
    "missing": "cas {case} : « {field} » absent",
    "bad-field": "cas {case} : « {field} » incorrect",
    "bad-value": "cas {case} : {reason}",
    "nothing": "aucun cas de correction",
}
_REASONS: Mapping[str, str] = {
    "bad-sheet": "la partie quadrillée ne contient que des lettres, et « x » dans le masque",
    "sheet-too-large": "le dessin ne tient pas sur la partie quadrillée",
    "unknown_edition": "édition inconnue dans « expected »",
}
_COLUMNS = ("cas", "édition", "points", "sanction", "motifs", "place", "article", "")


@dataclass(frozen=True)
class _Result:
    case: CorrectionCase
    edition: str
    verdict: Verdict
    differences: Mapping[str, tuple[Any, Any]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit code: 0, 1 for an unexpected verdict, 2 for unusable input."""
    options = _build_parser().parse_args(arguments)
    try:
        cases = _load_cases(options.paths)
    except BadCase as error:
        reason = _REASONS.get(str(error.data.get("reason")), "la grille est incorrecte")
        data = {**error.data, "reason": reason}
        sentence = _PROBLEMS[error.problem].format_map(data)
        print(f"{error.data['path']} : {sentence}.", file=sys.stderr)
        return BAD_INPUT
    results = list(_judge_cases(cases, options.edition))
    try:
        for line in _to_json_lines(results) if options.json else _to_table_lines(results):
            print(line)
    except BrokenPipeError:
        # The reader closed the pipe; nothing may be flushed to it any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DIFFERENT if any(result.differences for result in results) else 0


def _build_parser() -> argparse.ArgumentParser:
    parser = FrenchArgumentParser(
        prog="python -m arbitrage.core",
        description="Corrige les bulletins de cas écrits en YAML et compare les verdicts à ceux "
        "qui sont attendus.",
        add_help=False,
        allow_abbrev=False,
    )
    files = parser.add_argument_group("arguments")
    files.add_argument(
        "paths", type=Path, nargs="+", metavar="FICHIER_OU_DOSSIER", help="cas à corriger"
    )
    group = parser.add_argument_group("options")
    group.add_argument("-h", "--help", action="help", help="afficher cette aide")
    group.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        metavar="ÉDITION",
        help="une seule édition : " + ", ".join(EDITIONS) + " (par défaut celles que le cas "
        "attend, ou toutes)",
    )
    group.add_argument(
        "--json", action="store_true", help="écrire un objet JSON par cas et par édition"
    )
    return parser


def _load_cases(paths: Sequence[Path]) -> list[CorrectionCase]:
    """Return the cases of all files. Raise BadCase."""
    cases: list[CorrectionCase] = []
    for path in paths:
        for file in list_case_files(path):
            file_cases = load_cases(file)
            if not file_cases:
                print(f"{file} : {_PROBLEMS['nothing']}, passé.", file=sys.stderr)
            cases.extend(file_cases)
    if not cases:
        raise BadCase("nothing", path=", ".join(map(str, paths)))
    return cases


def _judge_cases(cases: Sequence[CorrectionCase], edition: str | None) -> Iterator[_Result]:
    for case in cases:
        for key in (edition,) if edition else tuple(case.expected) or tuple(EDITIONS):
            verdict = correct(case.position, case.bulletin, EDITIONS[key])
            expected = case.expected.get(key)
            differences = compare_verdict(verdict, expected) if expected is not None else {}
            yield _Result(case, key, verdict, differences)


def _to_json_lines(results: Sequence[_Result]) -> Iterator[str]:
    for result in results:
        line = {"id": result.case.id, "edition": result.edition, **to_case_fields(result.verdict)}
        reason = result.verdict.undecided_reason
        line |= {"eye": result.verdict.needs_arbiter, "undecided": reason.value if reason else None}
        if result.differences:
            line["differs"] = {
                key: {"found": actual, "expected": required}
                for key, (actual, required) in result.differences.items()
            }
        yield json.dumps(line, ensure_ascii=False)


def _to_table_lines(results: Sequence[_Result]) -> Iterator[str]:
    rows = [_COLUMNS, *map(_to_row, results)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()
    compared = sum(result.edition in result.case.expected for result in results)
    different = sum(bool(result.differences) for result in results)
    yield f"Verdicts : {len(results)}, comparés : {compared}, différents : {different}."


def _to_row(result: _Result) -> tuple[str, ...]:
    decision = to_case_fields(result.verdict)
    return (
        result.case.id,
        result.edition,
        str(decision["points"]),
        decision["sanction"],
        ", ".join(decision["motives"]) or "-",
        decision["placement"] or "-",
        decision["article"],
        _format_remarks(result),
    )


def _format_remarks(result: _Result) -> str:
    """Return commission, need of an arbiter, and the expected values that differ."""
    remarks = []
    if result.verdict.commission:
        remarks.append("commission")
    elif result.verdict.needs_arbiter:
        remarks.append("à voir")
    for key, (_, required) in result.differences.items():
        text = ", ".join(required) if isinstance(required, list) else required
        remarks.append(f"≠ {key} : {text}")
    return " ; ".join(remarks)
