import hashlib
import lzma
import multiprocessing
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import BadWordList
from engine.lexicon import cache as lexicon_cache
from engine.lexicon.anagrams import LETTER_HASH
from engine.lexicon.dawg import BIT, WIDTH
from engine.lexicon.lexicon import DEFAULT_LEXICON, Lexicon, load_lexicon
from engine.lexicon.word_list import Refusal, RefusedLines
from tests.rows import every_row
from tests.waiting import TIMEOUT_S

WORDS = ["AS", "ASE", "CAS", "CASE", "CASES", "LAS", "LASE", "ES", "SA"]


def test_the_words_of_the_list_are_in_and_no_others() -> None:
    lexicon = Lexicon.from_words(WORDS)
    assert list(lexicon) == sorted(WORDS)
    assert len(lexicon) == 9
    assert "case" in lexicon
    assert "CaSES" in lexicon
    for absent in ("C", "CA", "CASEE", "CASESS", "", "ZZ", "É", 7):
        assert absent not in lexicon


def test_words_with_the_same_endings_share_their_nodes() -> None:
    lexicon = Lexicon.from_words(["CASE", "LASE", "CASES", "LASES"])
    assert len(lexicon.dawg.nodes) == 6 * WIDTH


def test_a_list_is_read_in_any_order_case_and_packing(tmp_path: Path) -> None:
    text = "\r\n".join(["cas", "AS ", "", *WORDS[::-1], "AS"])
    plain, packed = tmp_path / "list.txt", tmp_path / "list.xz"
    plain.write_bytes(b"\xef\xbb\xbf" + text.encode())
    packed.write_bytes(lzma.compress(text.encode()))
    canonical = hashlib.sha256(("\n".join(sorted(WORDS)) + "\n").encode()).hexdigest()
    for path in (plain, packed):
        lexicon = load_lexicon(path, tmp_path / "cache")
        assert list(lexicon) == sorted(WORDS)
        assert lexicon.checksum == canonical
    assert Lexicon.from_words(WORDS).checksum == canonical


def test_a_cross_check_has_the_letters_that_make_a_word() -> None:
    lexicon = Lexicon.from_words(WORDS)
    assert lexicon.find_cross_check("", "AS") == BIT["C"] | BIT["L"]
    assert lexicon.find_cross_check("CAS", "") == BIT["E"]
    assert lexicon.find_cross_check("CA", "ES") == BIT["S"]
    assert lexicon.find_cross_check("ZZ", "") == 0


def sum_hashes(letters: str) -> int:
    return sum(map(LETTER_HASH.__getitem__, letters))


def test_words_are_found_by_the_sum_of_their_letters() -> None:
    lexicon = Lexicon.from_words([*WORDS, "SAC", "LACS", "CALS"])
    of_three = lexicon.get_anagrams(3)
    assert sorted(of_three.find([sum_hashes("SAC"), sum_hashes("SAB"), sum_hashes("ALS")])) == [
        "CAS", "LAS", "SAC",
    ]  # fmt: skip
    assert sorted(lexicon.get_anagrams(4).find([sum_hashes("LACS")])) == ["CALS", "LACS"]
    assert of_three.find([]) == []
    assert lexicon.get_anagrams(14).find([sum_hashes("SAC")]) == []


def test_words_of_the_shipped_list_are_among_their_anagrams(
    shipped: Lexicon, shipped_words: list[str]
) -> None:
    for word in shipped_words[::1997]:
        anagrams = shipped.get_anagrams(len(word)).find([sum_hashes(word)])
        assert word in anagrams
        assert all(sorted(other) == sorted(word) for other in anagrams)
        assert len(anagrams) == len(set(anagrams))


def test_any_letter_is_added_to_a_sum_of_hashes(shipped: Lexicon, shipped_words: list[str]) -> None:
    few = Lexicon.from_words(WORDS).get_anagrams(3)
    assert few.add_any_letter([]) == []
    assert set(few.add_any_letter([sum_hashes("AS"), sum_hashes("ES")])) >= {
        sum_hashes(word) for word in ("ASE", "CAS", "LAS")
    }
    for word in shipped_words[::1997]:
        add_any_letter = shipped.get_anagrams(len(word)).add_any_letter
        for place in range(len(word)):
            assert sum_hashes(word) in add_any_letter(
                [sum_hashes(word[:place] + word[place + 1 :])]
            )


def bad_cases() -> dict[str, tuple[bytes, str, dict[str, object]]]:
    packed = lzma.compress("\n".join(WORDS).encode())
    return {
        "empty": (b"", "empty", {}),
        "blank": (b" \n\n", "empty", {}),
        "digit": (b"AS\nET2\n", "bad_word", {"line": 2, "text": "ET2"}),
        "two words": (b"AS\nCAS LAS\n", "several_words", {"line": 2, "text": "CAS LAS"}),
        "long s": ("AS\n\u017fA\n".encode(), "bad_word", {"line": 2, "text": "\u017fA"}),
        "one letter": (b"AS\n\nA\n", "bad_length", {"line": 3, "text": "A"}),
        "sixteen": (b"A" * 16, "bad_length", {"line": 1, "text": "A" * 16}),
        "binary": (b"AS\n\0\1\2", "binary", {"offset": 3}),
        "cut archive": (packed[:-20], "corrupt_archive", {"reason": "truncated"}),
        "no archive": (packed[:6] + b"AS\nCAS\n", "corrupt_archive", {}),
    }


def test_a_bad_list_is_refused_with_its_reason_and_position(tmp_path: Path) -> None:
    with every_row() as each:
        for case, (content, code, data) in bad_cases().items():
            with each(case):
                path = tmp_path / "list.txt"
                path.write_bytes(content)
                with pytest.raises(BadWordList) as caught:
                    load_lexicon(path, tmp_path / "cache")
                assert caught.value.code == code
                assert caught.value.data["path"] == str(path)
                assert {**caught.value.data, **data} == caught.value.data
                assert not (tmp_path / "cache").exists()


def test_a_list_with_bad_lines_loads_if_they_are_reported(
    tmp_path: Path,
) -> None:
    """The same for a list compiled now and for one from the cache."""
    path, cache = tmp_path / "list.txt", tmp_path / "cache"
    path.write_text("AS\n" + "A\n" * 7)
    for _ in ("compiled", "from the cache"):
        reported: list[RefusedLines] = []
        assert list(load_lexicon(path, cache, reported.append)) == ["AS"]
        assert reported == [
            RefusedLines(7, tuple(Refusal(i, "A", "bad_length") for i in range(2, 7)))
        ]
        with pytest.raises(BadWordList) as caught:
            load_lexicon(path, cache)
        assert caught.value.data == {"path": str(path), "line": 2, "text": "A"}


def test_a_list_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for path, code in ((tmp_path / "absent.txt", "not_found"), (tmp_path, "unreadable")):
        with pytest.raises(BadWordList) as caught:
            load_lexicon(path, None)
        assert caught.value.code == code


def test_an_archive_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.lexicon.word_list.MAX_BYTES", 1000)
    path = tmp_path / "list.xz"
    path.write_bytes(lzma.compress(b"AS\n" * 1000))
    with pytest.raises(BadWordList) as caught:
        load_lexicon(path, None)
    assert caught.value.code == "too_big"


def only_cache_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


@pytest.fixture
def list_path(tmp_path: Path) -> Path:
    path = tmp_path / "list.txt"
    path.write_text("\n".join(WORDS))
    return path


def test_the_second_load_comes_from_the_cache(
    list_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load_lexicon(list_path, tmp_path / "cache")
    monkeypatch.setattr("engine.lexicon.word_list.parse", None)
    second = load_lexicon(list_path, tmp_path / "cache")
    assert list(second) == list(first)
    assert (len(second), second.checksum) == (len(first), first.checksum)
    sums = [sum_hashes("CASE")]
    assert second.get_anagrams(4).find(sums) == first.get_anagrams(4).find(sums) == ["CASE"]


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def garble(content: bytes) -> bytes:
    return content[:-5] + b"\xff" * 5


def empty(_: bytes) -> bytes:
    return b""


@pytest.mark.parametrize("harm", [cut, garble, empty])
def test_a_damaged_cache_is_built_again(
    harm: Callable[[bytes], bytes], list_path: Path, tmp_path: Path
) -> None:
    load_lexicon(list_path, tmp_path / "cache")
    stored = only_cache_file(tmp_path / "cache")
    good = stored.read_bytes()
    stored.write_bytes(harm(good))
    assert lexicon_cache.read(stored) is None
    assert list(load_lexicon(list_path, tmp_path / "cache")) == sorted(WORDS)
    assert lexicon_cache.read(stored) is not None


def test_a_changed_list_is_not_taken_from_the_old_cache(list_path: Path, tmp_path: Path) -> None:
    load_lexicon(list_path, tmp_path / "cache")
    list_path.write_text("AS\nZUT\n")
    assert "ZUT" in load_lexicon(list_path, tmp_path / "cache")


def test_a_cache_folder_that_cannot_be_written_is_no_error(list_path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "CASES" in load_lexicon(list_path, tmp_path / "file")


def load_and_count(path: Path, cache: Path, start: object, results: object) -> None:
    start.wait()  # type: ignore[attr-defined]
    lexicon = load_lexicon(path, cache)
    results.put((len(lexicon), lexicon.checksum))  # type: ignore[attr-defined]


def test_builders_that_start_at_once_all_get_the_whole_list(tmp_path: Path) -> None:
    words = [a + b + c + d for a in "ABCDEFGHIJ" for b in "AEIOU" for c in "LMNRST" for d in "AEIS"]
    path, cache = tmp_path / "list.txt", tmp_path / "cache"
    path.write_text("\n".join(words))
    context = multiprocessing.get_context("spawn")
    start, results = context.Barrier(2), context.Queue()
    builders = [
        context.Process(target=load_and_count, args=(path, cache, start, results)) for _ in range(2)
    ]
    for builder in builders:
        builder.start()
    loaded = {results.get(timeout=TIMEOUT_S) for _ in builders}
    for builder in builders:
        builder.join(timeout=TIMEOUT_S)
    assert loaded == {(len(words), Lexicon.from_words(words).checksum)}
    assert lexicon_cache.read(only_cache_file(cache)) is not None


def test_the_shipped_list_is_complete_and_has_its_licence(
    shipped: Lexicon, shipped_words: list[str]
) -> None:
    assert len(shipped) == 375_961
    assert len(shipped_words) == 375_961
    assert "CHAT" in shipped
    folder = DEFAULT_LEXICON.parent
    assert "Mozilla Public License" in (folder / "NOTICE.md").read_text(encoding="utf-8")
    assert "Mozilla Public License Version 2.0" in (folder / "MPL-2.0.txt").read_text()
