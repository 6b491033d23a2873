// The page in a second browser: Firefox, driven by puppeteer, with both engines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { host, serve } from './lib.mjs';

const skip = process.env.FIREFOX ? false : 'firefox is not installed';
const engines = [['server', serve]];
if (process.env.STATIC) engines.push(['worker', () => host(process.env.STATIC)]);

for (const [name, begin] of engines) {
  test(`Firefox, ${name}: a game is typed, a position examined, a move played`, { skip, timeout: 240_000 }, async () => {
    const engine = await begin();
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.FIREFOX, headless: true });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(60_000);
      await page.setViewport({ width: 1200, height: 800 });
      await page.goto(`${engine.url}#explore?game=wythoff&cell=6,10`);
      await page.waitForFunction(() => /the player to move loses/.test(document.querySelector('#position-says')?.textContent ?? ''));
      // The cell 1,2 is drawn: 46 and 26 pixels are for the axes, a cell has 16.
      await page.waitForFunction(() => {
        const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#explore .map'));
        const ratio = canvas.width / canvas.clientWidth;
        const [r, g, b] = canvas.getContext('2d')?.getImageData((46 + 20) * ratio, (canvas.clientHeight - 26 - 36) * ratio, 1, 1).data ?? [];
        return r === 13 && g === 59 && b === 102;
      });
      const said = await page.$eval('#engine', (element) => element.textContent ?? '');
      assert.match(said, name === 'worker' ? /this page itself/ : /on this machine/);
      await page.focus('#game');
      await page.type('#game', ' (');
      await page.waitForSelector('#game-says .failed');
      await page.goto(`${engine.url}#play?start=5,7`);
      await page.waitForFunction(() => /Your move from 5,7/.test(document.querySelector('#play .turn')?.textContent ?? ''));
      await page.type('#typed-move', '4,7\n');
      await page.waitForFunction(() => /The program moved/.test(document.querySelector('#play .turn')?.textContent ?? ''));
    } finally {
      await browser.close();
      engine.end();
    }
  });
}
