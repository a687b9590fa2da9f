"""Areas of the product with their modules, tests that judge a mutant, and hashes of the tree.

Results of one content of the tree are not valid for another.
"""

import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Patterns from the root of the tree; a module that two areas name belongs to the first.
AREAS = {
    "scoreboard": """
        tournament/services/play/scoreboard.py tournament/core/standings.py
        tournament/core/game_results.py tournament/core/average.py
        tournament/queries/results/standings.py arbitrage/services/averages.py
        arbitrage/queries/averages.py arbitrage/core/scoring.py""",
    "draw": """
        engine/rules/draw.py engine/rules/bag.py engine/rules/remainder.py engine/rules/ending.py
        tournament/core/draw_proof.py tournament/services/play/draws.py
        tournament/services/play/turns.py tournament/services/play/top_withdrawal.py""",
    "hand-in": """
        tournament/core/bulletin_limits.py tournament/core/files/spreadsheets.py
        tournament/services/hand_in/*.py tournament/queries/results/hand_ins.py
        arbitrage/services/late_bulletins.py arbitrage/services/receipts.py
        tournament/services/play/receipts.py""",
    "clock": """
        tournament/queries/clock.py tournament/queries/playing_time.py
        tournament/services/play/closing.py tournament/services/timekeeping.py
        tournament/services/play/playing_time.py tournament/services/play/interruptions.py
        tournament/live/timer.py tournament/classic/core/clock.py
        tournament/classic/core/expiry.py""",
    "classic match": """
        tournament/classic/core/*.py tournament/classic/services/*.py engine/rules/classic/*.py
        arbitrage/classic/services/*.py""",
    "permissions": """
        tournament/queries/access.py tournament/views/shortcuts.py tournament/views/fair_play.py
        tournament/views/public/access.py tournament/views/device.py
        tournament/protocol/admission.py tournament/protocol/tokens.py
        tournament/services/accounts/staff.py tournament/services/play/playing_judge.py
        tournament/services/accounts/table_sign_in.py arbitrage/views/case_readers.py
        arbitrage/queries/blinding.py""",
    "live state": """
        tournament/protocol/*.py tournament/live/*.py tournament/core/states.py
        tournament/services/play/transitions.py tournament/queries/position.py""",
    "ranking": """
        tournament/core/ranking/*.py tournament/queries/results/ranking.py
        tournament/queries/results/ranking_sums.py tournament/services/ranking.py
        tournament/core/mort_subite.py tournament/core/people/ages.py""",
    "archive": """
        arbitrage/archive/verify/*.py arbitrage/archive/core/*.py arbitrage/archive/queries/*.py
        arbitrage/archive/services/*.py arbitrage/archive/services/restoring/*.py
        arbitrage/services/journal_digests.py tournament/core/chain.py
        tournament/core/canonical.py""",
    "correction": """
        arbitrage/core/rules/*.py arbitrage/core/*.py arbitrage/services/correction.py
        arbitrage/services/rulings.py arbitrage/services/posting.py
        arbitrage/services/referral.py""",
}
#: Programs of the command line: only tests that start a process run them.
EXCLUDED_MODULES = {"arbitrage/core/cli.py", "arbitrage/core/__main__.py"}
EXCLUDED_MODULES |= {"arbitrage/archive/verify/cli.py"}
#: Folders whose tests may judge a mutant.
TEST_FOLDERS = (
    "tests/tournament", "tests/arbitrage", "tests/cases",
    "tests/engine/rules", "tests/engine/record", "tests/engine/board",
)  # fmt: skip
#: Tests that ask for one of these run the product in another process, unmutated.
OTHER_PROCESS_FIXTURES = {"browser", "page", "context", "new_context", "playwright", "collected"}
OTHER_PROCESS_FIXTURES |= {"live_stack", "_stack", "web", "webs", "_servers"}
PRODUCT_FOLDERS = ("arbitrage", "cases", "config", "engine", "templates", "tournament")


def list_modules(root: Path = ROOT) -> dict[str, str]:
    """Return the area of each module, by its path from the root."""
    areas: dict[str, str] = {}
    for area, patterns in AREAS.items():
        for pattern in patterns.split():
            for path in sorted(root.glob(pattern)):
                areas.setdefault(path.relative_to(root).as_posix(), area)
    return {path: area for path, area in areas.items() if path not in EXCLUDED_MODULES}


def hash_shared() -> str:
    """Return the hash of the product and of the tests' shared modules, without test files."""
    contents = (Path(__file__).with_name(name).read_bytes() for name in ("coverage.py", "areas.py"))
    digest = hashlib.sha256(b"".join(contents))
    digest.update(
        repr((sorted(list_modules()), TEST_FOLDERS, sorted(OTHER_PROCESS_FIXTURES))).encode()
    )
    for folder in (*PRODUCT_FOLDERS, "tests"):
        _add_folder(digest, folder, tests=False)
    return digest.hexdigest()[:16]


def hash_whole() -> str:
    """Return the hash of the product and of all tests."""
    digest = hashlib.sha256(hash_shared().encode())
    _add_folder(digest, "tests", tests=True)
    return digest.hexdigest()[:16]


def _add_folder(digest: "hashlib._Hash", folder: str, *, tests: bool) -> None:
    for path in sorted((ROOT / folder).rglob("*")):
        is_test = folder == "tests" and path.match("test_*.py")
        if is_test == tests and path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
