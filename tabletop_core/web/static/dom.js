// What every script of a page needs: elements, their boxes, and what happens to them.

/** @param {string | undefined} id */
export const byId = (id) => document.getElementById(id ?? "");

/**
 * The element of an id that every page with this script has.
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export const need = (id) => /** @type {T} */ (byId(id));

/**
 * The first element of a kind that every page with this script has.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [inside]
 * @returns {T}
 */
export const find = (selector, inside = document) =>
  /** @type {T} */ (inside.querySelector(selector));

/**
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [inside]
 * @returns {T[]}
 */
export const all = (selector, inside = document) => [
  .../** @type {NodeListOf<T>} */ (inside.querySelectorAll(selector)),
];

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Partial<HTMLElementTagNameMap[K]>} props
 * @returns {HTMLElementTagNameMap[K]}
 */
export const make = (tag, props) => Object.assign(document.createElement(tag), props);

/**
 * Hears what happens to any element of the page, which is typed as what has most: a field.
 * @template {keyof DocumentEventMap} K
 * @param {K} kind
 * @param {(event: DocumentEventMap[K] & { target: Choice }) => unknown} act
 * @param {boolean | AddEventListenerOptions} [how]
 * @returns {void}
 */
export const on = (kind, act, how) =>
  document.addEventListener(kind, /** @type {(event: any) => unknown} */ (act), how);

/** @param {Event} event */
export const swallow = (event) => [event.stopPropagation(), event.preventDefault()];

/**
 * Says words to those who hear the page: in one place, which is there whatever tab is open.
 * @param {string} words
 */
export function say(words) {
  const said =
    byId("@said") ??
    document.body.appendChild(
      make("div", { id: "@said", className: "unseen", role: "log", ariaLabel: "Said" }),
    );
  said.append(make("p", { textContent: words.replace(/\s+/g, " ").trim() }));
  if (said.children.length > 50) said.firstChild?.remove();
}

export const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * What a thing on the table is called, with all that is said of it; else its id.
 * @param {string} id
 */
export const fullName = (id) =>
  byId(id)?.ariaLabel ??
  byId(id)?.querySelector(":scope > title, :scope > strong")?.textContent ??
  id;
/** @param {string} id */
export const nameOf = (id) => fullName(id).split(",")[0];
/** @param {string | undefined} id */
export const isSpace = (id) => byId(id)?.matches(".space") ?? false;

/**
 * Where a thing is drawn; of a counter or a space without what reaches beyond it.
 * @param {Element} one
 */
export const boxOf = (one) =>
  (one.querySelector(":scope > .plate, :scope > .field") ?? one).getBoundingClientRect();

/**
 * @param {Element} one
 * @returns {[number, number]}
 */
export const middle = (one) =>
  (({ x, y, width, height }) => [x + width / 2, y + height / 2])(boxOf(one));
