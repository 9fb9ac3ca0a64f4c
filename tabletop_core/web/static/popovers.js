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
 * Lays a popover around a box of the window, or beside it, where it hides neither that nor much
 * that is lit.
 * @param {HTMLElement} popover
 * @param {DOMRect} box
 * @param {boolean} [isAround]
 */
export function beside(popover, box, isAround = false) {
  const wide = popover.offsetWidth;
  const high = popover.offsetHeight;
  const gap = 12;
  const edge = 8;
  const dock = find(".dock").getBoundingClientRect();
  const low = box.bottom > dock.top ? innerHeight : dock.top;
  /** @type {(at: number, size: number, most: number) => number} */
  const within = (at, size, most) => Math.max(edge, Math.min(at, most - size - edge));
  const [right, left, below, above] = [
    box.right + gap,
    box.left - gap - wide,
    box.bottom + gap,
    box.top - gap - high,
  ];
  const [x, y] = [
    (/** @type {number} */ share) =>
      within(box.left + (box.width - wide) * share, wide, innerWidth),
    (/** @type {number} */ share) => within(box.top + (box.height - high) * share, high, low),
  ];
  const isClear = popover.classList.toggle(
    "around",
    isAround &&
      Math.hypot(
        x(0.5) - box.left - (box.width - wide) / 2,
        y(0.5) - box.top - (box.height - high) / 2,
      ) < 12,
  ); // further off it would seem to belong to another place
  const places = isClear
    ? [[x(0.5), y(0.5)]]
    : [0.5, 0, 1].flatMap((share) => [
        [right, y(share)],
        [left, y(share)],
        [x(share), above],
        [x(share), below],
      ]);
  // What could be touched instead is to be compared.
  const others = [...instead()].flatMap((id) => byId(id) ?? []);
  const lit = [...all(".lit, .held, #\\@options button"), ...others].map((one) =>
    one.getBoundingClientRect(),
  );
  const cost = (/** @type {number[]} */ [left, top]) => {
    const place = { left, top, right: left + wide, bottom: top + high };
    const isBeyond = place.right > innerWidth - edge || place.bottom > low - edge;
    const isOutside = left < edge || top < edge || isBeyond;
    return (isOutside ? 50 : 0) + (overlap(place, box) ? 40 : 0) + hiddenBy(place, lit);
  };
  const [u, v] = places.reduce((best, one) => (cost(one) < cost(best) ? one : best));
  Object.assign(popover.style, {
    left: `${Math.round(within(u, wide, innerWidth))}px`,
    top: `${Math.round(within(v, high, innerHeight))}px`,
  });
}

/**
 * Lays a popover that hides what may be touched next over the question, which has been read.
 * @param {HTMLElement} popover
 */
export function clearOf(popover) {
  popover.classList.remove("sheet");
  const isSheet = popover.classList.toggle("sheet", hiddenBy(popover.getBoundingClientRect()) > 0);
  if (isSheet) glide(true); // The camera makes room for it.
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
