"""A PDF as a printer gets it: its paper, its words, its faces, its ink."""

import re
from collections.abc import Iterator
from functools import cached_property

import pypdfium2 as pdfium
from PIL import Image

#: Points that no printer reaches at the edges, and that scissors take: 4 mm.
EDGE = 11
#: Dots in a point, where ink is looked at.
SCALE = 4
#: Dots in a point of a picture that is looked at as a whole.
WHOLE = 1.6
#: Darker than this is ink.
INK = 128


class Printed:
    def __init__(self, data: bytes) -> None:
        self.document = pdfium.PdfDocument(data)

    @cached_property
    def pages(self) -> list[str]:
        """The words of each page, on one line."""
        read = (page.get_textpage().get_text_range() for page in self.document)
        return [re.sub(r"[\s\u00a0\u202f]+", " ", text.replace("\ufffe", "-")) for text in read]

    def text(self) -> str:
        return "\n".join(self.pages)

    def sizes(self) -> set[tuple[int, int]]:
        """Return the sizes of all pages, in points."""
        sizes = (page.get_size() for page in self.document)
        return {(round(width), round(height)) for width, height in sizes}

    def _texts(self) -> Iterator[tuple[pdfium.PdfPage, pdfium.PdfTextObj]]:
        for page in self.document:
            for element in page.get_objects(filter=[pdfium.raw.FPDF_PAGEOBJ_TEXT], max_depth=5):
                yield page, element

    def faces(self) -> set[str]:
        """The faces, all of them in the file; raises AssertionError for one that is not."""
        fonts = [text.get_font() for _page, text in self._texts()]
        assert all(font.is_embedded for font in fonts)
        return {font.get_base_name().split("+")[-1] for font in fonts}

    def cut_off(self, cells: int = 1) -> list[str]:
        """Words that touch an edge, of the page or of one of ``cells`` each way cut from it."""
        texts = []
        for page, text in self._texts():
            left_edge, bottom, right_edge, top = text.get_bounds()
            for length, low, high in zip(
                page.get_size(), (left_edge, bottom), (right_edge, top), strict=True
            ):
                cell = length / cells
                start = low // cell * cell
                if low < start + EDGE or high > start + cell - EDGE:
                    texts.append(text.extract())
        return texts

    def ink(self, page: int = 0) -> tuple[int, int, bytes]:
        """Width and height in dots, and a byte of grey for each."""
        drawn = self.document[page].render(scale=SCALE, grayscale=True)
        rows = bytes(drawn.buffer)
        lines = (rows[at : at + drawn.width] for at in range(0, len(rows), drawn.stride))
        return drawn.width, drawn.height, b"".join(lines)

    def picture(self, page: int = 0) -> Image.Image:
        drawn: Image.Image = self.document[page].render(scale=WHOLE).to_pil()
        return drawn

    def squares(self, count: int, *, between: tuple[float, float]) -> list[list[bool]]:
        """Return the dark squares within that part of the height of the first page, ``count`` each
        way, as a camera reads a QR code."""
        width, height, dots = self.ink()
        first, last = (round(part * height) for part in between)
        dark = [
            (x, y) for y in range(first, last) for x in range(width) if dots[y * width + x] < INK
        ]
        left_edge, top = min(x for x, _ in dark), min(y for _, y in dark)
        side = (max(x for x, _ in dark) + 1 - left_edge) / count
        middles = [(at + 0.5) * side for at in range(count)]
        return [
            [dots[int(top + y) * width + int(left_edge + x)] < INK for x in middles]
            for y in middles
        ]
