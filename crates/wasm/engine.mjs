// Loads the engine and speaks with it; in a worker of the page, and in the test.
//
//   const engine = await load(await fetch('wythoff.wasm'), { stop: () => wanted });
//   const [last, bytes] = engine.ask({ ask: 'solve', game: 'wythoff', position: '6,10' }, event => postMessage(event));
//
// `ask` returns when the answer is there. A worker that computes hears no messages: either `stop` looks at memory that
// is shared with the page, or the page ends the worker and starts another.

/// An engine from a response, from bytes, or from a compiled module.
export async function load(source, { now = () => performance.now(), stop = () => false } = {}) {
  let told = () => {};
  let memory;
  const lab = {
    now,
    stop: () => (stop() ? 1 : 0),
    tell: (kind, address, length) => told(kind, new Uint8Array(memory.buffer, address, length)),
  };
  const instance = await instantiate(source, { lab });
  memory = instance.exports.memory;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

  /// Answers a request (an object): events are told as they come; returns the last one, and its bytes where it has some.
  function ask(request, tell = () => {}) {
    let last;
    let bytes;
    told = (kind, view) => {
      if (kind === 1) {
        bytes = view.slice();
        return;
      }
      last = JSON.parse(decoder.decode(view));
      if ('progress' in last || 'part' in last) tell(last);
    };
    const text = encoder.encode(JSON.stringify(request));
    // The address is a number of 32 bits without a sign.
    const address = instance.exports.take(text.length) >>> 0;
    new Uint8Array(memory.buffer, address, text.length).set(text);
    instance.exports.answer(address, text.length);
    return [last, bytes];
  }
  return { ask };
}

async function instantiate(source, imports) {
  if (source instanceof WebAssembly.Module) return WebAssembly.instantiate(source, imports);
  if (typeof Response !== 'undefined' && source instanceof Response) {
    // A server that names another media type cannot be streamed from.
    const streams = source.headers.get('content-type') === 'application/wasm';
    const made = streams
      ? await WebAssembly.instantiateStreaming(source, imports)
      : await WebAssembly.instantiate(await source.arrayBuffer(), imports);
    return made.instance;
  }
  return (await WebAssembly.instantiate(source, imports)).instance;
}
