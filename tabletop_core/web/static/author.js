// The bar of an author: it stays open over the pages of a tab, a field shows its value, and links
// that are proposed lie on the board as lines, as long as it is open.
import { all, byId, find, need, on, swallow } from "./dom.js";
import { isDragged } from "./stage.js";

/** @type {HTMLDetailsElement} */
const bar = need("@author");
bar.open = sessionStorage.getItem("author") === "open";
bar.addEventListener("toggle", () => sessionStorage.setItem("author", bar.open ? "open" : ""));

on("input", ({ target }) => {
  if (target.name !== "field") return;
  const option = [...(target.list?.options ?? [])].find((one) => one.value === target.value);
  if (!option || !target.form) return;
  /** @type {HTMLInputElement} */
  const field = find("[name=value]", target.form);
  field.value = option.dataset.value ?? "";
});

const NEXT = new Map([
  ["", "remove"],
  ["remove", "keep"],
  ["keep", ""],
]);

/**
 * The middle of a space in the units of its board.
 * @param {Element} space
 */
function middleIn(space) {
  /** @type {SVGGraphicsElement} */
  const field = find(":scope > .field", space);
  const { x, y, width, height } = field.getBBox();
  return [x + width / 2, y + height / 2];
}

/**
 * Draws a link between the counters of its two spaces.
 * @param {HTMLSelectElement} select
 */
function drawLink({ name, value, labels }) {
  const [space, other] = name.split(" ").map(byId);
  const board = space?.closest("svg");
  if (!space || !other || !board?.contains(other)) return;
  const [[x, y], [u, v]] = [middleIn(space), middleIn(other)];
  const d = `M${x + (u - x) / 4} ${y + (v - y) / 4}L${u - (u - x) / 4} ${v - (v - y) / 4}`;
  const line = document.createElementNS("http://www.w3.org/2000/svg", "g");
  line.setAttribute("class", "proposed");
  Object.assign(line.dataset, { link: name, is: value });
  line.innerHTML = `<title></title><path d="${d}"/><path d="${d}"/>`;
  find("title", line).textContent = labels[0]?.firstChild?.textContent ?? name;
  board.append(line);
}

function drawLinks() {
  all(".proposed").forEach((one) => one.remove());
  /** @type {HTMLSelectElement[]} */
  const links = bar.open ? all("form.links select", bar) : [];
  links.forEach(drawLink);
  seen.takeRecords();
}

// The table puts new parts in place of old ones, the lines among them.
const seen = new MutationObserver(drawLinks);
seen.observe(document.body, { childList: true, subtree: true });
bar.addEventListener("toggle", drawLinks);
on("change", ({ target }) => target.closest("form.links") && drawLinks());

on(
  "click",
  (event) => {
    /** @type {SVGElement | null} */
    const line = event.target.closest(".proposed");
    if (!line || isDragged) return;
    swallow(event);
    /** @type {HTMLSelectElement} */
    const select = find(`[name="${CSS.escape(line.dataset.link ?? "")}"]`, bar);
    select.value = NEXT.get(select.value) ?? "";
    drawLinks();
  },
  true,
);
