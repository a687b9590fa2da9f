"""A program that reads one document as JSON and writes its PDF, or its first page as a PNG.

It ends after the document, because the library never frees memory
(docs/decisions/papier-en-pdf.md).
"""

import json
import os
import sys
from pathlib import Path

import typst

#: Dots per inch of a picture, so that a point of its template is a pixel.
PPI = 72
#: Niceness: printing must not slow down a turn in play.
NICE = 10


def main() -> int:
    request = json.load(sys.stdin)
    if hasattr(os, "nice"):
        os.nice(NICE)
    root = Path(request["root"])
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=request["fonts"]
    )
    try:
        content = typst.compile(
            root / f"{request['template']}.typ",
            root=root,
            font_paths=fonts,
            sys_inputs={"data": request["data"]},
            format=request["format"],
            ppi=PPI,
            # No accessibility tags: a screen reader has the web page, and without them a ranking
            # of a thousand players is fourteen times smaller.
            pdf_tags=False,
        )
    except typst.TypstError as error:
        sys.stderr.write(f"{error.message}\n{error.diagnostic}")
        return 1
    assert isinstance(content, bytes)
    sys.stdout.buffer.write(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
