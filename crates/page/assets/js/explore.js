// @ts-check
// Explore: the quadrant of a game as a map; a position and why it is won or lost; two games beside each other.

import { ask, bytes, failureOf, isCancelled } from './engine.js';
import { Latest, download, el, failed, fileName, put, segments, show } from './dom.js';
import { Board, grouped } from './board.js';
import { onGame, current, settled } from './gamebar.js';
import * as colours from './colours.js';
import * as state from './state.js';
import { piles, pilesText } from './positions.js';

/** @import {Layer} from './types.js' */
/** @import {Cell, Overlay, View} from './board.js' */
/** @import {Game} from './gamebar.js' */

/** Positions from which slopes are seen. */
const SEEN = 2000;

/** @param {HTMLElement} root */
export function explore(root) {
  const note = el('p', { class: 'note', role: 'status' });
  /** @type {Overlay[]} */
  let marks = [];
  /** @type {Overlay[]} */
  let lines = [];
  const examined = new Latest();
  const sloped = new Latest();

  const board = new Board('Map of the game. Arrow keys move the chosen position, plus and minus zoom, Shift and arrows pan.', {
    picked: (cell) => examine(cell),
    moved: (view) => {
      link(view, second);
      state.set({ x: view.x, y: view.y, z: view.z }, true);
    },
    refused: (error) => refuse(error),
    drawn: () => legends(),
  });
  const second = new Board('Map of the second game.', {
    picked: (cell) => examine(cell),
    moved: (view) => {
      link(view, board);
      state.set({ x: view.x, y: view.y, z: view.z }, true);
    },
    refused: (error) => refuse(error),
  });

  /** Both maps show the same part. @param {View} view @param {Board} other */
  const link = (view, other) => other.go(view, true);

  /** @param {unknown} error */
  const refuse = (error) => {
    if (!isCancelled(error)) show(note, failed(failureOf(error)));
  };

  // What is shown.

  const layers = segments('Show', 'layer', [
    ['p', 'P-positions'],
    ['grundy', 'Grundy values'],
    ['palace', 'Palace numbers'],
  ], (layer) => state.set({ layer: layer === 'p' ? null : layer }));
  const compare = segments('Compare', 'compare', [
    ['', 'One game'],
    ['side', 'Side by side'],
    ['difference', 'Difference'],
  ], (way) => {
    state.set({ compare: way });
    if (way && !state.get('with')) other.focus();
  });
  const other = el('input', {
    type: 'text', id: 'other', spellcheck: 'false', autocomplete: 'off', placeholder: 't-wythoff(t=2)',
    onchange: () => state.set({ with: other.value.trim() }),
  });
  const otherLine = el('label', { class: 'row other', hidden: true }, 'Second game', other);
  const slice = el('div', { class: 'slice', hidden: true });
  const slopes = el('input', { type: 'checkbox', id: 'slopes', onchange: () => state.set({ slopes: slopes.checked ? '1' : null }) });
  const typed = el('input', {
    type: 'text', placeholder: '(1+sqrt(5))/2', spellcheck: 'false', autocomplete: 'off',
    onchange: () => state.set({ lines: typed.value.trim() }),
  });

  const zooms = el(
    'div',
    { class: 'zooms', role: 'group', 'aria-label': 'Zoom' },
    el('button', { type: 'button', 'aria-label': 'Zoom in', onclick: () => board.zoom(1, ...board.middle()) }, '+'),
    el('button', { type: 'button', 'aria-label': 'Zoom out', onclick: () => board.zoom(-1, ...board.middle()) }, '−'),
    el('span', { class: 'quiet', 'aria-hidden': 'true' }, 'piles to'),
    [20, 100, 1000, 100_000, 1_000_000].map((below) =>
      el('button', { type: 'button', 'aria-label': `Piles below ${below}`, onclick: () => board.fit(below) }, below < 10_000 ? String(below) : `10${below > 100_000 ? '⁶' : '⁵'}`),
    ),
  );

  // The position.

  const where = el('input', {
    type: 'text', id: 'position', spellcheck: 'false', autocomplete: 'off', inputmode: 'text', placeholder: '6,10',
    'aria-describedby': 'position-says',
  });
  const says = el('div', { class: 'answer', id: 'position-says', role: 'status', 'aria-live': 'polite' });
  const form = el(
    'form',
    {
      class: 'ask',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void examineText(where.value);
      },
    },
    el('label', { for: 'position' }, 'Position'),
    el('div', { class: 'together' }, where, el('button', { type: 'submit' }, 'Examine')),
  );
  const about = el('div', { class: 'about' });

  const take = el(
    'details',
    { class: 'menu' },
    el('summary', {}, 'Download'),
    el(
      'div',
      { class: 'sheet' },
      el('p', { class: 'quiet' }, 'What is shown, as a file'),
      el('button', { type: 'button', onclick: () => picture('png') }, 'Picture (PNG)'),
      el('button', { type: 'button', onclick: () => picture('svg') }, 'Picture (SVG)'),
      el('button', { type: 'button', onclick: () => snapshot() }, 'This view (PNG)'),
      el('button', { type: 'button', onclick: () => data('csv', 'csv') }, 'Data (CSV)'),
      el('button', { type: 'button', onclick: () => data('npy', 'npy') }, 'Data (npy)'),
      el('button', { type: 'button', onclick: () => data('bfile', 'txt') }, 'Data (b-file)'),
      el('p', { class: 'quiet' }, 'Other pictures'),
      [
        ['ratio', 'Ratios b/a'],
        ['fill', 'Fill rule'],
        ['beams', 'Fill rules, one a direction'],
        ['periods', 'Periods of Grundy rows'],
      ].map(([kind, text]) => el('button', { type: 'button', onclick: () => figure(kind, text) }, text)),
    ),
  );
  const copied = el('span', { role: 'status', class: 'quiet' });
  const copy = el('button', { type: 'button', onclick: () => void copyLink() }, 'Copy link');
  const viewer = el('dialog', { class: 'viewer', 'aria-label': 'Picture' });

  show(
    root,
    el(
      'div',
      { class: 'tools' },
      layers.element,
      compare.element,
      el('label', { class: 'check' }, slopes, 'Slopes'),
      el('details', { class: 'menu' }, el('summary', {}, 'Lines'), el('label', { class: 'sheet row' }, 'Lines of slope', typed)),
      zooms,
      take,
      copy,
      copied,
    ),
    otherLine,
    slice,
    note,
    el('div', { class: 'split' }, el('div', { class: 'maps' }, board.element, second.element), el('aside', { class: 'side', 'aria-label': 'Position and game' }, form, says, about)),
    viewer,
  );
  second.element.hidden = true;

  async function copyLink() {
    try {
      await navigator.clipboard.writeText(state.link());
      copied.textContent = 'The link is copied.';
    } catch {
      copied.textContent = 'The address of this page is the link.';
    }
  }

  // Drawing the game.

  /** @returns {Layer} */
  const layer = () => /** @type {Layer} */ (['grundy', 'palace'].includes(state.get('layer')) ? state.get('layer') : 'p');

  /** The switches as the address says; also of a link whose rules have a mistake. */
  function switches() {
    layers.set(layer());
    compare.set(state.get('compare'));
    slopes.checked = state.get('slopes') !== '';
    typed.value = state.get('lines');
    other.value = state.get('with');
    otherLine.hidden = state.get('compare') === '';
  }

  /** @param {Game} game */
  function redraw(game) {
    const way = state.get('compare');
    const with_ = state.get('with');
    switches();
    show(note);
    const rest = sliceOf(game);
    const both = way !== '' && with_ !== '';
    const shown = way === 'difference' && both ? 'difference' : layer();
    board.show({ subject: game.subject, layer: shown, other: shown === 'difference' ? with_ : '', slice: rest }, game.names, game.blocks);
    const side = way === 'side' && both;
    second.element.hidden = !side;
    if (side) {
      second.show({ subject: { ...game.subject, game: with_ }, layer: layer(), other: '', slice: rest }, game.names, game.blocks);
      second.go(board.view, true);
    }
    void drawLines(game);
  }

  /** The piles after the first two. @param {Game} game */
  function sliceOf(game) {
    const count = Math.max(0, game.piles - 2);
    const given = state.get('slice').split(',').map((part) => Math.max(0, Math.floor(Number(part) || 0)));
    return Array.from({ length: count }, (_, i) => given[i] ?? 0).join(',');
  }

  /** @param {Game} game */
  function sliders(game) {
    const values = sliceOf(game).split(',').filter(Boolean).map(Number);
    slice.hidden = values.length === 0;
    show(slice);
    values.forEach((value, index) => {
      const name = game.names[index + 2] ?? `pile ${index + 3}`;
      const range = el('input', { type: 'range', min: '0', max: '60', value, 'aria-label': `Slice of ${name}` });
      const exact = el('input', { type: 'number', min: '0', value, 'aria-label': `${name} of the slice` });
      const change = (/** @type {number} */ to) => {
        const next = sliceOf(game).split(',').map(Number);
        next[index] = Math.max(0, Math.floor(to || 0));
        range.value = exact.value = String(next[index]);
        state.set({ slice: next.join(',') }, true);
        redraw(game);
        const cell = board.cursor;
        if (cell) examine(cell);
      };
      range.addEventListener('input', () => change(Number(range.value)));
      exact.addEventListener('change', () => change(Number(exact.value)));
      put(slice, el('label', { class: 'row' }, `${name} =`, range, exact));
    });
  }

  /** @param {Game} game */
  async function drawLines(game) {
    lines = [];
    const signal = sloped.next();
    /** @type {Overlay[]} */
    const found = [];
    try {
      if (slopes.checked && game.piles === 2) {
        const answer = await ask({ ask: 'slopes', ...game.subject, first: SEEN }, { signal });
        for (const beam of answer.beams) {
          const [low, high] = [fraction(beam.from), fraction(beam.to)];
          if (beam.narrows) found.push({ kind: 'wedge', low, high, label: `y/x from ${beam.from} to ${beam.to}` });
        }
        if (!found.length) show(note, 'No slope is seen: the ratios of the P-positions fill no narrow beam.');
      }
      for (const text of state.get('lines').split(/[;\s]+/).filter(Boolean)) {
        const line = await ask({ ask: 'line', slope: text }, { signal });
        found.push({ kind: 'line', rise: line.rise, run: line.run, label: line.label });
      }
    } catch (error) {
      refuse(error);
      if (isCancelled(error)) return;
    }
    lines = found;
    lay();
  }

  function lay() {
    board.lay([...lines, ...marks]);
    second.lay(lines);
  }

  function legends() {
    const { source } = board.tiles;
    if (!source) return;
    /** @type {[string, string][]} */
    let classes = [];
    if (source.layer === 'p') classes = [['ink', 'P: the player to move loses'], ['board', 'N: the player to move wins']];
    if (source.layer === 'difference') {
      classes = [['ink', 'P in both'], [colours.ORANGE, `P in ${source.subject.game} alone`], [colours.SKY, `P in ${source.other} alone`]];
      if (board.view.z < 0) classes.push([colours.PURPLE, 'some of each']);
    }
    const text = source.layer === 'grundy'
      ? `0 ${[0, 0.25, 0.5, 0.75, 1].map((part) => `${Math.max(1, Math.round(part * board.scale))}`).join(' ')}`
      : source.layer === 'palace'
        ? `P-positions in sight: white none, light up to ${board.blocks} (P), dark more (N)`
        : classes.map(([colour, words]) => `${colour} ${words}`).join(' ');
    const name = `${source.layer} ${text}`;
    if (board.legend.dataset.name === name) return;
    board.legend.dataset.name = name;
    show(board.legend);
    if (source.layer === 'grundy') {
      put(board.legend, swatch('#ffffff'), '0 ');
      for (const part of [0, 0.25, 0.5, 0.75, 1]) {
        const value = Math.max(1, Math.round(part * board.scale));
        put(board.legend, swatch(colours.css(colours.ramp((value - 1) / Math.max(board.scale - 1, 1)))), `${grouped(value)} `);
      }
    } else if (source.layer === 'palace') put(board.legend, text);
    else for (const [colour, words] of classes) put(board.legend, swatch(colour), `${words} `);
  }

  /** @param {string} colour */
  function swatch(colour) {
    const element = el('i', { class: colour.length < 6 ? `swatch ${colour}` : 'swatch', 'aria-hidden': 'true' });
    if (colour.length >= 6) element.style.background = colour;
    return element;
  }

  // A position.

  /** @param {Cell} cell */
  function examine(cell) {
    const game = current();
    if (!game) return;
    const rest = sliceOf(game).split(',').filter(Boolean);
    const text = game.piles === 1 ? String(cell[0]) : [...cell, ...rest].join(',');
    where.value = text;
    void examineText(text);
  }

  /** @param {string} text */
  async function examineText(text) {
    const game = await settled();
    if (!game || !text.trim()) return;
    state.set({ cell: text }, true);
    const cell = cellOf(game, text);
    board.point(cell);
    second.point(cell);
    if (cell) board.reveal(cell);
    void answer(game, text, cell);
  }

  /** The cell of the map that a text means. @param {Game} game @param {string} text @returns {Cell | null} */
  function cellOf(game, text) {
    const parts = text.split(/[;+]/)[0].split(',').map((part) => part.trim());
    if (!parts.every((part) => /^\d{1,7}$/.test(part))) return null;
    const [x, y = 0, ...rest] = parts.map(Number);
    if (Math.max(x, y) >= 2 ** 22) return null;
    return rest.join(',') === sliceOf(game) ? [x, y] : null;
  }

  /** @param {Game} game @param {string} text @param {Cell | null} cell */
  async function answer(game, text, cell) {
    const signal = examined.next();
    marks = cell ? [{ kind: 'cells', cells: [cell], style: 'here' }] : [];
    lay();
    const about_ = { ...game.subject, position: text };
    try {
      const solved = await ask({ ask: 'solve', ...about_, board: cell !== null }, { signal });
      const wins = solved.moves.map(piles);
      const rest = sliceOf(game);
      /** @param {string[]} to @returns {to is [string, string]} */
      const here = (to) => to.slice(2).join(',') === rest;
      /** @type {Cell[]} */
      const targets = wins.filter(here).map((/** @type {string[]} */ to) => [Number(to[0]), Number(to[1] ?? 0)]);
      if (cell) {
        marks = [
          ...targets.slice(0, 40).map((to) => /** @type {Overlay} */ ({ kind: 'arrow', from: cell, to })),
          { kind: 'cells', cells: targets, style: 'win' },
          { kind: 'cells', cells: [cell], style: 'here' },
        ];
        lay();
      }
      show(says, verdict(solved, text));
      const [options, written] = await Promise.all([
        ask({ ask: 'moves', ...about_, board: cell !== null }, { signal }).catch(quietly),
        ask({ ask: 'written', ...about_ }, { signal }).catch(quietly),
      ]);
      if (options && cell && game.piles === 2) {
        const cells = options.options.map((/** @type {any} */ option) => /** @type {Cell} */ (option.to));
        marks = [{ kind: 'cells', cells, style: 'option' }, ...marks];
        lay();
      }
      if (options) put(says, el('p', { class: 'why' }, `${options.why.charAt(0).toUpperCase()}${options.why.slice(1)}.`));
      if (options) put(says, optionList(options));
      if (written?.system) put(says, writtenIn(written));
    } catch (error) {
      if (!isCancelled(error)) show(says, failed(failureOf(error)));
    }
  }

  /** What is told besides may be missing. @param {unknown} error */
  function quietly(error) {
    if (isCancelled(error)) throw error;
    return null;
  }

  /** @param {any} solved @param {string} text */
  function verdict(solved, text) {
    /** @type {Record<string, string>} */
    const words = { P: 'the player to move loses', N: 'the player to move wins', L: 'Left wins', R: 'Right wins' };
    const moves = solved.moves.map(pilesText);
    const facts = el('dl', { class: 'facts' });
    /** @param {string} name @param {import('./dom.js').Child} value */
    const fact = (name, value) => put(facts, el('dt', {}, name), el('dd', {}, value));
    if (moves.length) {
      const shown = moves.slice(0, 12).map((/** @type {string} */ to) =>
        el('button', { type: 'button', class: 'move', onclick: () => ((where.value = to), void examineText(to)) }, to));
      fact(moves.length === 1 ? 'Winning move' : 'Winning moves', el('span', { class: 'moves' }, shown, moves.length > 12 && ` and ${moves.length - 12} more`));
    }
    if (solved.grundy !== null && solved.grundy !== undefined) fact('Grundy value', solved.grundy);
    if (solved.value !== undefined) fact('Value', typeof solved.value === 'object' ? JSON.stringify(solved.value) : solved.value);
    const cites = (solved.cites ?? []).map((/** @type {string} */ id) => el('a', { href: `#papers?row=${encodeURIComponent(id)}` }, id));
    const by = solved.by === 'theorem' ? 'a theorem' : solved.by === 'proof' ? 'a proof' : 'the rules';
    return el(
      'div',
      {},
      el('h2', {}, el('span', { class: `outcome ${solved.outcome}` }, solved.outcome), ` (${shorter(text)})`, el('small', {}, words[solved.outcome] ?? '')),
      facts,
      text.length <= 60 && el('p', {}, el('button', { type: 'button', onclick: () => state.go('play', { start: text }) }, 'Play from here')),
      el('p', {}, el('b', {}, `Known by ${by}`), cites.length > 0 && ' (', cites.flatMap((/** @type {Node} */ a, /** @type {number} */ i) => (i ? [', ', a] : [a])), cites.length > 0 && ')', ': ', solved.reason),
    );
  }

  /** @param {any} options */
  function optionList(options) {
    const listed = options.options.slice(0, 400);
    const details = el('details', {}, el('summary', {}, `Options: ${options.at_least ? 'at least ' : ''}${grouped(Math.max(options.count, options.listed))}`));
    put(details, el('p', { class: 'options' }, listed.flatMap((/** @type {any} */ option) => [
      el('span', { class: option.outcome === 'P' ? 'p' : '' }, pilesText(option.to), option.outcome ? ` ${option.outcome}` : ''),
      ' ',
    ])));
    if (listed.length < options.count) put(details, el('p', { class: 'quiet' }, `and ${options.at_least ? 'at least ' : ''}${grouped(options.count - listed.length)} more`));
    return details;
  }

  /** @param {any} written */
  function writtenIn(written) {
    return el(
      'div',
      { class: 'written' },
      el('p', {}, `In ${written.system}${written.why ? `, ${written.why}` : ''}:`),
      el('table', {}, el('tbody', {}, written.piles.map((/** @type {any} */ pile) => el('tr', {}, el('th', { scope: 'row' }, shorter(pile.number)), el('td', {}, el('code', {}, pile.digits)))))),
    );
  }

  /** @param {string} text */
  function shorter(text) {
    return text.length > 48 ? `${text.slice(0, 30)}… ${text.length} characters` : text;
  }

  /** @param {string} text */
  function fraction(text) {
    const [a, b = '1'] = text.split('/');
    return Number(a) / Number(b);
  }

  /** @param {Game} game */
  async function tell(game) {
    try {
      const told = await ask({ ask: 'describe', ...game.subject });
      if (current() !== game) return;
      show(about, el('h2', {}, told.title ?? game.title));
      if (told.words) put(about, el('p', {}, told.words));
      put(about, el('pre', { class: 'rules', tabindex: '0', 'aria-label': 'Rules' }, told.rules.trim()));
      if (told.known_as) put(about, el('p', {}, 'The same moves as ', el('code', {}, told.known_as), '.'));
      if (told.theory) put(about, el('p', {}, 'Theory: ', told.theory, '.'));
      if (told.positions) put(about, el('p', {}, 'P-positions: ', told.positions.join('  '), ' …'));
      if (told.printed) put(about, el('p', {}, told.printed));
      for (const line of told.notes ?? []) put(about, el('p', { class: 'quiet' }, line));
      if (told.sources?.length) put(about, el('p', { class: 'quiet' }, told.sources.join(' · ')));
    } catch (error) {
      if (!isCancelled(error)) show(about, failed(failureOf(error)));
    }
  }

  // Files.

  /** @param {Record<string, any>} more */
  function asked(more) {
    const game = current();
    return { game: game?.subject.game ?? '', on: game?.subject.on ?? {}, ...more };
  }

  function kind() {
    const { source } = board.tiles;
    return source?.layer === 'palace' ? 'blocking' : (source?.layer ?? 'p');
  }

  /** @param {string} ending */
  const named = (ending) => `${fileName(state.get('game'))}-${kind()}.${ending}`;

  /** @param {'png' | 'svg'} format */
  async function picture(format) {
    show(note, 'Drawing …');
    try {
      const more = kind() === 'difference' ? { with: state.get('with') } : {};
      const lined = kind() === 'p' ? { slopes: state.get('lines').split(/[;\s]+/).filter(Boolean) } : {};
      const file = await bytes({ ask: 'picture', ...asked({ kind: kind(), format, below: board.below, slice: board.tiles.source?.slice ?? '', ...more, ...lined }) });
      download(named(format), file, format === 'png' ? 'image/png' : 'image/svg+xml');
      show(note);
    } catch (error) {
      refuse(error);
    }
  }

  function snapshot() {
    board.paint();
    board.canvas.toBlob((blob) => blob && download(named('png'), blob, 'image/png'));
  }

  /** @param {string} format @param {string} ending */
  async function data(format, ending) {
    show(note, 'Writing …');
    try {
      const what = layer() === 'grundy' ? 'grundy' : 'p';
      const file = await bytes({ ask: 'export', ...asked({ format, what, below: board.below, slice: board.tiles.source?.slice || undefined }) });
      download(named(ending), file, 'application/octet-stream');
      show(note);
    } catch (error) {
      refuse(error);
    }
  }

  /** @param {string} which @param {string} title */
  async function figure(which, title) {
    take.removeAttribute('open');
    show(note, 'Drawing …');
    try {
      const file = await bytes({ ask: 'picture', ...asked({ kind: which, format: 'svg' }) });
      const address = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }));
      show(
        viewer,
        el('div', { class: 'dialog-top' }, el('h2', {}, title), el('button', { type: 'button', onclick: () => download(`${fileName(state.get('game'))}-${which}.svg`, file, 'image/svg+xml') }, 'Save'), el('button', { type: 'button', onclick: () => viewer.close() }, 'Close')),
        el('img', { src: address, alt: `${title} of ${current()?.title ?? ''}` }),
      );
      viewer.addEventListener('close', () => URL.revokeObjectURL(address), { once: true });
      viewer.showModal();
      show(note);
    } catch (error) {
      refuse(error);
    }
  }

  // Everything together.

  switches();
  let first = true;
  onGame((game) => {
    if (first) {
      first = false;
      if (state.get('z') !== '') board.go({ x: state.number('x', 0), y: state.number('y', 0), z: state.number('z', 4) }, true);
    }
    sliders(game);
    redraw(game);
    void tell(game);
    const cell = state.get('cell');
    if (cell) {
      where.value = cell;
      const at = cellOf(game, cell);
      board.point(at);
      second.point(at);
      void answer(game, cell, at);
    } else {
      marks = [];
      show(says, el('p', { class: 'quiet' }, 'A square is a position: across, one pile; up, the other. Filled squares are lost for whoever has to move. Click one to see why, or type one of any size.'));
      lay();
    }
  });
  state.onChange((changed) => {
    const game = current();
    if (!game || state.isOtherGame(changed)) return;
    if (['x', 'y', 'z'].some((key) => changed.has(key)) && state.get('z') !== '') {
      board.go({ x: state.number('x', 0), y: state.number('y', 0), z: state.number('z', 4) }, true);
    }
    if (['layer', 'compare', 'with', 'slopes', 'lines', 'slice'].some((key) => changed.has(key))) redraw(game);
    if (changed.has('cell') && state.get('cell')) {
      where.value = state.get('cell');
      void examineText(where.value);
    }
  });
}
