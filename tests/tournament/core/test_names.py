"""Names written one below the other, as people write them."""

from tests.rows import every_row
from tournament.core.people.names import fold_name, read_names, shorten_name, split_name

WRITTEN = {
    "Norvège": ("Norvège", ""),
    "Norvège Anne": ("Norvège", "Anne"),
    "  Norvège   Anne  ": ("Norvège", "Anne"),
    "NORVÈGE Anne": ("NORVÈGE", "Anne"),
    "Anne NORVÈGE": ("NORVÈGE", "Anne"),
    "DE LA MER Anne Marie": ("DE LA MER", "Anne Marie"),
    "De la Mer, Anne": ("De la Mer", "Anne"),
    "De la Mer\tAnne Marie": ("De la Mer", "Anne Marie"),
    "NORVÈGE ANNE": ("NORVÈGE", "ANNE"),
    "Norvège A": ("Norvège", "A"),
    "Le Norvège Anne": ("Le Norvège", "Anne"),
    "de la Norvège Anne Marie": ("de la Norvège", "Anne Marie"),
    "Le Anne": ("Le", "Anne"),
    "": ("", ""),
    ", Anne": ("", "Anne"),
}


def test_last_and_first_name_are_split() -> None:
    with every_row() as row:
        for written, parts in WRITTEN.items():
            with row(written):
                assert split_name(written) == parts


def test_lines_are_read_with_pairs_and_without_numbering() -> None:
    text = "1. Norvège Anne\r\n\n 2) Oman Luc / Pérou\n- Qatar\n3 ° Suède\n12 Monkeys\n / \n"
    assert read_names(text) == [
        (1, [("Norvège", "Anne")]),
        (3, [("Oman", "Luc"), ("Pérou", "")]),
        (4, [("Qatar", "")]),
        (5, [("Suède", "")]),
        (6, [("12", "Monkeys")]),
    ]


def test_a_name_is_shortened_to_first_name_and_initial() -> None:
    with every_row() as row:
        for last, first, short in [
            ("Norvège", "Anne", "Anne N."),
            ("norvège", "Anne Marie", "Anne Marie N."),
            ("ÉGYPTE", "Anne", "Anne É."),
            ("Norvège Anne", "", "N."),
            ("", "Anne", "Anne"),
        ]:
            with row((last, first)):
                assert shorten_name(last, first) == short


#: Names, and how they are compared.
FOLDED = {
    "Łukasz Żółć": "lukasz zolc",
    "Đặng Thị": "dang thi",
    "Øster-Sørensen": "oster sorensen",
    "Œuvrard  d’Ève": "oeuvrard d eve",
    "LŒUVRE D'ÈVE": "loeuvre d eve",
    "Kaʻahumanu d`Août": "ka ahumanu d aout",
    "IŞIK": "isik",
    "Işık": "isik",
    "İnci": "inci",
    "Strauß, Æsa": "strauss aesa",
    "STRAUẞ-ÆSA": "strauss aesa",
    "Þór Ðurić": "thor duric",
    "Ħal Ŋguyen Ŧor": "hal nguyen tor",
    "Nún\u0303ez (Jr.)": "nunez jr",
    "Ｎｏｍ ﬁn": "nom fin",
    "Νίκος": "νικοσ",
    "3 B_2": "3 b 2",
    "…": "",
}


def test_names_are_compared_without_accents_strokes_and_marks() -> None:
    with every_row() as row:
        for written, folded in FOLDED.items():
            with row(written):
                assert fold_name(written) == folded
                assert fold_name(folded) == folded
