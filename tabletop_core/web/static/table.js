// The table in a browser: puts fragments in place and turns touches into answers.
// What is shown comes from the server (live.js) or the file itself (replay.js).
import {
  all,
  boxOf,
  byId,
  find,
  isSpace,
  make,
  middle,
  nameOf,
  need,
  on,
  say,
  swallow,
} from "./dom.js";
import {
  after,
  forgetOptions,
  formOf,
  hand,
  handWith,
  hold,
  meant,
  meantBelow,
  next,
  options,
  tickedIn,
  touchable,
  twinsOf,
} from "./hand.js";
import { Idiomorph } from "./idiomorph.min.js";
import { beside, clearOf, putAway } from "./popovers.js";
import { fly, glide, isDragged, isSmall, showEnd, sightOn, steer, watch } from "./stage.js";

const OURS = ["open", "style", "viewBox", "data-lit"]; // set by the reader or these scripts
const MORPH = {
  morphStyle: "outerHTML",
  callbacks: {
    // A hole stands for what is there already; the pace is the reader's.
    beforeNodeMorphed: (/** @type {HTMLElement} */ old, /** @type {HTMLElement} */ now) =>
      now.dataset?.hole === undefined && !old.matches?.(".pace"),
    /** @type {(name: string, element: HTMLElement, what: "update" | "remove") => boolean} */
    beforeAttributeUpdated: (name, element, what) =>
      !OURS.includes(name) || (name === "viewBox" ? !element.dataset.home : what !== "remove"),
  },
};

/**
 * Puts fragments `{id: html}` where they belong; one inside a new one waits for that.
 * @param {Fragments} fragments
 */
export function apply(fragments) {
  if (fragments["@symbols"]) need("@log").replaceChildren(); // the whole log comes again
  // Before the spaces: a piece that moves lies on two of them for a moment.
  const rank = (/** @type {string} */ id) => (id.startsWith("@") ? 0 : 1);
  Object.entries(fragments)
    .sort(([one], [other]) => rank(one) - rank(other))
    .filter((one) => !put(...one))
    .forEach((one) => put(...one));
  refresh();
}

/**
 * Puts one fragment where it belongs; tells whether there is a place.
 * @param {string} id
 * @param {string | null} html
 */
export function put(id, html) {
  const old = byId(id);
  if (html === null) return old?.remove() ?? true;
  const markup = html.startsWith("<g") ? `<svg>${html}</svg>` : html;
  /** @type {HTMLLIElement} */
  const now = find("[id]", make("template", { innerHTML: markup }).content);
  const list = byId(now.dataset.into);
  if (old) Idiomorph.morph(old, now, MORPH);
  if (old || !list) return old;
  /** @type {HTMLLIElement[]} */
  const lines = all(":scope > *", list);
  return list.insertBefore(now, lines.find((one) => one.value > now.value) ?? null);
}

/**
 * What is asked: the tokens of its forms, since when, and for how many milliseconds it takes no
 * click that was meant for the question before.
 */
export const question = { tokens: "", since: -1e9, calm: 300 };

/** Marks whose turn it is, where we are, what is new. */
export function refresh() {
  forgetOptions();
  const { title, icon } = need("@status").dataset;
  document.title = title ?? "";
  if (icon) document.querySelector("link[rel=icon]")?.setAttribute("href", icon);
  all(".of-steps [aria-current]").forEach((step) => step.removeAttribute("aria-current"));
  byId(need("@here").dataset.here)?.setAttribute("aria-current", "step");
  all(".fresh").forEach((one) => one.classList.remove("fresh"));
  for (const id of need("@news").dataset.fresh?.split(" ") ?? []) byId(id)?.classList.add("fresh");
  watch();
  /** @type {HTMLInputElement[]} */
  const fields = all(".ask [name=token], .ended");
  const tokens = fields.map((one) => one.value ?? "over").join();
  const isNew = tokens !== question.tokens;
  if (isNew) {
    Object.assign(question, { tokens, since: performance.now() });
    hold([]);
  }
  settle();
  sayNew("#room-notice > p");
  sayNew(":is(.asked, .waits)", isNew);
  // A replay goes where something happened, and one that has just ended shows its end.
  if (isNew && document.querySelector(".ended")) showEnd();
  else if (isNew || !document.body.dataset.version) bring(isNew);
}

/** @type {Map<string, string>} */
const saidLast = new Map();

/**
 * Says what is written there, if it is new; what is shown step by step comes before a question.
 * @param {string} selector
 * @param {boolean} [isNew]
 */
function sayNew(selector, isNew) {
  if (document.body.matches(".paced")) return;
  const words = all(selector)
    .map((one) => one.textContent)
    .join(" ");
  if (words && (isNew || words !== saidLast.get(selector))) say(words);
  saidLast.set(selector, words);
}

/**
 * Brings into sight what may be touched: a camera glides there, a tab opens.
 * @param {boolean} [isNew]
 */
function bring(isNew) {
  const lit = all(".lit");
  const beside = lit.find((one) => one.closest(".pane"));
  const isOnStage = lit.some((one) => one.closest(".stage"));
  const pick = (/** @type {string} */ name) => document.querySelector(`.to-${name} input`)?.click();
  if (isOnStage && isSmall.matches && (isNew || !beside)) pick("board");
  if (beside && !isOnStage && !lit.some((one) => one.closest(".hands")))
    [pick("table"), beside.scrollIntoView({ block: "nearest" })];
  if (isNew) lit.find((one) => one.closest(".hands"))?.scrollIntoView({ inline: "nearest" });
  glide(isNew);
}

let isByKey = false;
let isByFinger = false;
/** @type {Server} */
let server = { oddsOf: async () => [], tellOf: () => {} };

/**
 * Lets the table ask a server for odds and for words about things; without one it has neither.
 * @param {Server} asks
 */
export const connect = (asks) => {
  server = asks;
};

/**
 * Takes a thing in hand; where nothing else can be meant and the words are plain, answers.
 * @param {string} thing
 */
export function touch(thing) {
  need("@more").hidePopover(); // it explained something else
  clearTimeout(resting);
  const taken = handWith(askedOf(thing));
  if (!taken) return;
  hold(taken);
  const [one, ...others] = meant(hand);
  if (one?.element.type === "checkbox") {
    const form = formOf(one.element);
    const isRead = !isUnread(thing);
    hold([]);
    one.element.click(); // it then wears its number
    if (one.element.checked && isRead && isExact(form) && leftIn(form) === 0) form.requestSubmit();
    return;
  }
  settle();
  if (one && !others.length && !meantBelow(hand).length && isPlain(one)) answer(one);
  else bring();
}

/**
 * The thing of which options speak: this one, or its twin.
 * @param {string} thing
 */
function askedOf(thing) {
  const any = [...touchable()];
  const isTwin = (/** @type {string} */ id) => twinsOf(id).some((twin) => twin.id === thing);
  return any.includes(thing) ? thing : (any.find(isTwin) ?? "");
}

/**
 * Whether the last of several things that are touched answers: their number is given, and if
 * chance decides what follows it can be undone.
 * @param {HTMLFormElement} form
 */
const isExact = (form) => form.dataset.least === form.dataset.most && !isFinal(form);

/** @param {HTMLFormElement} form */
const leftIn = (form) => Number(form.dataset.most) - tickedIn(form).length;

/**
 * Whether chances are shown first, as what may follow cannot be undone.
 * @param {HTMLFormElement} form
 */
const isFinal = ({ dataset }) => dataset.odds !== undefined && dataset.free === undefined;

/**
 * Whether a finger saw no more of a card in a fan than its edge.
 * @param {string | undefined} id
 */
function isUnread(id) {
  const isFan = matchMedia("(hover: hover) and (min-width: 701px)").matches;
  return isByFinger && isFan && !!byId(id)?.matches(".hands .card:not(.raised)");
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;
let told = ""; // what a click would take in hand, whose words the mouse has brought
let hasRoom = false; // whether there was room for all of these words

/**
 * Tells what a click on a thing would answer, if it can mean nothing else: in words, and by a mark
 * on all that this answer touches.
 * @param {string} [thing]
 */
function foretell(thing) {
  const id = thing && askedOf(thing);
  const taken = (id && handWith(id)) || [];
  const found = taken.at(-1) === id && !meantBelow(taken).length ? after(taken) : [];
  const one = found.length === 1 && found[0].element.type !== "checkbox" ? found[0] : null;
  const now = one ? taken.join(" ") : "";
  if (now === told) return;
  told = now;
  all(".foretold").forEach((old) => old.classList.remove("foretold"));
  one?.at.forEach((at) => byId(at)?.classList.add("foretold"));
  const lines = all(".ask .listed > summary > span, #\\@held > span");
  for (const line of lines) {
    line.dataset.tells ??= line.textContent;
    line.textContent = one ? `click: ${one.words}` : line.dataset.tells;
    line.classList.toggle("foretold", !!one);
  }
  hasRoom = lines.every((line) => line.scrollWidth <= line.clientWidth);
  clearTimeout(resting);
  if (!one || formOf(one.element).dataset.odds === undefined) return;
  resting = setTimeout(async () => {
    const [odds] = await oddsOf(one);
    if (odds && told === now) for (const line of lines) line.insertAdjacentHTML("beforeend", odds);
  }, 200);
}

/**
 * Whether a touch asked for just this: its words came before the click; it is the last of several;
 * or each option is one thing to touch, and its words name it.
 * @param {TableOption} option
 * @returns {boolean}
 */
export function isPlain(option) {
  if (told && hasRoom && told === hand.join(" ")) return true;
  if (next(hand).size || isUnread(hand.at(-1))) return false;
  if (hand.length > 1) return true;
  const ofQuestion = options().filter(
    (one) => formOf(one.element) === formOf(option.element) && one.at.length,
  );
  const [name, words] = [nameOf(option.at[0]), option.words].map((one) => one.toLowerCase());
  const isNamed =
    isSpace(option.at[0]) ||
    words.startsWith(name) ||
    name.split(" ").includes(words.split(" ")[0]);
  return (
    isNamed &&
    new Set(ofQuestion.map((one) => one.at[0])).size === ofQuestion.length &&
    ofQuestion.every((one) => one.at.length === 1)
  );
}

/** @param {TableOption} option */
const thingsOf = ({ at }) => [...new Set(at)];

/** @param {TableOption} option */
async function oddsOf(option) {
  const odds = await server.oddsOf(thingsOf(option));
  // They replace no button that is pressed.
  while (need("@menu").matches(":active")) await new Promise(requestAnimationFrame);
  return odds;
}

/**
 * Answers, or shows the odds first where chance decides for good; where those are slow, the words.
 * @param {TableOption} option
 */
async function answer(option) {
  const taken = hand.join(" ");
  const isHeld = () => hand.join(" ") === taken;
  const slow = setTimeout(() => isHeld() && menu([]), 300);
  const odds = isFinal(formOf(option.element)) ? await oddsOf(option) : [];
  clearTimeout(slow);
  if (isHeld())
    odds.length || need("@menu").matches(":popover-open") ? menu(odds) : choose(option.element);
}

/**
 * Ticks an option, or sends it.
 * @param {Choice} element
 */
export function choose(element) {
  settle([]);
  element.selected = true;
  return element.tagName === "OPTION" ? formOf(element).requestSubmit() : element.click();
}

/** Lights what may be touched next, and offers in a menu what a touch cannot tell. */
export function settle(taken = hand) {
  hold(after(taken).length ? taken : []);
  if (told !== hand.join(" ")) foretell();
  const lit = next(hand);
  const ticked = options().filter((one) => one.element.checked);
  const held = [...hand, ...ticked.map((one) => one.at[0])];
  all(".lit, .held").forEach((old) => mark(old));
  lit.forEach((id) => [byId(id), ...twinsOf(id)].forEach((one) => mark(one, "lit")));
  // In styles `:has(.lit)` is slow on a large board.
  all(".board, .stage, .of-table").forEach((one) =>
    one.toggleAttribute("data-lit", !!one.querySelector(".lit")),
  );
  shade([...lit]);
  held.forEach((id) => mark(byId(id), "held"));
  all(".stack").forEach((one) =>
    one.toggleAttribute("data-lit", !!byId(one.id.slice(3))?.matches(".lit, .held")),
  );
  number(ticked);
  counted();
  tellHeld([...lit]);
  menu();
  // Who has unfolded the list answers in it.
  const kinds = [
    ".ask .listed[open] :is(select, input)",
    ".lit",
    ".ask button, #\\@options button",
  ];
  const first = kinds.map((kind) => document.querySelector(kind)).find(Boolean);
  if (first) first.tabIndex = 0;
  if (
    isByKey &&
    !need("@menu").matches(":popover-open") &&
    document.activeElement?.matches("body, [tabindex='-1']:not(.lit, .held)")
  )
    first?.focus({ preventScroll: true });
}

/**
 * Marks a thing as lit, held or neither.
 * @param {HTMLElement | null} element
 * @param {"lit" | "held"} [how]
 */
function mark(element, how) {
  if (!element) return;
  for (const one of ["lit", "held"]) element.classList.toggle(one, one === how);
  element.style.removeProperty("--left");
  element.role = how ? "button" : element.matches(".piece") ? "img" : null;
  element.ariaPressed = how === "held" ? "true" : null;
  element.tabIndex = -1;
}

/** @param {number} left */
const halves = (left) => (left < 0 ? "" : `${left}`.replace(/^0?(\d*)\.5$/, "$1½"));

/**
 * Writes into empty lit spaces what is left there to spend, the less, the paler; and marks those
 * of which an option tells more, such as a shot.
 * @param {string[]} lit
 */
function shade(lit) {
  all(".tt :is(.left, .aim)").forEach((old) => old.remove());
  const found = lit
    .filter((id) => byId(`on:${id}`)?.matches(":empty"))
    .map((id) => {
      const some = after([...hand, id]);
      const left = Math.max(...some.map((one) => one.left));
      return { space: need(id), left, isAim: some.some((one) => one.element.dataset.more) };
    });
  const most = Math.max(1, ...found.map(({ left }) => left));
  for (const { space, left, isAim } of found) {
    /** @type {SVGGraphicsElement} */
    const field = find(".field", space);
    const { x, y, width, height } = field.getBBox();
    const [u, v, r] = [x + width / 2, y + height / 2, Math.min(width, height) * 0.36];
    const cross = [0, 90, 180, 270].map(
      (way) => `<path d="M0 ${-r}v${r / 3}" transform="rotate(${way})"/>`,
    );
    if (isAim)
      space.insertAdjacentHTML(
        "beforeend",
        `<g class="aim" transform="translate(${u} ${v})"><circle r="${r}"/>${cross.join("")}</g>`,
      );
    if (left < 0) continue;
    space.style.setProperty("--left", `${0.2 + (0.8 * left) / most}`);
    space.insertAdjacentHTML(
      "beforeend",
      `<text class="left" x="${u}" y="${v}">${halves(left)}</text>`,
    );
  }
}

/**
 * Writes on each thing that is chosen the how manieth it is.
 * @param {TableOption[]} ticked
 */
function number(ticked) {
  all(".nth").forEach((old) => old.remove());
  all("[data-nth]").forEach((old) => delete old.dataset.nth);
  /** @type {Choice[]} */
  const boxes = all(".boxes :checked");
  const order = boxes.sort((one, other) => (one.since ?? 0) - (other.since ?? 0));
  for (const { element, at } of ticked) {
    const thing = byId(at[0]);
    const nth = order.indexOf(element) + 1;
    if (thing instanceof SVGElement)
      thing.insertAdjacentHTML(
        "beforeend",
        `<g class="nth"><circle r="11"/><text y="4.5">${nth}</text></g>`,
      );
    else if (thing)
      // A number on a die would seem its face.
      thing.dataset.nth =
        thing.matches(".cube") && !element.closest("[data-ordered]") ? "✓" : `${nth}`;
  }
}

/**
 * Counts what is chosen of several; the answer waits until that is enough.
 * @param {HTMLFormElement} [refused]
 */
function counted(refused) {
  /** @type {HTMLFormElement[]} */
  const forms = all("form.ask[data-most]");
  for (const form of forms) {
    const { least, most } = form.dataset;
    const count = tickedIn(form).length;
    const told = find(".count", form);
    /** @type {HTMLButtonElement} */
    const button = find(".answers > button:last-of-type", form);
    told.dataset.asks ??= told.textContent;
    const isLast = isExact(form) && count && leftIn(form) === 1;
    told.textContent =
      form === refused
        ? `No more than ${most}: put one back first`
        : told.dataset.asks +
          (count ? `: ${count} chosen` : "") +
          (isLast ? ", the next touch answers" : "");
    button.disabled = count < Number(least);
    button.textContent = button.disabled
      ? "Answer"
      : `Choose ${["none", "this one"][count] ?? `these ${count}`}`;
  }
}

/**
 * Tells what is in hand, each with a button that puts it back, and what to touch now.
 * @param {string[]} lit
 */
function tellHeld(lit) {
  const chips = hand.map((id, at) =>
    make("button", {
      className: "chip",
      type: "button",
      textContent: nameOf(id),
      ariaLabel: `Put back ${nameOf(id)}`,
      onclick: () => settle(hand.toSpliced(at, 1)),
    }),
  );
  const ends = meant(hand).length;
  // Twins glow, too: words count what is seen.
  const seen = all(".lit").length;
  const what = seen > 1 ? `one of ${seen} lit` : "what is lit";
  const kind = lit.every(isSpace) ? `where to? ${seen} lit` : `then touch ${what}`;
  if (!hand.length && seen)
    all(".ask .listed > summary > span").forEach((one) => {
      delete one.dataset.tells;
      one.textContent = `touch ${what}`;
    });
  const one = ends ? `confirm or ${seen ? `touch ${what}` : "put back"}` : kind;
  const told = hand.length ? (ends > 1 ? "choose what to do" : one) : "";
  const inHand = [...hand.map(nameOf), told].join(", ");
  if (told && saidLast.get("@held") !== inHand) say(inHand);
  saidLast.set("@held", told && inHand);
  need("@held").replaceChildren(...chips, ...(told ? [make("span", { textContent: told })] : []));
  // What lies on no table can still be named, in the words of its option.
  need("@held").append(
    ...lit
      .filter((id) => !byId(id))
      .map((id) => {
        const one = meant([...hand, id])[0];
        return make("button", {
          type: "button",
          className: "off",
          textContent: one?.words ?? nameOf(id),
          value: id,
          ariaPressed: one?.element.checked ? "true" : null,
          onclick: () => touch(id),
        });
      }),
  );
}

/**
 * Offers what can be done with what is in hand, beside it; `odds` are the chances of each.
 * @param {string[]} [odds]
 */
function menu(odds) {
  const below = meantBelow(hand);
  const found = [...meant(hand), ...below];
  const box = need("@menu");
  const isOffered = found.length && (odds || found.length > 1 || !isPlain(found[0]));
  const last = byId(hand.at(-1));
  if (!isOffered) return box.matches(":popover-open") && putAway(box);
  const isSame = odds && odds.length > 1 && !below.length && odds.every((one) => one === odds[0]);
  const ways = new Set(found.map((one) => one.element.dataset.way));
  const isRose =
    ways.size > 2 && ways.size === found.length && !ways.has(undefined) && (!odds || isSame);
  const buttons = found.map((one, at) => {
    const button = make("button", { value: one.element.value, onclick: () => choose(one.element) });
    button.append(make("span", { textContent: found.length > 4 ? one.short : one.words }));
    if (isRose)
      [button.title, button.dataset.left, button.dataset.more, button.style.cssText] = [
        one.words,
        halves(one.left),
        one.element.dataset.more ?? "",
        `--way: ${one.element.dataset.way}deg`,
      ];
    if (odds?.[at] && !isSame) button.insertAdjacentHTML("beforeend", odds[at]);
    return button;
  });
  box.replaceChildren(
    ...buttons,
    make("button", {
      className: "back",
      textContent: `Put back ${nameOf(hand.at(-1) ?? "")}`,
      onclick: () => settle(hand.slice(0, -1)),
    }),
  );
  if (isSame) box.insertAdjacentHTML("afterbegin", odds[0]);
  box.classList.toggle("rose", isRose);
  if (!box.matches(":popover-open")) box.showPopover();
  beside(
    box,
    last
      ? boxOf((isRose && byId(found[0].at.find(isSpace))) || last)
      : need("@held").getBoundingClientRect(),
    isRose,
  );
  box.matches(".around") ? box.classList.remove("sheet") : clearOf(box);
  if (isByKey) buttons[0].focus();
  if (!odds && formOf(found[0].element).dataset.odds !== undefined) {
    const taken = hand.join(" ");
    oddsOf(found[0]).then((told) => told.length && hand.join(" ") === taken && menu(told));
  }
}

/**
 * The ids of what lies there, in front first, on one board.
 * @param {number} x
 * @param {number} y
 */
export function thingsAt(x, y) {
  const ids = new Set();
  const found = document.elementsFromPoint(x, y);
  const board = found[0]?.closest(".board");
  for (const top of found)
    if (top.closest(".board") === board)
      for (let at = /** @type {Element | null} */ (top); at; at = at.parentElement)
        ids.add(at.id.replace(/^on:/, ""));
  return [...ids].filter(Boolean);
}

const AWAY = "form, button, a, summary, label, [popover]"; // where nothing of the table is touched

/**
 * What lies under a pointer, and of that what may be touched there.
 * @param {MouseEvent & { target: Choice }} event
 */
function under({ target, clientX, clientY }) {
  const card = target.closest(".hands .card");
  // Of a fan a touch means the card in front; one behind may be nearer.
  const ids = card?.id ? [card.id] : thingsAt(clientX, clientY);
  const are = (/** @type {string} */ kind) => ids.filter((id) => byId(id)?.matches(kind));
  const any = touchable();
  const lit = [are(".lit"), are(".held")].find((some) => some.length) ?? [];
  return { card, ids, found: lit.length ? lit : ids.filter((id) => any.has(id)) };
}

for (const kind of /** @type {const} */ (["pointerover", "pointermove"]))
  on(kind, (event) => {
    if (event.pointerType !== "mouse" || event.buttons) return;
    const isAway = !(event.target instanceof Element) || event.target.closest(AWAY);
    const { found } = isAway ? { found: [] } : under(event);
    foretell(found.length ? nearestTo(event, found) : "");
  });

on("click", (event) => {
  if (isDragged || event.target.closest(AWAY)) return;
  const { card, ids, found } = under(event);
  all(".raised").forEach((one) => one !== card && one.classList.remove("raised"));
  // What is chosen stays low, or it would hide what is beside it.
  if (card && event.pointerType === "touch")
    card.classList.toggle("raised", !found.length && !card.matches(".raised"));
  const title = event.target.closest(".hands h2");
  if (title) title.parentElement?.classList.toggle("open");
  else if (found.length) touch(nearestTo(event, found));
  else if (hand.length && event.target.closest(".stage")) settle([]);
  else event.pointerType === "touch" || server.tellOf(ids);
});

/**
 * Of things on each other: the one whose middle is nearest, a counter before its space.
 * @param {MouseEvent} at
 * @param {string[]} ids
 */
function nearestTo({ clientX, clientY }, ids) {
  const far = (/** @type {string} */ id) =>
    (([x, y]) => Math.hypot(x - clientX, y - clientY) + (isSpace(id) ? 5 : 0))(middle(need(id)));
  return ids.reduce((best, id) => (far(id) < far(best) ? id : best));
}

// A double click is one answer, and a click meant for the last question answers no other.
/** @type {{ thing?: Element, at: number }} */
let clicked = { at: -1e9 };

on(
  "click",
  (event) => {
    const thing = event.target.closest(
      ".lit, .held, .ask summary, :is(.ask, #\\@options, #\\@menu, #\\@held) button",
    );
    if (!thing || !event.detail) return;
    const isAgain = event.detail > 1 && (thing === clicked.thing || question.since > clicked.at);
    if (!isAgain && performance.now() - question.since > question.calm)
      clicked = { thing, at: performance.now() };
    else swallow(event);
  },
  true,
);

/** @type {Record<string, [number, number]>} */
export const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

on("pointerdown", ({ pointerType }) => {
  isByKey = false;
  isByFinger = pointerType === "touch";
});

on("keydown", (event) => {
  isByKey = true;
  const focus = /** @type {HTMLElement} */ (document.activeElement);
  const isLit = focus.matches(".lit, .held");
  if (
    (event.key === "Escape" && document.querySelector("[popover='']:popover-open")) ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    event.repeat ||
    focus.matches("input:not([type=radio], [type=checkbox]), select, textarea")
  )
    return;
  const keys = need("@menu").matches(":popover-open")
    ? "#\\@menu button"
    : ".ask .buttons button, #\\@options button";
  if (event.key === "Escape") settle(hand.slice(0, -1));
  else if (/^[1-9]$/.test(event.key)) all(keys)[Number(event.key) - 1]?.click();
  else if (isLit && (event.key === "Enter" || event.key === " ")) touch(focus.id);
  else if (isLit && WAYS[event.key]) reach(nearest(focus, WAYS[event.key]));
  else if (!steer(event.key)) return;
  event.preventDefault();
});

/**
 * Puts the focus on a lit thing, and the camera on it where it is out of sight.
 * @param {HTMLElement} thing
 */
export function reach(thing) {
  thing.focus({ preventScroll: true });
  /** @type {SVGSVGElement | null} */
  const svg = thing.closest(".board > svg");
  if (!svg) return thing.scrollIntoView({ block: "nearest" });
  const to = sightOn(svg, thing);
  if (to) fly(svg, to);
}

/**
 * The lit thing that lies nearest that way.
 * @param {HTMLElement} from
 * @param {[number, number]} way
 */
export function nearest(from, [right, down]) {
  const far = (/** @type {Element} */ one) => {
    const [[x, y], [u, v]] = [from, one].map(middle);
    const [along, aside] = [
      (u - x) * right + (v - y) * down,
      Math.abs((u - x) * down + (v - y) * right),
    ];
    return along > 1 ? Math.hypot(along, aside) * (aside > along ? 9 : 1) : Infinity;
  };
  return all(".lit, .held").reduce((best, one) => (far(one) < far(best) ? one : best), from);
}

// What is ticked stands in front where the order matters, and other lines stay where they are.
// One too many is refused, or replaces the only one.
on("change", ({ target }) => {
  if (target.name !== "answer" || target.type !== "checkbox") return;
  const form = formOf(target);
  const { most } = form.dataset;
  const isOver = tickedIn(form).length > Number(most);
  const isRefused = isOver && most !== "1";
  target.since = performance.now();
  if (isOver)
    tickedIn(form).forEach((one) => {
      if ((one === target) === isRefused) one.checked = false;
    });
  if (!isRefused && target.closest("[data-ordered]"))
    target
      .closest(".boxes")
      ?.insertBefore(
        /** @type {NodeListOf<HTMLLabelElement>} */ (target.labels)[0],
        all(".boxes label:has(:not(:checked))").find((one) => !one.contains(target)) ?? null,
      );
  settle();
  if (isRefused) counted(form);
});

document.documentElement.classList.add("live");

refresh();
