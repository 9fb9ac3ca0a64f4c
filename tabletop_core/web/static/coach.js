// The coach of a lesson: shows its box as a bubble beside what it speaks of, and lights that.
// It reads the page: the box, what is lit and held, the buttons; and moves the camera of stage.js.
import { all, boxOf, byId, find, make, need } from "./dom.js";
import { cameras, fly, frameOf } from "./stage.js";

const WORDS_AT_ONCE = 75;

const bubble = make("aside", {
  id: "@coach",
  className: "coach",
  popover: "manual",
  ariaLabel: "Coach",
});
const inside = make("div", { className: "inside" });
const says = make("div", { className: "says" });
const fold = make("button", { type: "button", className: "fold" });
const note = make("p", {
  className: "note",
  textContent: "You may do that, too. The lesson then stops, and one click leads back to it.",
});
bubble.append(make("i", { className: "tail" }), inside, fold);
document.body.append(bubble);
inside.setAttribute("aria-live", "polite");

let key = "";
let page = 0;
let isFolded = false;
let shown = "";
/** @type {Element | null} */
let spoken = null;
/** @returns {HTMLElement} */
const box = () => need("room-coach");
/** @param {string} name */
const listOf = (name) => JSON.parse(box().dataset[name] ?? "[]");

/**
 * Returns the paragraphs in portions that can be read at a glance.
 * @returns {HTMLElement[][]}
 */
function portions() {
  /** @type {HTMLElement[][]} */
  const found = [[]];
  let words = 0;
  for (const one of all(".says > p", box())) {
    const count = one.textContent.split(" ").length;
    if (words && words + count > WORDS_AT_ONCE) {
      found.push([]);
      words = 0;
    }
    found.at(-1)?.push(one);
    words += count;
  }
  return found;
}

// ------------------------------------------------------------------ what it speaks of

/** @param {Element | null | undefined} one */
const isShown = (one) =>
  one && one.getClientRects().length > 0 && one.checkVisibility?.() !== false;
/**
 * @param {string} selector
 * @returns {Choice[]}
 */
const fields = (selector) => all(selector);
/** @param {string} value */
const button = (value) =>
  fields("button[name=answer]").find((one) => one.value === value && isShown(one));
/** @param {string} value */
const inMenu = (value) =>
  fields("#\\@menu button").find((one) => one.value === value && isShown(one));

/**
 * Returns the things to touch next for the suggested answer.
 * @returns {HTMLElement[]}
 */
function next() {
  /** @type {string[]} */
  const answers = listOf("answers");
  /** @type {string[][]} */
  const steps = listOf("steps");
  if (box().dataset.answers === undefined) return [];
  if ("several" in box().dataset) {
    const open = answers.flatMap((answer, at) => {
      const tick = fields(".ask [name=answer]").find((one) => one.value === answer);
      if (tick?.checked) return [];
      const id = steps[at]?.[0];
      return [inMenu(id) ?? byId(id) ?? tick?.labels?.[0]].flatMap((one) =>
        one && isShown(one) ? [one] : [],
      );
    });
    const asked = open.find((one) => one.closest("#\\@menu"));
    if (asked) return [asked];
    return open.length
      ? open
      : all("button")
          .filter((one) => one.id.startsWith("@give:") && isShown(one))
          .slice(0, 1);
  }
  const at = steps[0] ?? [];
  const held = all(".held").map((one) => one.id);
  const done = at.findIndex((id) => !held.includes(id));
  const thing = done < 0 ? null : byId(at[done]);
  const found =
    inMenu(answers[0]) ??
    (done < 0 ? null : inMenu(at[done])) ??
    (isShown(thing) ? thing : null) ??
    button(answers[0]);
  const other = found ?? all(".ask input[type=number], .listed summary").find(isShown);
  return other ? [other] : [];
}

/** Tells whether something is in hand that the lesson does not touch. */
function isElsewhere() {
  const touched = new Set(listOf("steps").flat());
  return all(".held").some((one) => one.id && !touched.has(one.id));
}

// ------------------------------------------------------------------ showing

function look() {
  const now = box();
  if (!now || now.hidden || now.matches(".silent")) {
    light([]);
    if (bubble.matches(":popover-open")) bubble.hidePopover();
    return;
  }
  if (now.dataset.key !== key) {
    [key, page, isFolded] = [now.dataset.key ?? "", 0, false];
  }
  const found = portions();
  page = Math.min(page, found.length - 1);
  const isLast = page === found.length - 1;
  const lit = isLast || page > 0 ? next() : [];
  light(isLast ? lit : []);
  write(now, found, isLast);
  if (!bubble.matches(":popover-open")) bubble.showPopover();
  const thing = isLast ? lit[0] : null;
  if (thing && thing !== spoken) reveal(thing);
  spoken = thing;
  place(isLast ? lit : []);
}

/**
 * The part of the window in which things lie; of things far from each other, the first.
 * @param {Element[]} things
 */
function around(things) {
  const boxes = things.filter(isShown).map((one) => one.getBoundingClientRect());
  if (!boxes.length) return null;
  const edge = (/** @type {"left" | "top" | "right" | "bottom"} */ side) =>
    (side === "left" || side === "top" ? Math.min : Math.max)(...boxes.map((box) => box[side]));
  const [left, top] = [edge("left"), edge("top")];
  const box = new DOMRect(left, top, edge("right") - left, edge("bottom") - top);
  return box.height > innerHeight / 2 || box.width > innerWidth * 0.9 ? boxes[0] : box;
}

/**
 * Replaces the words where they differ from those shown.
 * @param {HTMLElement} now
 * @param {HTMLElement[][]} found
 * @param {boolean} isLast
 */
function write(now, found, isLast) {
  const isAside = isLast && isElsewhere();
  const state = [now.outerHTML, page, isFolded, isAside].join("|");
  if (state === shown) return;
  shown = state;
  const ways = isLast
    ? /** @type {HTMLElement} */ (find(".ways", now).cloneNode(true))
    : make("div", { className: "ways" });
  if (!isLast)
    ways.append(make("button", { type: "button", textContent: "Next", onclick: () => turn(1) }));
  if (page)
    ways.append(
      make("button", {
        type: "button",
        className: "quiet",
        textContent: "Back",
        onclick: () => turn(-1),
      }),
    );
  says.replaceChildren(
    ...found[page].map((one) => one.cloneNode(true)),
    ...(isAside ? [note] : []),
  );
  const todo = all(".do", ways);
  inside.replaceChildren(find("header", now).cloneNode(true), says, ...todo, ways);
  says.scrollTop = 0;
  bubble.classList.toggle("folded", isFolded);
  const step = now.querySelector("header small")?.textContent ?? "";
  fold.textContent = isFolded ? `Coach ${step}` : "–";
  fold.ariaLabel = isFolded ? "Show the coach" : "Fold the coach";
  fold.ariaExpanded = String(!isFolded);
}

/** @param {number} by */
function turn(by) {
  page += by;
  look();
}
fold.onclick = () => {
  isFolded = !isFolded;
  look();
};

/** @param {HTMLElement[]} lit */
function light(lit) {
  for (const old of all(".coached")) if (!lit.includes(old)) old.classList.remove("coached");
  for (const one of lit) if (!one.classList.contains("coached")) one.classList.add("coached");
}

/**
 * Brings a thing into sight; on a small stage high enough that the bubble has room below it.
 * @param {Element} thing
 */
function reveal(thing) {
  /** @type {SVGSVGElement | null} */
  const svg = thing.closest(".board > svg");
  const camera = svg && cameras.get(svg);
  if (!camera) return thing.scrollIntoView({ block: "nearest", inline: "nearest" });
  const frame = frameOf(svg);
  const box = boxOf(thing);
  const [x, y] = [box.x + box.width / 2 - frame.left, box.y + box.height / 2 - frame.top];
  const isSeen = x > 0 && y > 0 && x < frame.width && y < frame.height;
  const isUpright = innerWidth <= 700;
  if (isSeen && !(isUpright && y > frame.height * 0.3)) return;
  const goal = [isSeen ? x : frame.width / 2, frame.height * (isUpright ? 0.2 : 0.5)];
  fly(svg, {
    k: camera.k,
    x: camera.x + (x - goal[0]) / camera.k,
    y: camera.y + (y - goal[1]) / camera.k,
  });
}

// ------------------------------------------------------------------ the place of the bubble

/**
 * Puts the bubble beside things, where it covers neither them nor the question.
 * @param {Element[]} things
 */
function place(things) {
  const { innerWidth: wide, innerHeight: high } = window;
  const gap = 16;
  const edge = 8;
  const { width } = bubble.getBoundingClientRect();
  const hidden = [says, ...all(".do", inside)].reduce(
    (sum, { scrollHeight, clientHeight }) => sum + scrollHeight - clientHeight,
    0,
  );
  const height = Math.min(
    inside.offsetHeight + hidden + 24,
    (parseFloat(getComputedStyle(bubble).getPropertyValue("--most")) / 100) * high,
  );
  const foot = document.querySelector(".dock, .prompt")?.getBoundingClientRect();
  const floor = foot && foot.top > high / 3 ? foot.top : high;
  const at = around(things);
  const isSeen = at && at.right > 0 && at.bottom > 0 && at.left < wide && at.top < high;
  /** @type {(value: number, low: number, top: number) => number} */
  const clamp = (value, low, top) => Math.max(low, Math.min(value, Math.max(low, top)));
  /**
   * @param {number} x
   * @param {number} y
   * @param {string} side
   */
  const put = (x, y, side, tx = 0, ty = 0, spin = "0deg", room = high) => {
    const sizes = Object.entries({ x, y, tx, ty, room: Math.max(110, room) });
    const lengths = sizes.map(([name, size]) => `--${name}: ${Math.round(size)}px`);
    const style = [...lengths, `--turn: ${spin}`].join("; ");
    if (bubble.style.cssText.replace(/;$/, "") !== style) bubble.style.cssText = style;
    if (bubble.dataset.side !== side) bubble.dataset.side = side;
  };
  if (isFolded) return put(edge, clamp(floor - height - edge, edge, high), "none");
  const [middleX, middleY] = at ? [at.left + at.width / 2, at.top + at.height / 2] : [0, 0];
  if (isSeen && wide > 700) {
    const y = clamp(middleY - height / 2, edge, (at.top < floor ? floor : high) - height - edge);
    const x = clamp(middleX - width / 2, edge, wide - width - edge);
    const tailY = clamp(middleY - y - 9, 10, height - 28);
    const tailX = clamp(middleX - x - 9, 10, width - 28);
    // What lies in the question is spoken of above it, so that it can be read.
    if (at.top >= floor - 2)
      return put(
        x,
        floor - gap - height,
        "above",
        tailX,
        height - 9,
        "-135deg",
        floor - gap - edge,
      );
    /** @type {[boolean, () => void][]} */
    const sides = [
      [at.right + gap + width < wide, () => put(at.right + gap, y, "right", -9, tailY, "-45deg")],
      [
        at.left - gap - width > 0,
        () => put(at.left - gap - width, y, "left", width - 9, tailY, "135deg"),
      ],
      [
        at.top - gap - height > 0,
        () => put(x, at.top - gap - height, "above", tailX, height - 9, "-135deg"),
      ],
      [at.bottom + gap + height < high, () => put(x, at.bottom + gap, "below", tailX, -9, "45deg")],
    ];
    // A wide button has no room beside it.
    if (at.width > wide / 3) sides.unshift(sides.splice(2, 1)[0]);
    const fitting = sides.find(([fits]) => fits);
    if (fitting) return fitting[1]();
  }
  // Elsewhere it lies across, above or below what it speaks of, as high as there is room.
  const x = (wide - width) / 2;
  const tailX = clamp(middleX - x - 9, 10, width - 28);
  if (!isSeen)
    return put(
      x,
      wide > 700
        ? clamp((floor - height) / 2, edge, high)
        : clamp(floor - height - edge, edge, high),
      "none",
    );
  const above = Math.min(at.top, floor) - gap - edge;
  const below = (at.bottom < floor ? floor : high) - at.bottom - gap - edge;
  if (above >= Math.min(height, below))
    put(
      x,
      Math.min(at.top, floor) - gap - Math.min(height, above),
      "above",
      tailX,
      Math.min(height, above) - 9,
      "-135deg",
      above,
    );
  else put(x, at.bottom + gap, "below", tailX, -9, "45deg", below);
}

// ------------------------------------------------------------------ following the page

let isAsked = false;
function soon() {
  if (isAsked) return;
  isAsked = true;
  requestAnimationFrame(() => {
    isAsked = false;
    look();
  });
}
new MutationObserver((changes) => {
  if (changes.some(({ target }) => target !== bubble && !bubble.contains(target))) soon();
}).observe(document.body, {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ["class", "viewBox", "open", "hidden", "data-key"],
});
for (const kind of ["scroll", "resize", "transitionend", "change"])
  addEventListener(kind, soon, { capture: true, passive: true });
soon();
