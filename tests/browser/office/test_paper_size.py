"""Printed pages have the size of the tournament's paper."""

import re

from tests.browser.office.desks import OfficePage
from tests.rows import every_row
from tournament.core.states import PaperSize
from tournament.models import Tournament

#: In points, a 72nd of an inch.
SIZES = {PaperSize.A4: (595, 842), PaperSize.LETTER: (612, 792)}


def test_every_page_is_printed_on_the_paper_of_the_tournament(office: OfficePage) -> None:
    with every_row() as row:
        for paper, size in SIZES.items():
            Tournament.objects.update(paper=paper)
            for name in ("public-ranking", "journal-print"):
                with row(f"{name} {paper}"):
                    printed = office.open(name).pdf(prefer_css_page_size=True)
                    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", printed)
                    assert {(round(float(w)), round(float(h))) for w, h in boxes} == {size}
