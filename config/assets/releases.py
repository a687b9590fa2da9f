"""Static files of earlier releases, which open pages request during an upgrade."""

import json
import re
from pathlib import Path

MANIFEST = "staticfiles.json"
#: The files of the releases whose files are served, the newest first: this one, one that may have
#: been prepared and given up, and the one that was running.
RELEASES = "releases.json"
SERVED_RELEASES = 3
_HASHED = re.compile(r"\.[0-9a-f]{12}\.")
_COMPRESSED = (".gz", ".br")


def delete_older_files(root: Path) -> int:
    """Delete hashed files that neither this release nor the two before have; return their number.

    To be called once this release's files are collected. The first time, nothing is deleted: the
    files of the release before are not known.
    """
    is_first_time = not (root / RELEASES).exists()
    releases = _read_releases(root)
    if is_first_time:
        return 0
    needed = {name for release in releases for name in release}
    unneeded = [path for path in root.rglob("*") if _is_unneeded(path, root, needed)]
    for path in unneeded:
        path.unlink()
    return len(unneeded)


def _read_releases(root: Path) -> list[list[str]]:
    """Return the files by release, this one added, and store them."""
    current = sorted(json.loads((root / MANIFEST).read_text())["paths"].values())
    file = root / RELEASES
    earlier = json.loads(file.read_text()) if file.exists() else []
    releases = [current, *(release for release in earlier if release != current)]
    releases = releases[:SERVED_RELEASES]
    temporary = file.with_suffix(".new")
    temporary.write_text(json.dumps(releases))
    temporary.replace(file)
    return releases


def _is_unneeded(path: Path, root: Path, needed: set[str]) -> bool:
    name = path.relative_to(root).as_posix()
    for suffix in _COMPRESSED:
        name = name.removesuffix(suffix)
    return path.is_file() and bool(_HASHED.search(path.name)) and name not in needed
