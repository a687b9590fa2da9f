// The "Affichage" menu: theme now and on the next page; menus close like menus do.

const KEY = "duplicata:theme";

function applyTheme(theme) {
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
  try {
    if (theme === "auto") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // The choice then lasts until the page is left.
  }
}

for (const radio of document.querySelectorAll('input[name="theme"]')) {
  radio.checked = radio.value === (document.documentElement.dataset.theme ?? "auto");
  radio.addEventListener("change", () => applyTheme(radio.value));
}

function closeMenus(except) {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (menu !== except) menu.open = false;
  }
}

document.addEventListener("click", (event) => closeMenus(event.target.closest("details.menu")));
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
