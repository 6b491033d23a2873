// @ts-check
// Discover and prove: what pattern a game follows, drawn when it is pointed at; a theorem for all positions with its
// certificate, or a counterexample on the board; which known game it is.

import { ask, failureOf, isCancelled } from './engine.js';
import { Latest, download, el, failed, fileName, put, show } from './dom.js';
import { Board } from './board.js';
import { current, onGame, settled } from './gamebar.js';
import * as gamebar from './gamebar.js';
import * as state from './state.js';
import { piles, pilesText } from './positions.js';

/** @import {Overlay, Cell} from './board.js' */
/** @import {Game} from './gamebar.js' */

/** P-positions that findings are drawn on. */
const PAIRS = 60;

/** @param {HTMLElement} root */
export function prove(root) {
  const board = new Board('Map of the game. What a finding says is drawn on it.', { picked: (cell) => state.go('explore', { cell: cell.join(',') }) });
  const findings = el('ol', { class: 'findings' });
  const found = el('div', { class: 'card', hidden: true });
  const verdict = el('div', { class: 'card', hidden: true, role: 'status' });
  const known = el('div', { class: 'card', hidden: true, role: 'status' });
  const candidate = el('input', { type: 'text', id: 'candidate', spellcheck: 'false', autocomplete: 'off', placeholder: 'x == y, beatty sqrt(2), of nim' });
  const seconds = el('input', { type: 'number', id: 'seconds', min: '1', max: '600', value: '60' });
  const theorems = el('input', { type: 'checkbox', id: 'theorems' });

  /** The overlay that stays when nothing is pointed at. @type {Overlay[]} */
  let stays = [];
  /** The first P-positions of a game of two piles: what findings about pairs speak of. @type {Cell[]} */
  let pairs = [];

  show(
    root,
    el(
      'div',
      { class: 'split' },
      el(
        'div',
        { class: 'desk' },
        el('p', { class: 'quiet' }, 'Discover looks for patterns in the first P-positions. Prove finds out whether they hold for all positions, however large, or shows where not.'),
        el(
          'div',
          { class: 'tools' },
          el('button', { type: 'button', class: 'main', onclick: () => void discover() }, 'Discover'),
          el('label', { class: 'check' }, theorems, 'and theorems that follow from a proof'),
          el('button', { type: 'button', onclick: () => void identify() }, 'Is this a known game?'),
        ),
        known,
        found,
        el(
          'form',
          { class: 'card ask', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void tryProof(); } },
          el('h2', {}, 'Prove for all positions'),
          el('label', { class: 'row' }, 'Guess (may be left empty)', candidate),
          el('label', { class: 'row' }, 'Seconds', seconds),
          el('button', { type: 'submit', class: 'main' }, 'Prove'),
        ),
        verdict,
      ),
      el('div', { class: 'maps' }, board.element),
    ),
  );
  put(found, el('h2', {}, 'Findings'), findings);

  /** Shows that something runs, with progress and a way to end it. @param {HTMLElement} where @param {string} what */
  function running(where, what) {
    const controller = new AbortController();
    const bar = el('progress', { 'aria-label': what });
    const count = el('span', { class: 'quiet' });
    where.hidden = false;
    const line = el('p', { class: 'running' }, `${what} … `, bar, count, el('button', { type: 'button', onclick: () => controller.abort() }, 'Cancel'));
    const began = performance.now();
    return {
      line,
      signal: controller.signal,
      /** @param {import('./types.js').Progress} progress */
      progress({ done, total }) {
        if (total) {
          bar.max = total;
          bar.value = Math.min(done, total);
        }
        count.textContent = ` ${Math.round((performance.now() - began) / 1000)} s`;
      },
    };
  }

  const discovering = new Latest();
  async function discover() {
    const game = await settled();
    if (!game) return;
    const work = running(found, 'Looking for patterns');
    discovering.end();
    show(found, el('h2', {}, 'Findings'), work.line, findings);
    show(findings);
    let count = 0;
    void ask({ ask: 'first', ...game.subject, count: PAIRS }, { signal: work.signal })
      .then((told) => {
        if (current() === game && game.piles === 2) pairs = told.positions.map((/** @type {any} */ p) => piles(p).map(Number));
      })
      .catch(() => {});
    try {
      const answer = await ask(
        { ask: 'discover', ...game.subject, theorems: theorems.checked },
        { signal: work.signal, progress: work.progress, part: (finding) => { count += 1; addFinding(finding); } },
      );
      show(found, el('h2', {}, 'Findings'), count === 0 && el('p', {}, 'No pattern is seen.'), findings);
      if (answer.why_no_theorems) put(found, el('p', { class: 'quiet' }, `No theorems: ${answer.why_no_theorems}.`));
      put(found, el('p', { class: 'quiet' }, game.piles === 2 && 'The P-positions are the pairs (a_n, b_n), the smaller pile first. ', 'What is found fits the data; it is no proof.', game.piles === 2 && ' Point at a finding to see it on the map.'));
    } catch (error) {
      show(found, el('h2', {}, 'Findings'), isCancelled(error) ? el('p', {}, 'Cancelled.') : failed(failureOf(error)), findings);
    }
  }

  /** @param {any} finding */
  function addFinding(finding) {
    const point = () => board.lay([...stays, ...drawing(finding)]);
    const leave = () => board.lay(stays);
    const drawn = current()?.piles === 2;
    const item = el(
      'li',
      { class: drawn ? 'drawn' : '', tabindex: drawn ? '0' : null, onpointerenter: point, onpointerleave: leave, onfocus: point, onblur: leave },
      el('span', { class: 'kind' }, finding.kind),
      ` ${finding.statement} `,
      finding.bound && el('span', { class: 'quiet' }, `[${finding.bound}]`),
    );
    put(findings, item);
  }

  /** What a finding looks like on the map. @param {any} finding @returns {Overlay[]} */
  function drawing(finding) {
    const data = finding.data ?? {};
    /** @param {string} text */
    const fraction = (text) => {
      const [a, b = '1'] = String(text).split('/');
      return Number(a) / Number(b);
    };
    switch (finding.kind) {
      case 'slope':
        return data.interval ? [{ kind: 'wedge', low: fraction(data.interval[0]), high: fraction(data.interval[1]), label: `y/x in [${data.interval.join(', ')}]` }] : [];
      case 'difference':
        return data.s === 1 && data.t ? [0, 1, 2, 3, 4, 5].map((n) => ({ kind: 'diagonal', by: data.t * n + (data.c ?? 0) })) : ofPairs(finding.kind, data);
      case 'residue':
        return Array.isArray(data.residues)
          ? [{ kind: 'cells', style: 'mark', cells: data.residues.filter((/** @type {any} */ r) => Array.isArray(r) && r.length === 2).map((/** @type {number[]} */ r) => /** @type {Cell} */ ([r[0], r[1]])) }]
          : [];
      default:
        return ofPairs(finding.kind, data);
    }
  }

  /** What a finding about the pairs (a, b) looks like. @param {string} kind @param {any} data @returns {Overlay[]} */
  function ofPairs(kind, data) {
    /** @param {Cell[]} cells @param {'mark' | 'bad' | 'option'} style @returns {Overlay} */
    const cells = (cells, style) => ({ kind: 'cells', cells, style });
    /** @type {Cell[]} */
    const left = pairs.map(([a]) => [a, 0]);
    /** @type {Cell[]} */
    const right = pairs.map(([, b]) => [b, 0]);
    const steps = data.sequence === 'b' ? right : left;
    if (typeof data.refuted === 'number') return pairs[data.refuted] ? [cells([pairs[data.refuted]], 'bad')] : [];
    switch (kind) {
      // Every pile size once: those of a and those of b along the axis.
      case 'complementary':
        return [cells(left, 'mark'), cells(right, 'option')];
      case 'beatty':
        return [cells(steps, 'mark'), cells(pairs, 'mark')];
      // Differences are steps along the axis.
      case 'word':
      case 'morphism':
      case 'recurrence':
      case 'period':
        return steps.slice(1).map((to, at) => ({ kind: 'arrow', from: steps[at], to }));
      // A pair is its smaller pile with something appended.
      case 'numeration':
        return pairs.slice(0, 40).map((to) => ({ kind: 'arrow', from: /** @type {Cell} */ ([to[0], 0]), to }));
      default:
        return [cells(pairs, 'mark')];
    }
  }

  async function identify() {
    const game = await settled();
    if (!game) return;
    const work = running(known, 'Comparing with the catalog');
    show(known, el('h2', {}, 'Is this a known game?'), work.line);
    try {
      const answer = await ask({ ask: 'identify', ...game.subject }, { signal: work.signal, progress: work.progress });
      show(known, el('h2', {}, 'Is this a known game?'));
      /** @param {string} title @param {any[]} list */
      const group = (title, list) => {
        if (!list?.length) return;
        put(known, el('p', {}, el('b', {}, `${title}: `), list.map((one) => [
          el('button', { type: 'button', class: 'move', onclick: () => gamebar.choose(one.spec) }, one.spec),
          ` ${one.by === 'proof' ? 'for all positions' : `piles below ${one.bound}`} `,
        ]).flat()));
      };
      group('The same game', answer.same_game);
      group('The same P-positions', answer.same_p);
      group('The same Grundy values', answer.same_grundy);
      if (answer.theory) put(known, el('p', {}, `Decided by ${answer.theory}.`));
      if (known.childElementCount === 1) put(known, el('p', {}, 'No game of the catalog has these P-positions.'));
    } catch (error) {
      show(known, el('h2', {}, 'Is this a known game?'), isCancelled(error) ? el('p', {}, 'Cancelled.') : failed(failureOf(error)));
    }
  }

  async function tryProof() {
    const game = await settled();
    if (!game) return;
    const work = running(verdict, 'Looking for a proof');
    show(verdict, el('h2', {}, 'Verdict'), work.line);
    stays = [];
    board.lay(stays);
    const guess = candidate.value.trim();
    const request = { ask: 'prove', ...game.subject, time: Number(seconds.value) || 60, ...(guess ? { candidate: guess } : {}) };
    try {
      showVerdict(game, await ask(request, { signal: work.signal, progress: work.progress }), request);
    } catch (error) {
      show(verdict, el('h2', {}, 'Verdict'), isCancelled(error) ? el('p', {}, 'Cancelled.') : failed(failureOf(error)));
    }
  }

  /** @param {Game} game @param {any} answer @param {import('./types.js').Request} request */
  function showVerdict(game, answer, request) {
    show(verdict, el('h2', {}, el('span', { class: `verdict ${answer.verdict}` }, answer.verdict)), el('p', {}, answer.statement));
    const facts = el('dl', { class: 'facts' });
    /** @param {string} name @param {any} value */
    const fact = (name, value) => value !== undefined && value !== null && put(facts, el('dt', {}, name), el('dd', {}, value));
    fact('States', answer.states);
    fact('Piles written in', answer.numeration);
    fact('Kind', answer.kind);
    fact('Seconds', answer.seconds?.toFixed(2));
    put(verdict, facts);
    if (answer.account) put(verdict, el('details', {}, el('summary', {}, 'The proof in words'), el('p', { class: 'account' }, answer.account)));
    for (const tried of answer.tried ?? []) put(verdict, el('p', { class: 'quiet' }, `${tried.numeration}, from piles below ${tried.below}: ${tried.result}`));
    const name = fileName(game.subject.game);
    const files = el('div', { class: 'tools' });
    if (answer.certificate) put(files, el('button', { type: 'button', onclick: () => download(`${name}.cert`, answer.certificate, 'text/plain') }, 'Certificate'));
    if (answer.certificate_missing) put(verdict, el('p', { class: 'quiet' }, answer.certificate_missing));
    if (answer.verdict === 'proved' && answer.kind === 'automaton') {
      const walnut = el('button', { type: 'button', onclick: () => void inWalnut(name, request, walnut) }, 'For Walnut');
      put(files, walnut);
    }
    if (files.childElementCount) put(verdict, files, el('p', { class: 'quiet' }, 'wyt check re-checks a certificate with code of its own.'));
    if (answer.counterexample) {
      const cell = pilesText(answer.counterexample).split(',').map(Number);
      put(verdict, el('p', {}, 'At ', el('button', { type: 'button', class: 'move', onclick: () => state.go('explore', { cell: pilesText(answer.counterexample) }) }, pilesText(answer.counterexample)), `: ${answer.reason ?? ''}`));
      if (cell.length === 2) {
        stays = [{ kind: 'cells', cells: [[cell[0], cell[1]]], style: 'bad' }, { kind: 'cells', cells: [[cell[0], cell[1]]], style: 'mark' }];
        board.point([cell[0], cell[1]]);
        board.reveal([cell[0], cell[1]]);
        board.lay(stays);
      }
    }
  }

  /** @param {string} name @param {import('./types.js').Request} request @param {HTMLButtonElement} button */
  async function inWalnut(name, request, button) {
    button.disabled = true;
    try {
      const answer = await ask({ ...request, walnut: true });
      const files = answer.walnut ?? [];
      if (!files.length) throw new Error('there is no Walnut form of this proof');
      const text = files.map((/** @type {any} */ file) => `# ${file.path}\n${file.text}`).join('\n');
      download(`${name}-walnut.txt`, text, 'text/plain');
    } catch (error) {
      put(verdict, failed(failureOf(error)));
    } finally {
      button.disabled = false;
    }
  }

  onGame((game) => {
    stays = [];
    pairs = [];
    const rest = Array.from({ length: Math.max(0, game.piles - 2) }, () => 0).join(',');
    board.point(null);
    board.show({ subject: game.subject, layer: 'p', other: '', slice: rest }, game.names, game.blocks);
    board.lay([]);
    for (const card of [found, verdict, known]) card.hidden = true;
    show(findings);
  });
}
