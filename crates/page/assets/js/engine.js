// @ts-check
// Who answers: the server that sent this page, or the same laboratory inside a worker. Both take one question as JSON
// and give events; the page does not know the difference.

/** @import {Engine, Failure, Request, Watch} from './types.js' */

/** No answer, with what the engine says about it. */
export class Refused extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** @param {string} kind @param {string} message @param {string[]} [hints] */
export function refused(kind, message, hints = []) {
  return new Refused({ kind, message, field: null, place: null, hints, advice: null });
}

/** What can be shown of anything that was thrown. @param {unknown} error @returns {Failure} */
export function failureOf(error) {
  if (error instanceof Refused) return error.failure;
  if (error instanceof DOMException && error.name === 'AbortError')
    return refused('cancelled', 'cancelled').failure;
  return refused('internal', error instanceof Error ? error.message : String(error)).failure;
}

/** Whether somebody else asked in the meantime. @param {unknown} error */
export function isCancelled(error) {
  return failureOf(error).kind === 'cancelled';
}

/**
 * At most so many at a time; the others wait their turn. A browser opens six connections to one server, so long questions
 * may not take them all.
 */
class Slots {
  /** @param {number} free */
  constructor(free) {
    this.free = free;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** @template T @param {AbortSignal | undefined} signal @param {() => Promise<T>} work @returns {Promise<T>} */
  async take(signal, work) {
    if (this.free > 0) this.free -= 1;
    else await new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}

const LONG = new Set(['discover', 'prove', 'identify', 'claim', 'picture', 'export']);

/** Events of an answer, line by line. @param {any} event @param {Watch} watch @returns {{answer: any} | null} */
function heard(event, watch) {
  if (event.progress) watch.progress?.(event.progress);
  else if ('part' in event) watch.part?.(event.part);
  else if (event.error) throw new Refused(event.error);
  else if ('answer' in event) return { answer: event.answer };
  return null;
}

/** The server that sent the page. @returns {Engine} */
function server() {
  const tiles = new Slots(3);
  const long = new Slots(2);
  const clicks = new Slots(4);
  /** @param {Request} request */
  const lane = (request) => (request.ask === 'tile' ? tiles : LONG.has(request.ask) ? long : clicks);

  /** @param {string} path @param {Request} request @param {Watch} watch */
  const post = async (path, request, watch) => {
    try {
      return await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
        signal: watch.signal ?? null,
      });
    } catch (error) {
      if (watch.signal?.aborted) throw error;
      throw refused('internal', 'the server does not answer', ['is `wyt serve` still running?']);
    }
  };

  return {
    name: 'server',
    ask: (request, watch = {}) =>
      lane(request).take(watch.signal, async () => {
        const response = await post('api', request, watch);
        if (!response.body) throw refused('internal', 'the server answered nothing');
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = '';
        for (;;) {
          const { value, done } = await reader.read();
          const lines = (rest + (value ?? '')).split('\n');
          rest = done ? '' : (lines.pop() ?? '');
          for (const line of lines) {
            const last = line ? heard(JSON.parse(line), watch) : null;
            if (last) return last.answer;
          }
          if (done) throw refused('internal', 'the server ended without an answer');
        }
      }),
    bytes: (request, watch = {}) =>
      lane(request).take(watch.signal, async () => {
        const response = await post('bytes', request, watch);
        if (response.ok) return response.arrayBuffer();
        for (const line of (await response.text()).split('\n')) if (line) heard(JSON.parse(line), watch);
        throw refused('internal', `the server answered ${response.status}`);
      }),
  };
}

/** @type {Engine} */
let engine;

/** The engine of this page. @returns {Promise<Engine>} */
export async function start() {
  const wanted = document.querySelector('meta[name=engine]')?.getAttribute('content');
  engine = wanted === 'worker' ? await (await import('./worker-engine.js')).worker() : server();
  return engine;
}

/** Asks a question. @param {Request} request @param {Watch} [watch] @returns {Promise<any>} */
export function ask(request, watch) {
  return engine.ask(request, watch);
}

/** Asks for bytes: a tile, a picture, a file. @param {Request} request @param {Watch} [watch] */
export function bytes(request, watch) {
  return engine.bytes(request, watch);
}
