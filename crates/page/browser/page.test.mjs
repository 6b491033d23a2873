// The page, as a person uses it: every view in a real browser, with both engines.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import { AxeBuilder } from '@axe-core/playwright';
import { DESKTOP, INK, PAPER, PHONE, becomes, browser, cell, colour, host, is, looks, seen, serve, until } from './lib.mjs';

/** @type {any} */
let chrome;
const engines = [];
before(async () => {
  chrome = await browser();
});
after(async () => {
  await chrome.close();
  engines.forEach((engine) => engine.end());
});

/** The colour of lines on paper or ink, where their edge is smoothed too. */
const lined = (now) => {
  const [r, g, b] = now.split(',').map(Number);
  return r > g + 30 && g > b + 10;
};

/** What reaches beyond the right edge. */
const widest = (page) =>
  page.evaluate(() => [...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > document.documentElement.clientWidth + 1).slice(0, 5).map((e) => `${e.tagName}.${e.className}#${e.id}`).join(' '));

const wanted = [['server', serve]];
if (process.env.STATIC) wanted.push(['worker', () => host(process.env.STATIC)]);

for (const [engine, begin] of wanted) {
  let url = '';
  before(async () => {
    const started = await begin();
    engines.push(started);
    url = started.url;
  });
  const start = () => ({ browser: chrome, url });
  const see = (name, options, body, expected) => seen(`${engine}: ${name}`, start, options, body, expected);

  const says = (page) => page.locator('#position-says');
  const type = async (page, text) => {
    await page.getByLabel('Game or rules').fill(text);
  };

  see('the page says which engine answers', {}, async (page) => {
    const words = engine === 'worker' ? /this page itself/ : /on this machine/;
    await page.locator('#engine').filter({ hasText: words }).waitFor();
    assert.equal(await page.title(), 'Wythoff’s laboratory');
  });

  see('speed: first paint, typing, panning (printed; machines differ)', {}, async (page) => {
    await becomes(page, 1, 2, is(INK));
    const told = await page.evaluate(async () => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('#explore .map'));
      const work = [];
      for (let frame = 0; frame < 60; frame += 1) {
        canvas.dispatchEvent(new KeyboardEvent('keydown', { key: frame < 30 ? 'ArrowRight' : 'ArrowLeft', shiftKey: true }));
        const start = performance.now();
        await new Promise((next) => requestAnimationFrame(next));
        work.push(performance.now() - start);
      }
      return { paint, frame: work.sort((a, b) => a - b)[30] };
    });
    const start = Date.now();
    await type(page, '(i,0) (0,i) (2i,2i)');
    await becomes(page, 2, 2, is(PAPER));
    console.log(`# ${engine}: first paint ${Math.round(told.paint)} ms, half of the frames within ${told.frame.toFixed(1)} ms, a typed rule drawn after ${Date.now() - start} ms`);
    assert.ok(told.paint > 0 && told.frame > 0);
  });

  see('Explore: P-positions are drawn, a click tells why', {}, async (page) => {
    await becomes(page, 1, 2, is(INK));
    assert.equal(await colour(page, 2, 2), PAPER);
    const at = await cell(page, 6, 10);
    await page.mouse.click(at.x, at.y);
    await says(page).getByText('the player to move loses').waitFor();
    await says(page).getByText(/one of its 22 options is P/).waitFor();
    await says(page).getByText('zeckendorf').waitFor();
    assert.match(await says(page).innerText(), /Grundy value\s+0/);
    assert.match(await says(page).innerText(), /10010/);
    await says(page).getByRole('link', { name: 'VIS-T2' }).waitFor();
    const other = await cell(page, 7, 9);
    await page.mouse.click(other.x, other.y);
    await says(page).getByText('the player to move wins').waitFor();
    const move = says(page).getByRole('button').first();
    const to = await move.innerText();
    await move.click();
    await says(page).getByRole('heading', { name: `(${to})` }).waitFor();
    await says(page).getByText('the player to move loses').waitFor();
    await says(page).getByRole('button', { name: 'Play from here' }).click();
    await page.locator('#play .turn').getByText(`Your move from ${to}`).waitFor();
  });

  see('Explore: a mistake is underlined where it stands, with a hint', {}, async (page) => {
    await becomes(page, 1, 2, is(INK));
    await type(page, '(i,0) (0,i) (i,j');
    await page.locator('.underlay mark').waitFor();
    assert.equal(await page.getByLabel('Game or rules').getAttribute('aria-invalid'), 'true');
    await page.locator('#game-says .failed').waitFor();
    await type(page, 'whythoff');
    await page.locator('#game-says').getByText(/did you mean/).waitFor();
    await type(page, '(i,0) (0,i)');
    await becomes(page, 5, 5, is(INK));
    assert.equal(await page.locator('.underlay mark').count(), 0);
    assert.equal(await colour(page, 1, 2), PAPER);
  });

  see('Explore: a link whose rules have a mistake shows its switches', { at: '#explore?game=%28i%2C0%29%20%280%2Cj&layer=grundy' }, async (page) => {
    await page.locator('#game-says').getByText('expected').waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Grundy values' }).isChecked());
    assert.ok(await page.getByRole('radio', { name: 'One game' }).isChecked());
  });

  see('Explore: what is typed is shown as text', {}, async (page) => {
    await type(page, '<img src=x onerror=alert(1)>');
    await page.locator('#game-says .failed').waitFor();
    assert.equal(await page.locator('img').count(), 0);
  });

  see('Explore: a game of the catalog', {}, async (page) => {
    await page.getByRole('button', { name: 'Catalog', exact: true }).click();
    await page.locator('#catalog-word').fill('t-wythoff');
    await page.locator('#catalog-list button').filter({ hasText: /^t-Wythofft-wythoff\(|t-Wythoff\s*t-wythoff\(/ }).first().click();
    await page.locator('#game-says').getByText(/t-wythoff/i).waitFor();
    assert.match(await page.getByLabel('Game or rules').inputValue(), /^t-wythoff\(t=2/);
    await becomes(page, 1, 3, is(INK));
  });

  see('Explore: Grundy values with numbers, palace numbers of blocking, misère', {}, async (page) => {
    await page.getByText('Grundy values', { exact: true }).first().click();
    await becomes(page, 1, 2, is(PAPER));
    const light = await becomes(page, 0, 1, (now) => now !== PAPER && now !== '230,231,228');
    assert.notEqual(await colour(page, 9, 9), light);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Zoom in' }).click();
    const inked = () => page.locator('#explore .map').first().evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(50, canvas.height - 86, 56, 56);
      return new Set(new Uint32Array(data.buffer)).size;
    });
    await until(page, inked, (colours) => colours > 3, 'the number of colours of a cell with a number in it');
    await page.locator('#conventions summary').click();
    await page.getByLabel('Options that may be blocked').fill('1');
    await page.getByLabel('Options that may be blocked').press('Tab');
    await page.getByText('Palace numbers').click();
    await page.locator('#explore .legend').getByText('P-positions in sight').waitFor();
    await page.locator('#conventions summary').click();
    await page.getByLabel('Options that may be blocked').fill('0');
    await page.getByLabel(/Misère/).check();
    await page.getByText('P-positions', { exact: true }).first().click();
    await becomes(page, 0, 1, is(INK));
    await page.locator('#conventions summary').click();
    assert.match(page.url(), /misere=1/);
    await page.locator('#game-says').getByText(/misère play/).waitFor();
    await page.getByLabel(/Misère/).uncheck();
    await page.getByLabel('Extra ends').fill('1,1');
    await page.getByLabel('Extra ends').press('Tab');
    await becomes(page, 1, 1, is(INK));
    await page.getByLabel('Extra ends').fill('');
    await page.getByLabel('Forced N-positions').fill('1,2');
    await page.getByLabel('Forced N-positions').press('Tab');
    await becomes(page, 1, 2, is(PAPER));
    // The two do not go together.
    await page.getByLabel('Forced N-positions').fill('');
    await page.getByLabel('Forced N-positions').press('Tab');
    await becomes(page, 1, 2, is(INK));
    await page.getByLabel('One pass').check();
    await page.locator('#game-says').getByText(/one pass/).waitFor();
  });

  see('Explore: options are marked beside the numbers of their cells', { at: '#explore?layer=grundy&cell=9%2C14&z=5' }, async (page) => {
    const SKY = '86,180,233';
    await becomes(page, 3, 14, is(SKY), undefined, 0.16);
    assert.notEqual(await colour(page, 3, 14, undefined, 0.5), SKY);
    assert.notEqual(await colour(page, 3, 13, undefined, 0.16), SKY);
  });

  see('Explore: the map is dragged and zoomed to a million, and a link brings it back', {}, async (page) => {
    await becomes(page, 1, 2, is(INK));
    const box = await page.locator('#explore .map').first().boundingBox();
    await page.mouse.move(box.x + 500, box.y + 300);
    await page.mouse.down();
    await page.mouse.move(box.x + 340, box.y + 380, { steps: 8 });
    await page.mouse.up();
    const moved = await looks(page);
    assert.deepEqual([moved.x, moved.y], [10, 5]);
    await becomes(page, 11, 18, is(INK));
    await page.getByRole('button', { name: 'Piles below 1000000' }).click();
    const far = await looks(page);
    assert.equal(far.x, 0);
    assert.ok(far.z <= -10, `zoomed out to ${far.z}`);
    await becomes(page, 400_000, 647_213, is(INK), undefined, 0.5);
    await page.mouse.move(box.x + 300, box.y + 300);
    await page.mouse.wheel(0, -200);
    const nearer = await until(page, () => looks(page), (view) => view.z > far.z, 'the view after the wheel');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('The link is copied.').waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.equal(link, page.url());
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('#explore .map').first().waitFor();
    assert.deepEqual(await looks(page), nearer);
  });

  see('Explore: two games, side by side and as a difference', {}, async (page) => {
    await page.getByText('Side by side').click();
    await page.getByLabel('Second game', { exact: true }).fill('(i,0) (0,i)');
    await page.getByLabel('Second game', { exact: true }).press('Enter');
    await becomes(page, 5, 5, is(INK), '#explore .mapframe:nth-child(2) .map');
    assert.equal(await colour(page, 5, 5), PAPER);
    await page.getByText('Difference', { exact: true }).click();
    await becomes(page, 5, 5, is('86,180,233'));
    await becomes(page, 1, 2, is('230,159,0'));
    await becomes(page, 0, 0, is(INK));
  });

  see('Explore: three piles by slices', { at: '#explore?game=nim%28piles%3D3%29' }, async (page) => {
    await becomes(page, 4, 4, is(INK));
    await page.getByLabel(/Slice of/).fill('1');
    await becomes(page, 4, 5, is(INK));
    const at = await cell(page, 2, 3);
    await page.mouse.click(at.x, at.y);
    await says(page).getByText('(2,3,1)').waitFor();
    await says(page).getByText('the player to move loses').waitFor();
    await page.locator('#explore summary', { hasText: 'Download' }).click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Picture (SVG)' }).click()]);
    assert.match(readFileSync(await file.path()).toString(), /P-positions of nim.*x3 = 1/);
  });

  see('Explore: slopes and lines', {}, async (page) => {
    await page.getByLabel('Slopes').check();
    await page.locator('#explore .tools summary', { hasText: 'Lines' }).click();
    await page.getByLabel('Lines of slope').fill('(1+sqrt(5))/2');
    await page.getByLabel('Lines of slope').press('Enter');
    // The line runs through the middle of the cell 13,21.
    await becomes(page, 13, 21, lined, undefined, 0.5);
    await page.getByLabel('Lines of slope').fill('nonsense');
    await page.getByLabel('Lines of slope').press('Enter');
    await page.locator('.note .failed').waitFor();
  });

  see('Explore: a position of any size', {}, async (page) => {
    await page.getByLabel('Position', { exact: true }).fill('1000000000000000000000000000000,1618033988749894848204586834366');
    await page.getByRole('button', { name: 'Examine' }).click();
    await says(page).getByText('the player to move loses').waitFor();
  });

  see('Explore: what is shown can be taken away', {}, async (page) => {
    await becomes(page, 1, 2, is(INK));
    const take = async (name) => {
      if (!(await page.getByRole('button', { name }).isVisible())) await page.locator('#explore summary', { hasText: 'Download' }).click();
      const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
      return readFileSync(await file.path());
    };
    assert.equal((await take('Picture (PNG)')).subarray(1, 4).toString(), 'PNG');
    assert.match((await take('Picture (SVG)')).toString(), /^<\?xml|^<svg/);
    assert.equal((await take('This view (PNG)')).subarray(1, 4).toString(), 'PNG');
    assert.match((await take('Data (CSV)')).toString(), /1,2\n3,5\n/);
    assert.equal((await take('Data (npy)')).subarray(1, 6).toString(), 'NUMPY');
    assert.match((await take('Data (b-file)')).toString(), /1 1\n2 3\n3 4\n/);
    if (!(await page.getByRole('button', { name: 'Ratios b/a' }).isVisible())) await page.locator('#explore summary', { hasText: 'Download' }).click();
    await page.getByRole('button', { name: 'Ratios b/a' }).click();
    await page.locator('dialog.viewer img').waitFor();
    await page.locator('dialog.viewer').getByRole('button', { name: 'Close' }).click();
  });

  see('Explore: by the keyboard alone', {}, async (page) => {
    await becomes(page, 1, 2, is(INK));
    for (let tabs = 0; tabs < 60; tabs += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.classList.contains('map'))) break;
    }
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
    await says(page).getByText('(1,2)').waitFor();
    await says(page).getByText('the player to move loses').waitFor();
    await page.keyboard.press('+');
    assert.equal((await looks(page)).z, 5);
    await page.keyboard.press('-');
    assert.equal((await looks(page)).z, 4);
  });

  see('Discover: findings, drawn when pointed at; which game it is', { at: '#prove?game=%28i%2C0%29+%280%2Ci%29+%28k%2Cl%29+where+%7Ck+-+l%7C+%3C+3' }, async (page) => {
    await page.getByRole('button', { name: 'Discover', exact: true }).click();
    await page.locator('.findings li').filter({ hasText: 'b_n = a_n + 3 n' }).first().waitFor();
    const slope = page.locator('.findings li').filter({ hasText: 'slope' }).first();
    const before = await page.locator('#prove .map').evaluate((canvas) => canvas.toDataURL());
    const drawn = () => page.locator('#prove .map').evaluate((canvas) => canvas.toDataURL());
    await slope.hover();
    await until(page, drawn, (now) => now !== before, 'the map with a slope');
    // Every finding is drawn, by the keyboard too.
    await page.getByText('What is found fits the data').waitFor();
    for (const word of ['complementary', 'b_n = a_n + 3 n', 'beatty', 'morphism', 'numeration', 'automaton']) {
      await page.getByRole('button', { name: 'Discover', exact: true }).hover();
      await until(page, drawn, (now) => now === before, 'the map alone');
      await page.locator('.findings li').filter({ hasText: word }).first().focus();
      await until(page, drawn, (now) => now !== before, `the map with ${word}`);
      await page.getByRole('button', { name: 'Discover', exact: true }).focus();
    }
    await page.getByRole('button', { name: 'Is this a known game?' }).click();
    await page.getByRole('button', { name: 't-wythoff(t=3)' }).waitFor();
  });

  see('Prove: verdict, states, certificate; a refutation on the board', { at: '#prove' }, async (page) => {
    await page.getByRole('button', { name: 'Prove', exact: true }).click();
    await page.locator('.verdict.proved').waitFor();
    assert.match(await page.locator('#prove').innerText(), /States\s+7/);
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Certificate' }).click()]);
    assert.match(readFileSync(await file.path()).toString(), /^wythoff automaton certificate/);
    const [walnut] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'For Walnut' }).click()]);
    assert.match(readFileSync(await walnut.path()).toString(), /eval|def/);
    await page.getByLabel('Guess (may be left empty)').fill('x == y');
    await page.getByRole('button', { name: 'Prove', exact: true }).click();
    await page.locator('.verdict.refuted').waitFor();
    await page.locator('#prove').getByRole('button', { name: '1,1' }).click();
    await says(page).getByText('(1,1)').waitFor();
  });

  see('Prove: can be cancelled', { at: '#prove?game=wythoff&blocked=6' }, async (page) => {
    await page.getByLabel('Seconds').fill('300');
    await page.getByRole('button', { name: 'Prove', exact: true }).click();
    await page.getByRole('progressbar', { name: 'Looking for a proof' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('#prove').getByText('Cancelled.').waitFor();
    // A click is answered while whatever was cancelled ends.
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.getByLabel('Position', { exact: true }).fill('1,1');
    await page.getByRole('button', { name: 'Examine' }).click();
    await says(page).getByRole('heading', { name: '(1,1)' }).waitFor();
  });

  const turn = (page) => page.locator('#play .turn');
  const advice = (page) => page.locator('#play .advice');
  const square = async (page, x, y) => {
    const canvas = page.locator('canvas.queens');
    const box = await canvas.boundingBox();
    const start = (await page.getByLabel('Start').inputValue()).split(',').map(Number);
    const side = (box.width - 32) / (start[0] + 1);
    return { x: box.x + 30 + (x + 0.5) * side, y: box.y + box.height - 26 - (y + 0.5) * side };
  };

  see('Play: click, drag, keys, a refused move, a hint with its reason', { at: '#play?start=5%2C7' }, async (page) => {
    await turn(page).getByText('Your move from 5,7').waitFor();
    let at = await square(page, 4, 5);
    await page.mouse.click(at.x, at.y);
    await turn(page).getByText('This is not a move here').waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await advice(page).getByText(/You can win.*Move to/).waitFor();
    // Dragged to 4,7: a P-position.
    const from = await square(page, 5, 7);
    at = await square(page, 4, 7);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(at.x, at.y, { steps: 5 });
    await page.mouse.up();
    await turn(page).getByText(/The program moved to/).waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await turn(page).getByText('Your move from 5,7').waitFor();
    await page.locator('canvas.queens').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await turn(page).getByText(/The program moved to/).waitFor();
    // From here on hints win.
    for (let moves = 0; moves < 12; moves += 1) {
      if (await turn(page).getByText('You have won').count()) break;
      await page.getByRole('button', { name: 'Hint' }).click();
      const words = await advice(page).getByText(/You can win.*Move to/).innerText();
      const before = await page.locator('.rounds li').count();
      await page.getByLabel('Move', { exact: true }).fill(words.match(/Move to ([\d,]+)/)[1]);
      await page.getByRole('button', { name: 'Play it' }).click();
      await page.waitForFunction((count) => document.querySelectorAll('.rounds li').length > count, before);
    }
    await turn(page).getByText('You have won').waitFor();
    await page.getByRole('heading', { name: 'Review' }).waitFor();
  });

  see('Play: what is clicked before the game is read is not lost', { at: '#play?start=3%2C6' }, async (page) => {
    // A server that is slow to read; the engine inside the page is when it begins.
    await page.route('**/api', async (route) => {
      if (route.request().postDataJSON().ask === 'read') await new Promise((go) => setTimeout(go, 500));
      await route.continue();
    });
    await page.reload();
    await page.getByRole('button', { name: 'Hint' }).click();
    await advice(page).getByText(/You can win/).waitFor();
    await page.reload();
    await page.getByLabel('Move', { exact: true }).fill('3,5');
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.locator('.rounds').getByText('3,6 → 3,5').waitFor();
    // Nor is what is typed before it is there.
    await page.reload();
    await page.getByLabel('Move', { exact: true }).fill('3,5');
    await turn(page).getByText('Your move from 3,6').waitFor();
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.locator('.rounds').getByText('3,6 → 3,5').waitFor();
    assert.equal(await page.getByLabel('Move', { exact: true }).inputValue(), '');
    await page.getByLabel('Game or rules').fill('nim(piles=2)');
    await page.getByRole('link', { name: 'Discover and prove' }).click();
    await page.getByRole('button', { name: 'Is this a known game?' }).click();
    await page.getByText('The same game').waitFor();
    await page.getByRole('button', { name: 'nim(piles=2)' }).waitFor();
  });

  see('Play: piles are told in the order in which they lie', { at: '#play?start=9%2C14' }, async (page) => {
    await page.getByLabel('Move', { exact: true }).fill('9,5');
    await page.getByRole('button', { name: 'Play it' }).click();
    await page.locator('.rounds').getByText('9,14 → 9,5').waitFor();
    await page.locator('.rounds').getByText('9,5 → 3,5').waitFor();
    await turn(page).getByText('Your move from 3,5').waitFor();
  });

  see('Play: the turning point of a lost game is marked', { at: '#play?start=2%2C3&look=piles' }, async (page) => {
    await turn(page).getByText('Your move from 2,3').waitFor();
    // 1,2 would win; 2,2 loses.
    await page.getByLabel('Leave in y').fill('2');
    await page.getByLabel('Leave in y').press('Tab');
    await page.getByRole('button', { name: 'Move to 2,2' }).click();
    await turn(page).getByText('Your move from 1,2').waitFor();
    await page.getByLabel('Leave in y').fill('1');
    await page.getByLabel('Leave in y').press('Tab');
    await page.getByRole('button', { name: 'Move to 1,1' }).click();
    await turn(page).getByText('The program has won').waitFor();
    await page.locator('.turning').waitFor();
    assert.match(await page.locator('.turn-here').innerText(), /gives the win away.*better: 1,2/);
    await turn(page).getByText(/lost at move 1/).waitFor();
  });

  see('Play: blocking, and an opponent that errs', { at: '#play?start=3%2C4&blocked=1' }, async (page) => {
    await page.getByLabel('Opponent').fill('50');
    await page.locator('#play output').filter({ hasText: 'errs in 50' }).waitFor();
    await turn(page).getByText(/Your move from 3,4/).waitFor();
    await turn(page).getByText(/Blocked:/).waitFor();
    await page.getByRole('button', { name: 'Hint' }).click();
    await advice(page).getByText(/You can win|is lost/).waitFor();
    await page.getByLabel('Move', { exact: true }).fill('2,3');
    await page.getByRole('button', { name: 'Play it' }).click();
    await turn(page).getByText(/Forbid up to 1|is blocked/).waitFor();
  });

  see('Play: the rules in words, lost positions on the board, the program begins', { at: '#play?start=6%2C8&begins=1' }, async (page) => {
    await page.locator('#play').getByText('Take any positive number from one pile, or the same positive number from both').waitFor();
    await turn(page).getByText(/The program moved to/).waitFor();
    const board = page.locator('canvas.queens');
    const at = await square(page, 1, 2);
    const box = await board.boundingBox();
    const ink = () => board.evaluate((canvas, { x, y }) => {
      const ratio = canvas.width / canvas.clientWidth;
      return [...canvas.getContext('2d').getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data.slice(0, 3)].join();
    }, { x: at.x - box.x, y: at.y - box.y });
    assert.notEqual(await ink(), INK);
    await page.getByLabel('Show lost positions').check();
    await until(page, ink, is(INK), 'the cell 1,2');
  });

  see('Play: a pass, and piles that no table holds', { at: `#play?game=nim%28piles%3D2%29&pass=1&start=${'9'.repeat(40)}%2C${'9'.repeat(40)}` }, async (page) => {
    await page.getByRole('button', { name: 'Hint' }).click();
    await advice(page).getByText(/You can win\. Pass\./).waitFor();
    await page.getByRole('button', { name: 'Pass', exact: true }).click();
    await turn(page).getByText(/The program moved to/).waitFor();
    await page.locator('.rounds').getByText(/→ pass/).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Pass', exact: true }).isDisabled());
    await page.getByRole('button', { name: 'Hint' }).click();
    await advice(page).getByText(/You can win\. Move to/).waitFor();
  });

  see('Play: three piles, misère, typed rules', { at: '#play?game=nim%28piles%3D3%29&misere=1&start=1%2C1%2C1' }, async (page) => {
    await page.locator('#play').getByText('whoever makes the last move loses').waitFor();
    await turn(page).getByText('Your move from 1,1,1').waitFor();
    await page.getByLabel('Move', { exact: true }).fill('-1,0,0');
    await page.getByRole('button', { name: 'Play it' }).click();
    await turn(page).getByText('Your move from 0,0,1').waitFor();
    await page.getByLabel('Move', { exact: true }).fill('0,0,0');
    await page.getByRole('button', { name: 'Play it' }).click();
    await turn(page).getByText('The program has won').waitFor();
    await type(page, '(i,0) (0,2i) (2i,i)');
    await turn(page).getByText('Your move from 9,14').waitFor();
    await page.getByLabel('Move', { exact: true }).fill('9,13');
    await page.getByRole('button', { name: 'Play it' }).click();
    await turn(page).getByText('This is not a move here').waitFor();
  });

  see('Papers: sections, statuses, a row that is run', { at: '#papers?paper=VIS' }, async (page) => {
    await page.getByRole('heading', { name: 'Section 4.1' }).first().waitFor();
    await page.locator('#find-row').fill('VIS-T-mis-t-rec');
    const row = page.locator('.claim#VIS-T-mis-t-rec');
    await row.getByText('B_n=A_n+n+1').first().waitFor();
    await row.getByRole('button', { name: 'Run VIS-T-mis-t-rec' }).click();
    await row.getByText('as recorded', { exact: true }).waitFor({ timeout: 120_000 });
    assert.match(await row.innerText(), /fails at/);
    await page.locator('#find-row').fill('');
    await page.getByLabel('Status').selectOption('refuted');
    await page.locator('.claim .status.refuted').first().waitFor();
    assert.equal(await page.locator('.claim-top .status.holds').count(), 0);
    // A click is answered while a row runs.
    await page.getByLabel('Status').selectOption('');
    await page.locator('#find-row').fill('VIS-T2');
    await page.getByRole('button', { name: 'Run VIS-T2', exact: true }).click();
    await page.getByRole('link', { name: 'Explore' }).click();
    await page.getByLabel('Position', { exact: true }).fill('3,5');
    await page.getByRole('button', { name: 'Examine' }).click();
    await says(page).getByRole('heading', { name: '(3,5)' }).waitFor();
  });

  see('Sequences: pairs with a plot, a sequence, an array, digits', { at: '#numbers' }, async (page) => {
    const out = page.locator('#numbers .numbers');
    await out.getByRole('row', { name: /^2 3 5 2/ }).waitFor();
    await page.getByText('Sequences', { exact: true }).last().click();
    await out.getByText('1, 3, 4, 6, 8').waitFor();
    await page.locator('#numbers .plot').waitFor();
    await page.getByText('Arrays and trees').click();
    await out.getByRole('cell', { name: '13', exact: true }).first().waitFor();
    await page.getByLabel('Name', { exact: true }).fill('t1');
    await page.getByLabel('Name', { exact: true }).press('Tab');
    await out.getByRole('region', { name: 'The array t1' }).getByRole('row', { name: '3 5', exact: true }).waitFor();
    await page.getByText('Words', { exact: true }).click();
    await out.locator('.word').waitFor();
    await page.locator('#numbers .plot').waitFor();
    await page.getByText('Numeration', { exact: true }).click();
    await out.getByText('1000010100').waitFor();
    // Pairs are those of the game that is typed.
    await page.getByText('Pairs of the game').click();
    await type(page, '(i,0) (0,i)');
    await out.getByRole('row', { name: /^2 2 2 0/ }).waitFor();
  });

  see('the whole page by the keyboard: views, catalog, menus', { reducedMotion: 'reduce' }, async (page) => {
    await becomes(page, 1, 2, is(INK));
    const active = () => page.evaluate(() => document.activeElement?.textContent?.trim() || document.activeElement?.id || '');
    const reach = async (wanted) => {
      for (let tabs = 0; tabs < 60; tabs += 1) {
        await page.keyboard.press('Tab');
        if ((await active()) === wanted) return;
      }
      throw new Error(`${wanted} is not reached by Tab`);
    };
    await reach('Skip to the laboratory');
    await reach('Catalog');
    await page.keyboard.press('Enter');
    await page.locator('#catalog-word').waitFor();
    await page.keyboard.type('euclid');
    await page.locator('#catalog-list button').first().waitFor();
    // A search field takes the first Escape for itself.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('#catalog').waitFor({ state: 'hidden' });
    await reach('Conventions');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.locator('#game-says').getByText(/misère play/).waitFor();
    await page.keyboard.press('Escape');
    await reach('Download');
    // Nothing moves where that is not wanted.
    const moves = await page.evaluate(() => [...document.querySelectorAll('button, nav a, .segments span')].some((e) => getComputedStyle(e).transitionDuration !== '0s'));
    assert.equal(moves, false);
    await page.locator('nav a', { hasText: 'Play' }).focus();
    await page.keyboard.press('Enter');
    await turn(page).getByText(/Your move from/).waitFor();
  });

  see('no script but the page’s own is run', {}, async (page) => {
    const ran = await page.evaluate(() => new Promise((told) => {
      document.addEventListener('securitypolicyviolation', (event) => told(event.violatedDirective), { once: true });
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      setTimeout(() => told(window.ran ? 'ran' : 'nothing'), 2000);
    }));
    assert.match(ran, /^script-src/);
  }, [/Content Security Policy/]);

  for (const [look, options] of [
    // Without motion, so that no colour is measured on its way to another.
    ['desktop', { viewport: DESKTOP, reducedMotion: 'reduce' }],
    ['phone, dark', { viewport: PHONE, colorScheme: 'dark', hasTouch: true, isMobile: true, reducedMotion: 'reduce' }],
  ]) {
    for (const view of ['explore', 'prove', 'play', 'papers', 'numbers']) {
      see(`${view} can be read by everybody (${look})`, { ...options, at: `#${view}?cell=3%2C4&paper=LEX` }, async (page) => {
        const ready = { explore: '#position-says h2', prove: '#prove .map', play: '#play canvas.queens', papers: '.claim', numbers: '#numbers td' };
        await page.locator(ready[view]).first().waitFor();
        const found = await new AxeBuilder({ page }).analyze();
        const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `the page is ${wide} pixels too wide: ${await widest(page)}`);
      });
    }
  }

  see('a phone: tap a position, and a board in dark colours', { viewport: PHONE, colorScheme: 'dark', hasTouch: true, isMobile: true }, async (page) => {
    await becomes(page, 1, 2, is('242,209,107'));
    const at = await cell(page, 3, 5);
    await page.touchscreen.tap(at.x, at.y);
    await says(page).getByText('(3,5)').waitFor();
    await says(page).getByText('the player to move loses').waitFor();
  });

  if (engine === 'worker') {
    see('without a network it works after the first visit', {}, async (page) => {
      await becomes(page, 1, 2, is(INK));
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await page.context().setOffline(true);
      await page.reload();
      await becomes(page, 1, 2, is(INK));
      await page.locator('#engine').filter({ hasText: /this page itself/ }).waitFor();
      await page.getByLabel('Position', { exact: true }).fill('6,10');
      await page.getByRole('button', { name: 'Examine' }).click();
      await says(page).getByText('the player to move loses').waitFor();
      await page.context().setOffline(false);
    });
  }
}
