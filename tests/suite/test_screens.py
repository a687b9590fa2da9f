"""A picture that is kept catches what a person would see, and no browser's way of smoothing."""

from PIL import Image, ImageDraw, ImageFilter

from tests.rows import every_row
from tests.screens import REFERENCES, SCREENS, SHRUNK, find_difference

MAX_BYTES = 400_000


def screen(*, tile: str = "#fffdf0", indent: int = 0, words: str = "#202020") -> Image.Image:
    """A window with a grid, a tile on it, a card and lines of words."""
    drawn = Image.new("RGB", (1024, 768), "#f8f6f0")
    pen = ImageDraw.Draw(drawn)
    pen.rectangle((40, 80, 640, 680), fill="#a9b9a5")
    pen.rectangle((320, 360, 358, 398), fill=tile, outline="#606060")
    pen.rectangle((680 + indent, 80, 980 + indent, 200), fill="white", outline="#606060")
    for line in range(12):
        for letter in range(30):
            at = 690 + 9 * letter, 240 + 26 * line
            pen.rectangle((*at, at[0] + 5, at[1] + 9), outline=words)
    return drawn


def shrunk(drawn: Image.Image) -> Image.Image:
    return drawn.reduce(SHRUNK)


def test_visible_differences_count_and_smoothing_does_not() -> None:
    reference = shrunk(screen())
    differences = {
        "another colour of one tile": screen(tile="#ffe27a"),
        "a card moved by half a line": screen(indent=8),
        "no words": screen(words="#f8f6f0"),
        "a window of another size": screen().crop((0, 0, 1024, 760)),
    }
    not_seen = {
        "the same": screen(),
        "smoother": screen().filter(ImageFilter.GaussianBlur(0.6)),
        "sharper": screen().filter(ImageFilter.SHARPEN),
        "few colours": screen().quantize(64).convert("RGB"),
    }
    with every_row() as row:
        for name, drawn in differences.items():
            with row(name):
                assert find_difference(shrunk(drawn), reference) is not None
        for name, drawn in not_seen.items():
            with row(name):
                assert find_difference(shrunk(drawn), reference) is None


def test_every_picture_belongs_to_a_screen_and_is_small() -> None:
    files = list(REFERENCES.iterdir())
    assert {file.stem for file in files} == SCREENS
    assert sum(file.stat().st_size for file in files) < MAX_BYTES
