"""The code with which the first account of an installation is made in a browser.

It follows from the installation's secret, so that the program that prints it needs no database.
"""

import base64
import hmac

_LABEL = b"duplicata-first-account-1"
_BYTES = 10
_GROUP = 4


def compute_first_code(secret_key: str) -> str:
    """Return the code, in groups of four letters and digits."""
    digest = hmac.digest(secret_key.encode(), _LABEL, "sha256")
    text = base64.b32encode(digest[:_BYTES]).decode()
    return "-".join(text[start : start + _GROUP] for start in range(0, len(text), _GROUP))


def is_first_code(typed: str, secret_key: str) -> bool:
    """Return True if it is the code; case, spaces and hyphens do not count."""
    typed_code = "".join(filter(str.isalnum, typed)).upper().encode()
    return hmac.compare_digest(typed_code, compute_first_code(secret_key).replace("-", "").encode())
