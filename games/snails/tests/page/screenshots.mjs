// Pictures of every page, with the real server and company that plays over the protocol:
// `cargo xtask screenshots [folder] [filter]`.

import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from '../../../../framework/web/tests/caller.mjs';
import { launch } from '../../../../framework/web/tests/chrome.mjs';
import { openHouse } from '../../../../framework/web/tests/house.mjs';
import { settings } from './common.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');
const folder = process.argv[2] ?? join(root, 'docs', 'screenshots');
const filter = new RegExp(process.argv[3] ?? '.');
const QUALITY = 82;
const SIZES = { phone: [390, 844, 2], laptop: [1366, 768, 1], projector: [1920, 1080, 1] };
/** Every page appears in every size, both languages and both colours, though not in all combinations. */
const ROUNDS = [['laptop', 'en', 'light'], ['laptop', 'de', 'dark'], ['phone', 'de', 'light'], ['phone', 'en', 'dark'], ['projector', 'en', 'dark'], ['projector', 'de', 'light']];
const ON_THE_WALL = ['lobby', 'table', 'result', 'replay'];

let count = 0;
const company = [];
const house = await openHouse({ files: { 'snails/settings.gcf': settings({ maxComputationTimePerTurn: 60 }) } });
const browser = await launch();
try {
  const stage = await furnish();
  if (!process.argv[3]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [size, language, theme] of ROUNDS) await walk(stage, size, language, theme);
  const files = readdirSync(folder);
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  console.log(`${files.length} pictures, ${(bytes / 1e6).toFixed(2)} MB, in ${folder}`);
} finally {
  for (const person of company) person.close();
  await browser.close();
  await house.close();
}

/** An evening at the lobby: finished games, a running one, people who wait and talk. */
async function furnish() {
  const people = {};
  for (const name of ['Mina', 'Ben', 'Grace', 'Alan', 'Edsger', 'Barbara']) company.push((people[name] = await call(house.url, name)));
  const { Mina, Ben, Grace, Alan, Edsger, Barbara } = people;
  await over(await begin([Grace, Alan], 'Morning round', 'hedgerow'), [Grace, Alan]);
  await over(await begin([Barbara, Edsger], 'Coffee break', 'walled-garden'), [Barbara, Edsger]);
  await over(await begin([Alan, Mina], 'Lunch', 'default'), [Alan, Mina]);
  const done = await begin([Mina, Ben], 'Rematch?', 'hedgerow');
  await over(done, [Mina, Ben]);
  await Grace.ask('createGame', { game: 'snails', name: 'Come and play', options: { map: 'default' }, seats: ['person', 'person'] });
  const running = await begin([Grace, Barbara], 'Grudge match', 'walled-garden');
  for (let i = 0; i < 30; i++) await turn(running, [Grace, Barbara]);
  const waiting = (await Mina.ask('createGame', { game: 'snails', name: 'Friday evening', options: { map: 'walled-garden' }, seats: ['person', 'person'], clock: { moveMs: 30_000 } })).table;
  const table = await begin([Mina, Ben], 'Garden party', 'walled-garden');
  for (let i = 0; i < 32; i++) await turn(table, [Mina, Ben]);
  await turn(table, [Ben]).catch(() => {});
  if (!(await hers(Mina, table))) throw new Error('the picture of the table should show a turn');
  await Alan.ask('spectate', { table });
  for (const [who, text] of [[Alan, 'That wall of slime looks expensive.'], [Ben, 'Wait and see …'], [Mina, 'Good luck!']]) await who.ask('chat', { table, text });
  for (const [who, text] of [[Grace, 'Anyone for a quick one?'], [Alan, 'Give me two minutes, the kettle is on.'], [Grace, '☕ fine!'], [Edsger, 'I bring biscuits.']]) await who.ask('chat', { text });
  return { me: { ...Mina.me, session: undefined }, done, waiting, table };
}

/** Whether somebody is to move, a moment later. */
async function hers(who, table) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  return who.tables.get(table).offers.length > 0;
}

/** Two people sit down and begin. */
async function begin([first, second], name, map) {
  const { table } = await first.ask('createGame', { game: 'snails', name, options: { map }, seats: ['person', 'person'], clock: { moveMs: 900_000 } });
  await second.ask('joinGame', { table });
  await first.ask('gameStart', { table });
  return table;
}

/** Whoever is to move moves: towards open ground, without thinking much. */
async function turn(table, people) {
  for (let i = 0; i < 100; i++) {
    for (const who of people) if (await who.move(table, choose)) return true;
    if (people.some((who) => who.tables.get(table)?.over)) return false;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('nobody moves');
}

function choose(offers) {
  const captures = offers.filter((offer) => /Capture/.test(offer.label));
  const list = captures.length ? captures : offers.filter((offer) => /Slide/.test(offer.label));
  return list.length ? list[(count++ >> 2) % list.length] : offers.at(-1);
}

async function over(table, people) {
  while (await turn(table, people));
}

async function walk({ me, done, waiting, table }, size, language, theme) {
  const [width, height, deviceScaleFactor] = SIZES[size];
  const wanted = (name) => filter.test(`${name}-${size}-${language}-${theme}`) && (size !== 'projector' || ON_THE_WALL.includes(name));
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: Math.min(deviceScaleFactor, 1.5), colorScheme: theme, reducedMotion: 'reduce', locale: language, hasTouch: size === 'phone' });
  await context.addInitScript(([chosen, who]) => {
    localStorage.setItem('parlor.settings', JSON.stringify({ language: chosen, theme: 'auto', motion: 'auto', volume: 0, labels: false }));
    localStorage.removeItem('parlor.draft.snails');
    if (!location.hash.startsWith('#/enter')) localStorage.setItem('parlor.me', JSON.stringify(who));
  }, [language, me]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const snap = async (name, path, selector, prepare = async () => {}) => {
    if (!wanted(name)) return;
    await page.goto(`${house.url}/#/${path}`);
    await page.reload();
    await page.locator(selector).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    await prepare();
    await page.waitForTimeout(500);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    writeFileSync(join(folder, `${name}-${size}-${language}-${theme}.webp`), Buffer.from(data, 'base64'));
  };
  await snap('door', 'enter', '.enter-form');
  await snap('lobby', '', '.table-row');
  await snap('new', 'new/snails', '.preview .cell', () => page.locator('.content-field select').selectOption('n:walled-garden').then(() => page.waitForTimeout(700)));
  await snap('waiting', `table/${waiting}`, '.waiting');
  await snap('table', `table/${table}`, '.board .cell', () => page.locator('.mark-target').first().waitFor({ state: 'attached' }));
  await snap('result', `table/${done}`, '.result .scores');
  await snap('replay', `replay/${done}`, '.player', async () => {
    for (let i = 0; i < 14; i++) await page.locator('.player button').nth(3).click();
    await page.waitForTimeout(2100);
  });
  await snap('results', 'results', '.result-row');
  await snap('leaderboard', 'leaderboard/snails', '.scores');
  await snap('rules', 'rules/snails', '.rules');
  await snap('settings', 'settings', '#volume');
  await context.close();
}
