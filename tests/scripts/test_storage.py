"""A browser that forbids its storage: what is read is the default, and nothing fails."""

from tests.scripts.scripts import Scripts

USE_WITHOUT_STORAGE = """async () => {
  const { load, save, remove, listKeys } = await import("/static/js/storage.js");
  const usual = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true, get() { throw new Error("no"); },
  });
  try {
    remove("sheet");
    return [load("sheet", "default"), save("sheet", 1), listKeys("")];
  } finally {
    delete globalThis.localStorage;
    if (usual) Object.defineProperty(globalThis, "localStorage", usual);
  }
}"""


def test_a_browser_without_storage_reads_defaults_and_stores_nothing(scripts: Scripts) -> None:
    assert scripts.evaluate(USE_WITHOUT_STORAGE) == ["default", False, []]
