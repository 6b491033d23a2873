// The page in a second browser: Firefox, driven by puppeteer.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import puppeteer from 'puppeteer-core';
import { serve } from './lib.mjs';

const skip = process.env.FIREFOX ? false : 'firefox is not installed';

test('Firefox: a game is typed, a position examined, a move played', { skip, timeout: 240_000 }, async () => {
  const server = await serve();
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: process.env.FIREFOX, headless: true });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1200, height: 800 });
    await page.goto(`${server.url}#explore?game=wythoff&cell=6,10`);
    await page.waitForFunction(() => /the player to move loses/.test(document.querySelector('#position-says')?.textContent ?? ''));
    await page.focus('#game');
    await page.type('#game', ' (');
    await page.waitForSelector('#game-says .failed');
    await page.goto(`${server.url}#play?start=5,7`);
    await page.waitForFunction(() => /Your move from 5,7/.test(document.querySelector('#play .turn')?.textContent ?? ''));
    await page.type('#typed-move', '4,7\n');
    await page.waitForFunction(() => /The program moved/.test(document.querySelector('#play .turn')?.textContent ?? ''));
    assert.ok(true);
  } finally {
    await browser.close();
    server.end();
  }
});
