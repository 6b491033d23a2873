// @ts-check
// The page: which view is shown, and which engine answers.

import { ask, failureOf, start } from './engine.js';
import { by, failed, show } from './dom.js';
import * as state from './state.js';
import * as gamebar from './gamebar.js';
import { explore } from './explore.js';

/** Views are made when they are first seen. @type {Record<string, () => Promise<(root: HTMLElement) => void>>} */
const VIEWS = {
  explore: async () => explore,
  prove: async () => (await import('./prove.js')).prove,
  play: async () => (await import('./play.js')).play,
  papers: async () => (await import('./papers.js')).papers,
  numbers: async () => (await import('./numbers.js')).numbers,
};

/** @type {Set<string>} */
const made = new Set();

async function display() {
  const name = state.viewName();
  for (const link of document.querySelectorAll('nav a[data-view]')) {
    if (link.getAttribute('data-view') === name) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  for (const view of Object.keys(VIEWS)) by(view).hidden = view !== name;
  by('gamebar').hidden = name === 'papers';
  if (made.has(name)) return;
  made.add(name);
  try {
    (await VIEWS[name]())(by(name));
  } catch (error) {
    show(by(name), failed(failureOf(error)));
  }
}

async function begin() {
  state.begin();
  const engine = await start();
  gamebar.begin();
  await display();
  state.onChange((changed) => {
    if (changed.has('view')) void display();
  });
  // A page that answers by itself works without a network too.
  if (engine.name === 'worker' && 'serviceWorker' in navigator) navigator.serviceWorker.register('offline.js').catch(() => {});
  const told = await ask({ ask: 'engine' });
  by('engine').textContent = engine.name === 'worker' ? 'answers come from this page itself' : `answers come from wyt ${told.version} on this machine`;
}

begin().catch((error) => show(by('engine'), failed(failureOf(error))));
