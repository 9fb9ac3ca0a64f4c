// What is in hand, and what the options make of it: which things may be touched next.
import { all, byId, fullName } from "./dom.js";

export let hand = []; // ids of the things touched so far
let known = null; // the options, until the page changes

/** Takes other things in hand. */
export const hold = (ids) => {
  hand = ids;
};
/** Reads the options again: the page has changed. */
export const forgetOptions = () => {
  known = null;
};

export const options = () =>
  (known ??= all("[name=answer]:is(button, [type=checkbox]), .ask option")
    .filter((one) => one.closest("body:not(.paced) :is(#\\@options, .ask)"))
    .map((element) => ({
      element,
      left: element.dataset.left ?? -1,
      at: (element.dataset.at ?? (element.tagName === "BUTTON" ? "" : element.value))
        .split(" ")
        .filter(Boolean),
      words: element.label || (element.labels?.[0] ?? element).textContent.trim(),
      short: (element.labels?.[0] ?? element).textContent.trim(),
    })));

export const formOf = (element) => element.form ?? element.closest("form");

export const tickedIn = (form) =>
  options()
    .map((one) => one.element)
    .filter((one) => one.checked && formOf(one) === form);

/** What an option touches beside these things, in any order; null where it does not touch them. */
function rest(option, ids) {
  const left = [...option.at];
  for (const id of ids) {
    const at = left.indexOf(id);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** The options that touch all of these things; none that touch nothing. */
export const after = (ids) => options().filter((one) => one.at.length && rest(one, ids));

/** Those that touch nothing else, or the only one; what touches a thing twice needs one touch. */
export const meant = (ids) =>
  after(ids).filter(
    (one, _, { length }) => (ids.length && length === 1) || one.at.every((id) => ids.includes(id)),
  );

/**
 * What a touch may have meant as well: the space under the counter in hand, where both could be
 * touched.
 */
export function meantBelow() {
  const before = hand.slice(0, -1);
  const space = byId(hand.at(-1))?.closest("[id^='on:']")?.id.slice("on:".length);
  return space && next(before).has(space) ? meant([...before, space]) : [];
}

/** What is lit: of untouched options the first thing, since a hand would begin there. */
export const next = (ids) =>
  new Set(
    after(ids).flatMap((one) =>
      ids.length ? rest(one, ids).filter((id) => !ids.includes(id)) : one.at[0],
    ),
  );

export const touchable = () => new Set(options().flatMap((one) => one.at));

/** What could be touched instead of the last thing in hand. */
export const instead = () =>
  new Set([...next(hand.slice(0, -1))].filter((id) => hand.length && !hand.includes(id)));

/** Counters and dice beside this one that look like it, of which nothing else is asked. */
export const twinsOf = (id) =>
  byId(id)?.matches(".piece, .cube")
    ? [...byId(id).parentElement.children].filter(
        (one) => fullName(one.id) === fullName(id) && !touchable().has(one.id),
      )
    : [];
