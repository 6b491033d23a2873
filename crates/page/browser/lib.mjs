// What the tests share: the engines, a browser, pictures of what failed.

import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdirSync, readFileSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { chromium } from 'playwright-core';

const FAILURES = new URL('./failures/', import.meta.url).pathname;

/** The page with its server: `wyt serve`. */
export async function serve() {
  const program = spawn(process.env.WYT, ['serve', '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: program.stdout });
  const url = await new Promise((found, failed) => {
    lines.once('line', (line) => found(line.replace('listening on ', '').trim()));
    program.once('exit', () => failed(new Error('wyt serve ended')));
  });
  return { url, pid: program.pid, end: () => program.kill() };
}

const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/** The folder that a static host would serve. */
export async function host(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/^\/+$/, '/index.html');
    try {
      const bytes = readFileSync(join(folder, path));
      response.writeHead(200, { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, end: () => server.close() };
}

export const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** A browser. */
export function browser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: ARGUMENTS });
}

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** A test with a page of its own; a picture is kept when it fails, and a message of the page that is not expected is a failure. */
export function seen(name, start, options, body, expected = []) {
  test(name, { timeout: 240_000 }, async () => {
    const { browser, url } = start();
    const { at = '', ...look } = { viewport: DESKTOP, acceptDownloads: true, ...options };
    const context = await browser.newContext(look);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && ![/status of 400/, ...expected].some((known) => known.test(message.text())) && wrong.push(message.text()));
    try {
      await page.goto(url + at);
      await page.locator('nav a[aria-current]').waitFor();
      await body(page, url);
      if (wrong.length) throw new Error(`the page says: ${wrong.join('; ')}`);
    } catch (error) {
      mkdirSync(FAILURES, { recursive: true });
      await page.screenshot({ path: join(FAILURES, `${name.replace(/[^a-z0-9]+/gi, '-')}.png`) }).catch(() => {});
      throw error;
    } finally {
      await context.close();
    }
  });
}

/** Where a cell of the map lies on the screen, by the zoom that the address says. */
export async function cell(page, x, y, canvas = '#explore .map') {
  const box = await page.locator(canvas).first().boundingBox();
  const view = await looks(page);
  const side = 2 ** view.z;
  return { x: box.x + 46 + (x + 0.5 - view.x) * side, y: box.y + box.height - 26 - (y + 0.5 - view.y) * side };
}

/** The part of the map that is shown. */
export async function looks(page) {
  const query = new URLSearchParams(new URL(page.url()).hash.split('?')[1] ?? '');
  const number = (key, otherwise) => (query.has(key) ? Number(query.get(key)) : otherwise);
  return { x: number('x', 0), y: number('y', 0), z: number('z', 4) };
}

/** The colour of a cell of the map, `r,g,b`. */
export async function colour(page, x, y, canvas = '#explore .map', part = 0.25) {
  const view = await looks(page);
  return page.locator(canvas).first().evaluate((element, { x, y, view, part }) => {
    const ratio = element.width / element.clientWidth;
    const side = 2 ** view.z;
    const px = (46 + (x + part - view.x) * side) * ratio;
    const py = (element.clientHeight - 26 - (y + part - view.y) * side) * ratio;
    return [...element.getContext('2d').getImageData(Math.floor(px), Math.floor(py), 1, 1).data.slice(0, 3)].join();
  }, { x, y, view, part });
}

/** Waits until something is so: what `look` sees, once `wanted` likes it. */
export async function until(page, look, wanted, what) {
  let now;
  for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(60)) {
    now = await look();
    if (wanted(now)) return now;
  }
  throw new Error(`${what} is ${String(now).slice(0, 200)}`);
}

/** Waits until a cell has a colour. */
export function becomes(page, x, y, wanted, canvas, part) {
  return until(page, () => colour(page, x, y, canvas, part), wanted, `the cell ${x},${y}`);
}

export const INK = '13,59,102';
export const PAPER = '255,255,255';
export const is = (colour) => (now) => now === colour;
