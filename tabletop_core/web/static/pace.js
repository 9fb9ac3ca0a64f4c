// Tells what happened since the last look: routine folded, news held, and a stop with its card.
// What it leads to waits meanwhile, and comes at once when this is skipped.
import { all, boxOf, byId, find, isStill, make, need, on, say, swallow } from "./dom.js";
import { clearEffects, playEffect } from "./effects.js";
import { forgetOptions } from "./hand.js";
import { boxOfDock, tell } from "./popovers.js";
import { between, glide, isDragged } from "./stage.js";
import { apply, question, refresh, settle } from "./table.js";

const { address, moments } = need("@status").dataset;
const PACES = ["instant", "quick", "watch"];
/** The pace that was chosen; who wants no motion has to ask for steps. */
const pace = () =>
  PACES.find((one) => one === localStorage.getItem("tabletop-pace")) ??
  (isStill.matches ? "instant" : "quick");
/** @param {string | undefined} version */
const numberOf = (version) => Number(version?.split("-").pop());
/**
 * Whether a line is to be seen: it has a roll, or is good or bad for a side.
 * @param {string} line
 */
const isNews = (line) => / class="(die"|good|bad|warn)/.test(line);

/** @type {Showing | null} */
let shown = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer = 0;
/** @type {Element | null} */
let focused = null; // where the focus was before a card
let since = -1e9; // when the card came; it takes nothing meant for what was before

/** Whether the table is still telling what happened. */
export const isTelling = () => shown !== null || byId("@moment") !== null;

/**
 * Puts fragments in place that lead on from a version: beat by beat, where there are several.
 * @param {Fragments} fragments
 * @param {string} since
 */
export function arrive(fragments, since) {
  const isWhole = document.hidden || fragments["@symbols"];
  const isBusy = pace() === "instant" || document.querySelector(".ask:not(.sent)");
  const ids = Object.keys(fragments).filter((id) => id.startsWith("@log-") && fragments[id]);
  const lines = ids.map((id) => fragments[id] ?? "");
  if (!isWhole) sayEvents(lines);
  // A heading is not a step of its own; a line that opens tells several.
  const isOne =
    lines.filter((line) => !line.includes(' class="head">')).length < 2 &&
    !lines.some((line) => line.includes(' class="fold">') || isNews(line));
  if (shown ? shown.cardsOnly : isWhole || isBusy || isOne) {
    glided(fragments, () => apply(fragments));
    if (isWhole || isOne || moments === undefined) return tellEnd();
    const mine = shown ?? begin(true);
    return mine.isGathering ? undefined : gather(since);
  }
  const mine = shown ?? begin(false);
  // The log is complete at once.
  const isLog = (/** @type {string} */ id) => /^(@log-|room-(chat|say|seats)$)/.test(id);
  const part = (/** @type {boolean} */ ofLog) =>
    Object.fromEntries(Object.entries(fragments).filter(([id]) => isLog(id) === ofLog));
  mine.held.push(part(false));
  if (!mine.isGathering) gather(since); // first: whatever goes wrong below, the end comes
  apply(part(true));
  for (const id of ids) byId(id)?.classList.add("later");
}

/**
 * Says what happened at once, whatever is shown meanwhile: a few lines as they are; of many the
 * news, and how many others the log has.
 * @param {string[]} lines
 */
function sayEvents(lines) {
  const found = all("li:not(.head)", make("ol", { innerHTML: lines.join("") })).filter(
    (one) => !one.parentElement?.closest("li"),
  );
  const told = found.length > 4 ? found.filter((one) => one.matches(".good, .bad, .warn")) : found;
  const rest = found.length - told.length;
  for (const one of told) {
    for (const drawn of all("[aria-hidden]", one)) drawn.remove();
    say((one.querySelector("summary") ?? one).textContent);
  }
  if (rest) say(`${rest} ${told.length ? "more " : ""}events are in the log.`);
}

/**
 * @param {boolean} cardsOnly
 * @returns {Showing}
 */
const begin = (cardsOnly) => {
  shown = {
    steps: [],
    current: null,
    held: [],
    end: {},
    cardsOnly,
    isAgain: false,
    isGathering: false,
    isWaiting: true,
  };
  return shown;
};

/**
 * Fetches the beats up to what has arrived.
 * @param {string} since
 */
async function gather(since) {
  const mine = shown;
  if (!mine) return;
  mine.isGathering = true;
  while (shown === mine && numberOf(since) < numberOf(document.body.dataset.version)) {
    const found = await recounted(`?since=${since}`);
    if (shown !== mine || !found) break;
    since = found.at;
    take(found);
  }
  mine.isGathering = false;
  if (shown === mine && mine.isWaiting) next();
}

/**
 * @param {string} query
 * @returns {Promise<Account | null>}
 */
const recounted = (query) =>
  fetch(`${address}/steps${query}`, { signal: AbortSignal.timeout(4000) })
    .then((reply) => (reply.ok ? reply.json() : null))
    .catch(() => null);

/**
 * Adds beats to those to come.
 * @param {Account} account
 */
function take({ start, steps, end, is_cut }) {
  if (!shown) return;
  const told = shown.cardsOnly ? steps.filter(({ card }) => card) : steps;
  if (!shown.cardsOnly) Object.assign(shown.end, end);
  const isPlain = told.every(
    ({ lines, news, stops }) => !stops && !news.length && !lines.some(isNews),
  );
  // The end shows one plain step well enough.
  if (told.length < 2 && isPlain && !document.body.matches(".paced") && !shown.isAgain) return;
  if (is_cut && !shown.cardsOnly)
    shown.steps.push({
      where: "",
      lines: ["<li>More happened before; it is in the log.</li>"],
      news: [],
      folded: "",
      parts: start,
      moments: [],
      card: "",
      stops: false,
      held: 600,
    });
  shown.steps.push(...told);
  if (shown.isWaiting && shown.steps.length) next();
}

/** Shows the next beat, or the end; whatever goes wrong, the end comes. */
function next() {
  clearTimeout(timer);
  clearEffects();
  if (!shown) return;
  const step = shown.steps.shift();
  shown.isWaiting = !step;
  if (!step && !shown.isGathering) finish();
  if (step)
    showStep(step).catch((error) => {
      finish();
      throw error;
    });
}

/** Goes on to the next card, never past it; where there is none, to the end. */
function skip() {
  if (byId("@moment")) return goOn();
  clearTimeout(timer);
  clearEffects();
  if (!shown) return;
  const current = shown.current?.card ? [shown.current] : [];
  const to = current.length ? 0 : shown.steps.findIndex(({ card }) => card) + 1;
  if (!to && !current.length) return shown.isGathering ? next() : finish();
  const passed = [...(shown.current ? [shown.current] : []), ...shown.steps.splice(0, to)];
  for (const { parts } of passed) apply(parts);
  shown.current = null;
  showCard(passed.at(-1)?.card ?? "");
}

/** @param {Happening} step */
async function showStep(step) {
  const mine = shown;
  if (!mine) return;
  if (mine.cardsOnly) return showCard(step.card);
  if (!document.body.matches(".paced")) {
    document.body.classList.add("paced");
    forgetOptions();
    settle([]);
  }
  mine.current = step;
  const told = tellStep(step);
  const isHere = () => shown === mine && mine.current === step;
  for (const moment of step.stops ? step.moments : [])
    if (isHere() && moment.stops) await playEffect(moment, true);
  if (!isHere()) return;
  glided(step.parts, () => apply(step.parts));
  if (step.stops) clearEffects();
  glide(true);
  const later = all(".log .later");
  for (const line of later.slice(0, Math.ceil(later.length / (mine.steps.length + 1))))
    line.classList.remove("later");
  if (step.card) return showCard(step.card);
  const moving = step.moments.find(({ effect }) => effect);
  if (moving && !step.stops) playEffect(moving, false);
  const isHeld = pace() === "watch" && (step.news.length || !step.folded);
  const time = isHeld ? Math.min(9000, 1500 + 45 * told) : step.stops ? 300 : step.held;
  timer = setTimeout(next, time);
}

/**
 * Puts a card over the table, which stays until somebody has read it.
 * @param {string} card
 */
function showCard(card) {
  if (shown) shown.current = null;
  if (!byId("@moment")) focused = document.activeElement;
  since = performance.now();
  byId("@moment")?.remove();
  find("#\\@table").insertAdjacentHTML("beforeend", card);
  find("#\\@moment [data-goes-on]").focus({ preventScroll: true });
  const auto = Number(localStorage.getItem("tabletop-auto"));
  if (auto) timer = setTimeout(goOn, auto);
}

/** Puts the card away for somebody who has seen it. */
const takeCard = () => {
  if (performance.now() - since > question.calm) goOn();
};

/** Puts the card away, and the focus back. */
function goOn() {
  byId("@moment")?.remove();
  if (focused instanceof HTMLElement || focused instanceof SVGElement)
    focused.focus({ preventScroll: true });
  if (shown) next();
  else tellEnd();
}

/**
 * Writes a beat into the dock: its news with dice, or its lines; returns how long they are.
 * @param {Happening} step
 */
function tellStep({ where, lines, news, folded }) {
  const isTold = news.length || folded;
  const list = make("ol", { innerHTML: (isTold ? news : lines).join("") });
  for (const head of all(":scope > .head", list)) head.remove();
  for (const details of all(":scope > li > details", list))
    details.before(...all(".die", details).slice(0, 8));
  const box =
    byId("@caption") ??
    find(".dock").appendChild(
      make("section", { id: "@caption", className: "caption", ariaLabel: "What happened" }),
    );
  /** @type {(textContent: string, onclick: () => void) => HTMLButtonElement} */
  const button = (textContent, onclick) => make("button", { type: "button", textContent, onclick });
  const buttons = make("div", { className: "buttons" });
  buttons.append(...(pace() === "watch" ? [button("Next", next)] : []), button("Skip", skip));
  const told = list.children.length || folded ? list : (box.querySelector("ol") ?? list);
  const quiet = make("p", { className: "folded", textContent: folded });
  box.replaceChildren(make("h2", { textContent: where }), told, quiet, buttons);
  return all(":scope > li", told).reduce(
    (sum, one) => sum + (one.querySelector("summary") ?? one).textContent.length,
    folded.length,
  );
}

/** Shows the end at once. */
function finish() {
  clearTimeout(timer);
  clearEffects();
  if (!shown) return;
  const { end, held, cardsOnly } = shown;
  shown = null;
  byId("@moment")?.remove();
  document.body.classList.remove("paced");
  byId("@caption")?.remove();
  for (const line of all(".log .later")) line.classList.remove("later");
  if (!cardsOnly) {
    const whole = [end, ...held].filter((one) => Object.keys(one).length);
    glided(Object.assign({}, ...whole), () => whole.forEach(apply));
    if (!whole.length) refresh();
  }
  tellEnd();
}

/** Lays the story of a game that is over over the table. */
const tellEnd = () => shown || showOnce("@story", "tabletop-told");

/**
 * Shows a card that the page holds, once for this table.
 * @param {string} id
 * @param {string} known
 */
function showOnce(id, known) {
  const card = byId(id)?.innerHTML;
  const key = `${known}-${address}`;
  if (!card || sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, "yes");
  showCard(card);
}

/** Shows what happened since one's last answer once more. */
async function again() {
  if (shown?.cardsOnly) finish(); // the table shows the end already
  if (shown) return;
  const found = await recounted("");
  if (shown || !found) return;
  if (!found.steps.length)
    return tell(
      boxOfDock(),
      make("p", { textContent: "Nothing has happened since your last answer." }),
    );
  begin(false).isAgain = true;
  apply(found.start);
  take({ ...found, start: {} });
}

/**
 * Changes the table, and lets what moved glide there from where it was, in 250 ms.
 * @param {Fragments} fragments
 * @param {() => void} change
 */
function glided(fragments, change) {
  if (isStill.matches || document.hidden || pace() === "instant") return change();
  const there = () =>
    Object.keys(fragments)
      .filter((id) => id.startsWith("on:"))
      .flatMap((id) => all(".piece", byId(id) ?? undefined));
  const was = new Map(there().map((piece) => [piece.id, boxOf(piece)]));
  change();
  for (const piece of there()) {
    const from = was.get(piece.id);
    const to = boxOf(piece);
    const parent = /** @type {SVGGraphicsElement | null} */ (
      /** @type {Element} */ (piece.parentNode)
    );
    const k = parent?.getScreenCTM()?.a ?? 1;
    const [x, y] = from ? between(to, from) : [0, 0];
    if (Math.hypot(x, y) > 2)
      piece.animate([{ translate: `${x / k}px ${y / k}px` }, { translate: "0px 0px" }], {
        duration: 250,
        easing: "ease-out",
      });
    else if (!from) piece.animate([{ opacity: 0 }, { opacity: 1 }], 250);
  }
  for (const id of Object.keys(fragments)) {
    const part = byId(id);
    // A card keeps its colour, on which words are written.
    const glow = part?.matches(".card")
      ? { boxShadow: "0 0 0 6px var(--amber)" }
      : { backgroundColor: "color-mix(in srgb, var(--amber) 60%, transparent)" };
    if (part?.matches(".facts > div, .gauge, .card")) part.animate([glow, {}], 700);
  }
}

/** @type {HTMLInputElement[]} */
const choices = all("[name=pace]");
for (const one of choices) one.checked = one.value === pace();
const hear = () => import("./sound.js");
if (localStorage.getItem("tabletop-sound")) hear();
on("change", ({ target }) => {
  if (target.name === "pace") localStorage.setItem("tabletop-pace", target.value);
  if (target.name === "sound") hear();
});
on(
  "click",
  (event) => {
    if (event.target.closest("[data-again]")) return again();
    const isCard = byId("@moment") !== null;
    if (isCard ? event.target.closest("#\\@moment a") : !shown || shown.cardsOnly) return;
    if (isDragged || !event.target.closest("#\\@moment, .stage, .foot")) return;
    const held = "#\\@caption :is(button, a, summary), .stage :is(button, summary, label)";
    if (!isCard && event.target.closest(held)) return;
    swallow(event);
    if (isCard) takeCard();
    else if (pace() === "watch" && !event.target.closest(".dock")) next();
    else skip();
  },
  true,
);
addEventListener(
  "keydown",
  (event) => {
    const isCard = byId("@moment") !== null;
    const isOurs = isCard || (shown && !shown.cardsOnly);
    if (!isOurs || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
    const isField = document.activeElement?.matches("button, summary, a, input, select, textarea");
    if (event.key === "Escape") shown ? finish() : goOn();
    else if (isCard && document.activeElement?.matches("#\\@moment a")) return;
    else if (isField && !isCard) return;
    else if (event.key !== " " && event.key !== "Enter") return;
    else if (isCard) takeCard();
    else if (pace() === "watch") next();
    else skip();
    swallow(event);
  },
  true,
);
on("visibilitychange", () => document.hidden && finish());

// The card before the first answer, and the story of a game that is over.
showOnce("@opening", "tabletop-opened");
tellEnd();
