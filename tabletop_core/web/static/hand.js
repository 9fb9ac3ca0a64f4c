// What is in hand, and what the options make of it: which things may be touched next.
import { all, byId, fullName } from "./dom.js";

/** @type {string[]} */
export let hand = []; // ids of the things touched so far
/** @type {TableOption[] | null} */
let known = null; // the options, until the page changes

/**
 * Takes other things in hand.
 * @param {string[]} ids
 */
export const hold = (ids) => {
  hand = ids;
};
/** Reads the options again: the page has changed. */
export const forgetOptions = () => {
  known = null;
};

/** @returns {TableOption[]} */
export const options = () =>
  (known ??= /** @type {Choice[]} */ (all("[name=answer]:is(button, [type=checkbox]), .ask option"))
    .filter((one) => one.closest("body:not(.paced) :is(#\\@options, .ask)"))
    .map((element) => ({
      element,
      left: Number(element.dataset.left ?? -1),
      at: (element.dataset.at ?? (element.tagName === "BUTTON" ? "" : element.value))
        .split(" ")
        .filter(Boolean),
      words: element.label || (element.labels?.[0] ?? element).textContent.trim(),
      short: (element.labels?.[0] ?? element).textContent.trim(),
    })));

/**
 * @param {Choice} element
 * @returns {HTMLFormElement}
 */
export const formOf = (element) =>
  /** @type {HTMLFormElement} */ (element.form ?? element.closest("form"));

/** @param {HTMLFormElement} form */
export const tickedIn = (form) =>
  options()
    .map((one) => one.element)
    .filter((one) => one.checked && formOf(one) === form);

/**
 * What an option touches beside these things, in any order; null where it does not touch them.
 * @param {TableOption} option
 * @param {string[]} ids
 */
function rest(option, ids) {
  const left = [...option.at];
  for (const id of ids) {
    const at = left.indexOf(id);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/**
 * The options that touch all of these things; none that touch nothing.
 * @param {string[]} ids
 */
export const after = (ids) => options().filter((one) => one.at.length && rest(one, ids));

/**
 * Those that touch nothing else, or all where they touch the same; what touches a thing twice
 * needs one touch.
 * @param {string[]} ids
 */
export function meant(ids) {
  const found = after(ids);
  const touched = new Set(found.map(({ at }) => at.toSorted().join(" ")));
  const isSame = ids.length && touched.size === 1;
  return found.filter((one) => isSame || one.at.every((id) => ids.includes(id)));
}

/**
 * What a touch may have meant as well: the space under the counter in hand, where both could be
 * touched.
 * @param {string[]} ids
 */
export function meantBelow(ids) {
  const before = ids.slice(0, -1);
  const space = byId(ids.at(-1))?.closest("[id^='on:']")?.id.slice("on:".length);
  return space && next(before).has(space) ? meant([...before, space]) : [];
}

/**
 * What is lit: of untouched options the first thing, since a hand would begin there.
 * @param {string[]} ids
 */
export const next = (ids) =>
  new Set(
    after(ids).flatMap((one) =>
      ids.length ? (rest(one, ids) ?? []).filter((id) => !ids.includes(id)) : one.at[0],
    ),
  );

export const touchable = () => new Set(options().flatMap((one) => one.at));

/**
 * What is in hand once a thing is touched; nothing where that is no part of an option.
 * @param {string} id
 */
export function handWith(id) {
  if (next(hand).has(id)) return [...hand, id];
  if (hand.includes(id)) return hand.toSpliced(hand.lastIndexOf(id), 1);
  if (instead().has(id)) return hand.toSpliced(-1, 1, id);
  return touchable().has(id) ? [id] : null;
}

/** What could be touched instead of the last thing in hand. */
export const instead = () =>
  new Set([...next(hand.slice(0, -1))].filter((id) => hand.length && !hand.includes(id)));

/**
 * Counters and dice beside this one that look like it, of which nothing else is asked.
 * @param {string} id
 * @returns {HTMLElement[]}
 */
export const twinsOf = (id) =>
  byId(id)?.matches(".piece, .cube")
    ? all(":scope > *", byId(id)?.parentElement ?? undefined).filter(
        (one) => fullName(one.id) === fullName(id) && !touchable().has(one.id),
      )
    : [];
