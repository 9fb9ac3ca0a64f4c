// Where popovers lie: beside what they speak of, and where little that is lit is hidden.
import { all, byId, find, need } from "./dom.js";
import { instead } from "./hand.js";
import { cameras, glide, home, isWhole, staged } from "./stage.js";

/**
 * @param {Box} one
 * @param {Box} other
 */
export const overlap = (one, other) =>
  one.left < other.right &&
  one.right > other.left &&
  one.top < other.bottom &&
  one.bottom > other.top;

/**
 * How much of what is lit lies under a box of the window.
 * @param {Box} box
 * @param {Box[]} lit
 */
export const hiddenBy = (box, lit = all(".lit, .held").map((one) => one.getBoundingClientRect())) =>
  lit.filter((one) => overlap(one, box)).length;

/**
 * Lays a popover around a box of the window, or near it, where it hides neither that nor what is
 * lit, and few counters.
 * @param {HTMLElement} popover
 * @param {DOMRect} box
 * @param {boolean} [isAround]
 */
export function beside(popover, box, isAround = false) {
  const wide = popover.offsetWidth;
  const high = popover.offsetHeight;
  const gap = 12;
  const dock = boxOfDock();
  const right = innerWidth - wide - gap;
  const low = (box.bottom > dock.top ? innerHeight : dock.top) - high - gap;
  const u = box.left + (box.width - wide) / 2;
  const v = box.top + (box.height - high) / 2;
  /** @type {(at: number, most: number) => number} */
  const within = (at, most) => Math.max(gap, Math.min(at, most));
  let left = within(u, right);
  let top = within(v, low);
  const isClear = popover.classList.toggle(
    "around",
    isAround && Math.hypot(left - u, top - v) < 12,
  ); // further off it would seem to belong to another place
  // What could be touched instead is to be compared.
  const others = [...instead()].flatMap((id) => byId(id) ?? []);
  const [lit, counters] = [
    [...all(".lit, .held, #\\@options button"), ...others],
    all(".stage .piece"),
  ].map((them) => them.map((one) => one.getBoundingClientRect().toJSON()));
  const near = new DOMRect(box.x - gap, box.y - gap, box.width + 2 * gap, box.height + 2 * gap);
  let least = isClear ? 0 : Infinity;
  for (let x = gap; x <= Math.max(gap, right); x += gap)
    for (let y = gap; y <= Math.max(gap, low); y += gap) {
      const far = Math.hypot(x - u, y - v) / 200;
      if (far >= least) continue;
      const place = { left: x, top: y, right: x + wide, bottom: y + high };
      const hidden = hiddenBy(place, lit) * 9 + hiddenBy(place, counters);
      const cost = far + hidden + (overlap(place, near) ? 99 : 0);
      if (cost < least) [least, left, top] = [cost, x, y];
    }
  Object.assign(popover.style, { left: `${left}px`, top: `${top}px` });
}

/**
 * Lays a popover that hides what may be touched next over the question, which has been read.
 * @param {HTMLElement} popover
 */
export function clearOf(popover) {
  popover.classList.remove("sheet");
  const isSheet = popover.classList.toggle("sheet", hiddenBy(popover.getBoundingClientRect()) > 0);
  if (!isSheet) return;
  // The camera makes room for it, and on a phone a hand does.
  document.documentElement.style.setProperty("--sheet-now", `${popover.offsetHeight}px`);
  glide(true);
}

/**
 * Closes it, and brings a board that made room for it back to where it was.
 * @param {HTMLElement} popover
 */
export function putAway(popover) {
  popover.hidePopover();
  const svg = staged();
  const camera = svg && cameras.get(svg);
  if (svg && popover.matches(".sheet") && camera?.isHome && isWhole(camera)) home(svg);
}

/**
 * Tells something in the window beside the table; `near` is what it speaks of, left in sight.
 * @param {DOMRect} near
 * @param {...Node} nodes
 */
export function tell(near, ...nodes) {
  need("@told").replaceChildren(...nodes);
  const more = need("@more");
  more.showPopover();
  beside(more, near);
}

export const boxOfDock = () => find(".dock").getBoundingClientRect();
