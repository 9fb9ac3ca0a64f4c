// The stage: a camera over each board, which moves only its viewBox.
import { all, boxOf, byId, find, isStill, make, middle, need, on } from "./dom.js";

const style = getComputedStyle(document.body);
/**
 * A size that legibility.py uses, too.
 * @param {string} name
 */
const size = (name) => Number(style.getPropertyValue(`--size-${name}`));
const PLATE = size("plate");
const PLATE_AT_POINT = size("plate-at-point");
const [NAMES, NAMES_FROM] = [size("names"), size("names-from")];
const [FINGER_NARROW, FINGER_WIDE] = [size("finger-narrow"), size("finger-wide")];
/** Whether this is a phone, upright or on its side: tabs and lists lie over the stage. */
export const isSmall = matchMedia("(max-width: 700px), (max-height: 500px)");
const CLOSEST = 4; // pixels for a unit of the board
const RIM = 24; // pixels around what comes into sight
const COVERS = ".sheet:popover-open, #room-notice:not(:empty)"; // what comes and goes
/**
 * What each board looks at.
 * @type {WeakMap<SVGSVGElement, Camera>}
 */
export const cameras = new WeakMap();

/** @param {SVGSVGElement} svg */
export const cameraOf = (svg) => /** @type {Camera} */ (cameras.get(svg));
/**
 * The frame that a board begins with: x, y, width, height in its own units.
 * @param {SVGSVGElement} svg
 */
const homeOf = (svg) => (svg.dataset.home ?? "").split(" ").map(Number);

/** @returns {SVGSVGElement[]} */
const boards = () => all(".board > svg");
/** @returns {SVGSVGElement | null} */
export const staged = () => document.querySelector(".board:has(> .up :checked) > svg");
/** @param {Camera} camera */
export const isWhole = (camera) => camera.k <= camera.fit * 1.02;

/**
 * The part of a board's picture that its own frame shows: left, top, width, height in pixels.
 * @param {SVGSVGElement} svg
 */
export function frameOf(svg) {
  const { paddingLeft, paddingTop, paddingRight, paddingBottom } = getComputedStyle(svg);
  const [left, top, right, bottom] = [paddingLeft, paddingTop, paddingRight, paddingBottom].map(
    parseFloat,
  );
  const box = svg.getBoundingClientRect();
  return {
    left: box.left + left,
    top: box.top + top,
    width: box.width - left - right,
    height: box.height - top - bottom,
  };
}

/**
 * The part of that frame which no dock, hand, list, menu or notice covers now.
 * @param {SVGSVGElement} svg
 * @param {Area} frame
 */
export function sightOf(svg, frame = frameOf(svg)) {
  const { left, height } = frame;
  let [top, bottom, { width }] = [frame.top, frame.top + height, frame];
  for (const one of all(`.dock, .hands, .hands h2, #\\@options, ${COVERS}`)) {
    const box = one.getBoundingClientRect();
    if (!box.height || box.left >= left + width) continue;
    const beside = box.left - left;
    // A high list leaves more at its left than above it.
    if (beside * height > frame.width * Math.max(0, box.top - frame.top)) width = beside;
    else if (box.top > frame.top + 1) bottom = Math.min(bottom, box.top);
    else if (one.matches(COVERS)) top = Math.max(top, box.bottom);
  }
  return { left, width, top, height: Math.max(40, bottom - top) };
}

/**
 * Looks at a board as a game begins: the whole of it, but no smaller than can be touched.
 * @param {SVGSVGElement} svg
 */
export function home(svg) {
  const frame = frameOf(svg);
  const [x, y, w, h] = homeOf(svg);
  if (frame.width < 10 || frame.height < 10) return;
  const fit = Math.min(frame.width / w, frame.height / h);
  const k = Math.max(fit, leastOf(svg));
  const at = { x: x + w / 2, y: y + h / 2, k };
  const camera = { ...at, fit, home: svg.dataset.home, isHome: true, mine: null };
  cameras.set(svg, camera);
  look(svg, at);
  if (!isWhole(camera)) glide(true, svg, true);
}

/** @param {SVGSVGElement} svg The scale of its smallest counters and words. */
const leastOf = (svg) =>
  svg === staged() ? (isSmall.matches ? FINGER_NARROW : FINGER_WIDE) / leastPlate(svg) : 0;

/**
 * The width of its smallest counter in units, drawn as large as may be; shapes hold smaller ones.
 * @param {SVGSVGElement} svg
 */
export function leastPlate(svg) {
  if (svg.closest(".squares")) return size("plate-on-squares") * size("grown-on-squares");
  if (svg.closest(".grid")) return PLATE * size("grown-on-grid");
  if (svg.closest(".free")) return PLATE_AT_POINT * size("grown");
  return Math.min(
    PLATE,
    ...all(".piece > .plate", svg)
      .filter((one) => !one.closest(".grown"))
      .map((one) => 2 * Number(one.getAttribute("transform")?.match(/[\d.]+/)?.[0])),
  );
}

/**
 * Turns a camera: `x`, `y` come to lie in the middle of the frame, at `k` pixels for a unit.
 * @param {SVGSVGElement} svg
 * @param {Sight} to
 */
export function look(svg, { x, y, k }) {
  const camera = cameraOf(svg);
  const frame = frameOf(svg);
  if (frame.width < 10 || frame.height < 10) return; // it is not shown
  const w = frame.width / k;
  const h = frame.height / k;
  const [left, top, wide, high] = homeOf(svg);
  // A board that fits stays whole.
  /** @type {(at: number, from: number, size: number, seen: number, more?: number[]) => number} */
  const within = (at, from, size, seen, [before, after] = [0, 0]) => {
    const play = Math.abs(seen - size) / 2 + (seen < size ? 40 / k : 0);
    const half = from + size / 2;
    return Math.min(half + play + after, Math.max(half - play - before, at));
  };
  // What is covered now may be brought out from under that.
  const sight = sightOf(svg, frame);
  const above = sight.top - frame.top;
  const covered = [above, Math.max(0, frame.height - above - sight.height)].map((one) => one / k);
  Object.assign(camera, {
    k,
    x: within(x, left, wide, w, [0, (frame.width - sight.width) / k]),
    y: within(y, top, high, h, covered),
  });
  svg.setAttribute(
    "viewBox",
    [camera.x - w / 2, camera.y - h / 2, w, h].map((one) => one.toFixed(2)).join(" "),
  );
  svg.style.setProperty("--tt-grow", Math.min(NAMES, Math.max(1, NAMES_FROM / k)).toFixed(3));
  svg.style.setProperty("--k", k.toFixed(4));
  tellBeyondSoon();
}

let toTell = 0;

// Now, and again once all that comes with the same news has its place.
function tellBeyondSoon() {
  requestAnimationFrame(tellBeyond);
  clearTimeout(toTell);
  toTell = setTimeout(tellBeyond, 400);
}

/** Tells how many enemies are out of sight on a small stage, and where; a touch goes there. */
function tellBeyond() {
  for (const old of all(".beyond")) old.remove();
  const svg = staged();
  if (!svg || !isSmall.matches) return;
  const { left, top, width } = sightOf(svg);
  /** @type {Map<string, string[]>} */
  const beyond = new Map();
  for (const { id } of all(".piece.theirs", svg)) {
    const [x, y] = middle(need(id));
    if (document.elementFromPoint(x, y)?.closest(".board > svg")) continue;
    const way = x < left ? "◀" : x > left + width ? "▶" : y < top ? "▲" : "▼";
    beyond.set(way, [...(beyond.get(way) ?? []), id]);
  }
  if (!beyond.size) return;
  // Who hears the page hears of all counters.
  const box = make("div", { className: "beyond", ariaHidden: "true" });
  for (const [way, ids] of beyond)
    box.append(
      make("button", {
        ...{ type: "button", tabIndex: -1, textContent: `${way} ${ids.length}` },
        onclick: () => [find(".to-board input").click(), bringInSight(ids[0])],
      }),
    );
  find(".stage").append(box);
}

/**
 * Moves a camera there, at once for those who want no motion.
 * @param {SVGSVGElement} svg
 * @param {Sight} to
 */
export function fly(svg, to) {
  const camera = cameraOf(svg);
  const from = { ...camera };
  const began = performance.now();
  camera.isHome = false;
  camera.flight = to;
  if (isStill.matches || document.hidden) return look(svg, to);
  const step = (/** @type {number} */ now) => {
    if (cameraOf(svg).flight !== to) return;
    const part = Math.min(1, Math.max(0, (now - began) / 260));
    const eased = part * (2 - part);
    look(svg, {
      x: from.x + (to.x - from.x) * eased,
      y: from.y + (to.y - from.y) * eased,
      k: from.k + (to.k - from.k) * eased,
    });
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/**
 * Makes the picture larger or smaller around a point of the window.
 * @param {SVGSVGElement} svg
 * @param {number} by
 * @param {number} clientX
 * @param {number} clientY
 */
function zoom(svg, by, clientX, clientY) {
  const camera = cameraOf(svg);
  const frame = frameOf(svg);
  const k = Math.min(CLOSEST, Math.max(camera.fit * 0.8, camera.k * by));
  const [right, down] = between(frame, new DOMRect(clientX, clientY));
  camera.isHome = false;
  camera.flight = null;
  look(svg, {
    k,
    x: camera.x + right / camera.k - right / k,
    y: camera.y + down / camera.k - down / k,
  });
}

/**
 * Whether most of a thing is in sight.
 * @param {DOMRect} box
 * @param {Area} frame
 */
export function isInSight(box, frame) {
  /** @type {(low: number, high: number, from: number, size: number) => boolean} */
  const seen = (low, high, from, size) =>
    Math.min(high, from + size) - Math.max(low, from) >= 0.75 * Math.min(high - low, size);
  return (
    seen(box.left, box.right, frame.left, frame.width) &&
    seen(box.top, box.bottom, frame.top, frame.height)
  );
}

/**
 * Brings a thing into sight, its board on the stage.
 * @param {string} id
 */
export async function bringInSight(id) {
  const thing = id ? byId(id) : null;
  const svg = thing?.closest(/** @type {".board > svg"} */ (".board > svg"));
  if (!thing || !(svg instanceof SVGSVGElement)) return;
  const up = svg.parentElement?.querySelector(":scope > .up input");
  if (up instanceof HTMLInputElement && !up.checked) {
    up.click();
    await new Promise(requestAnimationFrame); // until the board has its new size
    home(svg);
  }
  const camera = cameras.get(svg);
  if (!camera) return;
  camera.flight = null;
  const to = sightOn(svg, thing);
  if (to) look(svg, to);
}

/**
 * What a camera sees with a thing in the middle; nothing where most of it is in sight already.
 * @param {SVGSVGElement} svg
 * @param {Element} thing
 */
export function sightOn(svg, thing) {
  const [box, frame, { x, y, k }] = [boxOf(thing), sightOf(svg), cameraOf(svg)];
  const [right, down] = between(frame, box);
  return isInSight(box, frame) ? null : { k, x: x + right / k, y: y + down / k };
}

/**
 * Moves a camera where half as much again of what is lit is in sight; its scale stays.
 * @param {boolean} [isNew] A question begins, and all of it that fits is to be seen.
 * @param {SVGSVGElement | null} svg
 * @param {boolean} atOnce
 */
export function glide(isNew, svg = staged(), atOnce = false) {
  const camera = svg && cameras.get(svg);
  if (!camera) return;
  const first = (/** @type {string[]} */ ...kinds) =>
    kinds.map((kind) => all(kind, svg)).find((some) => some.length) ?? [];
  const boxes = first(".lit, .held", ".piece.fresh", atOnce ? ".piece:not(.theirs)" : ".none").map(
    boxOf,
  );
  // A board that is seen whole stays, but for a menu or a notice, or on a small stage.
  const isLeft = isWhole(camera) && !isSmall.matches && !document.querySelector(COVERS);
  const frame = isLeft ? frameOf(svg) : sightOf(svg);
  const unseen = boxes.filter((box) => !isInSight(box, frame)).length;
  if (!unseen) camera.flight = null; // it led elsewhere
  if (!unseen) return;
  const around = (/** @type {DOMRect[]} */ some) => [
    Math.min(...some.map((box) => box.left)),
    Math.max(...some.map((box) => box.right)),
    Math.min(...some.map((box) => box.top)),
    Math.max(...some.map((box) => box.bottom)),
  ];
  const [wide, high] = [frame.width / 2 - RIM, frame.height / 2 - RIM];
  const sides = around(boxes);
  const fits = sides[1] - sides[0] < frame.width && sides[3] - sides[2] < frame.height;
  // Those around the one with most of them.
  const near = boxes.map(({ x, y }) =>
    boxes.filter((one) => fits || (Math.abs(one.x - x) < wide && Math.abs(one.y - y) < high)),
  );
  const some = near.sort((one, other) => other.length - one.length)[0];
  if (some.length < 1.5 * (boxes.length - unseen) && !(isNew && fits)) return;
  const [left, right, top, bottom] = around(some);
  // As little as needed, so that what it acts on stays in sight; from far off to the middle.
  /** @type {(low: number, high: number, from: number, size: number) => number} */
  const aside = (low, high, from, size) => {
    const least = Math.min(0, low - from - RIM) + Math.max(0, high - from + RIM - size);
    const most = atOnce && some[1] ? 0 : size / 2;
    return Math.abs(least) > most ? (low + high - size) / 2 - from : least;
  };
  const { x, y, k, isHome } = camera;
  const to = {
    k,
    x: x + aside(left, right, frame.left, frame.width) / k,
    y: y + aside(top, bottom, frame.top, frame.height) / k,
  };
  atOnce ? look(svg, to) : fly(svg, to);
  camera.isHome = isHome;
}

/**
 * How far, and how far down, it is from the middle of the one to that of the other.
 * @param {Area} from
 * @param {Area} to
 */
export const between = (from, to) => [
  to.left + to.width / 2 - from.left - from.width / 2,
  to.top + to.height / 2 - from.top - from.height / 2,
];

/** Shows the whole board on the stage. */
export function showWhole() {
  const svg = staged();
  const camera = svg && cameras.get(svg);
  if (!camera) return;
  const [x, y, w, h] = homeOf(svg);
  const [frame, sight] = [frameOf(svg), sightOf(svg)];
  const k = Math.min(camera.fit, sight.height / h, sight.width / w);
  const [right, down] = between(frame, sight);
  fly(svg, { k, x: x + w / 2 - right / k, y: y + h / 2 - down / k });
}

/** Shows how a game has ended, cut rather than too small, with what happened last in sight. */
export function showEnd() {
  const svg = staged();
  if (!svg) return;
  home(svg);
  const camera = cameras.get(svg);
  if (!camera) return;
  const [, , , h] = homeOf(svg);
  const [frame, sight] = [frameOf(svg), sightOf(svg)];
  const k = Math.max(leastOf(svg), Math.min(camera.fit, sight.height / h));
  look(svg, { k, x: camera.x, y: camera.y - between(frame, sight)[1] / k });
  glide(true, svg, true);
}

/** Gives new boards a camera; one whose frame or shape has changed looks at it from the start. */
export function watch() {
  tellBeyondSoon();
  for (const svg of boards()) {
    const camera = cameras.get(svg);
    if (!camera) sizes.observe(svg);
    if (camera?.home !== svg.dataset.home) home(svg);
  }
}

const sizes = new ResizeObserver((found) =>
  found.forEach((one) => {
    const target = /** @type {SVGSVGElement} */ (one.target);
    if (!cameras.get(target)) home(target); // it was not shown so far
    const camera = cameras.get(target);
    const { width, height } = target.getBoundingClientRect();
    const size = `${Math.round(width)} ${Math.round(height)}`;
    if (!camera || camera.size === size || !target.isConnected) return;
    camera.size = size;
    // What its reader looked at is looked at again, once the board is on the stage.
    const { x, y, k, isHome } = camera;
    const mine = isHome ? camera.mine : { x, y, k };
    home(target);
    const now = cameraOf(target);
    now.mine = mine;
    if (!mine || target !== staged()) return;
    look(target, { ...mine, k: Math.max(mine.k, now.fit * 0.8) });
    now.isHome = false;
  }),
);

// How high the dock is, and the hands on it, above which lists and popovers lie on a phone.
const heights = new ResizeObserver(() => {
  for (const name of ["dock", "foot"]) {
    const { height } = find(`.${name}`).getBoundingClientRect();
    document.documentElement.style.setProperty(`--${name}-now`, `${Math.round(height)}px`);
  }
  const svg = staged();
  const camera = svg && cameras.get(svg);
  // It may have made room for a hand.
  if (camera) look(svg, camera);
  if (document.querySelector(".ended")) camera?.isHome && showEnd();
  // A notice that has come lies on nothing that is lit.
  else if (document.querySelector(COVERS)) glide();
});

for (const one of all(".dock, .foot")) heights.observe(one);

on("click", ({ target }) => {
  const button = target.closest("[data-zoom]");
  const svg = staged();
  if (!button || !svg) return;
  const { left, top, width, height } = frameOf(svg);
  const by = Number(button.dataset.zoom);
  if (by) return zoom(svg, by, left + width / 2, top + height / 2);
  isWhole(cameraOf(svg)) ? home(svg) : showWhole();
});

on(
  "wheel",
  (event) => {
    /** @type {SVGSVGElement | null} */
    const svg = event.target.closest?.(".board > svg");
    if (!svg || svg !== staged()) return;
    event.preventDefault();
    zoom(
      svg,
      Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)),
      event.clientX,
      event.clientY,
    );
  },
  { passive: false },
);

// One finger or the mouse drags the board, two make it larger or smaller.
/** @type {Map<number, PointerEvent>} */
const fingers = new Map();

export let isDragged = false;

/**
 * Whether a finger has been drawn away from where it was, more than a hand shakes.
 * @param {PointerEvent} from
 * @param {number} x
 * @param {number} y
 */
export const isFar = (from, x, y) => Math.hypot(x - from.clientX, y - from.clientY) >= 8;

on("pointerdown", (event) => {
  /** @type {SVGSVGElement | null} */
  const svg = event.target.closest?.(".board > svg");
  if (event.isPrimary) {
    isDragged = false;
    fingers.clear();
  }
  if (svg && svg === staged() && event.button === 0) fingers.set(event.pointerId, event);
});

on("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  const svg = staged();
  if (!before || !svg) return;
  const { clientX: x, clientY: y } = event;
  if (!isDragged && fingers.size === 1 && !isFar(before, x, y)) return;
  const camera = cameraOf(svg);
  isDragged = true;
  svg.parentElement?.classList.add("is-dragged");
  Object.assign(camera, { flight: null, isHome: false });
  const other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
  /** @type {(one: PointerEvent, u: number, v: number) => number} */
  const far = (one, u, v) => Math.hypot(one.clientX - u, one.clientY - v) || 1;
  if (other)
    zoom(
      svg,
      far(other, x, y) / far(other, before.clientX, before.clientY),
      (x + other.clientX) / 2,
      (y + other.clientY) / 2,
    );
  const share = other ? 2 : 1;
  look(svg, {
    k: camera.k,
    x: camera.x - (x - before.clientX) / camera.k / share,
    y: camera.y - (y - before.clientY) / camera.k / share,
  });
  fingers.set(event.pointerId, event);
});

for (const kind of /** @type {const} */ (["pointerup", "pointercancel"]))
  on(
    kind,
    ({ pointerId }) =>
      fingers.delete(pointerId) && staged()?.parentElement?.classList.remove("is-dragged"),
  );

/**
 * The keys of the camera; tells whether it was one.
 * @param {string} key
 */
export function steer(key) {
  const svg = staged();
  const by = { "+": 1.25, "=": 1.25, "-": 0.8 }[key];
  if (!svg || !(by || key === "0")) return false;
  find(`[data-zoom="${by ? (by > 1 ? "1.25" : "0.8") : ""}"]`).click();
  return true;
}
