// <input type="file" data-max-bytes data-too-big>: a file that the server would refuse for its
// size is not sent at all. In a .file, the name of what was chosen stands beside the button.

document.addEventListener("change", (event) => {
  const input = event.target.closest("input[type=file]");
  if (!input) return;
  sayWhich(input);
  if (!input.dataset.maxBytes) return;
  const tooBig = [...input.files].some((file) => file.size > Number(input.dataset.maxBytes));
  input.setCustomValidity(tooBig ? input.dataset.tooBig : "");
  input.reportValidity();
});

function sayWhich(input) {
  const said = input.closest(".file")?.querySelector("[data-file-name]");
  const names = [...input.files].map((file) => file.name).join(", ");
  if (said) said.textContent = names || said.dataset.none;
}

// A page that one comes back to still has its file.
for (const input of document.querySelectorAll(".file input")) sayWhich(input);

document.addEventListener("submit", (event) => {
  const inputs = event.target.querySelectorAll("input[type=file][data-max-bytes]");
  if ([...inputs].some((input) => !input.reportValidity())) event.preventDefault();
});
