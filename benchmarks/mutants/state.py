"""Names for the content of the tree: what was found of one content is true of no other."""

import hashlib
from pathlib import Path

from benchmarks.mutants.areas import FOLDERS, OTHER_PROCESSES, ROOT, modules

PRODUCT = ("arbitrage", "cases", "config", "engine", "templates", "tournament")


def name_shared() -> str:
    """Of the product and what tests share, without the files of tests themselves."""
    own = (Path(__file__).with_name(name).read_bytes() for name in ("covering.py", "state.py"))
    digest = hashlib.sha256(b"".join(own))
    digest.update(repr((sorted(modules()), FOLDERS, sorted(OTHER_PROCESSES))).encode())
    for folder in (*PRODUCT, "tests"):
        _add(digest, folder, tests=False)
    return digest.hexdigest()[:16]


def name_whole() -> str:
    """Of the product and all tests."""
    digest = hashlib.sha256(name_shared().encode())
    _add(digest, "tests", tests=True)
    return digest.hexdigest()[:16]


def _add(digest: "hashlib._Hash", folder: str, *, tests: bool) -> None:
    for path in sorted((ROOT / folder).rglob("*")):
        is_test = folder == "tests" and path.match("test_*.py")
        if is_test == tests and path.is_file() and "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
