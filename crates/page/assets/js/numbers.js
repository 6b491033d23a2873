// @ts-check
// Sequences: the pairs of the game, and the sequences, words, arrays, trees and numerations of the papers, with plots.

import { ask, failureOf, isCancelled } from './engine.js';
import { Latest, el, failed, segments, show } from './dom.js';
import { current, onGame } from './gamebar.js';
import * as colours from './colours.js';
import * as state from './state.js';
import { piles } from './positions.js';

/** @type {Record<string, string>} */
const USUAL = { sequence: 'lower-wythoff', word: 'fibonacci', array: 'wythoff', system: 'zeckendorf' };

/** @param {HTMLElement} root */
export function numbers(root) {
  /** @type {any} */
  let names = null;
  const asked = new Latest();
  const kind = segments('What', 'numbers-kind', [
    ['pairs', 'Pairs of the game'],
    ['sequence', 'Sequences'],
    ['word', 'Words'],
    ['array', 'Arrays and trees'],
    ['system', 'Numeration'],
  ], (value) => {
    state.set({ numbers: value === 'pairs' ? null : value, named: null }, true);
    fill();
    void ask_();
  });
  const list = el('datalist', { id: 'number-names' });
  const name = el('input', { type: 'text', id: 'number-name', list: 'number-names', spellcheck: 'false', autocomplete: 'off', onchange: () => { state.set({ named: name.value.trim() }, true); void ask_(); } });
  const count = el('input', { type: 'number', id: 'number-count', min: '1', max: '2000', value: '60', onchange: () => void ask_() });
  const number = el('input', { type: 'text', id: 'number-number', inputmode: 'numeric', value: '100', onchange: () => void ask_() });
  const nameLine = el('label', { class: 'row' }, 'Name', name);
  const countLine = el('label', { class: 'row' }, 'How many', count);
  const numberLine = el('label', { class: 'row' }, 'Number', number);
  const about = el('p', { class: 'quiet' });
  const plot = el('canvas', { class: 'plot', role: 'img', 'aria-label': 'Plot' });
  const out = el('div', { class: 'card numbers', role: 'status' });
  show(root, el('div', { class: 'tools' }, kind.element, nameLine, list, countLine, numberLine), about, plot, out);

  const which = () => state.get('numbers') || 'pairs';

  function fill() {
    const now = which();
    kind.set(now);
    nameLine.hidden = now === 'pairs';
    countLine.hidden = now === 'system';
    numberLine.hidden = now !== 'system';
    name.value = state.get('named') || USUAL[now] || '';
    show(list, (names?.[now] ?? []).map((/** @type {any} */ one) => el('option', { value: one.name }, one.description)));
  }

  async function ask_() {
    const now = which();
    const signal = asked.next();
    const many = Math.max(1, Math.min(2000, Number(count.value) || 60));
    plot.hidden = true;
    const bare = name.value.split('(')[0].trim();
    const entry = (names?.[now] ?? []).find((/** @type {any} */ one) => one.name === bare);
    about.textContent = entry ? `${entry.description}${entry.parameters.length ? ` (parameters: ${entry.parameters.join(', ')})` : ''} · ${entry.source}` : '';
    try {
      if (now === 'pairs') await pairs(many, signal);
      else if (now === 'array') await array(many, signal);
      else if (now === 'system') {
        const told = await ask({ ask: 'numbers', kind: now, name: name.value, number: number.value.trim() || '0' }, { signal });
        show(out, el('p', {}, el('code', {}, told.digits)));
      } else {
        const told = await ask({ ask: 'numbers', kind: now, name: name.value, count: many }, { signal });
        if (now === 'word') {
          const letters = [...(Array.isArray(told.word) ? told.word : String(told.word))].map(String);
          show(out, el('p', { class: 'word' }, letters.join('')));
          const kinds = [...new Set(letters)].slice(0, 3);
          draw(kinds.map((kind) => counts(letters, kind)), 0, kinds.map((kind) => `how many ${kind}`));
        } else {
          const first = Number(told.first_index ?? 0);
          show(out, el('p', { class: 'terms' }, told.values.map(String).join(', '), ' …'));
          draw([told.values.map(Number)], first, [bare]);
        }
      }
    } catch (error) {
      if (!isCancelled(error)) show(out, failed(failureOf(error)));
    }
  }

  /** How often a letter occurs in each prefix. @param {string[]} letters @param {string} kind */
  function counts(letters, kind) {
    let seen = 0;
    return [0, ...letters.map((letter) => (seen += letter === kind ? 1 : 0))];
  }

  /** @param {number} many @param {AbortSignal} signal */
  async function pairs(many, signal) {
    const game = current();
    if (!game) return;
    const told = await ask({ ask: 'first', ...game.subject, count: many }, { signal });
    const rows = told.positions.map(piles);
    about.textContent = `${game.title}: the first ${rows.length} P-positions`;
    const two = rows[0]?.length === 2;
    const head = ['n', ...game.names, ...(two ? ['difference', 'ratio'] : [])];
    show(
      out,
      el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'P-positions' }, el(
        'table',
        { class: 'grid' },
        el('thead', {}, el('tr', {}, head.map((text) => el('th', { scope: 'col' }, text)))),
        el('tbody', {}, rows.map((/** @type {string[]} */ row, /** @type {number} */ n) => {
          const [a, b] = row.map(Number);
          return el('tr', {}, el('th', { scope: 'row' }, n), row.map((pile) => el('td', {}, pile)), two && [el('td', {}, b - a), el('td', {}, a ? (b / a).toFixed(4) : '')]);
        })),
      )),
    );
    if (two) draw([rows.map((/** @type {string[]} */ r) => Number(r[0])), rows.map((/** @type {string[]} */ r) => Number(r[1])), rows.map((/** @type {string[]} */ r) => Number(r[1]) - Number(r[0]))], 0, [...game.names, 'difference']);
  }

  /** @param {number} many @param {AbortSignal} signal */
  async function array(many, signal) {
    const told = await ask({ ask: 'numbers', kind: 'array', name: name.value, count: Math.min(many, 12), columns: 12 }, { signal });
    const rows = told.values ?? told.rows;
    show(out, el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `The array ${name.value}` }, el('table', { class: 'grid' }, el('tbody', {}, rows.map((/** @type {any[]} */ row) => el('tr', {}, row.map((value) => el('td', {}, String(value)))))))));
  }

  /** Points of a few sequences. @param {number[][]} series @param {number} first @param {string[]} labels */
  function draw(series, first, labels) {
    const context = plot.getContext('2d');
    if (!context) return;
    plot.hidden = false;
    plot.setAttribute('aria-label', `Plot of ${labels.join(', ')}`);
    const [width, height] = [plot.clientWidth || 600, 260];
    const ratio = devicePixelRatio || 1;
    plot.width = Math.round(width * ratio);
    plot.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const paper = colours.paper();
    context.fillStyle = paper.board;
    context.fillRect(0, 0, width, height);
    const all = series.flat().filter(Number.isFinite);
    const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
    const most = Math.max(2, ...series.map((s) => s.length));
    const tones = [paper.ink, colours.VERMILION, colours.GREEN];
    /** @param {number} n */
    const px = (n) => 40 + (n / (most - 1)) * (width - 60);
    /** @param {number} v */
    const py = (v) => height - 24 - ((v - low) / (high - low)) * (height - 44);
    context.strokeStyle = paper.frame;
    context.strokeRect(40.5, 20.5, width - 60, height - 44);
    series.forEach((values, index) => {
      context.fillStyle = context.strokeStyle = tones[index % tones.length];
      values.forEach((value, n) => {
        context.beginPath();
        if (index === 0) context.arc(px(n), py(value), 2.5, 0, 7);
        else if (index === 1) context.rect(px(n) - 2.2, py(value) - 2.2, 4.4, 4.4);
        else {
          context.moveTo(px(n) - 3, py(value));
          context.lineTo(px(n) + 3, py(value));
          context.moveTo(px(n), py(value) - 3);
          context.lineTo(px(n), py(value) + 3);
          context.stroke();
        }
        context.fill();
      });
      context.font = '13px system-ui, sans-serif';
      context.textAlign = 'left';
      context.fillText(labels[index] ?? '', 50 + index * 110, 14);
    });
    context.fillStyle = paper.quiet;
    context.font = '12px system-ui, sans-serif';
    context.textAlign = 'right';
    context.fillText(String(high), 36, 28);
    context.fillText(String(low), 36, height - 24);
    context.textAlign = 'center';
    context.fillText(String(first), 40, height - 8);
    context.fillText(String(first + most - 1), width - 24, height - 8);
  }

  async function load() {
    fill();
    try {
      names = await ask({ ask: 'names' });
    } catch (error) {
      show(out, failed(failureOf(error)));
      return;
    }
    fill();
    void ask_();
    onGame(() => which() === 'pairs' && void ask_());
  }
  void load();
}
