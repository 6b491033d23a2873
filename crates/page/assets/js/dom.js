// @ts-check
// Elements, made of text and never of markup: what a person types is shown as it is.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * An element: attributes by name, listeners by `onclick` and the like.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Record<string, any>} [attributes] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'value' && 'value' in element) /** @type {any} */ (element).value = value;
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  put(element, ...children);
  return element;
}

/** Adds children. @param {Element} parent @param {...(Child | Child[])} children */
export function put(parent, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : String(child));
  }
}

/** Shows these children alone. @param {Element} parent @param {...(Child | Child[])} children */
export function show(parent, ...children) {
  parent.replaceChildren();
  put(parent, ...children);
}

/** The element of an id that the page has. @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export function by(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return /** @type {T} */ (found);
}

/** A choice of one, as radio buttons that look like one control.
 * @param {string} label @param {string} name @param {[string, string][]} choices @param {(value: string) => void} chosen
 */
export function segments(label, name, choices, chosen) {
  const inputs = choices.map(([value, text]) => {
    const input = el('input', { type: 'radio', name, value, onchange: () => input.checked && chosen(value) });
    return { value, input, label: el('label', {}, input, el('span', {}, text)) };
  });
  const element = el('fieldset', { class: 'segments' }, el('legend', {}, label), inputs.map((i) => i.label));
  return {
    element,
    /** @param {string} value */
    set(value) {
      for (const i of inputs) i.input.checked = i.value === value;
    },
    /** @param {string} value @param {boolean} enabled */
    enable(value, enabled) {
      for (const i of inputs) if (i.value === value) i.input.disabled = !enabled;
    },
  };
}

/** What went wrong, with what to do about it. @param {import('./types.js').Failure} failure */
export function failed(failure) {
  const advice = failure.advice ? WORDED[failure.advice] : undefined;
  return el(
    'div',
    { class: 'failed' },
    el('p', {}, failure.message),
    [...failure.hints, ...(advice ? [advice] : [])].map((hint) => el('p', { class: 'hint' }, hint)),
  );
}

/** The engine's advice as this page can follow it. @type {Record<string, string>} */
const WORDED = {
  below: 'zoom in: positions near the corner are known',
  'more-memory': 'ask for less, or use the command line with --memory',
  'more-time': 'ask for less, or use the command line with --time',
  'one-position': 'click one position instead',
  'how-many': 'say how many',
  'second-game': 'choose a second game to compare with',
  ranges: 'say which values each variable has',
};

/** Gives a file to the person. @param {string} name @param {BlobPart} data @param {string} type */
export function download(name, data, type) {
  const address = URL.createObjectURL(new Blob([data], { type }));
  const link = el('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name for a file. @param {string} text */
export function fileName(text) {
  return text.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'game';
}

/** Runs of which the latest counts: who acts on its outcome waits for it. */
export class Runs {
  constructor() {
    /** @type {Promise<void>} */
    this.latest = Promise.resolve();
  }

  /** Until none runs, those that began meanwhile included. */
  async ended() {
    /** @type {Promise<void> | null} */
    let seen = null;
    while (seen !== this.latest) await (seen = this.latest);
  }
}

/** The latest of several questions: starting one ends the one before. */
export class Latest {
  constructor() {
    /** @type {AbortController | null} */
    this.controller = null;
  }

  /** A signal for the next question. */
  next() {
    this.end();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  end() {
    this.controller?.abort();
    this.controller = null;
  }
}
