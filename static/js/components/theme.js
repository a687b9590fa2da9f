// The theme that the reader chose: a plain script in <head>, so that it applies before the first paint.
// The menu "Affichage" changes it (templates/components/display.html), for this page and later ones.
(() => {
  const STORAGE_KEY = "duplicata:theme";
  const root = document.documentElement;

  /** Any other value leaves the choice to the system. */
  function applyTheme(theme) {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
  }

  function saveTheme(theme) {
    try {
      if (theme === "auto") localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, theme);
    } catch {
      // No storage in this browser: the choice lasts until the page is left.
    }
  }

  try {
    applyTheme(localStorage.getItem(STORAGE_KEY));
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
    applyTheme(target.value);
    saveTheme(target.value);
  });
})();
