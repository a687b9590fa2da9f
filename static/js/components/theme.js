// The theme that the reader chose: a plain script in <head>, so that it holds before the first paint.
// The menu "Affichage" changes it (templates/components/display.html), for this page and the next.
(() => {
  const KEY = "duplicata:theme";
  const root = document.documentElement;

  /** Without a theme of the reader's the system's choice stands. */
  function apply(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  function keep(theme) {
    try {
      if (theme === "auto") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // No storage in this browser: the choice lasts until the page is left.
    }
  }

  try {
    apply(localStorage.getItem(KEY));
  } catch {
    // As above.
  }
  document.addEventListener("DOMContentLoaded", () => {
    for (const radio of document.querySelectorAll('input[name="theme"]')) {
      radio.checked = radio.value === (root.dataset.theme ?? "auto");
    }
  });
  document.addEventListener("change", ({ target }) => {
    if (!target.matches('input[name="theme"]')) return;
    apply(target.value);
    keep(target.value);
  });
})();
