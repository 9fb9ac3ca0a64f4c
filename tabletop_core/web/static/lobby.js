// The pages around the table: a form is sent once; options without effect and other seats hide.
import { all, need } from "./dom.js";

for (const form of document.querySelectorAll("form[method=post]"))
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "1";
  });
addEventListener("pageshow", () =>
  document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent),
);

/** @param {string} text */
const pairs = (text) =>
  text
    .split(";")
    .filter(Boolean)
    .map((part) => part.split("="));

/**
 * Shows the options that have an effect with the others, and a seat for each player.
 * @param {HTMLFormElement} form
 */
function fit(form) {
  const sets = Object.fromEntries(
    pairs(form.querySelector("[data-sets]:checked")?.dataset.sets ?? ""),
  );
  const chosen = { ...sets };
  for (const [name, value] of new FormData(form))
    if (name.startsWith("option:") && value) chosen[name.slice(7)] = value;
  for (const select of form.querySelectorAll("select[name^='option:']"))
    chosen[select.id] ??= select.dataset.usual;
  for (const row of form.querySelectorAll("[data-when]"))
    row.hidden = !pairs(row.dataset.when ?? "").every(([name, values]) =>
      values.split("|").includes(chosen[name]),
    );
  for (const group of form.querySelectorAll("fieldset:has([data-when])"))
    group.hidden = !group.querySelector(".row:not([hidden])");
  /** @type {HTMLInputElement | null} */
  const players = form.querySelector(".chips input[name^='option:']:checked");
  const count = Number(players?.value) || Infinity;
  for (const row of form.querySelectorAll("[data-seat]"))
    row.hidden = Number(row.dataset.seat) > count;
  for (const part of form.querySelectorAll("[data-several]")) part.hidden = count === 1;
  const sides = [...form.querySelectorAll("[name=side]")];
  sides.forEach((side, at) => {
    side.parentElement?.toggleAttribute("hidden", at >= count);
  });
}

/** @type {HTMLFormElement[]} */
const withOptions = all("form[data-options]");
for (const form of withOptions) {
  form.addEventListener("change", () => fit(form));
  fit(form);
}

/** @type {HTMLFormElement[]} */
const withFilters = all("form[data-filters]");
for (const form of withFilters) {
  const tiles = all(":scope > *", need(form.dataset.filters ?? ""));
  form.addEventListener("submit", (event) => event.preventDefault());
  const search = () => {
    const { find, players, minutes, weight } = /** @type {Record<string, string>} */ (
      Object.fromEntries(new FormData(form))
    );
    for (const tile of tiles) {
      const { dataset } = tile;
      const [least, most] = (dataset.players ?? "").split("-").map(Number);
      tile.hidden = !(
        find
          .toLowerCase()
          .split(/\s+/)
          .every((word) => dataset.words?.includes(word)) &&
        (!players || (least <= Number(players) && Number(players) <= most)) &&
        (!minutes || (dataset.minutes && Number(dataset.minutes) <= Number(minutes))) &&
        (!weight || dataset.weight === weight)
      );
    }
    need("none-found").hidden = tiles.some((tile) => !tile.hidden);
  };
  form.addEventListener("input", search);
  addEventListener("pageshow", search); // who comes back finds the fields as they were left
}
