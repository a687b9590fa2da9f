"""The compiled word list as a file: a digest, then the lists in Python's own marshal format."""

import contextlib
import hashlib
import marshal
import os
import sys
import tempfile
from array import array
from dataclasses import astuple, dataclass
from pathlib import Path

from engine.lexicon.anagrams import Packed
from engine.lexicon.dawg import Dawg
from engine.lexicon.word_list import Refusal, RefusedLines

_FORMAT = 3
"""To be raised whenever `Compiled` or the letter hashes change."""

BUILDING = "building-"
"""How the name of a file begins until it is whole; a process that is killed leaves it there."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """`anagrams` by length of word; `refused`: the lines of the list that are no words."""

    dawg: Dawg
    count: int
    checksum: str
    anagrams: dict[int, Packed]
    refused: RefusedLines


def path_for(content: bytes, cache_dir: Path) -> Path:
    """Where the compiled form of that word list belongs."""
    digest = hashlib.sha256(content).hexdigest()[:32]
    name = f"{digest}-{_FORMAT}-{sys.implementation.cache_tag}-{sys.byteorder}.lexicon"
    return cache_dir / name


def read(path: Path) -> Compiled | None:
    """What `write` put there; None if it is missing, cut short or altered.

    marshal may crash on damaged data, hence the digest. It guards against accidents, not against
    somebody who may write to the folder.
    """
    try:
        content = memoryview(path.read_bytes())
    except OSError:
        return None
    digest, payload = content[:32], content[32:]
    if hashlib.sha256(payload).digest() != digest:
        return None
    nodes, count, checksum, anagrams, refused = marshal.loads(payload)  # noqa: S302 - our own file, digest checked
    lines, first = refused
    told = RefusedLines(lines, tuple(Refusal(*refusal) for refusal in first))
    return Compiled(Dawg(array("I", nodes)), count, checksum, anagrams, told)


def write(path: Path, compiled: Compiled) -> None:
    """Keep `compiled` for the next process; a folder that cannot be written is no error."""
    payload = marshal.dumps(
        (
            compiled.dawg.nodes.tobytes(),
            compiled.count,
            compiled.checksum,
            compiled.anagrams,
            astuple(compiled.refused),
        )
    )
    put(path, hashlib.sha256(payload).digest() + payload)


def put(path: Path, content: bytes) -> None:
    """Put a file in place in one step, whoever else does the same.

    A folder that cannot be written or a full disk is no error, and leaves nothing behind.
    """
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=BUILDING, delete=False) as file:
            temporary = file.name
            os.fchmod(file.fileno(), 0o644)  # web and worker may run as different users
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
