"""The compiled word list as a file: a digest, what is small in Python's own marshal format with
the size of it before, then the tables as they lie in memory."""

import contextlib
import hashlib
import marshal
import mmap
import os
import sys
import tempfile
from dataclasses import astuple, dataclass
from itertools import accumulate, pairwise
from pathlib import Path

from engine.lexicon.anagrams import Packed
from engine.lexicon.dawg import Dawg, NumberTable
from engine.lexicon.word_list import Refusal, RefusedLines

_FORMAT = 5
"""To be raised whenever `Compiled` or the letter hashes change."""

_DIGEST = 32
_SIZE = 8
"""Bytes of the number that says how long the part in marshal format is."""

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

    The tables stay in the file, mapped, and every process shares them. marshal may crash on
    damaged data, hence the digest. It guards against accidents, not against somebody who may
    write to the folder.
    """
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # not there, or empty
        return None
    content = memoryview(mapped)
    if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
        return None
    start = _DIGEST + _SIZE + int.from_bytes(content[_DIGEST : _DIGEST + _SIZE])
    count, checksum, refused, others, sizes = marshal.loads(content[_DIGEST + _SIZE : start])  # noqa: S302 - our own file, digest checked
    if sys.platform != "win32":  # what the digest went through: most of it is not needed
        mapped.madvise(mmap.MADV_DONTNEED)
    ends = list(accumulate(sizes, initial=start))
    tables = (content[first:end] for first, end in pairwise(ends))
    nodes = next(tables).cast("I")
    anagrams = {
        length: Packed(
            length,
            next(tables).cast("Q"),
            next(tables),
            more,
            next(tables).cast("I"),
            next(tables),
        )
        for length, more in others.items()
    }
    lines, first = refused
    told = RefusedLines(lines, tuple(Refusal(*refusal) for refusal in first))
    return Compiled(Dawg(nodes), count, checksum, anagrams, told)


def write(path: Path, compiled: Compiled) -> None:
    """Keep `compiled` for the next process; a folder that cannot be written is no error."""
    tables = [compiled.dawg.nodes.tobytes()]
    for packed in compiled.anagrams.values():
        tables += [table.tobytes() for table in _tables(packed)]
    header = marshal.dumps(
        (
            compiled.count,
            compiled.checksum,
            astuple(compiled.refused),
            {length: packed.others for length, packed in compiled.anagrams.items()},
            list(map(len, tables)),
        )
    )
    payload = b"".join([len(header).to_bytes(_SIZE), header, *tables])
    put(path, hashlib.sha256(payload).digest() + payload)


def _tables(packed: Packed) -> tuple[NumberTable, ...]:
    return packed.sums, packed.words, packed.lacking, packed.sets


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
