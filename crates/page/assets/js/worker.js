// @ts-check
// Inside a worker: loads the engine, and answers one request after the other.

/** @type {Promise<{ask: (request: unknown, tell: (event: unknown) => void) => [any, Uint8Array | undefined]}>} */
let engine;

addEventListener('message', async ({ data }) => {
  try {
    if (data.module) {
      // The module's own loader lies beside it, in a folder that was written with both.
      const loader = new URL('../engine.mjs', import.meta.url).href;
      engine = import(loader).then(({ load }) => load(data.module));
      await engine;
      return;
    }
    const { ask } = await engine;
    const [last, bytes] = ask(data.request, (event) => postMessage(event));
    if (bytes) postMessage({ data: bytes.buffer }, { transfer: [bytes.buffer] });
    else postMessage(last);
  } catch (error) {
    postMessage({ broke: error instanceof Error ? error.message : String(error) });
  }
});
