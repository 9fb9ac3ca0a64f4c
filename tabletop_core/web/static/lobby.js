// The pages around the table: a form is sent once; options without effect and other seats hide.

for (const form of document.querySelectorAll("form[method=post]"))
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "1";
  });
addEventListener("pageshow", () =>
  document.querySelectorAll("form[data-sent]").forEach((form) => delete form.dataset.sent),
);

const pairs = (text) =>
  text
    .split(";")
    .filter(Boolean)
    .map((part) => part.split("="));

/** Shows the options that have an effect with the others, and a seat for each player. */
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
    row.hidden = !pairs(row.dataset.when).every(([name, values]) =>
      values.split("|").includes(chosen[name]),
    );
  for (const group of form.querySelectorAll("fieldset:has([data-when])"))
    group.hidden = !group.querySelector(".row:not([hidden])");
  const count =
    Number(form.querySelector(".chips input[name^='option:']:checked")?.value) || Infinity;
  for (const row of form.querySelectorAll("[data-seat]")) row.hidden = row.dataset.seat > count;
  for (const part of form.querySelectorAll("[data-several]")) part.hidden = count === 1;
  const sides = [...form.querySelectorAll("[name=side]")];
  sides.forEach((side, at) => {
    side.parentElement.hidden = at >= count;
  });
}

for (const form of document.querySelectorAll("form[data-options]")) {
  form.addEventListener("change", () => fit(form));
  fit(form);
}

for (const form of document.querySelectorAll("form[data-filters]")) {
  const tiles = [...document.getElementById(form.dataset.filters).children];
  form.addEventListener("submit", (event) => event.preventDefault());
  const search = () => {
    const { find, players, minutes, weight } = Object.fromEntries(new FormData(form));
    for (const tile of tiles) {
      const { dataset } = tile;
      const [least, most] = dataset.players.split("-").map(Number);
      tile.hidden = !(
        find
          .toLowerCase()
          .split(/\s+/)
          .every((word) => dataset.words.includes(word)) &&
        (!players || (least <= players && players <= most)) &&
        (!minutes || (dataset.minutes && Number(dataset.minutes) <= minutes)) &&
        (!weight || dataset.weight === weight)
      );
    }
    document.getElementById("none-found").hidden = tiles.some((tile) => !tile.hidden);
  };
  form.addEventListener("input", search);
  addEventListener("pageshow", search); // who comes back finds the fields as they were left
}
