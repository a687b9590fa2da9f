"""Word lists as organisers have them: every packing and encoding, and files that are none."""

import contextlib
import gzip
import io
import lzma
import struct
import tracemalloc
import zipfile
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from engine.board.letters import fold
from engine.errors import BadWordList
from engine.lexicon import word_list
from engine.lexicon.lexicon import Lexicon
from engine.lexicon.word_list import Refusal, read
from tests.rows import every_row

WORDS = ["AS", "CAS", "CASE", "LAS"]
TEXT = "\n".join(WORDS).encode()


def zip_list(*files: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return buffer.getvalue()


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "plain": lambda text: text,
    "gz": gzip.compress,
    "two gz in a row": lambda text: gzip.compress(text[:7]) + gzip.compress(text[7:]),
    "a gz for every line": lambda text: b"".join(
        map(gzip.compress, [*text.splitlines(keepends=True), *[b"# rien\n"] * 5000])
    ),
    "gz with zeros between": lambda text: (
        gzip.compress(text[:7]) + b"\0" * 9 + gzip.compress(text[7:])
    ),
    "two xz in a row": lambda text: lzma.compress(text[:7]) + bytes(8) + lzma.compress(text[7:]),
    "xz": lzma.compress,
    "zip": lambda text: zip_list(("liste.txt", text)),
    "stored zip": lambda text: zip_list(("liste.txt", text), method=zipfile.ZIP_STORED),
    "zip with a folder": lambda text: zip_list(("ods/", b""), ("ods/liste.txt", text)),
    "zip of a Mac": lambda text: zip_list(
        ("liste.txt", text), ("__MACOSX/._liste.txt", b"\0\5"), ("ods/.DS_Store", b"\0")
    ),
}


def test_the_words_come_out_of_every_packing() -> None:
    with every_row() as each:
        for name, pack in PACKINGS.items():
            with each(name):
                assert read(pack(TEXT)).words == WORDS


ACCENTED: dict[str, tuple[bytes, str]] = {
    "utf-8": ("été\ncœur\nÆGO\nnaïf".encode(), "utf-8"),
    "byte order mark": ("\ufeffété\ncœur\nÆGO\nnaïf".encode(), "utf-8"),
    "windows": ("été\ncœur\nÆGO\nnaïf".encode("cp1252"), "cp1252"),
    "accents apart": ("e\u0301te\u0301\ncœur\nÆGO\nnaïf".encode(), "utf-8"),
    "utf-16 of Windows": ("été\r\ncœur\r\nÆGO\r\nnaïf\r\n".encode("utf-16"), "utf-16"),
    "utf-16 without mark": ("été\ncœur\nÆGO\nnaïf\n".encode("utf-16-le"), "utf-16"),
    "utf-16 of a Mac": ("été\ncœur\nÆGO\nnaïf\n".encode("utf-16-be"), "utf-16"),
}


def test_accents_are_removed_and_ligatures_split() -> None:
    with every_row() as each:
        for name, (content, encoding) in ACCENTED.items():
            with each(name):
                reading = read(content)
                assert reading.words == ["AEGO", "COEUR", "ETE", "NAIF"]
                assert (reading.encoding, reading.refusals) == (encoding, [])


def test_latin_1_is_read_even_where_windows_has_no_letter() -> None:
    reading = read("été\n\x81\n".encode("latin-1"))
    assert (reading.encoding, reading.words) == ("cp1252", ["ETE"])
    assert reading.refused_counts == {"misread": 1}


def test_words_of_a_mac_or_of_dos_come_out_right() -> None:
    for encoding in ("mac_roman", "cp850"):
        reading = read("été\nà\nforêt\nçà\nÎLE\n".encode(encoding))
        assert (reading.encoding, reading.words) == (encoding, ["CA", "ETE", "FORET", "ILE"])


def test_letters_that_french_does_not_use_are_no_word() -> None:
    reading = read("ŽtŽ\nforÍt\nétÉ\ncañon\nangström\n".encode())
    assert reading.words == ["ANGSTROM", "CANON"]
    assert reading.refused_counts == {"misread": 3}


def test_latin_9_has_letters_where_latin_1_has_fractions() -> None:
    reading = read("cœur\nŒUF\nhaÿ\nHAŸ".encode("iso-8859-15"))
    assert (reading.words, reading.refusals) == (["COEUR", "HAY", "OEUF"], [])


def test_one_line_in_another_encoding_leaves_the_others_right() -> None:
    """Read as Latin-1, « ÊTRE » of UTF-8 would come out as ASTRE."""
    reading = read("ÊTRE\nÎLE\nÉTÉ\n".encode() + "forêt\n".encode("latin-1") + b"AS")
    assert reading.words == ["AS", "ETE", "ETRE", "ILE"]
    assert [(refusal.line, refusal.code) for refusal in reading.refusals] == [(4, "misread")]
    assert reading.encoding == "utf-8"


def test_line_ends_of_every_kind_may_be_mixed() -> None:
    reading = read(b"AS\r\nCAS\rCASE\n\n\r\n  LAS \t")
    assert reading.words == WORDS
    assert reading.lines == 6
    assert [read(text).lines for text in (b"AS\nCAS\n", b"AS\nCAS", b"\n", b"")] == [2, 2, 1, 0]


def test_comments_are_skipped_and_repetitions_counted() -> None:
    reading = read("# ma liste\nAS # deux lettres\nas\nÀS\nCAS\n".encode())
    assert (reading.words, reading.repeated_lines) == (["AS", "CAS"], 2)
    assert not reading.refusals


def test_lines_that_are_not_words_are_reported() -> None:
    reading = read("AS\nA\narc-en-ciel\nET2\n\nANTICONSTITUTIONNELLEMENT\nſA\nDEUX MOTS".encode())
    assert reading.words == ["AS"]
    assert reading.refusals == [
        Refusal(2, "A", "bad_length"),
        Refusal(3, "arc-en-ciel", "bad_word"),
        Refusal(4, "ET2", "bad_word"),
        Refusal(6, "ANTICONSTITUTIONNELLEMENT", "bad_length"),
        Refusal(7, "ſA", "bad_word"),
        Refusal(8, "DEUX MOTS", "several_words"),
    ]
    assert reading.refused_counts == {"bad_word": 3, "bad_length": 2, "several_words": 1}


def test_lines_are_numbered_through_the_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_list, "_PIECE_SIZE", 10)
    progress: list[float] = []
    reading = read(b"\n".join([b"AS", b"CAS", b"?"] * 50), progress.append)
    assert [refusal.line for refusal in reading.refusals] == list(range(3, 151, 3))
    assert reading.lines == 150
    assert progress == sorted(progress)
    assert progress[-1] == 1
    assert len(progress) > 10


def test_a_report_keeps_the_first_refusals_and_counts_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_list, "MAX_REPORTED", 3)
    reading = read(b"1\n2\n3\n4\n5\nAS")
    assert [refusal.line for refusal in reading.refusals] == [1, 2, 3]
    assert reading.refused_counts == {"bad_word": 5}


def test_a_line_of_a_megabyte_is_one_short_refusal() -> None:
    (refusal,) = read(b"AS\n" + b"A" * 1_000_000 + b"\nCAS").refusals
    assert (refusal.line, refusal.code, len(refusal.text)) == (2, "bad_length", 40)


def test_one_long_line_takes_no_more_memory_than_many_lines() -> None:
    content = "😀".encode() * 100_000
    tracemalloc.start()
    try:
        read(content)
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 10 * len(content)


def test_a_list_without_words_has_none() -> None:
    for content in (b"", b"\n\n", b"# rien\n#\n"):
        reading = read(content)
        assert (reading.words, reading.refusals) == ([], []), content


def crypt(archive: bytes) -> bytes:
    """The archive with the bit that says that its file is encrypted."""
    local = bytearray(archive)
    local[6] |= 1
    local[local.rindex(b"PK\x01\x02") + 8] |= 1
    return bytes(local)


def boast(archive: bytes) -> bytes:
    """The archive with a file that claims to have four gigabytes."""
    changed = bytearray(archive)
    struct.pack_into("<I", changed, changed.rindex(b"PK\x01\x02") + 24, 0xFFFFFFF0)
    return bytes(changed)


PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01"
#: Of the tests below; a list may have 32 MiB.
MAX_BYTES = 100_000


def build_bad_files() -> dict[str, tuple[bytes, str]]:
    """Build the content of each file and the code of its refusal."""
    bomb = b"\0" * (MAX_BYTES + 1)
    return {
        "NULs": (b"AS\n\0\0\0", "binary"),
        "PNG": (PNG, "binary"),
        "cut UTF-16": ("AS\nCAS".encode("utf-16")[:-1], "binary"),
        "UTF-32": ("AS\nCAS".encode("utf-32"), "binary"),
        "PDF": (b"%PDF-1.7\n" + TEXT, "document"),
        "RTF": (rb"{\rtf1\ansi AS\par}", "document"),
        "old Excel": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), "document"),
        "Word": (zip_list(("[Content_Types].xml", b""), ("word/document.xml", TEXT)), "document"),
        "LibreOffice": (zip_list(("mimetype", b""), ("content.xml", TEXT)), "document"),
        "PNG in gz": (gzip.compress(PNG), "binary"),
        "cut gz": (gzip.compress(TEXT * 50)[:-9], "corrupt_archive"),
        "cut xz": (lzma.compress(TEXT)[:-20], "corrupt_archive"),
        "cut zip": (zip_list(("l.txt", TEXT))[:-30], "corrupt_archive"),
        "spoilt gz": (gzip.compress(TEXT)[:-8] + b"12345678", "corrupt_archive"),
        "no gz": (b"\x1f\x8b" + TEXT, "corrupt_archive"),
        "gz and then text": (gzip.compress(TEXT) + b"AS\n", "corrupt_archive"),
        # Sixteen megabytes of which the rest must not be copied after each of them.
        "gz of nothing, again and again": (gzip.compress(b"") * 800_000, "corrupt_archive"),
        "gz bomb": (gzip.compress(bomb), "too_big"),
        "xz bomb": (lzma.compress(bomb, preset=0), "too_big"),
        "zip bomb": (zip_list(("l.txt", bomb)), "too_big"),
        "boasting zip": (boast(zip_list(("l.txt", TEXT))), "too_big"),
        "two files": (zip_list(("a.txt", TEXT), ("b.txt", TEXT)), "zip_several"),
        "a thousand files": (zip_list(*((f"{i:060}", b"") for i in range(1000))), "zip_several"),
        "only a folder": (zip_list(("ods/", b"")), "zip_empty"),
        "encrypted": (crypt(zip_list(("l.txt", TEXT))), "zip_encrypted"),
        "bzip2 in zip": (zip_list(("l.txt", TEXT), method=zipfile.ZIP_BZIP2), "zip_method"),
        "bad checksum": (
            zip_list(("l.txt", TEXT), method=0).replace(b"CASE", b"CASA"),
            "corrupt_archive",
        ),
        "endless": (b"\n" * 1001, "too_many_words"),
    }


def test_a_file_that_is_not_a_list_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_list, "MAX_BYTES", MAX_BYTES)
    monkeypatch.setattr(word_list, "MAX_LINES", 1000)
    with every_row() as each:
        for case, (content, code) in build_bad_files().items():
            with each(case):
                with pytest.raises(BadWordList) as caught:
                    read(content)
                assert caught.value.code == code


def test_an_xz_that_needs_gigabytes_is_refused() -> None:
    """The header of its only block says so; to have it packed in that much takes seconds."""
    content = bytearray(lzma.compress(TEXT, check=lzma.CHECK_CRC32))
    block, filter_id, gigabyte = 12, 0x21, 36  # (2 | 36 & 1) << (36 // 2 + 11) bytes
    end = block + content[block] * 4  # of what the checksum in the header is about
    assert content[block + 2 : block + 4] == bytes([filter_id, 1])
    content[block + 4] = gigabyte
    content[end : end + 4] = zlib.crc32(content[block:end]).to_bytes(4, "little")
    assert lzma.decompress(content) == TEXT
    with pytest.raises(BadWordList) as caught:
        read(bytes(content))
    assert caught.value.code == "corrupt_archive"


def test_more_words_than_any_language_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_list, "MAX_WORDS", 3)
    with pytest.raises(BadWordList) as caught:
        read(TEXT)
    assert caught.value.data == {"maximum": 3}


def test_the_checksum_is_that_of_the_lexicon() -> None:
    assert word_list.compute_checksum(WORDS) == Lexicon.from_words(WORDS).checksum


LINES = st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufeff"))


@given(st.lists(LINES | st.sampled_from(WORDS)))
def test_every_line_is_word_refusal_comment_or_blank(lines: list[str]) -> None:
    lines = ["", *lines]  # an archive begins with other bytes
    reading = read("\n".join(lines).encode())
    assert all(word == fold(word) and word.isascii() for word in reading.words)
    assert all(word.isalpha() and 2 <= len(word) <= 15 for word in reading.words)
    assert reading.words == sorted(set(reading.words))
    contents = [line for line in lines if line.partition("#")[0].strip()]
    assert len(reading.words) + reading.repeated_lines + len(reading.refusals) == len(contents)


@given(st.binary(max_size=300))
def test_no_archive_however_broken_gives_another_error(noise: bytes) -> None:
    for head in (b"\x1f\x8b\x08", b"\xfd7zXZ\x00", b"PK\x03\x04", zlib.compress(noise)):
        with contextlib.suppress(BadWordList):
            read(head + noise + TEXT)
        with contextlib.suppress(BadWordList):
            read(head + TEXT + noise + b"PK\x05\x06" + noise)
