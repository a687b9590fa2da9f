"""The areas of ``make mutants`` name paths that exist."""

from benchmarks.mutants.areas import AREAS, EXCLUDED_MODULES, PRODUCT_FOLDERS, ROOT, TEST_FOLDERS


def test_every_path_of_the_areas_exists() -> None:
    patterns = [pattern for patterns in AREAS.values() for pattern in patterns.split()]
    patterns += [*EXCLUDED_MODULES, *TEST_FOLDERS, *PRODUCT_FOLDERS]
    assert [pattern for pattern in patterns if not any(ROOT.glob(pattern))] == []
