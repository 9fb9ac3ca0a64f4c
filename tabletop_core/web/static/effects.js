// Shows a moment on the board, before the table changes: rings, dice, a shot, a burst, a fall.
// All of it is drawn over the stage in pixels and goes away again.
import { all, boxOf, byId, find, isStill, make, middle } from "./dom.js";
import { bringInSight } from "./stage.js";

const DICE_MS = 420;
const FLIGHT_MS = 460;
const FLASH_MS = 600;
const FALL_MS = 1150;

/** Wakes whoever waits, when what is shown is skipped. */
let skip = () => {};

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
const pause = (ms) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const before = skip;
    skip = () => {
      clearTimeout(timer);
      resolve();
      before();
    };
  });

/** The layer above the stage; it is decoration. */
function layer() {
  const stage = find(".stage");
  const drawing = { className: "effects", ariaHidden: "true", innerHTML: "<svg></svg>" };
  return stage.querySelector(":scope > .effects") ?? stage.appendChild(make("div", drawing));
}

/**
 * Where a thing is on the layer; null if it is not in sight.
 * @param {string} id
 * @returns {Spot | null}
 */
function spotOf(id) {
  const thing = id ? byId(id) : null;
  if (!thing?.closest(".stage")) return null;
  const { width, height } = boxOf(thing);
  const { left, top } = layer().getBoundingClientRect();
  const [x, y] = middle(thing);
  const r = Math.max(18, Math.min(60, Math.max(width, height) * 0.62));
  return width ? { x: x - left, y: y - top, r } : null;
}

/**
 * Draws a shape on the layer.
 * @param {string} markup
 * @returns {SVGElement}
 */
function draw(markup) {
  const svg = find("svg", layer());
  svg.insertAdjacentHTML("beforeend", markup);
  return /** @type {SVGElement} */ (/** @type {Element} */ (svg.lastElementChild));
}

/**
 * Lets a shape move, and takes it away.
 * @param {Element} shape
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {number} [delay]
 */
function run(shape, frames, duration, delay = 0) {
  const gone = () => shape.remove();
  shape.animate(frames, { duration, delay, easing: "ease-out", fill: "both" }).onfinish = gone;
}

/**
 * @param {Spot} spot
 * @param {string} kind
 */
const circle = ({ x, y, r }, kind) =>
  draw(`<circle class="${kind}" cx="${x}" cy="${y}" r="${r}"/>`);
const GROWS = [
  { scale: 0.2, opacity: 1 },
  { scale: 1.5, opacity: 0 },
];

/** @param {Spot} at */
function flash(at) {
  run(circle({ ...at, r: at.r * 1.2 }, "flash"), GROWS, FLASH_MS);
  run(circle({ ...at, r: at.r * 1.6 }, "blast"), GROWS, FLASH_MS);
}

/**
 * Puffs of smoke or flames that rise from a place.
 * @param {Spot} at
 * @param {string} kind
 * @param {number} [number]
 */
function puffs(at, kind, number = 7) {
  for (let one = 0; one < number; one++) {
    const aside = ((one * 37) % 11) - 5;
    const puff = circle({ x: at.x + aside * 3, y: at.y, r: 7 + (one % 3) * 4 }, kind);
    const up = `${aside * 4}px ${-50 - one * 8}px`;
    run(puff, [{ opacity: 0.9 }, { translate: up, scale: 2, opacity: 0 }], 900, one * 60);
  }
}

/**
 * A line of fire from one place to another.
 * @param {Spot} from
 * @param {Spot} to
 */
function tracer(from, to) {
  const long = Math.hypot(to.x - from.x, to.y - from.y);
  const way = `M${from.x} ${from.y}L${to.x} ${to.y}`;
  const line = draw(`<path class="tracer" d="${way}" stroke-dasharray="26 ${long}"/>`);
  run(line, [{ strokeDashoffset: 26 }, { strokeDashoffset: -long }], FLIGHT_MS);
}

/**
 * Moves a counter for a while from where the table has it, by pixels.
 * @param {string} id
 * @param {(Keyframe & { x?: number, y?: number })[]} frames
 * @param {KeyframeAnimationOptions} how
 */
function moved(id, frames, how) {
  const piece = byId(id);
  const parent = /** @type {Element | null} */ (piece?.parentNode ?? null);
  if (!piece || !(parent instanceof SVGGraphicsElement)) return;
  const k = parent.getScreenCTM()?.a ?? 1;
  piece.animate(
    frames.map(({ x = 0, y = 0, ...more }) => ({ translate: `${x / k}px ${y / k}px`, ...more })),
    how,
  );
}

/** @typedef {(at: Spot, from: Spot | null, moment: Effect) => Promise<void>} Show */

export const SHOWN = {
  /** @type {Show} */
  async shot(at, from) {
    if (from) tracer(from, at);
    await pause(from ? FLIGHT_MS : 0);
    flash(at);
  },
  /** @type {Show} */
  async ram(at, from, { source }) {
    const way = from ? [{}, { x: at.x - from.x, y: at.y - from.y }] : [];
    if (from) moved(source, way, { duration: FLIGHT_MS, easing: "ease-in" });
    await pause(from ? FLIGHT_MS : 0);
    flash(at);
  },
  /** @type {Show} */
  async flak(at) {
    for (const [x, y] of [
      [-34, -22],
      [30, -34],
      [-8, 26],
      [8, 0],
    ]) {
      const burst = { x: at.x + x, y: at.y + y, r: 20 };
      run(circle(burst, "burst"), [{ scale: 0.3 }, { scale: 1.3, opacity: 0 }], 900);
      run(circle({ ...burst, r: 9 }, "flash"), GROWS, 420);
      await pause(150);
    }
  },
  /** @type {Show} */
  async bombs(at) {
    for (let one = 0; one < 6; one++) {
      const x = at.x + (one - 2.5) * 9;
      const bomb = draw(`<ellipse class="bomb" cx="${x}" cy="${at.y}" rx="4" ry="9"/>`);
      const down = `0 ${70 + (one % 3) * 8}px`;
      run(bomb, [{}, { translate: down, scale: 0.4 }], 700, one * 70);
    }
    await pause(900);
    for (let one = 0; one < 3; one++)
      run(circle({ x: at.x + (one - 1) * 24, y: at.y + 76, r: 22 }, "blast"), GROWS, 700, one * 90);
    await pause(400);
  },
  /** @type {Show} */
  async fire(at) {
    puffs(at, "flame", 9);
    puffs(at, "puff", 5);
    await pause(700);
  },
  /** @type {Show} */
  async smoke(at) {
    puffs(at, "puff");
    await pause(600);
  },
  /** @type {Show} */
  async storm() {
    const dark = layer().appendChild(make("div", { className: "dark" }));
    dark.animate({ opacity: [0, 0.6, 0.2, 0.65, 0] }, 1000);
    await pause(1000);
    dark.remove();
  },
  /** @type {Show} */
  async chutes(at) {
    for (let one = 0; one < 5; one++) {
      const [x, y] = [at.x + (one - 2) * 26, at.y];
      const lines = `M${x - 10} ${y}a10 9 0 0 1 20 0zM${x - 10} ${y}l10 14 10-14`;
      const down = `${((one * 7) % 9) - 4}px 90px`;
      const frames = [{ opacity: 1 }, { translate: down, opacity: 0 }];
      run(draw(`<path class="chute" d="${lines}"/>`), frames, 1500, one * 120);
    }
    await pause(900);
  },
  /** @type {Show} */
  async splash({ x, y, r }) {
    const wave = `<ellipse class="wave" cx="${x}" cy="${y}" rx="${r}" ry="${r / 3}"/>`;
    for (let one = 0; one < 3; one++) run(draw(wave), GROWS, 900, one * 180);
    await pause(700);
  },
  /** @type {Show} */
  async arrive(at, _, { target }) {
    moved(target, [{ y: -60, opacity: 0 }, { opacity: 1 }], { duration: 500, easing: "ease-out" });
    run(circle({ ...at, r: at.r * 1.3 }, "ring"), [{ opacity: 1 }, { opacity: 0 }], 900);
    await pause(300);
  },
};

/**
 * Shows a moment; what falls stays away until the table takes it off.
 * @param {Effect} moment
 * @param {boolean} isWhole whether there is time for all of it
 */
export async function playEffect(moment, isWhole) {
  if (isStill.matches || document.hidden || !moment.effect) return;
  await bringInSight(moment.target || moment.source);
  const from = spotOf(moment.source);
  const at = spotOf(moment.target) ?? from;
  if (!at) return;
  const rings = [];
  if (isWhole) {
    rings.push(circle(at, "ring theirs"), ...(from ? [circle(from, "ring")] : []));
    if (moment.dice) await tumble(moment.dice, at);
  }
  await SHOWN[moment.effect](at, from, moment);
  if (isWhole && moment.falls) {
    puffs(at, "puff", 9);
    const down = { x: 26, y: 110, rotate: "70deg", scale: 0.5, opacity: 0 };
    moved(moment.target, [{}, down], { duration: FALL_MS, easing: "ease-in", fill: "forwards" });
  }
  if (isWhole) await pause(moment.falls ? FALL_MS : FLASH_MS);
  for (const ring of rings) ring.remove();
}

/**
 * Lets dice tumble beside a place, and lie.
 * @param {string} dice
 * @param {Spot} at
 */
async function tumble(dice, at) {
  const box = make("div", { className: "thrown", innerHTML: dice });
  box.style.translate = `${at.x}px ${at.y - at.r - 12}px`;
  layer().append(box);
  const how = { duration: DICE_MS, easing: "cubic-bezier(.2,.9,.4,1)" };
  for (const die of all(".die", box))
    die.animate([{ rotate: "-1.2turn", translate: "-50px -70px", opacity: 0 }, {}], how);
  await pause(DICE_MS + 350);
}

/** Takes everything away that is still in the air, and ends what moves. */
export function clearEffects() {
  skip();
  skip = () => {};
  document.querySelector(".stage > .effects")?.remove();
}
