// @ts-check
// The game that everything is about: typed, or chosen from the catalog, with what goes on top of its rules. A text is
// read while it is typed; a mistake is underlined where it stands, and the views keep the last game that could be read.

import { ask, failureOf, isCancelled } from './engine.js';
import { Latest, Runs, by, el, failed, put, show } from './dom.js';
import * as state from './state.js';

/** @import {Failure, Subject} from './types.js' */

/**
 * @typedef {{
 *   subject: Subject, title: string, piles: number, names: string[], symmetric: boolean, convention: string,
 *   in_words: string, blocks: number, pass: boolean
 * }} Game
 */

/** @type {Game | null} */
let game = null;
/** @type {((game: Game) => void)[]} */
const listeners = [];
const reading = new Latest();
const reads = new Runs();

/** The last game that could be read. */
export function current() {
  return game;
}

/** The game that the text means, once it is read: what is clicked meanwhile is about that one, and is not lost. */
export async function settled() {
  await reads.ended();
  return game;
}

/** Calls with every game that is read; at once if there is one. @param {(game: Game) => void} listener */
export function onGame(listener) {
  listeners.push(listener);
  if (game) listener(game);
}

/** The place in a text that bytes mean. @param {string} text @param {number} bytes */
export function placeOf(text, bytes) {
  let at = 0;
  for (const character of text) {
    if (bytes <= 0) break;
    const code = character.codePointAt(0) ?? 0;
    bytes -= code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    at += character.length;
  }
  return at;
}

const area = /** @type {HTMLTextAreaElement} */ (by('game'));
const underlay = /** @type {HTMLElement} */ (document.querySelector('.editor .underlay'));
const says = by('game-says');
const misere = /** @type {HTMLInputElement} */ (by('misere'));
const pass = /** @type {HTMLInputElement} */ (by('pass'));
const blocked = /** @type {HTMLInputElement} */ (by('blocked'));
const ends = /** @type {HTMLInputElement} */ (by('ends'));
const won = /** @type {HTMLInputElement} */ (by('won'));

/** Underlines a part of the text. @param {Failure['place']} place */
function underline(place) {
  const text = area.value;
  if (!place) {
    show(underlay, text);
    return;
  }
  let from = placeOf(text, place.start);
  let to = Math.max(placeOf(text, place.end), from);
  // Nothing can be seen under nothing: at the end the last character stands for it.
  if (to === from) [from, to] = from < text.length ? [from, from + 1] : [Math.max(from - 1, 0), from];
  show(underlay, text.slice(0, from), el('mark', {}, text.slice(from, to)), text.slice(to));
}

function grow() {
  area.style.height = 'auto';
  area.style.height = `${Math.min(area.scrollHeight, 220)}px`;
}

/** Shows the controls as the address says. */
function fill() {
  misere.checked = state.get('misere') !== '';
  pass.checked = state.get('pass') !== '';
  blocked.value = String(Math.max(0, Math.floor(state.number('blocked', 0))));
  ends.value = state.get('ends');
  won.value = state.get('won');
  const given = [misere.checked, pass.checked, Number(blocked.value) > 0, ends.value !== '', won.value !== ''];
  const count = given.filter(Boolean).length;
  by('conventions-on').textContent = count ? ` (${count})` : '';
  grow();
}

/** Reads the text as it stands, and tells everybody where it is a game. */
async function read() {
  const text = area.value.trim() === '' ? '' : area.value;
  const signal = reading.next();
  if (text === '') {
    underline(null);
    area.removeAttribute('aria-invalid');
    show(says, 'Choose a game from the catalog, or type its moves: (i,0) (0,i) (i,i) is Wythoff’s game.');
    return;
  }
  const on = state.on();
  try {
    const answer = await ask({ ask: 'read', game: text, on }, { signal });
    const block = answer.block ? Number(answer.block.k) - 1 : 0;
    game = {
      subject: { game: text, on },
      title: answer.title,
      piles: answer.piles,
      names: answer.names,
      symmetric: answer.symmetric,
      convention: answer.convention,
      in_words: answer.in_words,
      blocks: block,
      pass: answer.pass === true,
    };
    underline(null);
    area.removeAttribute('aria-invalid');
    show(says, answer.in_words);
    state.set({ game: text }, true);
    const read = game;
    listeners.forEach((listener) => listener(read));
  } catch (error) {
    if (isCancelled(error)) return;
    const failure = failureOf(error);
    underline(failure.field === 'game' ? failure.place : null);
    area.setAttribute('aria-invalid', 'true');
    show(says, failed(failure));
  }
}

function reread() {
  reads.latest = read();
}

/** Takes a game by its text, as if it had been typed. @param {string} text @param {Record<string, string | null>} [more] */
export function choose(text, more = {}) {
  area.value = text;
  state.set({ misere: null, pass: null, blocked: null, ends: null, won: null, ...more }, true);
  fill();
  reread();
}

function conventions() {
  const amount = Math.max(0, Math.floor(Number(blocked.value) || 0));
  state.set(
    {
      misere: misere.checked ? '1' : null,
      pass: pass.checked ? '1' : null,
      blocked: amount || null,
      ends: ends.value.trim() || null,
      won: won.value.trim() || null,
    },
    true,
  );
  fill();
  reread();
}

/** @type {any[] | null} */
let rows = null;

async function catalog() {
  const dialog = /** @type {HTMLDialogElement} */ (by('catalog'));
  const word = /** @type {HTMLInputElement} */ (by('catalog-word'));
  if (!dialog.open) dialog.showModal();
  word.focus();
  const list = by('catalog-list');
  try {
    rows ??= (await ask({ ask: 'games' })).games;
  } catch (error) {
    show(list, el('li', {}, failed(failureOf(error))));
    return;
  }
  const wanted = word.value.trim().toLowerCase();
  /** @param {any} row */
  const has = (row) =>
    [row.name, row.title, row.words ?? '', ...row.aliases, ...row.notes, ...row.papers].some((text) =>
      text.toLowerCase().includes(wanted),
    );
  const found = (rows ?? []).filter(has);
  by('catalog-count').textContent = `${found.length} of ${rows?.length} games`;
  show(list);
  for (const row of found) {
    const take = () => {
      dialog.close();
      choose(row.signature);
      area.focus();
    };
    const piles = row.piles ? `${row.piles} ${row.piles === 1 ? 'pile' : 'piles'}` : '';
    put(
      list,
      el(
        'li',
        {},
        el('button', { type: 'button', onclick: take }, el('b', {}, row.title), el('code', {}, row.signature)),
        row.words && el('p', {}, row.words),
        el('p', { class: 'quiet' }, [piles, ...row.sources].filter(Boolean).join(' · ')),
      ),
    );
  }
}

/** Begins. */
export function begin() {
  area.addEventListener('input', () => {
    grow();
    underline(null);
    reread();
  });
  area.addEventListener('scroll', () => (underlay.scrollTop = area.scrollTop));
  for (const input of [misere, pass, blocked, ends, won]) input.addEventListener('change', conventions);
  by('catalog-open').addEventListener('click', () => void catalog());
  by('catalog-word').addEventListener('input', () => void catalog());
  by('catalog-close').addEventListener('click', () => /** @type {HTMLDialogElement} */ (by('catalog')).close());
  // A click beside an open menu closes it.
  document.addEventListener('pointerdown', (event) => {
    for (const menu of document.querySelectorAll('details.menu[open]')) {
      if (event.target instanceof Node && !menu.contains(event.target)) menu.removeAttribute('open');
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of document.querySelectorAll('details.menu[open]')) {
      menu.removeAttribute('open');
      menu.querySelector('summary')?.focus();
    }
  });
  state.onChange((changed) => {
    if (!state.isOtherGame(changed)) return;
    area.value = state.get('game');
    fill();
    reread();
  });
  area.value = state.get('game');
  fill();
  reread();
}
