// @ts-check
// Play: the queen on a board or piles of tokens, against an opponent of any strength; hints with reasons, take-back,
// and a review of the finished game. What was done is kept here and nowhere else: the engine plays it again each time.

import { ask, bytes, failureOf, isCancelled } from './engine.js';
import { Latest, Runs, el, failed, put, segments, show } from './dom.js';
import { current, onGame, settled } from './gamebar.js';
import { QueenBoard } from './queen.js';
import * as state from './state.js';
import { moveSaid, said } from './positions.js';
import { UNKNOWN } from './tiles.js';

/** @import {Cell} from './board.js' */
/** @import {Game} from './gamebar.js' */

/** The largest pile for which a board is drawn. */
const BOARD = 60;
/** The side of the square of positions that is looked at for the lost ones. */
const SQUARE = 64;
/** The largest pile that is drawn token by token. */
const TOKENS = 40;

/** Where one usually starts, by the number of piles. */
const STARTS = ['', '17', '9,14', '4,6,9', '2,3,5,7', '1,2,3,4,5'];

/** @param {HTMLElement} root */
export function play(root) {
  /** @type {string[]} */
  let did = [];
  let seed = fresh();
  /** @type {any} */
  let told = null;
  /** The move that is shown of a finished game. */
  let shown = -1;
  /** @type {string[]} */
  let chosen = [];
  /** @type {number[]} */
  let leave = [];
  const asked = new Latest();
  const standing = new Runs();

  const start = el('input', { type: 'text', id: 'start', spellcheck: 'false', autocomplete: 'off' });
  const begins = segments('Who begins', 'begins', [['', 'You begin'], ['1', 'The program begins']], (value) => {
    state.set({ begins: value }, true);
    begin();
  });
  const strength = el('output', { for: 'level' });
  const level = el('input', {
    type: 'range', id: 'level', min: '0', max: '100', step: '5',
    oninput: () => (strength.textContent = words(Number(level.value))),
    onchange: () => {
      state.set({ level: level.value === '100' ? null : level.value }, true);
      begin();
    },
  });
  const look = segments('Look', 'look', [['board', 'Queen'], ['piles', 'Piles']], (value) => {
    state.set({ look: value === 'board' ? null : value }, true);
    draw();
  });
  const says = el('div', { class: 'turn', role: 'status', 'aria-live': 'polite' });
  const board = new QueenBoard({ picked: (cell) => picked(cell) });
  const heaps = el('div', { class: 'heaps' });
  const moves = el('input', { type: 'checkbox', id: 'show-moves', checked: true, onchange: () => draw() });
  const secret = el('input', { type: 'checkbox', id: 'show-lost', onchange: () => void reveal() });
  /** The P-positions of a small board, once somebody asked to see them. @type {Cell[]} */
  let lost = [];
  const looked = new Latest();
  const rules = el('div', { class: 'about' });
  const typed = el('input', { type: 'text', id: 'typed-move', spellcheck: 'false', autocomplete: 'off', placeholder: '3,5 or -2,-2', 'aria-describedby': 'typed-help' });
  const hint = el('button', { type: 'button', onclick: () => void settled().then(() => go({ hint: true })) }, 'Hint');
  const back = el('button', { type: 'button', onclick: () => takeBack() }, 'Take back');
  const pass = el('button', { type: 'button', onclick: () => void act('pass') }, 'Pass');
  const blockNow = el('button', { type: 'button', class: 'main', onclick: () => void act(chosen.length ? chosen.join(' ') : 'none') }, 'Block');
  const advice = el('div', { class: 'advice', role: 'status', 'aria-live': 'polite' });
  const history = el('div', { class: 'history' });

  show(
    root,
    el(
      'div',
      { class: 'tools' },
      el('label', { class: 'row' }, 'Start', start),
      begins.element,
      el('label', { class: 'row' }, 'Opponent', level, strength),
      el('button', { type: 'button', class: 'main', onclick: () => begin() }, 'New game'),
      look.element,
    ),
    el(
      'div',
      { class: 'split' },
      el('div', { class: 'table' }, says, board.canvas, heaps),
      el(
        'aside',
        { class: 'side', 'aria-label': 'The game so far' },
        el(
          'div',
          {},
          el('div', { class: 'tools' }, hint, back, pass, blockNow, el('label', { class: 'check' }, moves, 'Show my moves'), el('label', { class: 'check' }, secret, 'Show lost positions')),
          advice,
          el(
            'form',
            { class: 'ask', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (typed.value.trim()) void act(typed.value.trim()); } },
            el('label', { for: 'typed-move' }, 'Move'),
            el('div', { class: 'together' }, typed, el('button', { type: 'submit' }, 'Play it')),
            el('p', { id: 'typed-help', class: 'quiet' }, 'What remains (3,5) or what is taken (-2,-2).'),
          ),
        ),
        history,
        rules,
      ),
    ),
  );
  start.addEventListener('change', () => {
    state.set({ start: start.value.trim() }, true);
    begin();
  });

  function fresh() {
    return Math.floor(Math.random() * 2 ** 31);
  }

  /** @param {number} level */
  function words(level) {
    return level === 100 ? 'perfect' : level === 0 ? 'plays at random' : `errs in ${100 - level} of 100 moves`;
  }

  function begin() {
    did = [];
    seed = fresh();
    go({});
  }

  /** What is done waits for the position it is done in. @param {string} what */
  async function act(what) {
    await settled();
    await standing.ended();
    if (!told || told.turn.kind === 'over') return;
    did = [...did, what];
    go({}, what);
  }

  function takeBack() {
    did = did.slice(0, -1);
    go({});
  }

  /** The secret of the game, on the board: asked for when somebody wants to see it. */
  async function reveal() {
    const game = current();
    const signal = looked.next();
    lost = [];
    if (secret.checked && game?.piles === 2) {
      try {
        const values = new Uint16Array(await bytes({ ask: 'tile', ...game.subject, layer: 'p', x: 0, y: 0, size: SQUARE }, { signal }));
        values.forEach((value, at) => {
          if (value && value !== UNKNOWN) lost.push([at % SQUARE, Math.floor(at / SQUARE)]);
        });
      } catch (error) {
        if (isCancelled(error)) return;
        show(says, failed(failureOf(error)));
        return;
      }
    }
    draw();
  }

  /** What the game is, for whoever has never seen it. @param {Game} game */
  async function explain(game) {
    /** @type {string | null} */
    let words = null;
    try {
      words = (await ask({ ask: 'describe', ...game.subject })).words ?? null;
    } catch {
      // The rules as they are written say it too.
    }
    if (current() !== game) return;
    const misere = game.convention === 'misere';
    show(
      rules,
      el('h2', {}, 'The rules'),
      el('p', {}, words ?? game.in_words),
      misere ? el('p', {}, 'Misère play: whoever makes the last move loses.') : !words && el('p', {}, 'Whoever cannot move loses.'),
      game.blocks > 0 && el('p', {}, `Before each move the other player may forbid up to ${game.blocks} of the moves.`),
      game.pass && el('p', {}, 'Once in the game one of the players may pass.'),
      game.piles === 2 && el('p', { class: 'quiet' }, `On the board the queen’s column is pile ${game.names[0] ?? 'x'} and her row pile ${game.names[1] ?? 'y'}; 0,0 is the corner at the lower left.`),
    );
  }

  /** Asks where the game stands, after something was done. @param {{hint?: boolean}} more @param {string} [what] */
  function go(more, what) {
    standing.latest = stand(more, what);
  }

  /** @param {{hint?: boolean}} more @param {string} [what] */
  async function stand(more, what) {
    const game = current();
    if (!game) return;
    const signal = asked.next();
    const position = start.value.trim();
    const request = {
      ask: 'play', ...game.subject, position, did, seed,
      program_begins: state.get('begins') !== '', level: Number(level.value), ...more,
    };
    try {
      let answer = await ask(request, { signal });
      if (answer.refused) did = did.slice(0, -1);
      else if (typed.value.trim() === what) typed.value = '';
      told = answer;
      chosen = [];
      leave = [];
      shown = -1;
      draw();
      if (answer.turn.kind === 'over' && !answer.refused) {
        answer = await ask({ ...request, review: true }, { signal });
        told = answer;
        draw();
      }
    } catch (error) {
      if (isCancelled(error)) return;
      const failure = failureOf(error);
      if (failure.field === 'did' || did.length) did = did.slice(0, -1);
      show(says, failed(failure));
    }
  }

  /** @param {Cell} cell */
  function picked(cell) {
    if (!told || shown >= 0) return;
    const text = cell.join(',');
    const reached = (told.options ?? []).some((/** @type {Cell} */ o) => o[0] === cell[0] && o[1] === cell[1]);
    if (told.options && !reached) {
      // Piles in another order may be an option; the queen does not jump there.
      told = { ...told, hint: null, refused: [`the queen does not reach ${text} from ${told.cells.at(-1).join(',')}`] };
      draw();
    } else if (told.turn.kind === 'block') choose(text);
    else void act(text);
  }

  /** @param {string} text */
  function choose(text) {
    chosen = chosen.includes(text) ? chosen.filter((one) => one !== text) : [...chosen, text];
    draw();
  }

  /** The cells of the game so far: the start, and where each move led. @returns {Cell[] | null} */
  const trail = () => told?.cells ?? null;

  function draw() {
    const game = current();
    if (!game || !told) return;
    const cells = trail();
    const first = cells?.[0];
    const fits = first !== undefined && Math.max(...first) <= BOARD;
    const queen = fits && state.get('look') !== 'piles';
    look.enable('board', fits);
    look.set(queen ? 'board' : 'piles');
    board.canvas.hidden = !queen;
    heaps.hidden = queen;
    const over = told.turn.kind === 'over';
    const blocking = told.turn.kind === 'block' && told.turn.player === 'person';
    blockNow.hidden = !blocking;
    pass.hidden = !game.pass;
    pass.disabled = over || told.turn.kind !== 'move' || String(told.position).includes(';passed');
    blockNow.textContent = chosen.length ? `Block ${chosen.join(' and ')}` : 'Block nothing';
    hint.disabled = over;
    back.disabled = did.length === 0;
    if (queen && cells && first) {
      const at = shown >= 0 ? cells[shown] : cells[cells.length - 1];
      const wins = (told.hint?.moves ?? []).map(numbers).map((/** @type {Cell} */ to) => lying(to, at));
      const options = (moves.checked || blocking) && !over && shown < 0 ? (told.options ?? []) : [];
      board.show({
        size: first, queen: at, from: shown > 0 ? cells[shown - 1] : shown < 0 ? (cells[cells.length - 2] ?? null) : null,
        options, wins, blocked: shown < 0 ? [...told.blocked, ...chosen].map(numbers) : [], names: game.names,
        lost, better: shown > 0 ? better(shown - 1, cells[shown - 1]) : [],
      });
    } else if (!queen) drawHeaps(game);
    drawTurn();
    drawHistory();
  }

  /** @param {number} move @param {Cell} from @returns {Cell[]} */
  function better(move, from) {
    const to = told.review?.moves[move]?.better;
    return to ? [lying(numbers(to), from)] : [];
  }

  /** @param {any} position @returns {Cell} */
  function numbers(position) {
    const [x, y] = (Array.isArray(position) ? position : String(position).split(/[;+]/)[0].split(',')).map(Number);
    return [x, y];
  }

  /** Sorted piles as they lie on the board: where only one order takes away from both, that one. @param {Cell} to @param {Cell} at @returns {Cell} */
  function lying(to, at) {
    const game = current();
    if (!game?.symmetric) return to;
    const cells = told.options ?? [];
    /** @param {Cell} c */
    const legal = (c) => cells.some((/** @type {Cell} */ o) => o[0] === c[0] && o[1] === c[1]);
    if (legal(to)) return to;
    if (legal([to[1], to[0]])) return [to[1], to[0]];
    return to[0] <= at[0] && to[1] <= at[1] ? to : [to[1], to[0]];
  }

  /** A position that was reached, its piles as they lie where the board is shown. @param {number} moves @param {any} position */
  function lies(moves, position) {
    const cell = board.canvas.hidden ? undefined : trail()?.[moves];
    return said(position).replace(/^[\d, ]+/, (sorted) => cell?.join() ?? sorted);
  }

  function drawTurn() {
    const { turn } = told;
    show(says);
    show(advice);
    if (told.refused) put(says, el('div', { class: 'failed' }, el('p', {}, 'This is not a move here.'), told.refused.map((/** @type {string} */ why) => el('p', { class: 'hint' }, why))));
    const last = told.rounds.at(-1);
    if (last?.mover === 'program') {
      const passed = moveSaid(last.from, last.to) === 'pass';
      put(says, el('p', {}, passed ? 'The program passed' : ['The program moved to ', el('b', {}, lies(told.rounds.length, last.to))], '.'));
    }
    if (turn.kind === 'over') {
      put(says, el('p', { class: 'big' }, turn.winner === 'person' ? 'You have won' : 'The program has won', ': ', turn.why, '.'));
      if (told.review) put(says, el('p', {}, capital(told.review.summary), '.'));
    } else if (turn.kind === 'block') {
      put(says, el('p', { class: 'big' }, `Forbid up to ${turn.most} of the program’s moves from ${lies(told.rounds.length, told.position)}, then it moves.`));
    } else put(says, el('p', { class: 'big' }, `Your move from ${lies(told.rounds.length, told.position)}.`));
    if (told.blocked.length && turn.kind === 'move') put(says, el('p', {}, 'Blocked: ', told.blocked.join(', '), '.'));
    if (told.hint) {
      const { wins, moves, reason } = told.hint;
      const best = turn.kind === 'block' ? `block ${moves.join(' and ')}` : moves.map((/** @type {string} */ to) => moveSaid(told.position, to)).join(' or ');
      const first = moves.length ? ` ${capital(best)}.` : '';
      put(advice, el('p', {}, el('b', {}, wins ? 'You can win.' : 'Against perfect play this is lost.'), first, ' ', capital(reason), '.'));
    }
  }

  /** @param {string} text */
  function capital(text) {
    const plain = text.replace(/\.$/, '');
    return plain.charAt(0).toUpperCase() + plain.slice(1);
  }

  function drawHistory() {
    show(history);
    if (!told.rounds.length) return;
    put(history, el('h2', {}, told.review ? 'Review' : 'Moves'));
    const list = el('ol', { class: 'rounds' });
    told.rounds.forEach((/** @type {any} */ round, /** @type {number} */ index) => {
      const reviewed = told.review?.moves[index];
      const turning = told.review?.turning_point === index;
      /** @type {Record<string, string>} */
      const judged = { wins: 'keeps the win', lost: 'lost anyway', mistake: 'gives the win away', 'bad-block': 'a better block would have won', unknown: 'not known' };
      const words = [
        el('b', {}, round.mover === 'person' ? 'You' : 'Program'), ` ${lies(index, round.from)} → ${moveSaid(round.from, round.to) === 'pass' ? 'pass' : lies(index + 1, round.to)}`,
        round.blocked.length > 0 && ` (blocked ${round.blocked.join(', ')})`,
        reviewed && el('span', { class: `judged ${reviewed.judged}` }, judged[reviewed.judged] ?? reviewed.judged),
        reviewed?.better && ` better: ${moveSaid(round.from, reviewed.better).replace('move to ', '')}`,
        turning && el('strong', { class: 'turning' }, 'turning point'),
      ];
      const see = el('button', { type: 'button', class: 'see', 'aria-pressed': shown === index + 1 ? 'true' : 'false', onclick: () => { shown = shown === index + 1 ? -1 : index + 1; draw(); } }, ...words);
      put(list, el('li', { class: turning ? 'turn-here' : '' }, see));
    });
    put(history, list);
  }

  /** @param {Game} game */
  function drawHeaps(game) {
    const text = shown > 0 ? told.rounds[shown - 1].to : String(told.position);
    const sizes = text.split(/[;+]/)[0].split(',').map((/** @type {string} */ part) => part.trim());
    const playing = told.turn.kind === 'move' && shown < 0;
    const small = sizes.every((/** @type {string} */ size) => /^\d{1,9}$/.test(size));
    const counts = small ? sizes.map(Number) : [];
    leave = leave.length === counts.length ? leave : [...counts];
    show(heaps);
    sizes.forEach((/** @type {string} */ size, /** @type {number} */ index) => {
      const name = game.names[index] ?? `pile ${index + 1}`;
      const heap = el('div', { class: 'heap' }, el('h3', {}, `${name}: ${size.length > 30 ? `${size.length} digits` : size}`));
      if (small && playing) {
        const count = counts[index];
        const left = leave[index];
        /** @param {number} to */
        const change = (to) => {
          leave[index] = Math.max(0, Math.min(count, Math.floor(to) || 0));
          drawHeaps(game);
          heaps.querySelectorAll('input')[index]?.focus();
        };
        if (count <= TOKENS) {
          const tokens = el('div', { class: 'tokens', 'aria-hidden': 'true' });
          for (let token = 0; token < count; token += 1) {
            put(tokens, el('button', { type: 'button', tabindex: '-1', class: token < left ? 'token' : 'token gone', onclick: () => change(token < left ? token : token + 1) }));
          }
          put(heap, tokens);
        }
        put(heap, el('label', { class: 'row' }, 'leave', el('input', { type: 'number', min: '0', max: count, value: left, 'aria-label': `Leave in ${name}`, onchange: (/** @type {any} */ event) => change(Number(event.target.value)) })));
      } else if (small && counts[index] <= TOKENS) {
        const tokens = el('div', { class: 'tokens', 'aria-hidden': 'true' });
        for (let token = 0; token < counts[index]; token += 1) put(tokens, el('i', { class: 'token' }));
        put(heap, tokens);
      }
      put(heaps, heap);
    });
    if (small && playing) {
      const same = leave.every((size, index) => size === counts[index]);
      put(heaps, el('button', { type: 'button', class: 'main', disabled: same, onclick: () => void act(leave.join(',')) }, same ? 'Take something' : `Move to ${leave.join(',')}`));
    }
  }

  // From a position of another view.
  state.onChange((changed) => {
    if (!changed.has('start') || state.isOtherGame(changed) || !state.get('start')) return;
    start.value = state.get('start');
    begin();
  });
  // A new game where the rules are other ones.
  onGame((game) => {
    const usual = STARTS[game.piles] ?? Array.from({ length: game.piles }, (_, i) => i + 1).join(',');
    const given = state.get('start');
    start.value = given && given.split(',').length === game.piles ? given : usual;
    level.value = String(state.number('level', 100));
    strength.textContent = words(Number(level.value));
    begins.set(state.get('begins'));
    void explain(game);
    if (secret.checked) void reveal();
    begin();
  });
}
