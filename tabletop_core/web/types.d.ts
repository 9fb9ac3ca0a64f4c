/** Types of the scripts of the pages; those that come from the server are named after its classes. */

// ---------------------------------------------------------------- what comes from the server

/** Parts of a page by their ids, as HTML; null: it is gone. The data of each message of a stream. */
type Fragments = Record<string, string | null>;

/** A beat of the telling, `account.Happening`. */
interface Happening {
  where: string;
  lines: string[];
  news: string[];
  folded: string;
  parts: Fragments;
  moments: Effect[];
  card: string;
  stops: boolean;
  held: number;
}

/** What moves on the board at a moment, `moment_html.effect_of`; `dice` are HTML. */
interface Effect {
  stops: boolean;
  effect: keyof typeof import("./static/effects.js").SHOWN | "";
  source: string;
  target: string;
  falls: boolean;
  dice: string;
}

/** The reply of `/steps`, `account.Account`, and up to which version of the page it goes (`at`). */
interface Account {
  start: Fragments;
  steps: Happening[];
  end: Fragments;
  is_cut: boolean;
  at: string;
}

/** A `replay_page.Frame`: changed parts, the step, the turn, and the seats that gave the answer. */
type ReplayFrame = [parts: Fragments, step: string, turn: string, by: string[]];

// ---------------------------------------------------------------- what the scripts share

/** A button, a box to tick or an option of a list; `since`: when it was ticked. */
type Choice = HTMLInputElement & { label?: string; selected?: boolean; since?: number };

/** What can be answered; `at`: the ids of the things that it touches, `left`: what it leaves. */
interface TableOption {
  element: Choice;
  at: string[];
  left: number;
  words: string;
  short: string;
}

/** What the table asks a server, if it has one: odds of what is in hand, words about things. */
interface Server {
  oddsOf(taken: string[]): Promise<string[]>;
  tellOf(ids: string[]): unknown;
}

/**
 * What happened and is being told: the beats to come, the present one, what waits for the end.
 * `cardsOnly`: the table shows the end already, or a question waits.
 */
interface Showing {
  steps: Happening[];
  current: Happening | null;
  held: Fragments[];
  end: Fragments;
  cardsOnly: boolean;
  isAgain: boolean;
  isGathering: boolean;
  isWaiting: boolean;
}

/** The middle of a thing on the stage and how far it reaches, in pixels. */
interface Spot {
  x: number;
  y: number;
  r: number;
}

/** A part of the window, in pixels. */
type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;
type Area = Pick<DOMRect, "left" | "top" | "width" | "height">;

/** What lies in the middle of a board's picture, and how many pixels a unit of the board has. */
interface Sight {
  x: number;
  y: number;
  k: number;
}

/**
 * What a board looks at: the middle of its picture at `k` pixels for a unit. `fit` shows the whole
 * board; `home` is the frame that it was begun with, and `size` that of its picture. `mine` is what
 * its reader chose, while the board is not on the stage.
 */
interface Camera extends Sight {
  fit: number;
  home: string | undefined;
  isHome: boolean;
  mine: Sight | null;
  size?: string;
  flight?: Sight | null;
}

// ---------------------------------------------------------------- elements

// What is looked for is an element of HTML, unless something else is said where it is used.
interface ParentNode {
  querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
  querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
}
interface Element {
  closest<E extends Element = HTMLElement>(selectors: string): E | null;
}
