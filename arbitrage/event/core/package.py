"""The package of one centre: what the event plays, sealed, and what the centre needs to take part.

A zip: ``package.json`` in canonical form, ``signature`` of its bytes by the host (Ed25519), and
``games/N.sealed``, the sealed games, named in the first by their digest. The key is not in it.
"""

import io
from hashlib import sha256
from uuid import UUID
from zipfile import ZIP_STORED, ZipFile

import msgspec

from arbitrage.archive.core.errors import BadArchive
from arbitrage.archive.core.unpacking import raise_error, unpack_members
from arbitrage.event.core.definition import EventDefinition
from tournament.core.canonical import from_utc_text, to_canonical
from tournament.core.errors import BadSetting
from tournament.core.ranking.specification import RankingSettings

FORMAT, VERSION = "duplicata-paquet", 1
PACKAGE_SUFFIX = ".paquet.zip"
MAX_PACKAGE = 16 * 1024**2
#: Bytes of an Ed25519 key, characters of a token, maximum of a stored number.
_KEY_SIZE, _TOKEN_LENGTH, _MAX_STORED_NUMBER = 32, 64, 32_767
#: The character that no text of the database has, as JSON writes it.
_NUL = b"\\u0000"
_CONTENT, _SIGNATURE, _GAME = "package.json", "signature", "games/{}.sealed"


class PackageCentre(msgspec.Struct, frozen=True, kw_only=True):
    """``token``: for the host's server; ``signing_key``: Ed25519, in hexadecimal digits."""

    uid: str
    name: str
    country: str
    time_zone: str
    token: str
    signing_key: str


class PackageContent(msgspec.Struct, frozen=True, kw_only=True):
    """``host``: address of the host's server, empty without one; ``host_key``: its Ed25519 public
    key; ``lexicon_name``: as the host calls it; ``ciphertexts``: digests by number of the game;
    ``openings``: how many times the centre may open a game, in another tournament each time."""

    format: str
    version: int
    made_at: str
    definition: EventDefinition
    centre: PackageCentre
    lexicon_name: str
    host: str
    host_key: str
    ciphertexts: dict[str, str]
    openings: int = 1


class SignedPackage(msgspec.Struct, frozen=True, kw_only=True):
    """``signed_bytes``: the bytes that ``signature`` is of; ``games``: ciphertexts by number."""

    content: PackageContent
    signed_bytes: bytes
    signature: bytes
    games: dict[int, bytes]


def digest_games(games: dict[int, bytes]) -> dict[str, str]:
    return {str(number): sha256(content).hexdigest() for number, content in games.items()}


def encode_content(content: PackageContent) -> bytes:
    """Return the bytes that the host signs."""
    return f"{to_canonical(msgspec.to_builtins(content))}\n".encode()


def write_package(signed_bytes: bytes, signature: bytes, games: dict[int, bytes]) -> bytes:
    file = io.BytesIO()
    with ZipFile(file, "w", ZIP_STORED) as package:
        package.writestr(_CONTENT, signed_bytes)
        package.writestr(_SIGNATURE, signature.hex())
        for number, ciphertext in sorted(games.items()):
            package.writestr(_GAME.format(number), ciphertext)
    return file.getvalue()


def _check_content(content: PackageContent, written: bytes) -> None:
    """Raise ValueError, LookupError or TypeError for values that cannot be stored or played."""
    definition, terms = content.definition, content.definition.terms
    for uid in (content.centre.uid, definition.uid):
        UUID(uid)
    for moment in (content.made_at, definition.ends_at, *(g.opens_at for g in definition.games)):
        from_utc_text(moment)
    keys = [bytes.fromhex(key) for key in (content.host_key, content.centre.signing_key)]
    numbers = [game.number for game in definition.games]
    RankingSettings.from_json(terms.ranking)
    texts = (content.centre.name, definition.name, content.centre.token)
    is_valid = (
        _NUL not in written
        and {len(key) for key in keys} == {_KEY_SIZE}
        and len(numbers) == len(set(numbers)) > 0
        and all(0 < number <= _MAX_STORED_NUMBER for number in numbers)
        and all(
            0 <= value <= _MAX_STORED_NUMBER
            for value in (terms.solo_points or 0, terms.solo_players or 0)
        )
        and all(text.strip() for text in texts)
        and len(content.centre.token) <= _TOKEN_LENGTH
    )
    if not is_valid:
        raise ValueError("values out of range")


def read_package(file: bytes) -> SignedPackage:
    """Return the package; the caller checks its signature. Raise BadSetting."""
    try:
        members = unpack_members(file, MAX_PACKAGE, raise_error, "")
    except BadArchive as error:
        raise BadSetting("package-damaged") from error
    if _CONTENT not in members or _SIGNATURE not in members:
        raise BadSetting("package-of-another-installation")
    try:
        content = msgspec.json.decode(members[_CONTENT], type=PackageContent)
        _check_content(content, members[_CONTENT])
        signature = bytes.fromhex(members[_SIGNATURE].decode())
        games = {
            sealed.number: members[_GAME.format(sealed.number)]
            for sealed in content.definition.games
        }
    except (msgspec.MsgspecError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise BadSetting("package-damaged") from error
    if content.format != FORMAT or content.version != VERSION:
        raise BadSetting("package-of-another-installation")
    if digest_games(games) != content.ciphertexts:
        raise BadSetting("package-damaged")
    return SignedPackage(
        content=content, signed_bytes=members[_CONTENT], signature=signature, games=games
    )
