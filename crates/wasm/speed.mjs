// How fast the engine inside a page answers what `lab_speed` asks the one of the server: the first time, when its code is being
// compiled, and the least of all times, when it has been optimised.
//
//   node crates/wasm/speed.mjs "$(crates/wasm/build)"
import { readFileSync } from 'node:fs';
import { load } from './engine.mjs';

const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const shared = await load(module);
const rows = readFileSync(new URL('../lab/examples/speed.ndjson', import.meta.url), 'utf8').split('\n').filter((line) => line);
for (const row of rows.map((line) => JSON.parse(line))) {
  const took = [];
  const work = [];
  for (let run = 0; run < row.runs; run += 1) {
    const engine = row.fresh ? await load(module) : shared;
    const [start, used] = [performance.now(), process.cpuUsage()];
    for (const question of row.asks) {
      const [last] = engine.ask(question);
      if (last.error) throw new Error(`${JSON.stringify(question)}: ${last.error.message}`);
    }
    took.push(performance.now() - start);
    const { user, system } = process.cpuUsage(used);
    work.push((user + system) / 1000);
  }
  const ms = (number) => number.toFixed(2).padStart(9);
  const [first, least] = [took[0], Math.min(...took)];
  console.log(`${row.what.padEnd(58)} first ${ms(first)} ms, least ${ms(least)} ms, ${ms(Math.min(...work))} ms of processor time`);
}
