// Asks the module what `questions.ndjson` asks, and compares its answers with those that the program `native` gave.
import { readFileSync } from 'node:fs';
import { load } from './engine.mjs';

const [module, questions, native] = process.argv.slice(2);
const lines = path => readFileSync(path, 'utf8').split('\n').filter(line => line);

function hash(bytes) {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

// Times differ, and are the only thing that may.
const timeless = event => JSON.stringify(event, (key, value) => (key.endsWith('seconds') ? 0 : value));

const expected = lines(native);
const engine = await load(readFileSync(module));
let wrong = 0;
let answers = 0;
function compare(question, found) {
  const line = expected[answers++] ?? '';
  const wanted = line.startsWith('{') ? timeless(JSON.parse(line)) : line;
  if (found !== wanted) {
    wrong += 1;
    console.error(`${question}\n  here:   ${wanted.slice(0, 2000)}\n  module: ${found.slice(0, 2000)}`);
  }
}
for (const question of lines(questions)) {
  const parts = event => 'part' in event && compare(question, timeless(event));
  const [last, bytes] = engine.ask(JSON.parse(question), parts);
  compare(question, timeless(last));
  if (bytes) compare(question, hash(bytes));
}
if (wrong > 0 || answers !== expected.length) {
  console.error(`${wrong} of ${answers} events differ, and there should be ${expected.length}`);
  process.exit(1);
}

// A request ends when the host says so.
const began = performance.now();
const stopped = await load(readFileSync(module), { stop: () => performance.now() - began > 300 });
const [last] = stopped.ask({ ask: 'prove', game: '(i,0) (0,i) (i,i) where i mod 7 < 3', on: { block: 5 } });
const took = performance.now() - began;
if (!('answer' in last ? last.answer.verdict === 'unknown' : last.error?.kind === 'cancelled') || took > 5000) {
  console.error(`a request that was stopped ended after ${took} ms with ${JSON.stringify(last)}`);
  process.exit(1);
}
console.log(`${answers} events: the same from the module, of ${readFileSync(module).length} bytes`);
