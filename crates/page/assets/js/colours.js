// @ts-check
// The colours of the pictures that `wyt plot` makes: classes from the set of Okabe and Ito, values on a ramp whose
// lightness falls all the way.

/** @typedef {[number, number, number]} Rgb */

/** @type {Rgb[]} */
const STOPS = [
  [0xf6, 0xdc, 0x7d],
  [0xb5, 0xb8, 0x7c],
  [0x6f, 0x92, 0x96],
  [0x34, 0x5f, 0x92],
  [0x10, 0x1a, 0x4a],
];

export const ORANGE = '#e69f00';
export const SKY = '#56b4e9';
export const GREEN = '#009e73';
export const BLUE = '#0072b2';
export const VERMILION = '#d55e00';
export const PURPLE = '#cc79a7';

/** A colour as a word of a pixel, red in the lowest byte. @param {Rgb} colour */
export function word([r, g, b]) {
  return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
}

/** A colour from light to dark. @param {number} part From 0 to 1. @returns {Rgb} */
export function ramp(part) {
  const along = Math.min(Math.max(part, 0), 1) * (STOPS.length - 1);
  const stop = Math.min(Math.floor(along), STOPS.length - 2);
  const rest = along - stop;
  const [from, to] = [STOPS[stop], STOPS[stop + 1]];
  /** @param {0 | 1 | 2} i */
  const mix = (i) => Math.round(from[i] * (1 - rest) + to[i] * rest);
  return [mix(0), mix(1), mix(2)];
}

/** `#rrggbb` of a colour. @param {Rgb} colour */
export function css([r, g, b]) {
  return `rgb(${r} ${g} ${b})`;
}

/** Black or white, whichever is read on the colour. @param {Rgb} colour */
export function ink([r, g, b]) {
  return 299 * r + 587 * g + 114 * b > 125_000 ? '#000' : '#fff';
}

/** @param {string} hex @returns {Rgb} */
export function rgb(hex) {
  const n = parseInt(hex.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

/** The colours of the page around the map, light or dark. */
export function paper() {
  const style = getComputedStyle(document.documentElement);
  /** @param {string} name */
  const value = (name) => style.getPropertyValue(name).trim();
  return {
    board: value('--board'),
    ink: value('--board-ink'),
    unknown: value('--board-unknown'),
    grid: value('--board-grid'),
    frame: value('--board-frame'),
    text: value('--text'),
    quiet: value('--quiet'),
    page: value('--page'),
  };
}
