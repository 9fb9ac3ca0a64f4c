// Tells what happened since the last look: routine folded, news held, and a stop with its card.
// What the page is to show in the end waits meanwhile, and comes at once when this is skipped.
import { all, boxOf, byId, isStill, make, swallow } from "./dom.js";
import { clearEffects, playEffect } from "./effects.js";
import { forgetOptions } from "./hand.js";
import { boxOfDock, tell } from "./popovers.js";
import { glide, isDragged } from "./stage.js";
import { apply, refresh, settle } from "./table.js";

const { address } = byId("@status").dataset;
const PACES = ["instant", "quick", "watch"];
/** The pace that was chosen; who wants no motion has to ask for steps. */
const pace = () =>
  PACES.find((one) => one === localStorage.getItem("tabletop-pace")) ??
  (isStill.matches ? "instant" : "quick");
const numberOf = (version) => Number(version.split("-").pop());
/** Whether a line is to be seen: it has a roll, or is good or bad for a side. */
const isNews = (line) => / class="(die"|good|bad|warn)/.test(line);

// What is being told: beats to come, fragments that wait, how the changed parts look in the end.
// `cardsOnly`: the table shows the end already, or a question waits.
let shown = null;
let timer = 0;

/** Puts fragments in place that lead on from a version: beat by beat, where there are several. */
export function arrive(fragments, since) {
  const isWhole = document.hidden || fragments["@symbols"];
  const isBusy = pace() === "instant" || document.querySelector(".ask:not(.sent)");
  const lines = Object.keys(fragments).filter((id) => id.startsWith("@log-") && fragments[id]);
  // A heading is no step of its own; a line that opens tells several.
  const isOne =
    lines.filter((id) => !fragments[id].includes(' class="head">')).length < 2 &&
    !lines.some((id) => fragments[id].includes(' class="fold">') || isNews(fragments[id]));
  if (!shown && (isWhole || isBusy || isOne)) {
    glided(fragments, () => apply(fragments));
    if (isWhole || isOne || !hasMoments()) return tellEnd();
    begin(true);
    return gather(since);
  }
  if (!shown) begin(false);
  if (shown.cardsOnly) {
    glided(fragments, () => apply(fragments));
    if (!shown.isGathering) gather(since);
    return;
  }
  // The log is complete at once, for those who hear it.
  const isLog = (id) => /^(@log-|room-(chat|say|seats)$)/.test(id);
  const part = (keep) => Object.fromEntries(Object.entries(fragments).filter(([id]) => keep(id)));
  shown.held.push(part((id) => !isLog(id)));
  if (!shown.isGathering) gather(since); // first: whatever goes wrong below, the end comes
  apply(part(isLog));
  for (const id of lines) byId(id)?.classList.add("later");
}

const hasMoments = () => byId("@status").dataset.moments !== undefined;

const begin = (cardsOnly) => {
  shown = { steps: [], held: [], end: {}, isGathering: false, isWaiting: true, cardsOnly };
};

/** Fetches the beats up to what has arrived. */
async function gather(since) {
  const mine = shown;
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

const recounted = (query) =>
  fetch(`${address}/steps${query}`, { signal: AbortSignal.timeout(4000) })
    .then((reply) => (reply.ok ? reply.json() : null))
    .catch(() => null);

/** Adds beats to those to come. */
function take({ start, steps, end, is_cut }) {
  if (shown.cardsOnly) steps = steps.filter(({ card }) => card);
  else Object.assign(shown.end, end);
  const isPlain = ({ lines, news, stops }) => !stops && !news.length && !lines.some(isNews);
  if (steps.length < 2 && steps.every(isPlain) && !document.body.matches(".paced") && !shown.isAgain)
    return; // the end shows it
  if (is_cut && !shown.cardsOnly)
    shown.steps.push({
      ...{ lines: ["<li>More happened before; it is in the log.</li>"], news: [], folded: "" },
      ...{ parts: start, moments: [], card: "", stops: false, held: 600 },
    });
  shown.steps.push(...steps);
  if (shown.isWaiting && shown.steps.length) next();
}

/** Shows the next beat, or the end; whatever goes wrong, the end comes. */
function next() {
  clearTimeout(timer);
  clearEffects();
  const step = shown.steps.shift();
  shown.isWaiting = !step;
  if (!step && !shown.isGathering) finish();
  if (step) showStep(step).catch((error) => [finish(), console.error(error)]);
}

/** Goes on to the next card, never past it; where there is none, to the end. */
function skip() {
  if (byId("@moment")) return next();
  clearTimeout(timer);
  clearEffects();
  const at = shown.steps.findIndex(({ card }) => card);
  if (at < 0) return shown.isGathering ? next() : finish();
  const passed = shown.steps.splice(0, at + 1);
  for (const { parts } of passed) apply(parts);
  showCard(passed.at(-1).card);
}

async function showStep(step) {
  const mine = shown;
  if (shown.cardsOnly) return showCard(step.card);
  if (!document.body.matches(".paced")) {
    document.body.classList.add("paced");
    forgetOptions();
    settle([]);
  }
  const told = tellStep(step);
  const isHere = () => shown === mine && mine.current === step;
  mine.current = step;
  if (step.stops)
    for (const moment of step.moments) {
      if (isHere() && moment.stops) await playEffect(moment, true);
    }
  if (!isHere()) return;
  glided(step.parts, () => apply(step.parts));
  if (step.stops) clearEffects();
  glide(true);
  const later = all(".log .later");
  later
    .slice(0, Math.ceil(later.length / (shown.steps.length + 1)))
    .forEach((line) => line.classList.remove("later"));
  if (step.card) return showCard(step.card);
  const moving = step.moments.find(({ effect }) => effect);
  if (moving && !step.stops) playEffect(moving, false);
  const isHeld = pace() === "watch" && (step.news.length || !step.folded);
  const time = isHeld ? Math.min(9000, 1500 + 45 * told) : step.stops ? 300 : step.held;
  timer = setTimeout(next, time);
}

/** Puts a card over the table, which stays until somebody has read it. */
function showCard(card) {
  byId("@moment")?.remove();
  document.querySelector(".stage").insertAdjacentHTML("beforeend", card);
  document.body.classList.add("carded");
  byId("@moment").querySelector("[data-goes-on]").focus({ preventScroll: true });
  const auto = Number(localStorage.getItem("tabletop-auto"));
  if (auto) timer = setTimeout(goOn, auto);
}

/** Puts the card away. */
function goOn() {
  byId("@moment")?.remove();
  document.body.classList.remove("carded");
  if (shown) next();
}

/** Writes a beat into the dock: its news with dice, or its lines; returns how long they are. */
function tellStep({ lines, news, folded }) {
  const isTold = news.length || folded;
  const list = make("ol", { innerHTML: (isTold ? news : lines).join("") });
  all(":scope > .head", list).forEach((one) => one.remove());
  const where = all("#\\@here li")
    .map((one) => one.firstChild?.textContent.trim())
    .slice(-2)
    .join(" › ");
  for (const details of all(":scope > li > details", list))
    details.before(...all(".die", details).slice(0, 8));
  const box =
    byId("@caption") ??
    document
      .querySelector(".dock")
      .appendChild(
        make("section", { id: "@caption", className: "caption", ariaLabel: "What happened" }),
      );
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
  document.body.classList.remove("paced", "carded");
  byId("@caption")?.remove();
  all(".log .later").forEach((line) => line.classList.remove("later"));
  if (cardsOnly) return tellEnd();
  const whole = [end, ...held].filter((one) => Object.keys(one).length);
  glided(Object.assign({}, ...whole), () => whole.forEach(apply));
  if (!whole.length) refresh();
  tellEnd();
}

/** Lays the story of a game that is over over the table, once. */
function tellEnd() {
  const story = byId("@story")?.innerHTML;
  const known = `tabletop-told-${address}`;
  if (!story || shown || sessionStorage.getItem(known)) return;
  sessionStorage.setItem(known, "yes");
  showCard(story);
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
  begin(false);
  shown.isAgain = true;
  apply(found.start);
  take({ ...found, start: {} });
}

/** Changes the table, and lets what moved glide there from where it was, in 250 ms. */
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
    const { a: k } = piece.parentNode.getScreenCTM();
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
/** How far the middle of one box is from that of the other. */
const between = (from, to) => [
  from.left - to.left + (from.width - to.width) / 2,
  from.top - to.top + (from.height - to.height) / 2,
];

for (const one of all("[name=pace]")) one.checked = one.value === pace();
document.addEventListener("change", ({ target }) => {
  if (target.name === "pace") localStorage.setItem("tabletop-pace", target.value);
});
document.addEventListener(
  "click",
  (event) => {
    if (event.target.closest("[data-again]")) return again();
    const card = byId("@moment");
    if (card && event.target.closest("#\\@moment, .stage, .foot")) {
      if (event.target.closest("a[href]")) return;
      swallow(event);
      return event.target.closest("#\\@caption button") ? skip() : goOn();
    }
    if (!shown || shown.cardsOnly || isDragged || !event.target.closest(".stage, .foot")) return;
    if (
      event.target.closest(
        "#\\@caption :is(button, a, summary), .stage :is(button, summary, label)",
      )
    )
      return;
    swallow(event);
    pace() === "watch" && !event.target.closest(".dock") ? next() : skip();
  },
  true,
);
addEventListener(
  "keydown",
  (event) => {
    const isOther = event.repeat || event.altKey || event.ctrlKey || event.metaKey;
    const isOn = event.key === " " || event.key === "Enter";
    const card = byId("@moment");
    if (isOther || (!shown && !card)) return;
    if (card && event.key === "Tab") return swallow(event); // its button alone has the focus
    const inField = document.activeElement.matches("button, summary, a, input, select, textarea");
    if (!card && inField && event.key !== "Escape") return;
    if (event.key === "Escape") shown ? finish() : goOn();
    else if (isOn && card) goOn();
    else if (isOn && !shown.cardsOnly) pace() === "watch" ? next() : skip();
    else return;
    swallow(event);
  },
  true,
);
// The card before the first answer, and the story of a game that is over, once each.
const opening = byId("@opening")?.innerHTML;
if (opening && !sessionStorage.getItem(`tabletop-opened-${address}`)) {
  sessionStorage.setItem(`tabletop-opened-${address}`, "yes");
  showCard(opening);
}
tellEnd();
document.addEventListener("visibilitychange", () => document.hidden && finish());
