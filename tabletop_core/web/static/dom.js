// What every script of a table needs: elements, their boxes and their names.
export const byId = (id) => document.getElementById(id);
export const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
/** Where a thing is drawn; of a counter or a space without what reaches beyond it. */
export const boxOf = (one) =>
  (one.querySelector(":scope > .plate, :scope > .field") ?? one).getBoundingClientRect();

export const make = (tag, props) => Object.assign(document.createElement(tag), props);
export const swallow = (event) => [event.stopPropagation(), event.preventDefault()];

export const isStill = matchMedia("(prefers-reduced-motion: reduce)");

/** What a thing on the table is called, with all that is said of it; else its id. */
export const fullName = (id) =>
  byId(id)?.ariaLabel ??
  byId(id)?.querySelector(":scope > title, :scope > strong")?.textContent ??
  id;
export const nameOf = (id) => fullName(id).split(",")[0];
export const isSpace = (id) => byId(id)?.matches(".space");

export const middle = (one) =>
  (({ x, y, width, height }) => [x + width / 2, y + height / 2])(boxOf(one));
