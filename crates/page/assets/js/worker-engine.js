// @ts-check
// The laboratory inside the page: three workers, so that a click never waits behind a table or a proof. A worker that
// computes hears nothing; what is cancelled and does not end soon ends with its worker, and another one begins.

import { Refused, refused } from './engine.js';

/** @import {Engine, Request, Watch} from './types.js' */

/**
 * @typedef {{request: Request, watch: Watch, done: (answer: any) => void, failed: (error: unknown) => void, begun: boolean}} Job
 */

/** Milliseconds that a cancelled request has to end by itself. */
const GRACE = 150;

class Lane {
  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.module = module;
    /** @type {Job[]} */
    this.jobs = [];
    this.worker = this.begin();
  }

  /** Another worker: what the one before has already sent is not heard any more. */
  again() {
    this.worker.onmessage = null;
    this.worker.onerror = null;
    this.worker.terminate();
    this.worker = this.begin();
    this.next();
  }

  begin() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => this.heard(data);
    worker.onerror = (event) => this.broke(event.message || 'the worker ended');
    worker.postMessage({ module: this.module });
    return worker;
  }

  /** @param {Request} request @param {Watch} watch @returns {Promise<any>} */
  ask(request, watch) {
    return new Promise((done, failed) => {
      if (watch.signal?.aborted) return failed(watch.signal.reason);
      /** @type {Job} */
      const job = { request, watch, done, failed, begun: false };
      this.jobs.push(job);
      watch.signal?.addEventListener('abort', () => this.cancel(job));
      this.next();
    });
  }

  next() {
    const first = this.jobs[0];
    if (!first || first.begun) return;
    first.begun = true;
    this.worker.postMessage({ request: first.request });
  }

  /** @param {any} event */
  heard(event) {
    const job = this.jobs[0];
    if (!job) return;
    if (event.broke) return this.broke(event.broke);
    if (event.progress) return job.watch.progress?.(event.progress);
    if ('part' in event) return job.watch.part?.(event.part);
    this.jobs.shift();
    if (event.error) job.failed(new Refused(event.error));
    else job.done(event.data ?? event.answer);
    this.next();
  }

  /** @param {string} why */
  broke(why) {
    this.jobs.shift()?.failed(refused('limit', `the engine inside the page ended: ${why}`, ['ask for less, or use the command line']));
    this.again();
  }

  /** @param {Job} job */
  cancel(job) {
    job.failed(new DOMException('cancelled', 'AbortError'));
    if (!job.begun) {
      this.jobs = this.jobs.filter((other) => other !== job);
      return;
    }
    setTimeout(() => {
      if (this.jobs[0] !== job) return;
      this.jobs.shift();
      this.again();
    }, GRACE);
  }
}

const LONG = new Set(['discover', 'prove', 'identify', 'claim', 'picture', 'export']);

/** The module, compiled while it arrives: browsers keep what was compiled so for the next visit. A host that names another media
 * type has it compiled afterwards. @param {Response} response */
async function compiled(response) {
  const streams = response.headers.get('content-type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/** The engine inside the page. @returns {Promise<Engine>} */
export async function worker() {
  const response = await fetch(new URL('../wythoff.wasm', import.meta.url));
  if (!response.ok) throw refused('internal', 'wythoff.wasm is not there', ['the folder was not written whole']);
  const module = await compiled(response);
  const [clicks, tiles, long] = [new Lane(module), new Lane(module), new Lane(module)];
  /** @param {Request} request @param {Watch} [watch] */
  const ask = (request, watch = {}) =>
    (request.ask === 'tile' ? tiles : LONG.has(request.ask) ? long : clicks).ask(request, watch);
  return { name: 'worker', ask, bytes: ask };
}
