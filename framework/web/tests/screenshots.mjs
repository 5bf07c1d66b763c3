// Pictures of every page in all sizes, languages and themes: `npm run screenshots -- [folder] [filter]`.
// Against the fake server.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startFake } from './fake/serve.mjs';
import { web } from './fake/assets.mjs';
import { enter, launch, openTable } from './chrome.mjs';

const folder = process.argv[2] ?? join(web, '..', '..', 'docs', 'screenshots');
const filter = new RegExp(process.argv[3] ?? '.');
const SIZES = { phone: [390, 844], laptop: [1366, 768], projector: [1920, 1080], wall: [3840, 2160] };
const WALL_ONLY = /table-(tiles|decks)-en-light/;

mkdirSync(folder, { recursive: true });
const fake = await startFake({ botMs: 30 });
const browser = await launch();
const host = await newPage('laptop', 'en', 'light');
await enter(host.page, fake.url, 'Ada');
await furnish(host.page);

let person = 0;
for (const [size, [width, height]] of Object.entries(SIZES)) {
  for (const lang of ['en', 'de']) {
    for (const theme of ['light', 'dark']) await walk(size, width, height, lang, theme);
  }
}
await browser.close();
await fake.close();

async function newPage(size, lang, theme) {
  const [width, height] = SIZES[size];
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, reducedMotion: 'reduce', locale: lang, hasTouch: size === 'phone' });
  await context.addInitScript(([language]) => localStorage.setItem('parlor.settings', JSON.stringify({ language, theme: 'auto', motion: 'auto', volume: 0, labels: false })), [lang]);
  return { context, page: await context.newPage() };
}

/** A lobby with something going on: a finished game, a running one, an open one, some talk. */
async function furnish(page) {
  const { world } = fake;
  const ada = [...world.people.values()][0];
  const line = [...world.lines].find((each) => each.person === ada);
  const open = (game, seats, name, more = {}) => world.on_createGame(line, { game, seats, name, options: {}, clock: { moveMs: 30_000 }, openerPlays: false, ...more }).table;
  const bots = (n) => Array.from({ length: n }, (_, i) => ({ bot: { kind: 'random', name: ['Grace', 'Alan', 'Edsger', 'Barbara'][i] } }));
  const over = world.tables.get(open('tiles', bots(2), 'Morning round'));
  world.start(over);
  while (over.phase === 'running') await new Promise((resolve) => setTimeout(resolve, 50));
  fake.over = over.id;
  open('hexes', ['person', ...bots(2)], 'After lunch', { openerPlays: true });
  fake.running = open('tiles', bots(2), 'Grudge match', { options: { map: 'wide' } });
  world.botMs = 4000;
  world.start(world.tables.get(fake.running));
  for (const [name, text] of [['Grace', 'Anyone for a quick one?'], ['Alan', 'Give me two minutes, the kettle is on.'], ['Grace', '☕ fine!']]) world.chat.push({ person: 'x', name, text, at: Date.now() });
  await page.close();
}

async function walk(size, width, height, lang, theme) {
  const shots = ['enter', 'lobby', 'new', 'waiting', 'table-tiles', 'table-hexes', 'table-decks', 'result', 'replay', 'results', 'leaderboard', 'rules', 'settings'].filter((name) => {
    const id = `${name}-${lang}-${theme}-${size}`;
    return filter.test(id) && (size !== 'wall' || WALL_ONLY.test(id));
  });
  if (!shots.length) return;
  const { context, page } = await newPage(size, lang, theme);
  const snap = async (name, full = false) => {
    if (!shots.includes(name)) return;
    await page.waitForTimeout(350);
    await page.screenshot({ path: join(folder, `${name}-${lang}-${theme}-${size}.png`), fullPage: full });
  };
  const visit = (path, selector) => page.goto(`${fake.url}/#/${path}`).then(() => page.locator(selector).first().waitFor());
  const names = ['Mina', 'Jonas', 'Élodie', 'Tarek'];
  await page.goto(fake.url);
  await page.locator('.enter-form').waitFor();
  await snap('enter');
  await enter(page, fake.url, `${names[person % 4]}${person < 4 ? '' : ` ${person}`}`);
  person++;
  await page.locator('.table-row').first().waitFor();
  await snap('lobby');
  if (shots.includes('new')) {
    await visit('new/tiles', '.preview .cell');
    await snap('new');
  }
  if (shots.includes('waiting')) {
    await openTable(page, 'tiles');
    await snap('waiting');
  }
  if (shots.includes('table-tiles')) {
    fake.world.botMs = 60;
    await play(page, 'tiles', 9, async () => page.locator('select').first().selectOption({ index: 0 }));
    await page.locator('.tail .happened').nth(6).waitFor();
    await page.waitForTimeout(2100);
    await snap('table-tiles');
  }
  if (shots.includes('table-hexes')) {
    await play(page, 'hexes', 0, async () => {});
    await page.locator('.piece.pickable').first().waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await snap('table-hexes');
  }
  if (shots.includes('table-decks')) {
    await play(page, 'decks', 0, async () => {
      await page.locator('#seat-count').fill('3');
      await page.locator('#seat-count').blur();
      await page.locator('#plan-2').selectOption({ index: 1 });
    });
    await page.locator('[data-area=draw] .card').click();
    await page.locator('.card.pickable').nth(2).click({ position: { x: 10, y: 30 } });
    await snap('table-decks');
  }
  fake.world.botMs = 4000;
  if (shots.includes('result')) {
    await visit(`table/${fake.over}`, '.result');
    await snap('result');
  }
  if (shots.includes('replay')) {
    await visit(`replay/r-${fake.over}`, '.player');
    for (let i = 0; i < 8; i++) await page.locator('.player button').nth(3).click();
    await page.waitForTimeout(2200);
    await snap('replay');
  }
  await visit('results', '.result-row').then(() => snap('results'));
  await visit('leaderboard/tiles', '.scores').then(() => snap('leaderboard'));
  await visit('rules/tiles', '.rules').then(() => snap('rules'));
  await visit('settings', '#volume').then(() => snap('settings'));
  await context.close();
}

/** Opens a table against the computer and makes some moves. */
async function play(page, game, moves, change) {
  await openTable(page, game, async () => {
    await page.locator('#plan-1').selectOption({ index: 1 });
    await change();
  });
  await page.locator('.waiting button.primary.big').click();
  await page.locator('.board, .zone').first().waitFor();
  for (let i = 0; i < moves; i++) {
    await page.locator('parlor-stage.choosing').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(450);
  }
}
