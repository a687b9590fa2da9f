"""Keys: words that open a sealed game (Fernet), and pairs that sign files (Ed25519).

Nothing is invented here: ``cryptography`` encrypts and signs, and ``mnemonic`` turns 128 bits of
chance into twelve words of the French list of BIP39, whose checksum finds a word misheard.
"""

from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from mnemonic import Mnemonic

from engine.board.letters import remove_accents
from tournament.core.errors import BadSetting

#: Bits of chance in a key, and the words that write them.
KEY_BITS, KEY_WORDS = 128, 12
_FINGERPRINT_DIGITS = 16

_mnemonic = Mnemonic("french")
_words = {remove_accents(word).lower(): word for word in _mnemonic.wordlist}
#: Says what a key is derived for.
_PURPOSE = b"duplicata-epreuve-1"


class SigningKeys(NamedTuple):
    """Raw Ed25519 keys."""

    private: bytes
    public: bytes


def make_key_words() -> str:
    """Return a new key as words without accents, separated by spaces."""
    return " ".join(remove_accents(word).lower() for word in _mnemonic.generate(KEY_BITS).split())


def read_key_words(typed_words: str) -> str:
    """Return the key that was typed or heard, as ``make_key_words`` writes it.

    Raise BadSetting that names the word that is in no list, or if the checksum does not hold.
    """
    words = remove_accents(typed_words).lower().replace(",", " ").split()
    unknown = next((word for word in words if word not in _words), None)
    if unknown is not None:
        raise BadSetting("key-word-unknown", word=unknown[:30], position=words.index(unknown) + 1)
    if len(words) != KEY_WORDS:
        raise BadSetting("key-word-count", count=len(words), expected=KEY_WORDS)
    if not _mnemonic.check(" ".join(_words[word] for word in words)):
        raise BadSetting("key-words-do-not-agree")
    return " ".join(words)


def encrypt(content: bytes, key_words: str) -> bytes:
    """Return ``content`` encrypted, as a Fernet token that only the key opens."""
    return _build_fernet(key_words).encrypt(content)


def decrypt(ciphertext: bytes, key_words: str) -> bytes:
    """Return the decrypted ``ciphertext``. Raise BadSetting for the key of another game."""
    try:
        return _build_fernet(key_words).decrypt(ciphertext)
    except InvalidToken as error:
        raise BadSetting("key-of-another-game") from error


def _build_fernet(key_words: str) -> Fernet:
    """Return the cipher of the key: its 128 bits of chance need no slow derivation."""
    entropy = bytes(_mnemonic.to_entropy([_words[word] for word in key_words.split()]))
    derivation = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE)
    return Fernet(urlsafe_b64encode(derivation.derive(entropy)))


def make_signing_keys() -> SigningKeys:
    key = Ed25519PrivateKey.generate()
    return SigningKeys(key.private_bytes_raw(), key.public_key().public_bytes_raw())


def sign(private_key: bytes, message: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(private_key).sign(message)


def format_fingerprint(public_key: bytes) -> str:
    """Return a short digest of the key, for two people to compare by telephone."""
    digits = sha256(public_key).hexdigest()[:_FINGERPRINT_DIGITS]
    return " ".join(digits[index : index + 4] for index in range(0, _FINGERPRINT_DIGITS, 4))


def is_signed(public_key: bytes, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
