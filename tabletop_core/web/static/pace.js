// Shows what happened since the last look, event by event: instantly, quickly, or to be watched.
// What the page is to show in the end waits meanwhile, and comes at once when this is skipped.
import { all, boxOf, byId, find, isStill, make, need, on, swallow } from "./dom.js";
import { forgetOptions } from "./hand.js";
import { boxOfDock, tell } from "./popovers.js";
import { glide, isDragged } from "./stage.js";
import { apply, refresh, settle } from "./table.js";

const { address } = need("@status").dataset;
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

// What is being shown: steps to come, fragments that wait, how the changed parts look in the end.
/** @type {Showing | null} */
let shown = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer = 0;

/**
 * Puts fragments in place that lead on from a version: step by step, where there are several.
 * @param {Fragments} fragments
 * @param {string} since
 */
export function arrive(fragments, since) {
  const isQuiet =
    document.hidden ||
    pace() === "instant" ||
    fragments["@symbols"] ||
    document.querySelector(".ask:not(.sent)");
  const ids = Object.keys(fragments).filter((id) => id.startsWith("@log-") && fragments[id]);
  const lines = ids.map((id) => fragments[id] ?? "");
  // A heading is no step of its own; a line that opens tells several.
  const isOne =
    lines.filter((line) => !line.includes(' class="head">')).length < 2 &&
    !lines.some((line) => line.includes(' class="fold">') || isNews(line));
  if (!shown && (isQuiet || isOne)) return glided(fragments, () => apply(fragments));
  const mine = shown ?? begin();
  // The log is complete at once, for those who hear it.
  const isLog = (/** @type {string} */ id) => /^(@log-|room-(chat|say|seats)$)/.test(id);
  const part = (/** @type {boolean} */ ofLog) =>
    Object.fromEntries(Object.entries(fragments).filter(([id]) => isLog(id) === ofLog));
  mine.held.push(part(false));
  if (!mine.isGathering) gather(since); // first: whatever goes wrong below, the end comes
  apply(part(true));
  for (const id of ids) byId(id)?.classList.add("later");
}

/** @returns {Showing} */
const begin = () => {
  shown = {
    ...{ steps: [], held: [], end: {}, each: 0 },
    ...{ isAgain: false, isGathering: false, isWaiting: true },
  };
  return shown;
};

/**
 * Fetches the steps up to what has arrived.
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
 * Adds steps to those to come.
 * @param {Account} account
 */
function take({ start, steps, end, is_cut }) {
  if (!shown) return;
  Object.assign(shown.end, end);
  if (
    steps.length < 2 &&
    !steps.some(({ lines }) => lines.some(isNews)) &&
    !document.body.matches(".paced") &&
    !shown.isAgain
  )
    return; // the end shows it
  if (is_cut)
    shown.steps.push({
      lines: ["<li>More happened before; it is in the log.</li>"],
      parts: start,
    });
  shown.steps.push(...steps);
  // One alone is read; many end within about 8 seconds.
  shown.each =
    shown.steps.length < 2
      ? 1100
      : Math.min(
          650,
          Math.max(
            90,
            8000 / shown.steps.reduce((sum, { lines }) => sum + (lines.some(isNews) ? 2.5 : 1), 0),
          ),
        );
  if (shown.isWaiting && shown.steps.length) next();
}

/** Shows the next step, or the end; whatever goes wrong, the end comes. */
function next() {
  clearTimeout(timer);
  if (!shown) return;
  const step = shown.steps.shift();
  shown.isWaiting = !step;
  if (!step && !shown.isGathering) finish();
  if (!step) return;
  try {
    showStep(step);
  } catch (error) {
    finish();
    throw error;
  }
}

/** @param {Happening} step */
function showStep(step) {
  if (!shown) return;
  if (!document.body.matches(".paced")) {
    document.body.classList.add("paced");
    forgetOptions();
    settle([]);
  }
  glided(step.parts, () => apply(step.parts));
  glide(true);
  const later = all(".log .later");
  later
    .slice(0, Math.ceil(later.length / (shown.steps.length + 1)))
    .forEach((line) => line.classList.remove("later"));
  const words = tellStep(step.lines);
  timer = setTimeout(
    next,
    pace() === "watch"
      ? Math.min(9000, 1500 + 45 * words)
      : Math.max(shown.each, step.lines.some(isNews) ? Math.min(1400, 2.5 * shown.each) : 0),
  );
}

/**
 * Writes the lines of a step into the dock, their dice first; returns how long they are.
 * @param {string[]} lines
 */
function tellStep(lines) {
  const list = make("ol", { innerHTML: lines.join("") });
  all(":scope > .head", list).forEach((one) => one.remove());
  const where = all("#\\@here li")
    .map((one) => one.firstChild?.textContent?.trim())
    .slice(-2)
    .join(" › ");
  for (const details of all(":scope > li > details", list))
    details.before(...all(".die", details).slice(0, 8));
  const box =
    byId("@caption") ??
    find(".dock").appendChild(
      make("section", { id: "@caption", className: "caption", ariaLabel: "What happened" }),
    );
  const button = (/** @type {string} */ textContent, /** @type {() => void} */ onclick) =>
    make("button", { type: "button", textContent, onclick });
  const buttons = make("div", { className: "buttons" });
  buttons.append(...(pace() === "watch" ? [button("Next", next)] : []), button("Skip", finish));
  const told = lines.length ? list : (box.querySelector("ol") ?? list);
  box.replaceChildren(make("h2", { textContent: where }), told, buttons);
  return all(":scope > li", told).reduce(
    (sum, one) => sum + (one.querySelector("summary") ?? one).textContent.length,
    0,
  );
}

/** Shows the end at once. */
function finish() {
  clearTimeout(timer);
  if (!shown) return;
  const { end, held } = shown;
  shown = null;
  document.body.classList.remove("paced");
  byId("@caption")?.remove();
  all(".log .later").forEach((line) => line.classList.remove("later"));
  const whole = [end, ...held].filter((one) => Object.keys(one).length);
  glided(Object.assign({}, ...whole), () => whole.forEach(apply));
  if (!whole.length) refresh();
}

/** Shows what happened since one's last answer once more. */
async function again() {
  if (shown) return;
  const found = await recounted("");
  if (shown || !found) return;
  if (!found.steps.length)
    return tell(
      boxOfDock(),
      make("p", { textContent: "Nothing has happened since your last answer." }),
    );
  begin().isAgain = true;
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
    const [x, y] = from ? between(from, to) : [0, 0];
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
/**
 * How far the middle of one box is from that of the other.
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
const between = (from, to) => [
  from.left - to.left + (from.width - to.width) / 2,
  from.top - to.top + (from.height - to.height) / 2,
];

/** @type {HTMLInputElement[]} */
const choices = all("[name=pace]");
for (const one of choices) one.checked = one.value === pace();
on("change", ({ target }) => {
  if (target.name === "pace") localStorage.setItem("tabletop-pace", target.value);
});
on(
  "click",
  (event) => {
    if (event.target.closest("[data-again]")) return again();
    if (!shown || isDragged || !event.target.closest(".stage, .foot")) return;
    if (
      event.target.closest(
        "#\\@caption :is(button, a, summary), .stage :is(button, summary, label)",
      )
    )
      return;
    swallow(event);
    pace() === "watch" && !event.target.closest(".dock") ? next() : finish();
  },
  true,
);
addEventListener(
  "keydown",
  (event) => {
    if (
      !shown ||
      event.repeat ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      (document.activeElement?.matches("button, summary, a, input, select, textarea") &&
        event.key !== "Escape")
    )
      return;
    if (event.key === "Escape") finish();
    else if (event.key === " " || event.key === "Enter") pace() === "watch" ? next() : finish();
    else return;
    swallow(event);
  },
  true,
);
on("visibilitychange", () => document.hidden && finish());
