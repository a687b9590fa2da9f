"""A program: one document in, as JSON, its PDF out. It ends with the document, for the library
keeps in memory all that it has ever set (docs/decisions/papier-en-pdf.md)."""

import json
import os
import sys
from pathlib import Path

import typst

#: How far behind a turn that is being played.
NICE = 10


def main() -> int:
    asked = json.load(sys.stdin)
    if hasattr(os, "nice"):
        os.nice(NICE)
    root = Path(asked["root"])
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=asked["fonts"]
    )
    try:
        pdf = typst.compile(
            root / f"{asked['template']}.typ",
            root=root,
            font_paths=fonts,
            sys_inputs={"data": asked["data"]},
            # For the eyes only: who has a page read aloud has the page itself, and a ranking of a
            # thousand is fourteen times lighter.
            pdf_tags=False,
        )
    except typst.TypstError as error:
        sys.stderr.write(f"{error.message}\n{error.diagnostic}")
        return 1
    assert isinstance(pdf, bytes)
    sys.stdout.buffer.write(pdf)
    return 0


if __name__ == "__main__":
    sys.exit(main())
