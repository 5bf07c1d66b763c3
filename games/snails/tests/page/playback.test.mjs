// Playing back anywhere: from a file before a name is entered, and from one HTML file without a server.

import test from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { call } from '../../../../framework/web/tests/protocol_player.mjs';
import { visitor } from '../../../../framework/web/tests/chrome.mjs';
import { env, program } from '../../../../framework/web/tests/server_process.mjs';
import { axeInBothColours } from '../../../../framework/web/tests/axe.mjs';
import { enter, evening } from './common.mjs';

const at = evening();
const folder = mkdtempSync(join(tmpdir(), 'parlor-playback-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

/** A whole game between two computer players, once for all tests: its id, and the file that people keep. @type {Promise<{id: string, text: string}>|undefined} */
let recorded;
const game = () => (recorded ??= record());

async function record() {
  const opener = await call(at.url, 'Opener');
  const bot = (name) => ({ bot: { kind: 'random', name } });
  const { table } = await opener.ask('createGame', { game: 'snails', seats: [bot('Rosa'), bot('Rudi')] });
  await opener.ask('gameStart', { table });
  for (;;) {
    const [result] = await (await fetch(`${at.url}/api/results`)).json();
    if (result) {
      opener.close();
      return { id: result.recording, text: await (await fetch(`${at.url}/api/recordings/${result.recording}`)).text() };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const file = (name, content) => ({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
/** What stands on the board and beside it. */
const position = async (page) => [
  await page.locator('.piece').evaluateAll((all) => all.map((piece) => piece.getAttribute('style')).join('|')),
  await page.locator('.banner').textContent(), await page.locator('.hud .seat-score').allTextContents(),
];

/** Opens an HTML file from disk in a browser without a network. What it asks for is kept in `asked`. */
async function openFromDisk(html, options = {}) {
  const path = join(folder, `${Math.random()}.html`);
  writeFileSync(path, html);
  const page = await visitor(at.browser, options);
  page.asked = [];
  page.on('request', (request) => page.asked.push(request.url()));
  await page.context().setOffline(true);
  await page.goto(pathToFileURL(path).href);
  return page;
}

/** Nothing went wrong in a file, and it loaded nothing. */
async function closeFile(page) {
  assert.deepEqual(page.faults, []);
  assert.deepEqual(page.asked.filter((url) => !url.startsWith('data:')).map((url) => url.slice(0, 7)), ['file://']);
  await page.context().close();
}

/** The HTML file as the page gives it. */
async function downloaded(page) {
  const saved = page.waitForEvent('download');
  await press(page, 'Download to play anywhere');
  return readFileSync(await (await saved).path(), 'utf8');
}

test('a recording is opened from a file before a name is entered, chosen or dropped', async () => {
  // LO-25
  const { text } = await game();
  const page = await at.guest();
  await page.goto(at.url);
  await page.locator('#recording').setInputFiles(file('game.json', text));
  await page.locator('.player').waitFor();
  await page.getByText('consistent').waitFor();
  await press(page, 'To the end');
  const end = await position(page);
  assert.equal(await page.evaluate(() => localStorage.getItem('parlor.me')), null, 'nobody has entered');
  // The language is changed while it is open.
  await page.locator('.languages [lang=de]').click();
  await page.getByText('stimmig').waitFor();
  await page.goto(at.url);
  await page.evaluate((content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], 'game.json'));
    document.querySelector('.hero')?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, text);
  await page.locator('.player').waitFor();
  await press(page, 'Zum Ende');
  assert.deepEqual((await position(page))[0], end[0]);
  await page.reload();
  await page.locator('#recording').waitFor();
  assert.equal(await page.locator('.player').count(), 0, 'what is only watched is not stored');
});

test('a bad file is refused at the door in words of the reader’s language', async () => {
  // LO-25
  const { text } = await game();
  const forged = JSON.parse(text);
  forged.outcome.scores[0] += 1;
  const other = JSON.stringify({ ...JSON.parse(text), game: 'chess' });
  const impossible = JSON.parse(text);
  impossible.course[0].done = { act: { slide: 'nowhere' } };
  const huge = 'x'.repeat(9 * 1024 * 1024);
  for (const [locale, refusals] of [
    ['en', [
      ['not.json', 'no JSON at all', /not\.json: This is not a recording of a Parlor game, or it is damaged\./], ['list.json', '[]', /not a recording/],
      ['forged.json', JSON.stringify(forged), /cannot be trusted: its course leads to another result/], ['chess.json', other, /no game called "chess"/],
      ['impossible.json', JSON.stringify(impossible), /cannot be trusted: entry 1 of its course is not possible/], ['huge.json', huge, /has at most 8 MB/],
    ]],
    ['de', [['not.json', '\0\0', /Das ist keine Aufzeichnung/], ['forged.json', JSON.stringify(forged), /nicht zu trauen: Ihr Verlauf führt zu einem anderen Ergebnis/]]],
  ]) {
    const page = await at.guest({ locale });
    await page.goto(at.url);
    for (const [name, content, words] of refusals) {
      await page.locator('#recording').setInputFiles(file(name, content));
      await page.locator('.fault').getByText(words).waitFor();
    }
    await page.locator('#recording').setInputFiles(file('game.json', text));
    await page.locator('.player').waitFor();
    page.faults.length = 0; // The browser itself reports the refusals.
  }
});

test('one HTML file plays the game back from disk, without a server', async () => {
  // LO-26
  const { id, text } = await game();
  const page = await at.guest();
  await enter(page, at.url, 'Keeper');
  await page.goto(`${at.url}/#/replay/${id}`);
  await page.getByText('played here').waitFor();
  const first = await position(page);
  await press(page, 'To the end');
  const end = await position(page);
  await page.locator('#description').fill('A quiet evening');
  const html = await downloaded(page);
  console.log(`# the HTML file of a game: ${(html.length / 1000).toFixed(1)} KB`);
  assert.ok(Buffer.byteLength(html) <= 400_000, `${Buffer.byteLength(html)} bytes`);
  const { secret } = JSON.parse(text);
  assert.ok(!html.includes(secret), 'the secret is not needed to play back');
  for (const [name, options] of [['laptop', { viewport: { width: 1366, height: 768 } }], ['phone', { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true, locale: 'de' }]]) {
    const alone = await openFromDisk(html, options);
    await alone.locator('.player').waitFor();
    const words = name === 'phone' ? { end: 'Zum Ende', back: 'Einen Schritt zurück', forward: 'Einen Schritt vor', start: 'Zum Anfang', mark: 'hier gespielt' } : { end: 'To the end', back: 'One step back', forward: 'One step forward', start: 'To the start', mark: 'played here' };
    assert.match(await alone.locator('.table-title .muted').textContent(), new RegExp(`Rosa – Rudi · ${words.mark} · ${new URL(at.url).host}, .*20\\d\\d`));
    await alone.getByText('A quiet evening').waitFor();
    assert.deepEqual((await position(alone))[0], first[0]);
    await press(alone, words.end);
    assert.deepEqual((await position(alone))[0], end[0], 'the final position');
    assert.deepEqual((await position(alone))[2], end[2], 'the final scores');
    await press(alone, words.back);
    await press(alone, words.forward);
    assert.deepEqual((await position(alone))[0], end[0]);
    await press(alone, words.start);
    assert.deepEqual((await position(alone))[0], first[0]);
    for (let i = 0; i < 6; i++) await press(alone, words.forward);
    await alone.locator('.log .happened').first().waitFor();
    if (process.env.PARLOR_PICTURES) await alone.screenshot({ path: join(process.env.PARLOR_PICTURES, `playback-${name}.png`) });
    if (name === 'laptop') {
      await axeInBothColours(alone, 'the HTML file');
      // Steady at eight times the speed, then in the original timing, in German.
      await alone.getByLabel('Speed').selectOption('8');
      await press(alone, 'Play');
      await alone.waitForFunction(() => Number(document.querySelector('.counter').textContent.split(' ')[0]) >= 9);
      await press(alone, 'Stop');
      const counter = Number((await alone.locator('.counter').textContent()).split(' ')[0]);
      await alone.getByRole('button', { name: /^DE/ }).click();
      assert.equal(Number((await alone.locator('.counter').textContent()).split(' ')[0]), counter, 'another language stays at the step');
      await alone.getByText('hier gespielt').waitFor();
      await alone.getByLabel('Takt').selectOption('original');
      await press(alone, 'Abspielen');
      await alone.waitForFunction((from) => Number(document.querySelector('.counter').textContent.split(' ')[0]) > from, counter);
    }
    await closeFile(alone);
  }
});

test('a changed name is only consistent, and markup in a recording never runs', async () => {
  // LO-15, LO-26
  const { text } = await game();
  const hostile = JSON.parse(text);
  const [image, script] = ['<img src=x onerror="hacked=1">', '</script><script>hacked=1//'];
  [hostile.participants[0].name, hostile.participants[1].name] = [image, script];
  hostile.description = '</script><script>globalThis.hacked = 1</script><!-- </style><svg onload="hacked=1">';
  const page = await at.guest();
  await page.goto(at.url);
  await page.locator('#recording').setInputFiles(file('hostile.json', JSON.stringify(hostile)));
  await page.getByText('consistent').waitFor();
  const html = await downloaded(page);
  assert.equal(await page.evaluate(() => 'hacked' in globalThis), false);
  assert.ok(!html.includes('<img src=x') && !html.includes('<script>hacked') && !html.includes('<svg onload'), 'no markup of the recording is in the file');
  const alone = await openFromDisk(html);
  await alone.locator('.player').waitFor();
  await press(alone, 'To the end');
  const title = await alone.locator('.table-title .muted').textContent();
  assert.ok(title.includes(image) && title.includes(script) && title.includes('consistent') && !title.includes('played here'), title);
  await alone.getByText(hostile.description).waitFor();
  assert.equal(await alone.evaluate(() => 'hacked' in globalThis), false);
  await closeFile(alone);
  // Even a script that found its way in does not run.
  const broken = await openFromDisk(html.replace('<body>', '<body><script>globalThis.hacked = 1</script><img src=x onerror="hacked=1">'));
  await broken.locator('.player').waitFor();
  assert.equal(await broken.evaluate(() => 'hacked' in globalThis), false);
  assert.ok(broken.faults.some((fault) => fault.includes('Content Security Policy')), `${broken.faults}`);
  await broken.context().close();
});

test('parlor replay --html writes the file that plays back, unless the recording is not true', async () => {
  // LO-26
  const { text } = await game();
  const [source, out] = [join(folder, 'game.json'), join(folder, 'game.html')];
  writeFileSync(source, text);
  const said = execFileSync(program, ['replay', source, '--html', out, '--lang', 'de'], { env, encoding: 'utf8' });
  assert.match(said, /game\.json: consistent, \d+ steps\n.*game\.html: \d+ KB\n$/);
  const alone = await openFromDisk(readFileSync(out, 'utf8'), { locale: 'fr' });
  await alone.getByText('stimmig').waitFor();
  assert.match(await alone.locator('.table-title .muted').textContent(), /Rosa – Rudi · stimmig · parlor replay \d/);
  await press(alone, 'Zum Ende');
  await closeFile(alone);
  const forged = JSON.parse(text);
  forged.outcome.scores[0] += 1;
  const [lie, none] = [join(folder, 'lie.json'), join(folder, 'lie.html')];
  writeFileSync(lie, JSON.stringify(forged));
  const refused = spawnSync(program, ['replay', lie, '--html', none], { env, encoding: 'utf8' });
  assert.deepEqual([refused.status, existsSync(none)], [1, false], refused.stdout);
  const two = spawnSync(program, ['replay', source, lie, '--html', none], { env, encoding: 'utf8' });
  assert.equal(two.status, 2, two.stderr);
});
