"""A browser that takes pictures of fixed sizes, in light colours and in French."""

import shutil
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import Self

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    # The same font rendering on every machine.
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--force-color-profile=srgb",
    "--lang=fr-FR",
]
#: Width and height in pixels.
type Size = tuple[int, int]
LAPTOP: Size = (1366, 768)
TABLET: Size = (1024, 768)
PHONE: Size = (390, 844)
TIMEOUT_MS = 60_000
#: Maximum size of one picture.
MAX_BYTES = 120 * 1024
#: Tried in this order until the picture is small enough.
COLOURS = (256, 128, 64, 32)


class Camera:
    """Opens pages of ``url`` and writes pictures of them into ``folder``."""

    def __init__(self, url: str, folder: Path, names: Collection[str] = ()) -> None:
        """``names``: the pictures to write; all if empty."""
        self.url = url
        self._folder = folder
        self._names = names
        self._playwright = sync_playwright().start()
        path = next(filter(None, map(shutil.which, BROWSERS)), None)
        self._browser = self._playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        expect.set_options(timeout=TIMEOUT_MS)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._browser.close()
        self._playwright.stop()

    def open_page(self, size: Size, path: str = "/") -> Page:
        """Return a page in a new browser context, signed out."""
        width, height = size
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            locale="fr-FR",
            timezone_id="Europe/Paris",
            color_scheme="light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.goto(self.url + path)
        return page

    def sign_in(self, size: Size, link: str) -> Page:
        """Return a page signed in by ``link``, at the address it leads to."""
        page = self.open_page(size, link)
        page.get_by_role("button", name="Se connecter").click()
        page.wait_for_url(lambda address: "/accounts/" not in address)
        return page

    def take(self, page: Page, name: str) -> None:
        """Write a picture of the window; the caller has waited for its content."""
        if self._names and name not in self._names:
            return
        page.wait_for_load_state()
        page.mouse.move(0, 0)  # elements under the mouse look different
        page.evaluate("document.fonts.ready.then(() => null)")
        screenshot = page.screenshot(animations="disabled", caret="hide", scale="css")
        written = compress(Image.open(BytesIO(screenshot)))
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / f"{name}.png").write_bytes(written)
        print(f"{name}.png  {len(written) / 1024:.0f} Ko", flush=True)


def compress(picture: Image.Image) -> bytes:
    """Return the PNG, with the most colours that keep it below ``MAX_BYTES``. Raise ValueError if
    none does."""
    full = picture.convert("RGB")
    for colours in COLOURS:
        reduced = full.quantize(  # the colour of most pixels stays exactly what it is
            colours, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE
        )
        written = BytesIO()
        reduced.save(written, format="PNG", optimize=True)
        if written.tell() <= MAX_BYTES:
            return written.getvalue()
    raise ValueError(f"{written.tell()} bytes, with {colours} colours")
