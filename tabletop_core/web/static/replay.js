// Steps through a game that the page holds: by answer, by step of the sequence, by turn.
import { byId, make, need, on } from "./dom.js";
import { apply } from "./table.js";

/** @type {ReplayFrame[]} */
let frames = [];
let frame = 0;
const slider = make("input", {
  type: "range",
  id: "@slider",
  min: "0",
  max: "0",
  value: "0",
  ariaLabel: "Answers so far",
  oninput: () => go(Number(slider.value)),
});

/**
 * What the page holds of the game: JSON, in a page without a server packed by gzip.
 * @param {HTMLElement} script
 * @returns {Promise<ReplayFrame[]>}
 */
async function held(script) {
  const text = script.textContent;
  if (script.getAttribute("type") === "application/json") return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
  ).json();
}

/**
 * The fragments of the table after a number of answers.
 * @param {number} number
 */
function stateAt(number) {
  /** @type {Fragments} */
  const state = {};
  for (const [parts] of frames.slice(0, number + 1)) Object.assign(state, parts);
  return state;
}

/** @param {number} number */
function go(number) {
  const target = Math.min(frames.length - 1, Math.max(0, number));
  const now = stateAt(frame);
  const then = stateAt(target);
  const changed = Object.keys({ ...now, ...then }).filter((id) => then[id] !== now[id]);
  frame = target;
  apply(Object.fromEntries(changed.map((id) => [id, then[id] ?? null])));
  slider.value = `${frame}`;
  need("@at").textContent = `${frame} of ${frames.length - 1}`;
  byId("@copy")?.querySelector("[name=at]")?.setAttribute("value", `${frame}`);
}

/**
 * The nearest frame that way where the step (1) or the turn (2) is another one.
 * @param {1 | 2} what
 * @param {1 | -1} way
 */
function beyond(what, way) {
  let at = frame;
  while (frames[at + way] && frames[at + way][what] === frames[frame][what]) at += way;
  return at + way;
}

/** @type {[string, string, () => number][]} */
const STEPS = [
  ["|◀", "To the beginning", () => 0],
  ["◀◀◀", "A turn back", () => beyond(2, -1)],
  ["◀◀", "A step back", () => beyond(1, -1)],
  ["◀", "Previous answer", () => frame - 1],
  ["▶", "Next answer", () => frame + 1],
  ["▶▶", "A step on", () => beyond(1, 1)],
  ["▶▶▶", "A turn on", () => beyond(2, 1)],
  ["▶|", "To the end", () => frames.length - 1],
];
for (const [sign, words, where] of STEPS)
  need("@stepper").append(
    make("button", {
      textContent: sign,
      title: words,
      ariaLabel: words,
      onclick: () => go(where()),
    }),
  );
need("@stepper").append(slider, make("output", { id: "@at" }));
on("keydown", (event) => {
  if (document.activeElement?.id === "@slider") return;
  if (event.key === "ArrowRight") go(frame + 1);
  if (event.key === "ArrowLeft") go(frame - 1);
});

/** Where the replay begins: after the last answer of these seats, with `#since=` in the address. */
function first() {
  const seats = decodeURIComponent(location.hash.split("#since=")[1] ?? "").split(",");
  return Math.max(
    0,
    frames.findLastIndex(([, , , by]) => by.some((seat) => seats.includes(seat))),
  );
}
held(need("@frames")).then((told) => {
  frames = told;
  slider.max = `${frames.length - 1}`;
  go(first());
});
