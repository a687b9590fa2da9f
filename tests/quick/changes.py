"""The files that a change touches, as git names them."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def ask_git(*arguments: str) -> str | None:
    """Return git's output, None if it fails."""
    done = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else None


def find_base() -> str:
    """Return the commit where this branch left main; on main the last pushed, else the parent."""
    main = ask_git("rev-parse", "--verify", "--quiet", "refs/heads/main") or ask_git(
        "rev-parse", "--verify", "--quiet", "refs/remotes/origin/main"
    )
    head = ask_git("rev-parse", "HEAD")
    if main and main != head and (base := ask_git("merge-base", main, "HEAD")) and base != head:
        return base
    sent = ask_git("rev-parse", "--verify", "--quiet", "refs/remotes/origin/main")
    if sent and sent != head:
        return sent
    return "HEAD~1" if ask_git("rev-parse", "--verify", "--quiet", "HEAD~1") else "HEAD"


def find_changed(since: str | None) -> list[str]:
    """The paths that differ from ``since`` (a revision, or two with ``..`` between them).

    Without one also what is not committed; both names of a file that moved.
    """
    revision = since or find_base()
    named = ask_git("diff", "--name-only", "--no-renames", "-z", revision, "--")
    if named is None:
        raise SystemExit(f"git does not know {revision}")
    paths = set(named.split("\0"))
    if ".." not in revision:
        paths |= set(
            (ask_git("ls-files", "--others", "--exclude-standard", "-z") or "").split("\0")
        )
    return sorted(paths - {""})
