"""Pictures of three by two pixels, as browsers encode them."""

from base64 import b64decode

_ENCODED = {
    "image/png": (
        "iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAADklEQVR4AWJiQAIoHAAAAAD//8PeGNkAAAAGSU"
        "RBVAMAAGgABYDMBXkAAAAASUVORK5CYII="
    ),
    "image/jpeg": (
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI//////////////////"
        "//////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////"
        "////////////////////////////////////////wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAA"
        "AAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAA"
        "AAAAAAAAAAD/2gAMAwEAAhEDEQA/AIgAf//Z"
    ),
    "image/webp": (
        "UklGRkYAAABXRUJQVlA4WAoAAAAQAAAAAgAAAQAAQUxQSAcAAAAAAAAAAAAAAFZQOCAYAAAAMAEAnQEqAwACAA"
        "dAliWkAANwAP7vuQAA"
    ),
}
#: By media type.
PICTURES = {kind: b64decode(text) for kind, text in _ENCODED.items()}
