// Shows a moment on the board, before the table changes: rings, dice, a shot, a burst, a fall.
// All of it is drawn over the stage in pixels and goes away again.
import { all, boxOf, byId, isStill, make } from "./dom.js";
import { bringInSight } from "./stage.js";

/** @typedef {{ stops: boolean, effect: string, source: string, target: string, falls: boolean,
 *   dice: string }} Effect */
/** @typedef {{ x: number, y: number, r: number }} Spot */

const DICE_MS = 420;
const FLIGHT_MS = 460;
const FLASH_MS = 600;
const FALL_MS = 1150;

/** Wakes whoever waits, when what is shown is skipped. */
let skip = () => {};

/** @param {number} ms */
const pause = (ms) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const before = skip;
    skip = () => [clearTimeout(timer), resolve(0), before()];
  });

/** The layer above the stage; it is decoration. */
function layer() {
  const stage = /** @type {HTMLElement} */ (document.querySelector(".stage"));
  const found = stage.querySelector(":scope > .effects");
  if (found) return found;
  const made = make("div", { className: "effects", ariaHidden: "true" });
  made.append(document.createElementNS("http://www.w3.org/2000/svg", "svg"));
  return stage.appendChild(made);
}

/** Where a thing is on the layer; nothing if it is not in sight.
 * @param {string} id
 * @returns {Spot | null} */
function spotOf(id) {
  const thing = id ? byId(id) : null;
  if (!thing?.closest(".stage")) return null;
  const box = boxOf(thing);
  const frame = layer().getBoundingClientRect();
  if (!box.width) return null;
  return {
    x: box.left + box.width / 2 - frame.left,
    y: box.top + box.height / 2 - frame.top,
    r: Math.max(18, Math.min(60, Math.max(box.width, box.height) * 0.62)),
  };
}

/** Draws a shape on the layer.
 * @param {string} markup */
function draw(markup) {
  const svg = /** @type {SVGElement} */ (layer().querySelector("svg"));
  const shape = make("template", { innerHTML: `<svg>${markup}</svg>` }).content.firstChild.firstChild;
  return svg.appendChild(shape);
}

/** Lets a shape move, and takes it away.
 * @param {Element} shape @param {Keyframe[]} frames @param {number} duration */
const run = (shape, frames, duration, delay = 0) =>
  shape
    .animate(frames, { duration, delay, easing: "ease-out", fill: "both" })
    .finished.then(() => shape.remove(), () => shape.remove());

const circle = ({ x, y, r }, kind) => draw(`<circle class="${kind}" cx="${x}" cy="${y}" r="${r}"/>`);
const grows = [
  { scale: 0.2, opacity: 1 },
  { scale: 1.5, opacity: 0 },
];

/** @param {Spot} at */
function flash(at) {
  run(circle({ ...at, r: at.r * 1.2 }, "flash"), grows, FLASH_MS);
  run(circle({ ...at, r: at.r * 1.6 }, "blast"), grows, FLASH_MS);
}

/** Puffs of smoke or flames that rise from a place.
 * @param {Spot} at */
function puffs(at, kind, number = 7) {
  for (let one = 0; one < number; one++) {
    const aside = ((one * 37) % 11) - 5;
    const puff = circle({ x: at.x + aside * 3, y: at.y, r: 7 + (one % 3) * 4 }, kind);
    const up = `${aside * 4}px ${-50 - one * 8}px`;
    run(puff, [{ opacity: 0.9 }, { translate: up, scale: 2, opacity: 0 }], 900, one * 60);
  }
}

/** A line of fire from one place to another.
 * @param {Spot} from @param {Spot} to */
function tracer(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const line = draw(
    `<path class="tracer" d="M${from.x} ${from.y}L${to.x} ${to.y}" stroke-dasharray="26 ${length}"/>`,
  );
  run(line, [{ strokeDashoffset: 26 }, { strokeDashoffset: -length }], FLIGHT_MS);
}

/** Moves a counter from where it is and back; it is drawn where the table has it.
 * @param {string} id */
function moved(id, frames, options) {
  const piece = byId(id);
  const group = piece?.closest("svg g");
  if (!piece || !group) return null;
  const { a: k } = piece.parentNode.getScreenCTM?.() ?? { a: 1 };
  const inUnits = frames.map(({ x = 0, y = 0, ...more }) => ({
    translate: `${x / k}px ${y / k}px`,
    ...more,
  }));
  return piece.animate(inUnits, options);
}

const SHOWN = {
  /** @param {Spot} at @param {Spot | null} from */
  async shot(at, from) {
    if (from) tracer(from, at);
    await pause(from ? FLIGHT_MS : 0);
    flash(at);
  },
  async ram(at, from, { source }) {
    const way = from ? [{}, { x: at.x - from.x, y: at.y - from.y }] : [];
    if (from) moved(source, way, { duration: FLIGHT_MS, easing: "ease-in" });
    await pause(from ? FLIGHT_MS : 0);
    flash(at);
  },
  async flak(at) {
    for (const [x, y] of [[-34, -22], [30, -34], [-8, 26], [8, 0]]) {
      const burst = { x: at.x + x, y: at.y + y, r: 20 };
      run(circle(burst, "burst"), [{ scale: 0.3 }, { scale: 1.3, opacity: 0 }], 900);
      run(circle({ ...burst, r: 9 }, "flash"), grows, 420);
      await pause(150);
    }
  },
  async bombs(at) {
    for (let one = 0; one < 6; one++) {
      const x = at.x + (one - 2.5) * 9;
      const bomb = draw(`<ellipse class="bomb" cx="${x}" cy="${at.y}" rx="4" ry="9"/>`);
      const down = `0 ${70 + (one % 3) * 8}px`;
      run(bomb, [{}, { translate: down, scale: 0.4 }], 700, one * 70);
    }
    await pause(900);
    for (let one = 0; one < 3; one++)
      run(circle({ x: at.x + (one - 1) * 24, y: at.y + 76, r: 22 }, "blast"), grows, 700, one * 90);
    await pause(400);
  },
  async fire(at) {
    puffs(at, "flame", 9);
    puffs(at, "puff", 5);
    await pause(700);
  },
  async smoke(at) {
    puffs(at, "puff");
    await pause(600);
  },
  async storm() {
    const dark = layer().appendChild(make("div", { className: "dark" }));
    await dark.animate({ opacity: [0, 0.6, 0.2, 0.65, 0] }, 1000).finished.catch(() => {});
    dark.remove();
  },
  async chutes(at) {
    for (let one = 0; one < 5; one++) {
      const x = at.x + (one - 2) * 26;
      const chute = draw(
        `<path class="chute" d="M${x - 10} ${at.y}a10 9 0 0 1 20 0zM${x - 10} ${at.y}l10 14 10-14"/>`,
      );
      const down = `${((one * 7) % 9) - 4}px 90px`;
      run(chute, [{ opacity: 1 }, { translate: down, opacity: 0 }], 1500, one * 120);
    }
    await pause(900);
  },
  async splash(at) {
    for (let one = 0; one < 3; one++)
      run(draw(`<ellipse class="wave" cx="${at.x}" cy="${at.y}" rx="${at.r}" ry="${at.r / 3}"/>`),
        grows, 900, one * 180);
    await pause(700);
  },
  async arrive(at, from, { target }) {
    moved(target, [{ y: -60, opacity: 0 }, { opacity: 1 }], { duration: 500, easing: "ease-out" });
    run(circle({ ...at, r: at.r * 1.3 }, "ring"), [{ opacity: 1 }, { opacity: 0 }], 900);
    await pause(300);
  },
};

/** Shows a moment; what falls stays hidden until the table has taken it away.
 * @param {Effect} moment @param {boolean} isWhole whether there is time for all of it */
export async function playEffect(moment, isWhole) {
  if (isStill.matches || document.hidden) return;
  await bringInSight(moment.target);
  let at = spotOf(moment.target);
  const from = spotOf(moment.source);
  const show = SHOWN[moment.effect];
  if (!at && from) at = from;
  if (!at || !show) return;
  const rings = [];
  if (isWhole) {
    rings.push(circle(at, "ring theirs"), ...(from ? [circle(from, "ring")] : []));
    if (moment.dice) await tumble(moment.dice, at);
  }
  await show(at, from, moment);
  if (isWhole && moment.falls) {
    puffs(at, "puff", 9);
    moved(
      moment.target,
      [{}, { x: 26, y: 110, rotate: "70deg", scale: 0.5, opacity: 0 }],
      { duration: FALL_MS, easing: "ease-in", fill: "forwards" },
    );
    await pause(FALL_MS);
  } else if (isWhole) await pause(FLASH_MS);
  for (const ring of rings) ring.remove();
}

/** Lets dice tumble beside a place, and lie.
 * @param {string} dice @param {Spot} at */
async function tumble(dice, at) {
  const box = make("div", { className: "thrown", innerHTML: dice });
  box.style.translate = `${at.x}px ${at.y - at.r - 12}px`;
  layer().append(box);
  for (const die of all(".die", box))
    die.animate(
      [{ rotate: "-1.2turn", translate: "-50px -70px", opacity: 0 }, { opacity: 1 }],
      { duration: DICE_MS, easing: "cubic-bezier(.2,.9,.4,1)" },
    );
  await pause(DICE_MS + 350);
}

/** Takes everything away that is still in the air, and ends what moves. */
export function clearEffects() {
  skip();
  skip = () => {};
  document.querySelector(".stage > .effects")?.remove();
}
