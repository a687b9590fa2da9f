"""The file that a centre sends: its archive, and who sends it, signed."""

import io
from uuid import UUID
from zipfile import ZIP_STORED, ZipFile

import msgspec

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.unpacking import raise_error, unpack_members

_ARCHIVE, _HEADER = "archive.duplicata.zip", "envoi.json"
ENVELOPE_SUFFIX = ".envoi.zip"
#: Bytes of an archive, unpacked from its envelope.
MAX_ENVELOPE_SIZE = 64 * 1024**2


class EnvelopeHeader(msgspec.Struct, frozen=True, kw_only=True):
    """``sha256`` of the archive; ``signature``: Ed25519, in hexadecimal digits, of ``message``."""

    event: str
    centre: str
    sha256: str
    signature: str


def build_message(event: str, centre: str, sha256: str) -> bytes:
    """Return what a centre signs."""
    return f"duplicata-envoi-1\n{event}\n{centre}\n{sha256}\n".encode()


def write_envelope(archive: bytes, header: EnvelopeHeader) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_STORED) as envelope:
        envelope.writestr(_ARCHIVE, archive)
        envelope.writestr(_HEADER, msgspec.json.encode(header))
    return file.getvalue()


def read_envelope(content: bytes) -> tuple[bytes, EnvelopeHeader | None]:
    """Return the archive, and its header; the header is None for an archive alone.

    Raise BadArchive for a file that is neither.
    """
    if _HEADER.encode() not in content:
        return content, None
    members = unpack_members(content, MAX_ENVELOPE_SIZE, raise_error, "")
    if set(members) != {_ARCHIVE, _HEADER}:
        return content, None
    try:
        header = msgspec.json.decode(members[_HEADER], type=EnvelopeHeader)
        UUID(header.centre)
        bytes.fromhex(header.signature)
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadArchive("bad-manifest") from error
    return members[_ARCHIVE], header
