"""The kinds of squares of a grid differ in grey and for who sees no green, in both themes."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from tests.browser.contrast import compute_contrast, linearise

TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
KINDS = ("square", "premium-2l", "premium-3l", "premium-2w", "premium-3w")
#: Ratios of WCAG: of a plain square to a double one, of two kinds, of a label to its square.
MIN_DOUBLE, MIN_GREY, MIN_LABEL = 1.6, 1.2, 4.5
#: Distance in CIELAB (1976); about 2 is the least that is seen.
MIN_DISTANCE = 18.0
#: Machado, Oliveira and Fernandes 2009: deuteranopia, severity 1, on linear RGB.
DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
#: Linear RGB to XYZ, each divided by the white of D65.
XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)
type Triple = tuple[float, float, float]
type Matrix = tuple[Triple, Triple, Triple]


def read_colours(theme: int) -> dict[str, str]:
    """Return the colours of the theme 0 (light) or 1 (dark) by name, as ``rgb(1, 2, 3)``."""
    pair = re.compile(r"--([\w-]+): var\(--light, #(\w{6})\) var\(--dark, #(\w{6})\);")
    single = re.compile(r"--([\w-]+): #(\w{6});")
    text = TOKENS.read_text()
    codes = dict(single.findall(text))
    codes |= {name: both[theme] for name, *both in pair.findall(text)}
    return {
        name: f"rgb({int(code[:2], 16)}, {int(code[2:4], 16)}, {int(code[4:], 16)})"
        for name, code in codes.items()
    }


def multiply(matrix: Matrix, vector: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def simulate_deuteranopia(colour: str) -> Triple:
    """Return the colour in CIELAB as it is seen without green cones."""
    r, g, b = (min(1.0, max(0.0, part)) for part in multiply(DEUTERANOPIA, linearise(colour)))
    x, y, z = (
        part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
        for part in multiply(XYZ, (r, g, b))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def compute_distance(first: str, other: str) -> float:
    """Return how different both colours are without green cones."""
    return math.dist(simulate_deuteranopia(first), simulate_deuteranopia(other))


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_kinds_of_squares_differ_in_grey_and_without_green(theme: int) -> None:
    colours = read_colours(theme)
    similar_pairs = [
        (first, other)
        for first, other in combinations(KINDS, 2)
        if compute_contrast(colours[first], colours[other]) < MIN_GREY
        or compute_distance(colours[first], colours[other]) < MIN_DISTANCE
    ]
    doubles = [compute_contrast(colours["square"], colours[name]) for name in KINDS[1::2]]
    labels = {name: compute_contrast(colours[name], colours[f"{name}-ink"]) for name in KINDS[1:]}
    assert similar_pairs == []
    assert min(doubles) >= MIN_DOUBLE
    assert min(labels.values()) >= MIN_LABEL, labels
