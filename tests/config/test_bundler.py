"""Joining what a page imports into one file: what it gives, and what it refuses."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from config.assets.bundler import BundleError, bundle_script, bundle_styles, list_modules
from config.assets.static import BUNDLED_SCRIPTS

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = re.compile(r"<script type=\"module\" src=\"\{% static '([^']+)' %\}\"")
NAMED = re.compile(r"\{% static '([^']+)' %\}")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def read(name: str) -> str:
    return (ROOT / "static" / name).read_text()


def files(**texts: str) -> Callable[[str], str]:
    return lambda name: texts[name.removesuffix(".js").removesuffix(".css").replace("/", "_")]


def test_modules_run_once_and_before_those_that_import_them() -> None:
    graph = files(
        js_main='import { a } from "./a.js";\nimport {\n  b,\n  c as d,\n} from "./in/b.js";\n'
        "a(b, d);\n",
        js_a='import { b } from "./in/b.js";\nexport const a = () => b;\n',
        js_in_b="export const b = 1;\nexport function c() {}\nexport class E {}\n",
    )
    assert list_modules("js/main.js", graph) == ["js/in/b.js", "js/a.js", "js/main.js"]
    assert bundle_script("js/main.js", graph) == (
        "const linked$0 = (() => { // js/in/b.js\n"
        "const b = 1;\nfunction c() {}\nclass E {}\nreturn { b, c, E };\n})();\n"
        "const linked$1 = (() => { // js/a.js\n"
        "const { b } = linked$0;\nconst a = () => b;\nreturn { a };\n})();\n"
        "const { a } = linked$1;\nconst { b, c: d } = linked$0;\na(b, d);\n"
    )


def test_comments_on_lines_of_their_own_stay_at_home() -> None:
    graph = files(
        js_main='// Why.\nconst a = "//b"; // here\n/** Of\n * two. */\n  // in it\na("/*");\n',
        css_main="/* Why,\n   at length. */\na { b: url(//c); } /* d */\n",
    )
    assert bundle_script("js/main.js", graph) == 'const a = "//b"; // here\na("/*");\n'
    assert bundle_styles("css/main.css", graph) == "a { b: url(//c); } /* d */\n"


@pytest.mark.parametrize(
    "text",
    [
        "export let a = 1;\n",
        "export default 1;\n",
        'export { a } from "./b.js";\n',
        'import * as a from "./b.js";\n',
        "import { a } from './b.js';\n",
        'const a = () => import("./b.js");\n',
        "const a = import.meta.url;\n",
        "await a();\n",
    ],
)
def test_what_would_mean_something_else_is_refused(text: str) -> None:
    graph = files(main='import "./a.js";\n', a=text, b="export const a = 1;\n")
    with pytest.raises(BundleError, match=r"^a\.js: "):
        bundle_script("main.js", graph)


def test_a_circle_is_refused() -> None:
    scripts = files(main='import "./a.js";\n', a='import "./main.js";\n')
    styles = files(main='@import "a.css";\n', a='@import "main.css";\n')
    with pytest.raises(BundleError, match="imports itself"):
        bundle_script("main.js", scripts)
    with pytest.raises(BundleError, match="imports itself"):
        bundle_styles("main.css", styles)


def test_style_sheets_are_joined_in_order_apart_from_print() -> None:
    sheets = files(
        css_main='/* all */\n@import "a.css";\n@import "b.css" print;\np { top: 0 }\n',
        css_a="a { top: 1px }\n",
        css_b="b { top: 2px }\n",
    )
    joined = bundle_styles("css/main.css", sheets)
    assert joined == "a { top: 1px }\n@media print {\nb { top: 2px }\n}\np { top: 0 }\n"


@pytest.mark.parametrize("line", ['@import "../a.css";\n', "@import url(a.css);\n"])
def test_a_style_sheet_that_cannot_be_joined_is_refused(line: str) -> None:
    with pytest.raises(BundleError, match=r"^css/main"):
        bundle_styles("css/main.css", files(css_main=line, a=""))


def test_all_that_the_house_joins_can_be_joined() -> None:
    for name in BUNDLED_SCRIPTS:
        assert "\nimport " not in bundle_script(name, read)
    for sheet in (ROOT / "static" / "css").glob("*.css"):
        assert "@import" not in bundle_styles(f"css/{sheet.name}", read)


def test_nothing_runs_twice_on_a_page() -> None:
    """A module in two joined files of one page would have two lives."""
    for template in TEMPLATES:
        on_page = SCRIPT.findall(template.read_text())
        if "block frame_script" not in template.read_text():
            public = '"public/page.html"' in template.read_text()
            on_page.append("js/public/page.js" if public else "js/form_pages.js")
        bundled = [
            module
            for name in on_page
            for module in list_modules(name, read)
            if name in BUNDLED_SCRIPTS
        ]
        modules = [module for name in on_page for module in list_modules(name, read)]
        assert all(modules.count(module) == 1 for module in bundled), template.name


def test_every_static_file_that_a_template_names_is_there() -> None:
    """Django finds one that is not only in production, and then gives no page at all."""
    for template in TEMPLATES:
        for name in NAMED.findall(template.read_text()):
            assert (ROOT / "static" / name).is_file(), f"{template.name}: {name}"
