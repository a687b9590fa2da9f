// <input type="file" data-max-bytes data-too-big>: a file that is too big for the server is not sent. In a
// .file, the names of the chosen files are shown beside the button.

document.addEventListener("change", (event) => {
  const input = event.target.closest("input[type=file]");
  if (!input) return;
  showFileNames(input);
  if (!input.dataset.maxBytes) return;
  const isTooBig = [...input.files].some((file) => file.size > Number(input.dataset.maxBytes));
  input.setCustomValidity(isTooBig ? input.dataset.tooBig : "");
  input.reportValidity();
});

function showFileNames(input) {
  const label = input.closest(".file")?.querySelector("[data-file-name]");
  const names = [...input.files].map((file) => file.name).join(", ");
  if (label) label.textContent = names || label.dataset.none;
}

// After "back" in the browser the page still has its file.
for (const input of document.querySelectorAll(".file input")) showFileNames(input);

document.addEventListener("submit", (event) => {
  const inputs = event.target.querySelectorAll("input[type=file][data-max-bytes]");
  if ([...inputs].some((input) => !input.reportValidity())) event.preventDefault();
});
