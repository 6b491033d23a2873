// @ts-check
// What the address says: the view, the game and where one looks, so that a link brings all of it back.

/** @import {On, Subject} from './types.js' */

/** @type {Record<string, string>} */
const DEFAULTS = { game: 'wythoff' };

/** @typedef {(changed: Set<string>) => void} Listener */

/** @type {Map<string, string>} */
let values = new Map();
let view = 'explore';
/** @type {Listener[]} */
const listeners = [];

const VIEWS = ['explore', 'prove', 'play', 'papers', 'numbers'];

function read() {
  const [name, query = ''] = location.hash.slice(1).split('?');
  const before = values;
  const wasView = view;
  view = VIEWS.includes(name) ? name : 'explore';
  // A link to a view alone keeps the game.
  if (location.hash.includes('?') || before.size === 0) values = new Map(new URLSearchParams(query));
  const changed = new Set([...before.keys(), ...values.keys()].filter((k) => before.get(k) !== values.get(k)));
  if (view !== wasView) changed.add('view');
  return changed;
}

/** Begins: reads the address, and listens to it. */
export function begin() {
  read();
  addEventListener('hashchange', () => {
    const changed = read();
    write(false);
    if (changed.size) listeners.forEach((listener) => listener(changed));
  });
}

/** @param {Listener} listener */
export function onChange(listener) {
  listeners.push(listener);
}

/** The view that is shown. */
export function viewName() {
  return view;
}

/** A value of the address, or its default. @param {string} key @returns {string} */
export function get(key) {
  return values.get(key) ?? DEFAULTS[key] ?? '';
}

/** A number of the address. @param {string} key @param {number} otherwise */
export function number(key, otherwise) {
  const text = values.get(key);
  const value = text === undefined ? NaN : Number(text);
  return Number.isFinite(value) ? value : otherwise;
}

/** Changes values; an empty one is taken out. @param {Record<string, string | number | null>} some @param {boolean} [quiet] */
export function set(some, quiet = false) {
  const changed = new Set();
  for (const [key, value] of Object.entries(some)) {
    const text = value === null ? '' : String(value);
    if (text === (values.get(key) ?? '')) continue;
    changed.add(key);
    if (text === '' || text === DEFAULTS[key]) values.delete(key);
    else values.set(key, text);
  }
  if (!changed.size) return;
  write(false);
  if (!quiet) listeners.forEach((listener) => listener(changed));
}

/** Goes to another view. @param {string} name @param {Record<string, string | number | null>} [some] */
export function go(name, some = {}) {
  set(some, true);
  const changed = new Set(['view', ...Object.keys(some)]);
  view = name;
  write(true);
  listeners.forEach((listener) => listener(changed));
}

/** The address of what is shown. */
function address() {
  const query = new URLSearchParams([...values.entries()]).toString();
  return `#${view}${query ? `?${query}` : ''}`;
}

/** @param {boolean} step Whether going back brings the page back to where it was. */
function write(step) {
  const text = address();
  if (text === location.hash) return;
  history[step ? 'pushState' : 'replaceState'](null, '', text);
}

/** The whole link. */
export function link() {
  return location.href.split('#')[0] + address();
}

/** What goes on top of the game. @returns {On} */
export function on() {
  /** @type {On} */
  const on = {};
  if (get('misere')) on.misere = true;
  if (get('pass')) on.pass = true;
  const blocked = Math.floor(number('blocked', 0));
  if (blocked > 0) on.block = blocked + 1;
  const ends = get('ends').split(/\s+/).filter(Boolean);
  if (ends.length) on.terminal = ends;
  const won = get('won').split(/\s+/).filter(Boolean);
  if (won.length) on.forced_n = won;
  return on;
}

/** The game that all views are about. @returns {Subject} */
export function subject() {
  return { game: get('game'), on: on() };
}

/** The keys that say which game it is. */
export const GAME = ['game', 'misere', 'pass', 'blocked', 'ends', 'won'];

/** Whether another game is meant now. @param {Set<string>} changed */
export function isOtherGame(changed) {
  return GAME.some((key) => changed.has(key));
}
