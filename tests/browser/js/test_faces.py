"""The two faces of the product: there without asking the machine, light, figures in columns."""

from pathlib import Path

from tests.browser.js.room import FakeRoom, now
from tests.browser.js.states import public_state
from tests.browser.js.test_screen import open_screen

FONTS = Path(__file__).parents[3] / "static" / "fonts"
#: Bytes of the fonts on a first visit.
MOST = 60_000
NOT_OURS = "Ж"
SIGNS = f"Àâçéèêëîïôûùüÿ Œœ «».… – ’ ▲▼ → ✓ 0123456789 {NOT_OURS}"
#: Widths of each text in the face, and in what stands in for the signs that it lacks.
WIDTHS = """([face, texts, instead]) => {
  const context = document.createElement("canvas").getContext("2d");
  return texts.map((text) => {
    context.font = `${face}, ${instead}`;
    return context.measureText(text).width;
  });
}"""


def test_pages_use_our_fonts_for_every_french_character(room: FakeRoom) -> None:
    page = room.page
    open_screen(room, public_state(11, "revealed", now=now(), left_s=-5))
    page.evaluate("document.fonts.ready")
    loaded = page.evaluate(
        """() => [...document.fonts].filter((face) => face.status === "loaded")
          .map((face) => `${face.family.replaceAll('"', "")} ${face.weight}`).sort()"""
    )
    assert [face for face in loaded if face.startswith("Duplicata")] == [
        "Duplicata Texte 400",
        "Duplicata Texte 600 700",
        "Duplicata Titre 600 700",
    ]
    signs = list(SIGNS.replace(" ", ""))
    for weight in (400, 700):
        face = f'{weight} 100px "Duplicata Texte"'
        widths, others = (
            dict(zip(signs, page.evaluate(WIDTHS, [face, signs, instead]), strict=True))
            for instead in ("monospace", "serif")
        )
        assert len({round(widths[figure], 2) for figure in "0123456789"}) == 1  # in columns
        # A sign of the face is as wide whatever stands behind it.
        assert [sign for sign in signs if widths[sign] != others[sign]] == [NOT_OURS]


def test_the_fonts_of_a_first_visit_are_light() -> None:
    files = [FONTS / name for name in ("texte.woff2", "texte-gras.woff2", "titre.woff2")]
    assert sum(file.stat().st_size for file in files) <= MOST
