// The table in a browser: puts fragments in place and turns touches into answers.
// What is shown comes from the server (live.js) or the file itself (replay.js).
"use strict";
const byId = (id) => document.getElementById(id);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const make = (tag, props) => Object.assign(document.createElement(tag), props);

const OURS = ["open", "style"]; // set by the reader or this script
const MORPH = {
  morphStyle: "outerHTML",
  callbacks: {
    // A hole stands for what is there already.
    beforeNodeMorphed: (old, now) => now.dataset?.hole === undefined,
    beforeAttributeUpdated: (name, element, what) => what !== "remove" || !OURS.includes(name),
  },
};

/** Puts fragments `{id: html}` where they belong; one inside a new one waits for that. */
function apply(fragments) {
  if (fragments["@symbols"]) byId("@log").replaceChildren(); // the whole log comes again
  Object.entries(fragments).filter((one) => !put(...one)).forEach((one) => put(...one));
  refresh();
  if (Object.keys(fragments).some((id) => id.startsWith("@ask:"))) bring();
}

/** Puts one fragment where it belongs; tells whether there is a place. */
function put(id, html) {
  const old = byId(id);
  if (html === null) return old?.remove() ?? true;
  const markup = html.startsWith("<g") ? `<svg>${html}</svg>` : html;
  const now = make("template", { innerHTML: markup }).content.querySelector("[id]");
  const list = byId(now.dataset.into);
  if (old) Idiomorph.morph(old, now, MORPH);
  else list?.insertBefore(now, [...list.children].find((one) => one.value > now.value) ?? null);
  return old ?? list;
}

/** Marks whose turn it is, where we are, what is new. */
function refresh() {
  known = null;
  const { title, icon } = byId("@status").dataset;
  document.title = title;
  if (icon) document.querySelector("link[rel=icon]")?.setAttribute("href", icon);
  all(".steps [aria-current]").forEach((step) => step.removeAttribute("aria-current"));
  byId(byId("@here").dataset.here)?.setAttribute("aria-current", "step");
  all(".fresh").forEach((one) => one.classList.remove("fresh"));
  byId("@news").dataset.fresh.split(" ").forEach((id) => byId(id)?.classList.add("fresh"));
  all(".zoom > svg").forEach((svg) => { sizes.observe(svg); measure(svg); }); // others may be shown
  settle();
}

/** Tells the style sheet how large a board and its names are, and whether it is seen whole. */
function measure(svg) {
  const { style } = svg.closest(".board"), { width, height } = svg.viewBox.baseVal;
  const grow = 0.85 / Math.min(svg.clientWidth / width, svg.clientHeight / height);
  if (!style.cssText) requestAnimationFrame(bring); // now it has its size
  const told = `--wide: ${width}; --high: ${height}; --tt-grow: ${Math.min(1.75, Math.max(1, grow))}; --closer: ${svg.clientWidth > svg.parentNode.clientWidth + 1 ? "flex" : "none"};`;
  if (style.cssText !== told) style.cssText = told;
}
const sizes = new ResizeObserver((found) => found.forEach(({ target }) => measure(target)));

/** Brings into sight what may be touched; on a board also what is new. */
function bring(first) {
  const sum = (one) => middle(one)[0] + middle(one)[1], find = (inside, ...kinds) => kinds.map((kind) => all(kind, inside).sort((a, b) => sum(a) - sum(b))).map((some) => some.at((some.length - 1) / 2)).find(Boolean);
  for (const zoom of all(".zoom")) zoom.scrollBy(...middle(find(zoom, ".lit", ".piece.fresh.bad", ".fresh", first && ".piece") ?? zoom).map((at, side) => at - middle(zoom)[side]));
  const lit = find(document, ".board .lit", ".lit");
  [find(document, ".zoom:has(.lit)", ".zoom:has(.fresh.bad)", ".zoom:has(.fresh)"), lit].forEach((one) => one?.scrollIntoView({ block: "nearest" }));
  lit?.closest(".hands")?.scrollTo(0, lit.closest(".hands > *").offsetTop);
}

let hand = [], known = null, isByKey = false; // ids touched so far; the options, until the page changes

const options = () => (known ??= all(".ask :is(option, [name=answer]:is(button, [type=checkbox]))")
  .map((element) => ({
    element, left: element.dataset.left ?? -1,
    at: (element.dataset.at ?? (element.tagName === "BUTTON" ? "" : element.value)).split(" ").filter(Boolean),
    words: (element.labels?.[0] ?? element).textContent.trim(),
  })));

/** The options that touch these things first. */
const after = (ids) => options().filter((one) => one.at.length && ids.every((id, at) => one.at[at] === id));
const next = (ids) => new Set(after(ids).map((one) => one.at[ids.length]).filter(Boolean));
const meant = (ids) => after(ids).filter((one) => one.at.length === ids.length);

function touch(id) {
  if (next(hand).has(id)) hand.push(id); // a man may act on himself
  else if (id === hand.at(-1)) hand.pop();
  else if (next([]).has(id)) hand = [id];
  else return;
  const found = meant(hand);
  found.length === 1 && !next(hand).size ? choose(found[0].element) : (settle(), bring());
}

/** Ticks an option, or sends it. */
function choose(element) {
  settle([]);
  element.selected = true;
  return element.tagName === "OPTION" ? element.form.requestSubmit() : element.click();
}

/** Lights what may be touched next, and offers in a menu what a touch cannot tell. */
function settle(taken = hand) {
  hand = after(taken).length ? taken : [];
  const lit = next(hand);
  const held = [...hand, ...options().filter((one) => one.element.checked).map((one) => one.at[0])];
  all(".lit, .held").forEach((old) => mark(old));
  lit.forEach((id) => mark(byId(id), "lit"));
  shade([...lit]);
  held.forEach((id) => mark(byId(id), "held"));
  menu(meant(hand), [...lit].filter((id) => !byId(id)));
  const first = document.querySelector(".lit, .ask button");
  if (first) first.tabIndex = 0;
  if (isByKey && document.activeElement.matches("body, [tabindex='-1']:not(.lit, .held)")) first?.focus();
}

/** Marks a thing as lit, held or neither. */
function mark(element, how) {
  if (!element) return;
  for (const one of ["lit", "held"]) element.classList.toggle(one, one === how);
  element.style.removeProperty("--left");
  element.role = how ? "button" : element.matches(".piece") ? "img" : null;
  element.ariaPressed = how === "held" ? "true" : null;
  element.tabIndex = -1;
}

/** Writes into empty lit spaces what is left there to spend; the less, the paler. */
function shade(lit) {
  all(".tt .left").forEach((old) => old.remove());
  const found = lit.filter((id) => byId(`on:${id}`)?.matches(":empty"))
    .map((id) => [byId(id), Math.max(...after([...hand, id]).map((one) => one.left))]);
  const most = Math.max(1, ...found.map(([, left]) => left));
  for (const [space, left] of found.filter(([, left]) => left >= 0)) {
    const { x, y, width, height } = space.querySelector(".field").getBBox();
    space.style.setProperty("--left", 0.2 + (0.8 * left) / most);
    space.insertAdjacentHTML("beforeend", `<text class="left" x="${x + width / 2}"
      y="${y + height / 2 + 6}">${`${left}`.replace(/^0?(\d*)\.5$/, "$1½")}</text>`);
  }
}

const putBack = () => settle(hand.slice(0, -1));
const nameOf = (id) => byId(id)?.ariaLabel ?? byId(id)?.querySelector(":scope > title, :scope > strong")?.textContent ?? id;

function menu(options, ids) {
  const buttons = [
    ...options.map((one) => [one.words, one.element.value, () => choose(one.element)]),
    ...ids.map((id) => [nameOf(id), id, () => touch(id)]),
    ...hand.slice(-1).map((id) => [`Put back ${nameOf(id).split(",")[0]}`, "", putBack]),
  ].map(([textContent, value, onclick]) => make("button", { textContent, value, onclick }));
  byId("@menu").replaceChildren(...buttons);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("form, button, a, summary, label, [popover]")) return;
  // Things lie on each other: what is lit there can be meant, else what may be touched first.
  const ids = new Set();
  for (const top of document.elementsFromPoint(event.clientX, event.clientY)) for (let at = top; at; at = at.parentElement) ids.add(at.id.replace(/^on:/, ""));
  const among = (has) => [...ids].filter(has), lit = among((id) => byId(id)?.matches(".lit, .held"));
  const found = lit[0] ? lit : among((id) => next([]).has(id));
  if (found.length) found.length > 1 ? menu([], found) : touch(found[0]);
  else event.pointerType === "touch" || globalThis.tellOf?.([...ids]);
});

const middle = (one) => (({ x, y, width, height }) => [x + width / 2, y + height / 2])(one.getBoundingClientRect());
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
document.addEventListener("pointerdown", () => { isByKey = false; });
document.addEventListener("keydown", (event) => {
  isByKey = true;
  const focus = document.activeElement, isLit = focus.matches(".lit, .held");
  if (event.altKey || event.ctrlKey || event.metaKey || focus.matches("input, select, textarea")) return;
  if (event.key === "Escape") putBack();
  else if (/^[1-9]$/.test(event.key)) all("#\\@menu button, .ask .buttons button")[event.key - 1]?.click();
  else if (isLit && (event.key === "Enter" || event.key === " ")) touch(focus.id);
  else if (isLit && WAYS[event.key]) nearest(focus, WAYS[event.key]).focus();
  else return;
  event.preventDefault();
});

/** The lit thing that lies nearest that way. */
function nearest(from, [right, down]) {
  const far = (one) => {
    const [[x, y], [u, v]] = [from, one].map(middle);
    const [along, aside] = [(u - x) * right + (v - y) * down, Math.abs((u - x) * down + (v - y) * right)];
    return along > 1 ? Math.hypot(along, aside) * (aside > along ? 9 : 1) : Infinity;
  };
  return all(".lit").reduce((best, one) => (far(one) < far(best) ? one : best), from);
}

document.documentElement.classList.add("live");
refresh();
