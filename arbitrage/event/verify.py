"""``python -m arbitrage.event.verify FILE``: computes an event again from its archive alone."""

import sys
from argparse import Namespace
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.reading import read_archive
from arbitrage.archive.verify.lexica import Lexica, NoWordListError
from arbitrage.archive.verify.verification import Verification
from arbitrage.event.core.archive_standing import ArchiveStanding, classify_archives
from arbitrage.event.core.comparability import list_objections
from arbitrage.event.core.contribution import Contribution
from arbitrage.event.core.decisions import compute_decisions_in_force
from arbitrage.event.core.event_archive import (
    CentreLine,
    EventContent,
    build_rank_lines,
    read_event_archive,
)
from arbitrage.event.core.extraction import extract_contribution
from arbitrage.event.core.joining import CentreName, join_contributions
from arbitrage.event.core.ranking import rank_joint
from engine.arguments import FrenchArgumentParser
from engine.errors import BadWordList

EXIT_DISCREPANCIES, EXIT_BAD_INPUT = 1, 2


#: Digest of an archive and uid of the centre that sent it, as the host's server sorts them out.
type _Key = tuple[str, str]


class EventVerification:
    """Verifies every archive, and computes which counts, the joint results and the ranking."""

    def __init__(self, event: EventContent, archives: dict[str, bytes], lexica: Lexica) -> None:
        self._event, self._archives, self._lexica = event, archives, lexica
        self._decisions = compute_decisions_in_force(
            (row.kind, row.subject) for row in event.decisions
        )
        self._contributions: dict[_Key, tuple[str, Contribution]] = {}
        self._objected: set[str] = set()

    def run(self) -> Iterator[str]:
        """Yield one sentence for each thing that does not agree. Raise NoWordListError."""
        for centre in self._event.centres:
            for digest in centre.archives:
                yield from self._check_archive(centre, digest)
        standings = classify_archives(
            {
                key: contribution
                for key, contribution in self._contributions.items()
                if key[0] not in self._decisions.set_aside_digests
            }
        )
        counted_contributions: dict[CentreName, Contribution] = {}
        for centre in self._event.centres:
            expected = next(
                (
                    digest
                    for digest in centre.archives
                    if self._counts((digest, centre.uid), standings)
                ),
                None,
            )
            if expected != centre.counted:
                yield f"centre « {centre.name} » : une autre archive devrait compter"
            if expected is not None:
                name = CentreName(centre.uid, centre.name, centre.country)
                counted_contributions[name] = self._contributions[expected, centre.uid][1]
        yield from self._check_ranking(counted_contributions)

    def _check_archive(self, centre: CentreLine, digest: str) -> Iterator[str]:
        content = self._archives.get(digest)
        if content is None or sha256(content).hexdigest() != digest:
            yield f"centre « {centre.name} » : l’archive {digest[:16]} n’est pas dans le fichier"
            return
        try:
            verification = Verification(read_archive(content), self._lexica)
        except BadArchive as error:
            yield f"centre « {centre.name} » : l’archive ne se lit pas ({error.reason})"
            return
        report = verification.run()
        if report.discrepancies or verification.record is None:
            count = len(report.discrepancies)
            yield f"centre « {centre.name} » : l’archive ne se vérifie pas ({count} écarts)"
            return
        objections = list_objections(verification.record, self._event.definition)
        if any(item.is_final for item in objections):
            yield f"centre « {centre.name} » : l’archive n’est pas de cette épreuve"
            return
        if objections:
            self._objected.add(digest)
        contribution = extract_contribution(verification.record, self._event.definition)
        self._contributions[digest, centre.uid] = (centre.uid, contribution)

    def _counts(self, key: _Key, standings: dict[_Key, ArchiveStanding]) -> bool:
        digest = key[0]
        is_objected = digest in self._objected and digest not in self._decisions.counted_digests
        return standings.get(key) is ArchiveStanding.CURRENT and not is_objected

    def _check_ranking(
        self, counted_contributions: dict[CentreName, Contribution]
    ) -> Iterator[str]:
        definition = self._event.definition
        results = join_contributions(
            definition, counted_contributions, self._decisions.excluded_uids
        )
        lines = build_rank_lines(rank_joint(definition, results))
        if len(lines) != len(self._event.ranking):
            yield f"classement : {len(self._event.ranking)} lignes, {len(lines)} attendues"
        for stated, computed in zip(self._event.ranking, lines, strict=False):
            if stated != computed:
                yield f"classement : la ligne de {stated.name} (rang {stated.rank}) ne suit pas"


def main(arguments: list[str] | None = None) -> int:
    options = _parse(arguments)
    try:
        event, archives = read_event_archive(options.file.read_bytes())
        verification = EventVerification(event, archives, Lexica(options.words))
        problems = list(verification.run())
    except (OSError, BadArchive) as error:
        print(f"Ce fichier n’est pas l’archive d’une épreuve ({error}).", file=sys.stderr)
        return EXIT_BAD_INPUT
    except (NoWordListError, BadWordList):
        print("La liste de mots n’est pas ici : donnez-la (--words FICHIER).", file=sys.stderr)
        return EXIT_BAD_INPUT
    for problem in problems:
        print(f"✗ {problem}")
    centres = sum(centre.counted is not None for centre in event.centres)
    print(f"{event.definition.name} : {centres} centres comptés, {len(event.ranking)} classés.")
    print("Tout concorde." if not problems else "Ce fichier ment.")
    return EXIT_DISCREPANCIES if problems else 0


def _parse(arguments: list[str] | None) -> Namespace:
    parser = FrenchArgumentParser(
        prog="python -m arbitrage.event.verify",
        description="Refait une épreuve d’après son archive : chaque archive de centre, les "
        "solos de tous, le classement.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FICHIER", type=Path, help="l’archive de l’épreuve")
    parser.add_argument(
        "--words", metavar="LISTE", type=Path, action="append", default=[],
        help="liste de mots, si ce n’est pas celle du logiciel",
    )  # fmt: skip
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
