"""The compiled word list as a file: a digest, the size of a header, the header in Python's marshal
format, then the tables as they lie in memory."""

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

from engine.lexicon.anagrams import LengthTables
from engine.lexicon.dawg import Dawg, NumberTable
from engine.lexicon.word_list import Refusal, RefusedLines

_FORMAT = 6
"""To be raised whenever `CompiledLexicon`, the letter hashes or the reading of lists change."""

_DIGEST_BYTES = 32
_SIZE_BYTES = 8
"""Bytes of the number that says how long the header is."""

BUILDING_PREFIX = "building-"
"""Prefix of the name of a file until it is complete; a process that is killed leaves it there."""


@dataclass(frozen=True, slots=True)
class CompiledLexicon:
    """`tables`: by length of word; `refused`: the lines of the list that are not words."""

    dawg: Dawg
    count: int
    checksum: str
    tables: dict[int, LengthTables]
    refused: RefusedLines


def build_path(content: bytes, cache_dir: Path) -> Path:
    """Return the path of the compiled form of that word list."""
    digest = hashlib.sha256(content).hexdigest()[:32]
    name = f"{digest}-{_FORMAT}-{sys.implementation.cache_tag}-{sys.byteorder}.lexicon"
    return cache_dir / name


def read(path: Path) -> CompiledLexicon | None:
    """Return what `write` stored; None if it is missing, cut short or altered.

    The tables stay in the file, mapped, and all processes share them. marshal may crash on
    damaged data, hence the digest. It guards against accidents, not against an attacker who can
    write to the folder.
    """
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # missing, or empty
        return None
    content = memoryview(mapped)
    if hashlib.sha256(content[_DIGEST_BYTES:]).digest() != content[:_DIGEST_BYTES]:
        return None
    header_start = _DIGEST_BYTES + _SIZE_BYTES
    header_end = header_start + int.from_bytes(content[_DIGEST_BYTES:header_start])
    header = content[header_start:header_end]
    count, checksum, refused, others, sizes = marshal.loads(header)  # noqa: S302 - our own file, digest checked
    if sys.platform != "win32":  # release the pages that the digest read: most are not needed
        mapped.madvise(mmap.MADV_DONTNEED)
    bounds = accumulate(sizes, initial=header_end)
    parts = (content[start:end] for start, end in pairwise(bounds))
    nodes = next(parts).cast("I")
    tables = {
        length: LengthTables(
            length,
            next(parts).cast("Q"),
            next(parts),
            other_words,
            next(parts).cast("I"),
            next(parts),
        )
        for length, other_words in others.items()
    }
    refused_count, first_refusals = refused
    refused_lines = RefusedLines(
        refused_count, tuple(Refusal(*refusal) for refusal in first_refusals)
    )
    return CompiledLexicon(Dawg(nodes), count, checksum, tables, refused_lines)


def write(path: Path, compiled: CompiledLexicon) -> None:
    """Store `compiled` for the next process; a folder that cannot be written is no error."""
    parts = [compiled.dawg.nodes.tobytes()]
    for tables in compiled.tables.values():
        parts += [table.tobytes() for table in _list_number_tables(tables)]
    header = marshal.dumps(
        (
            compiled.count,
            compiled.checksum,
            astuple(compiled.refused),
            {length: tables.others for length, tables in compiled.tables.items()},
            list(map(len, parts)),
        )
    )
    payload = b"".join([len(header).to_bytes(_SIZE_BYTES), header, *parts])
    write_file(path, hashlib.sha256(payload).digest() + payload)


def _list_number_tables(tables: LengthTables) -> tuple[NumberTable, ...]:
    """Return the tables in their order in the file."""
    return tables.sums, tables.words, tables.completing, tables.bit_sets


def write_file(path: Path, content: bytes) -> None:
    """Put a file in place in one step, even if other processes do the same.

    A folder that cannot be written or a full disk is no error, and leaves no partial file.
    """
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=BUILDING_PREFIX, delete=False
        ) as file:
            temporary = file.name
            os.fchmod(file.fileno(), 0o644)  # web and worker may run as different users
            file.write(content)
        os.replace(temporary, path)
    except OSError:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
