// What a moment sounds like, made of a second of noise and one tone; loaded once it is switched on.
import { find } from "./dom.js";
import { SHOWN } from "./effects.js";

const SETTING = "tabletop-sound";

/** A sound: noise below a pitch, or a tone, that glides from one pitch to another and fades. */
/** @typedef {{ from: number, to: number, long: number, loud: number, tone?: boolean }} Sound */

const air = new AudioContext();
const noise = air.createBuffer(1, air.sampleRate, air.sampleRate);
const wave = noise.getChannelData(0);
for (let one = 0; one < wave.length; one++) wave[one] = 2 * Math.random() - 1;

/** @type {Sound} */
const BOOM = { from: 420, to: 60, long: 0.6, loud: 0.7 };
/** @type {Sound} */
const CRACK = { from: 3000, to: 700, long: 0.06, loud: 0.3 };
/** @type {Sound} */
const CLICK = { from: 4500, to: 2500, long: 0.025, loud: 0.3 };

/** @type {Record<string, [number, Sound][]>} seconds from the beginning, and what sounds then */
const SOUNDS = {
  dice: [0, 0.07, 0.16, 0.23, 0.36].map((at) => [at, CLICK]),
  shot: [0, 0.07, 0.14, 0.21, 0.28, 0.35].map((at) => [at, CRACK]),
  ram: [[0.46, { ...BOOM, loud: 1 }]],
  flak: [0, 0.15, 0.3, 0.45].map((at) => [at, { ...BOOM, from: 600, long: 0.35 }]),
  bombs: [
    [0, { from: 1100, to: 380, long: 0.9, loud: 0.08, tone: true }],
    ...[0.9, 0.99, 1.08].map((at) => /** @type {[number, Sound]} */ ([at, BOOM])),
  ],
  fire: [0, 0.1, 0.24, 0.3, 0.45].map((at) => [at, { ...CRACK, from: 1500, long: 0.12 }]),
  smoke: [[0, { from: 500, to: 120, long: 0.7, loud: 0.25 }]],
  storm: [0, 0.5].map((at) => [at, { from: 200, to: 50, long: 0.9, loud: 0.9 }]),
  chutes: [0, 0.12, 0.24, 0.36].map((at) => [at, { from: 1800, to: 500, long: 0.15, loud: 0.2 }]),
  splash: [[0, { from: 2400, to: 300, long: 0.7, loud: 0.4 }]],
  arrive: [[0, { from: 180, to: 240, long: 0.5, loud: 0.1, tone: true }]],
};

/**
 * @param {number} at
 * @param {Sound} sound
 */
function play(at, { from, to, long, loud, tone }) {
  const level = new GainNode(air);
  level.gain.setValueAtTime(loud, at);
  level.gain.exponentialRampToValueAtTime(0.001, at + long);
  level.connect(air.destination);
  const source = tone ? new OscillatorNode(air) : new AudioBufferSourceNode(air, { buffer: noise });
  const filter = new BiquadFilterNode(air, { type: "lowpass" });
  const pitch = source instanceof OscillatorNode ? source.frequency : filter.frequency;
  pitch.setValueAtTime(from, at);
  pitch.exponentialRampToValueAtTime(to, at + long);
  source.connect(source instanceof OscillatorNode ? level : filter).connect(level);
  source.start(at);
  source.stop(at + long);
}

/** @param {string} kind */
function sound(kind) {
  if (!localStorage.getItem(SETTING)) return;
  air.resume(); // a browser lets nothing sound before the first touch
  for (const [after, one] of SOUNDS[kind] ?? []) play(air.currentTime + after, one);
}

/** @type {Record<string, import("./effects.js").Show>} */
const shown = SHOWN;
for (const [kind, show] of Object.entries(shown))
  shown[kind] = (...how) => {
    sound(kind);
    return show(...how);
  };
// The dice of a moment are thrown into the layer over the stage.
const thrown = new MutationObserver((changes) => {
  const added = changes.flatMap((one) => [...one.addedNodes]);
  for (const one of added.filter((node) => node instanceof HTMLElement)) {
    if (one.matches(".thrown")) sound("dice");
    if (one.matches(".effects")) thrown.observe(one, { childList: true });
  }
});
thrown.observe(find(".stage"), { childList: true });

/** @type {HTMLInputElement} */
const toggle = find("[name=sound]");
const keep = () => localStorage.setItem(SETTING, toggle.checked ? "on" : "");
// It is loaded because it was on before, or by the switch.
if (localStorage.getItem(SETTING)) toggle.checked = true;
else keep();
toggle.addEventListener("change", keep);
