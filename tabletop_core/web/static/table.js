// The table in a browser: puts fragments where they belong, and turns touches into answers.
// Everything shown comes from the server (wire.js) or from the file itself (stepper.js).
"use strict";

const byId = (id) => document.getElementById(id);
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
const make = (tag, props = {}) => Object.assign(document.createElement(tag), props);

// ------------------------------------------------------------------ the page as the server says

const KEPT = new Set(["open", "tabindex", "style", "data-scale"]); // attributes that belong to the reader
const MORPH = {
  morphStyle: "outerHTML",
  callbacks: {
    // A hole stands for what is there already.
    beforeNodeMorphed: (old, now) => now.dataset?.hole === undefined,
    beforeNodeRemoved: (node) => !node.matches?.(".stepper, .zooms"), // what a script has put there
    beforeAttributeUpdated: (name, element, what) => !(KEPT.has(name) && what === "remove"),
  },
};

function parsed(html) {
  const template = make("template");
  const inSvg = html.startsWith("<g");
  template.innerHTML = inSvg ? `<svg>${html}</svg>` : html;
  return inSvg ? template.content.firstChild.firstChild : template.content.firstChild;
}

/** Puts fragments `{id: html}` where they belong; one inside a new one waits for that. */
function apply(fragments) {
  const put = (html) => {
    const now = parsed(html);
    const old = byId(now.id);
    const list = byId(now.dataset.into ?? "");
    if (old && now.dataset.last !== undefined) Object.assign(old.dataset, now.dataset);
    else if (old) Idiomorph.morph(old, now, MORPH);
    else if (list) append(list, now);
    return old || list;
  };
  Object.values(fragments).filter(Boolean).filter((html) => !put(html)).forEach(put);
  all("[data-last]").forEach(trim);
  refresh();
}

const numberOf = (id) => Number(id.slice(id.lastIndexOf("-") + 1));

function append(list, line) {
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
  const after = [...list.children].find((one) => numberOf(one.id) > numberOf(line.id));
  list.insertBefore(line, numberOf(list.lastElementChild?.id ?? "") > numberOf(line.id) ? after : null);
  if (atEnd) list.scrollTop = list.scrollHeight;
}

/** Takes off the lines of a list that are not told any more. */
function trim(list) {
  const [first, last] = [numberOf(list.dataset.first), numberOf(list.dataset.last)];
  for (const line of [...list.children]) {
    const at = numberOf(line.id);
    if (at < first || at > last) line.remove();
  }
}

/** Marks what the page says about itself: whose turn it is, where we are, what is new. */
function refresh() {
  known = null;
  const status = byId("@status");
  if (!status) return;
  document.title = status.dataset.title;
  const icon = document.querySelector("link[rel=icon]");
  const turn = "turn" in status.dataset;
  if (icon?.dataset.turn) icon.href = turn ? icon.dataset.turn : icon.dataset.rest;
  all(".steps [aria-current]").forEach((step) => step.removeAttribute("aria-current"));
  byId(byId("@here")?.dataset.here ?? "")?.setAttribute("aria-current", "step");
  all(".fresh").forEach((one) => one.classList.remove("fresh"));
  (byId("@news")?.dataset.fresh ?? "").split(" ").forEach((id) => byId(id)?.classList.add("fresh"));
  zooming();
  settle();
  bring();
}

// ------------------------------------------------------------------ touching

let hand = []; // ids touched so far
let keyboard = false;

const forms = () => all("form.ask");
const targetsOf = (element) => {
  if (element.tagName === "BUTTON") return [];
  return (element.dataset.at ?? element.value).split(" ").filter(Boolean);
};
const optionsOf = (form) =>
  all("option, button[name=answer], input[type=checkbox]", form).map((element) => ({
    form, element, value: element.value, at: targetsOf(element), words: wordsOf(element),
  }));
const wordsOf = (element) => (element.closest("label:has(input)") ?? element).textContent.trim();
const begins = (option, ids) => ids.every((id, at) => option.at[at] === id);
let known = null; // the options that touch something, until the page changes
const open = () => (known ??= forms().flatMap(optionsOf).filter((option) => option.at.length));

const next = (ids) =>
  new Set(open().filter((one) => one.at.length > ids.length && begins(one, ids))
    .map((one) => one.at[ids.length]));
const meant = (ids) => open().filter((one) => one.at.length === ids.length && begins(one, ids));

function touch(id) {
  if (next(hand).has(id)) hand.push(id); // before it is put back: a man may act on himself
  else if (id === hand.at(-1)) hand.pop();
  else if (next([]).has(id)) hand = [id];
  else return;
  const options = hand.length ? meant(hand) : [];
  if (options.length === 1 && !next(hand).size) choose(options[0]);
  else settle();
}

function choose(option) {
  hand = [];
  const { least, most } = option.element.closest(".boxes")?.dataset ?? {};
  if (most && !(least === "1" && most === "1")) option.element.click();
  else send(option.form, option.value);
  settle();
}

/** Lights what may be touched next, and offers in a menu what a touch alone cannot tell. */
function settle() {
  const options = open();
  if (hand.length && !options.some((one) => begins(one, hand))) hand = [];
  const lit = next(hand);
  const held = new Set(hand);
  options.filter((one) => one.element.checked).forEach((one) => held.add(one.at[0]));
  for (const old of all(".lit, .held")) {
    old.classList.remove("lit", "held");
    old.removeAttribute("tabindex");
    old.removeAttribute("aria-pressed");
    if (old.dataset.role !== undefined) old.setAttribute("role", old.dataset.role);
    if (!old.getAttribute("role")) old.removeAttribute("role");
  }
  const hidden = [];
  for (const id of [...lit, ...held]) {
    const element = byId(id);
    if (element) light(element, held.has(id));
    else if (!held.has(id)) hidden.push(id);
  }
  all(".boxes").forEach(counted);
  const first = document.querySelector(".lit");
  first?.setAttribute("tabindex", "0");
  menu(hidden, hand.length ? meant(hand) : []);
  if (keyboard && (document.activeElement === document.body || !document.activeElement))
    (first ?? document.querySelector(".ask button"))?.focus();
}

/** Says how many are chosen, and lets the answer go when there are enough. */
function counted(boxes) {
  const { least, most } = boxes.dataset;
  const count = all(":checked", boxes).length;
  const form = boxes.closest("form");
  form.querySelector("output").textContent = `${count} chosen.`;
  form.querySelector("button").disabled = count < Number(least) || count > Number(most);
}

function light(element, isHeld) {
  element.classList.add(isHeld ? "held" : "lit");
  element.dataset.role ??= element.getAttribute("role") ?? "";
  element.setAttribute("role", "button");
  element.setAttribute("tabindex", "-1");
  if (isHeld) element.setAttribute("aria-pressed", "true");
  const title = element.querySelector(":scope > title")?.textContent;
  if (title && !element.hasAttribute("aria-label")) element.setAttribute("aria-label", title);
}

const nameOf = (id) => byId(id)?.getAttribute("aria-label") || id;

function menu(ids, options) {
  const place = byId("@menu");
  if (!place) return;
  const buttons = [
    ...options.map((one) => make("button", { textContent: one.words, value: one.value, onclick: () => choose(one) })),
    ...ids.map((id) => make("button", { textContent: nameOf(id), value: id, onclick: () => touch(id) })),
  ];
  if (hand.length) buttons.push(make("button", { textContent: "Put back", onclick: putBack }));
  const told = hand.length ? [make("span", { className: "inhand", textContent: hand.map(nameOf).join(" → ") })] : [];
  place.replaceChildren(...told, ...buttons);
}

function putBack() {
  hand = [];
  settle();
}

const NEAR = 24; // pixels that a finger may miss by

/** The ids that a click can mean: what lies there in any depth, or else the nearest thing lit. */
function under(event) {
  const ids = new Set();
  for (const top of document.elementsFromPoint(event.clientX, event.clientY))
    for (let at = top; at; at = at.parentElement) ids.add(at.id.startsWith("on:") ? at.id.slice(3) : at.id);
  const [lit, held] = [next(hand), new Set(hand)];
  const found = [...ids].filter((id) => lit.has(id) || held.has(id));
  if (found.length) return found;
  const far = (element) => {
    const box = element.getBoundingClientRect();
    return Math.hypot(box.x + box.width / 2 - event.clientX, box.y + box.height / 2 - event.clientY);
  };
  const nearest = all("svg .lit").sort((one, other) => far(one) - far(other))[0];
  return event.target.closest("svg") && nearest && far(nearest) < NEAR ? [nearest.id] : [];
}

document.addEventListener("click", (event) => {
  if (event.target.closest("form, button, a, summary, .opened")) return;
  const ids = under(event);
  if (ids.length === 1) touch(ids[0]);
  else if (ids.length) menu(ids, []);
});

// ------------------------------------------------------------------ the keyboard

document.addEventListener("pointerdown", () => { keyboard = false; });
document.addEventListener("keydown", (event) => {
  keyboard = true;
  const focus = document.activeElement;
  if (event.key === "Escape") {
    all(".opened").forEach((one) => one.remove());
    return putBack();
  }
  if (event.altKey || event.ctrlKey || event.metaKey || focus?.matches("input, select, textarea")) return;
  if (/^[1-9]$/.test(event.key)) return all("#\\@menu button, .ask .buttons button")[event.key - 1]?.click();
  const isLit = focus?.matches(".lit, .held");
  if (isLit && (event.key === "Enter" || event.key === " ")) touch(focus.id);
  else if (event.key.startsWith("Arrow") && (isLit || focus === document.body)) step(focus, event.key);
  else return;
  event.preventDefault();
});

/** Goes from one lit thing to the nearest one that way. */
function step(from, key) {
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  const flat = key === "ArrowLeft" || key === "ArrowRight";
  const far = (element) => {
    const [u, v] = middle(element);
    const [along, aside] = flat ? [(u - x) * sign, v - y] : [(v - y) * sign, u - x];
    return along > 1 ? along + 2.5 * Math.abs(aside) : Infinity;
  };
  const others = all(".lit").filter((one) => one !== from);
  const best = from === document.body ? others[0] : others.sort((a, b) => far(a) - far(b))[0];
  if (!best || (from !== document.body && far(best) === Infinity)) return;
  from.setAttribute("tabindex", "-1");
  best.setAttribute("tabindex", "0");
  best.focus();
}

document.documentElement.classList.add("live");
addEventListener("DOMContentLoaded", () => {
  refresh();
  all(".log").forEach((log) => { log.scrollTop = log.scrollHeight; });
});
