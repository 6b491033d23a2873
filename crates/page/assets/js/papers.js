// @ts-check
// Papers: the ledger section by section. Each row says what is printed, how it is read, what is corrected, and how it
// stands; a button runs it here and puts what was found beside what is recorded.

import { ask, failureOf, isCancelled } from './engine.js';
import { el, failed, put, show } from './dom.js';
import * as gamebar from './gamebar.js';
import * as state from './state.js';

/** @param {HTMLElement} root */
export function papers(root) {
  /** @type {any} */
  let ledger = null;
  const word = el('input', { type: 'search', id: 'find-row', autocomplete: 'off', oninput: () => draw() });
  const paper = el('select', { id: 'paper', onchange: () => { state.set({ paper: paper.value }, true); draw(); } });
  const status = el('select', { id: 'status', onchange: () => { state.set({ status: status.value }, true); draw(); } });
  const count = el('p', { class: 'quiet', role: 'status' });
  const list = el('div', { class: 'ledger' });
  show(
    root,
    el('p', { class: 'quiet' }, 'What the papers say, statement by statement, and whether it holds. Open one and run it: it is computed here and now.'),
    el(
      'div',
      { class: 'tools' },
      el('label', { class: 'row' }, 'Paper', paper),
      el('label', { class: 'row' }, 'Status', status),
      el('label', { class: 'row' }, 'Find', word),
      count,
    ),
    list,
  );

  /** @param {any} row */
  function wanted(row) {
    const text = word.value.trim().toLowerCase();
    const only = state.get('row');
    if (only) return row.id === only;
    return (
      (!status.value || row.status === status.value) &&
      (!text || [row.id, row.locus, row.kind, row.printed, row.corrected ?? '', row.reading ?? '', row.note ?? ''].some((part) => part.toLowerCase().includes(text)))
    );
  }

  function draw() {
    if (!ledger) return;
    show(list);
    let shown = 0;
    const only = state.get('row');
    if (only) put(list, el('p', {}, el('button', { type: 'button', onclick: () => { state.set({ row: null }, true); draw(); } }, 'Show all rows')));
    for (const of of ledger.papers) {
      if (!only && paper.value && paper.value !== of.sign) continue;
      const sections = of.sections.map((/** @type {any} */ s) => ({ ...s, rows: s.rows.filter(wanted) })).filter((/** @type {any} */ s) => s.rows.length);
      if (!sections.length) continue;
      const total = sections.reduce((/** @type {number} */ sum, /** @type {any} */ s) => sum + s.rows.length, 0);
      shown += total;
      const open = only || word.value || status.value || paper.value;
      const body = el('div', {});
      const details = el('details', { class: 'paper', open: Boolean(open) }, el('summary', {}, el('b', {}, `${of.sign}: ${of.title}`), ` ${of.authors}`, el('span', { class: 'quiet' }, ` ${total} ${total === 1 ? 'row' : 'rows'}`)), body);
      const fill = () => {
        if (body.childElementCount) return;
        for (const section of sections) {
          put(body, el('h3', {}, section.section ? `Section ${section.section}` : 'Before the first section'), section.rows.map(rowOf));
        }
      };
      if (open) fill();
      details.addEventListener('toggle', fill);
      put(list, details);
    }
    count.textContent = `${shown} of ${ledger.rows} rows`;
  }

  /** @param {any} row */
  function rowOf(row) {
    const result = el('div', { class: 'result', role: 'status' });
    const facts = el('dl', { class: 'facts' });
    /** @param {string} label @param {string | undefined} text */
    const fact = (label, text) => text && put(facts, el('dt', {}, label), el('dd', {}, text));
    fact('printed', row.printed);
    fact('read as', row.reading);
    fact('corrected', row.corrected);
    fact('note', row.note);
    const run = el('button', { type: 'button', 'aria-label': `Run ${row.id}`, disabled: row.status === 'unchecked', onclick: () => void runRow(row, run, result) }, 'Run');
    return el(
      'article',
      { class: 'claim', id: row.id },
      el('div', { class: 'claim-top' }, el('b', {}, row.id), el('span', { class: 'quiet' }, `${row.locus} · ${row.kind}`), statusOf(row.status), run),
      facts,
      result,
    );
  }

  /** @param {string} name */
  function statusOf(name) {
    const meaning = ledger.statuses.find((/** @type {any} */ s) => s.status === name)?.meaning ?? '';
    return el('span', { class: `status ${name}`, title: meaning }, name);
  }

  /** @param {any} row @param {HTMLButtonElement} button @param {HTMLElement} result */
  async function runRow(row, button, result) {
    const controller = new AbortController();
    const cancel = el('button', { type: 'button', onclick: () => controller.abort() }, 'Cancel');
    show(result, el('p', {}, 'Running … ', cancel));
    button.disabled = true;
    try {
      const told = await ask({ ask: 'claim', id: row.id }, { signal: controller.signal });
      const facts = el('dl', { class: 'facts' });
      for (const line of told.lines) {
        put(facts, el('dt', {}, line.label), el('dd', {}, line.label === 'run' ? el('code', {}, line.text) : line.text, line.label === 'run' && opener(line.text)));
      }
      show(
        result,
        el('div', { class: 'sides' }, el('p', {}, 'recorded ', statusOf(told.recorded)), el('p', {}, 'found here ', statusOf(told.status), told.proved && ' (proved)'), el('p', { class: told.as_recorded ? 'good' : 'failed' }, told.as_recorded ? 'as recorded' : 'not as recorded'), el('p', { class: 'quiet' }, `${told.seconds.toFixed(2)} s`)),
        facts,
      );
    } catch (error) {
      show(result, isCancelled(error) ? el('p', {}, 'Cancelled.') : failed(failureOf(error)));
    } finally {
      button.disabled = false;
    }
  }

  /** A command about one position can be looked at on the map. @param {string} command */
  function opener(command) {
    const found = /^wyt (?:solve|moves|p|grundy|show|plot) (?:'([^']+)'|"([^"]+)"|(\S+))(?:\s+(\d+(?:,\d+)*))?/.exec(command);
    if (!found) return null;
    const game = found[1] ?? found[2] ?? found[3];
    return el('button', { type: 'button', onclick: () => { gamebar.choose(game); state.go('explore', { cell: found[4] ?? null }); } }, 'See it on the map');
  }

  async function load() {
    show(list, el('p', {}, 'Reading the ledger …'));
    try {
      ledger = await ask({ ask: 'ledger' });
      show(paper, el('option', { value: '' }, 'all'), ledger.papers.map((/** @type {any} */ p) => el('option', { value: p.sign }, `${p.sign}: ${p.title}`)));
      show(status, el('option', { value: '' }, 'all'), ledger.statuses.filter((/** @type {any} */ s) => s.status !== 'error').map((/** @type {any} */ s) => el('option', { value: s.status }, s.status)));
      paper.value = state.get('paper');
      status.value = state.get('status');
      draw();
    } catch (error) {
      show(list, failed(failureOf(error)));
    }
  }
  state.onChange((changed) => {
    if (changed.has('row')) draw();
  });
  void load();
}
