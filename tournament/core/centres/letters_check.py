"""Four letters by which the letters of a turn, given by telephone, are checked.

The same computation is in ``static/js/centres/letters_check.js``: a centre without network makes it
on its own page. It finds a wrong letter, a missing one and another turn; it keeps no secret.
"""

#: Letters that are not confused by telephone: no M and N, B and P, D and T.
CHECK_ALPHABET = "ACFGHIJKLNORSTUVXZ"
CHECK_LENGTH = 4
_FACTOR = 31
_MODULUS = len(CHECK_ALPHABET) ** CHECK_LENGTH


def compute_check(turn: int, letters: str) -> str:
    """Return the check of the ``letters``, in any order, of the turn with this number."""
    value = turn
    for letter in sorted(letters):
        value = (value * _FACTOR + ord(letter)) % _MODULUS
    text = ""
    for _ in range(CHECK_LENGTH):
        value, index = divmod(value, len(CHECK_ALPHABET))
        text += CHECK_ALPHABET[index]
    return text
