// The picture of the page in the README: node picture.mjs FILE, with WYT and CHROMIUM as in `run`.

import { browser, serve } from './lib.mjs';

const server = await serve();
const chrome = await browser();
try {
  const page = await chrome.newPage({ viewport: { width: 1240, height: 760 } });
  await page.goto(`${server.url}#explore?game=wythoff&layer=grundy&cell=17,21&z=4`);
  await page.locator('#position-says .written').waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1000);
  await page.screenshot({ path: process.argv[2] });
} finally {
  await chrome.close();
  server.end();
}
