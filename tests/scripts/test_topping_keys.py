"""The keys of the judge of a topping."""

import pytest

from tests.scripts.scripts import Scripts

CLICK = """async (clicks) => {
  const { bindDigits } = await import("/static/js/topping/judge_keys.js");
  const listeners = {};
  document.addEventListener = (type, listener) => { listeners[type] = listener; };
  bindDigits(() => null);
  return clicks.map(([run, timeStamp]) => {
    let isSent = true;
    const target = { closest: () => ({ form: { dataset: { run } } }) };
    listeners.click({ target, timeStamp, preventDefault: () => { isSent = false; } });
    return isSent;
  });
}"""


@pytest.mark.parametrize(
    ("clicks", "sent"),
    [
        ([("1", 0), ("1", 300)], [True, False]),
        ([("2", 0), ("3", 300)], [True, True]),
        ([("4", 0), ("4", 600), ("4", 750)], [True, False, True]),
    ],
)
def test_a_run_s_top_is_accepted_once_in_700_ms(
    scripts: Scripts, clicks: list[tuple[str, int]], sent: list[bool]
) -> None:
    assert scripts.evaluate(CLICK, clicks) == sent
