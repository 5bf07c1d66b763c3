// Pictures of pages: `cargo xtask screenshots [folder] [filter]` runs the scripts of the games, and they all use this.

import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from './protocol_player.mjs';
import { launch } from './chrome.mjs';
import { openHouse } from './server_process.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const folder = process.argv[2] ?? join(root, 'docs', 'screenshots');
const filter = new RegExp(process.argv[3] ?? '.');
const QUALITY = 80;
const SIZES = { phone: [375, 812, 1.5], laptop: [1366, 768, 1], projector: [1920, 1080, 1] };
/** Every page appears in every size, both languages and both colours; tables in two more combinations. */
const ROUNDS = [['laptop', 'en', 'light'], ['phone', 'de', 'dark'], ['projector', 'de', 'light']];
const MORE = [['phone', 'en', 'light'], ['laptop', 'de', 'dark']];

/** @typedef {{name: string, path: string, wait: string, prepare?: (page: import('playwright-core').Page) => Promise<any>, more?: boolean, full?: boolean}} View */

/**
 * Opens a house, lets `furnish` bring company and games into it, and takes pictures of what it gives back:
 * the credentials of whoever looks, and the views.
 * @param {(at: {url: string, invite: (...names: string[]) => Promise<any>}) => Promise<{me: any, views: View[]}>} furnish
 * @param {Record<string, string>} [files]
 */
export async function photograph(furnish, files = {}) {
  const company = /** @type {any[]} */ ([]);
  const house = await openHouse({ files });
  const browser = await launch();
  const [began, sizes] = [Date.now(), /** @type {number[]} */ ([])];
  try {
    const invite = async (/** @type {string[]} */ ...names) => {
      const people = await Promise.all(names.map((name) => call(house.url, name)));
      company.push(...people);
      return people;
    };
    const { me, views } = await furnish({ url: house.url, invite });
    mkdirSync(folder, { recursive: true });
    for (const [rounds, chosen] of [[ROUNDS, views], [MORE, views.filter((view) => view.more)]]) {
      for (const round of /** @type {any[]} */ (rounds)) sizes.push(...(await walk(browser, house.url, me, /** @type {View[]} */ (chosen), round)));
    }
  } finally {
    for (const person of company) person.close();
    await browser.close();
    await house.close();
  }
  console.log(`${sizes.length} pictures, ${(sizes.reduce((sum, size) => sum + size, 0) / 1e6).toFixed(2)} MB, in ${Math.round((Date.now() - began) / 1000)} s`);
}

async function walk(browser, url, me, views, [size, language, theme]) {
  const file = (/** @type {View} */ view) => `${view.name}-${size}-${language}-${theme}.webp`;
  const wanted = views.filter((view) => filter.test(file(view)));
  if (!wanted.length) return [];
  const [width, height, deviceScaleFactor] = SIZES[size];
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor, colorScheme: theme, reducedMotion: 'reduce', locale: language, hasTouch: size === 'phone', isMobile: size === 'phone' });
  await context.addInitScript(([chosen, who]) => {
    localStorage.setItem('parlor.settings', JSON.stringify({ language: chosen, theme: 'auto', motion: 'auto', volume: 0, labels: false }));
    for (const key of Object.keys(localStorage)) if (key.startsWith('parlor.draft')) localStorage.removeItem(key);
    if (!location.hash.startsWith('#/enter')) localStorage.setItem('parlor.me', JSON.stringify(who));
  }, [language, { ...me, session: undefined }]);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const sizes = [];
  for (const view of wanted) {
    await page.goto(`${url}/#/${view.path}`);
    await page.reload();
    await page.locator(view.wait).first().waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    await view.prepare?.(page);
    await page.waitForTimeout(600);
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    writeFileSync(join(folder, file(view)), Buffer.from(data, 'base64'));
    sizes.push(statSync(join(folder, file(view))).size);
  }
  await context.close();
  return sizes;
}

/** Every complete action in a tree of offers, with the labels and picks on its way. */
export function actions(offers, way = /** @type {any[]} */ ([])) {
  return offers.flatMap((node) => {
    const here = [...way, node];
    const done = node.action === undefined ? [] : [{ action: node.action, pick: node.pick, words: here.map((each) => each.label ?? each.pick).join(' > ') }];
    return [...done, ...actions(node.next ?? [], here)];
  });
}

/**
 * People sit down at a table of the first one, and begin.
 * @param {any[]} people
 * @param {string} game
 * @param {string} name
 * @param {object} [options]
 */
export async function begin(people, game, name, options = {}) {
  const [first, ...others] = people;
  const { table } = await first.ask('createGame', { game, name, options, seats: people.map(() => 'person'), clock: { moveMs: 900_000 } });
  for (const other of others) await other.ask('joinGame', { table });
  await first.ask('gameStart', { table });
  return table;
}

/**
 * Lets people make so many moves in all, by `choose` from all that can be done, until it is the first one's turn again.
 * False if the game ended before.
 * @param {any[]} people
 * @param {string} table
 * @param {number} moves
 * @param {(list: {action: any, pick: string, words: string}[], move: number) => any} choose
 */
export async function play(people, table, moves, choose) {
  for (let [move, waits] = [0, 0]; ; waits++) {
    const ready = people.filter((person) => person.tables.get(table)?.offers.length);
    if (move >= moves && ready.includes(people[0])) return true;
    if (people[0].tables.get(table)?.over) return false;
    if (waits > 3000) throw new Error('it is nobody’s turn');
    if (ready[0]) {
      // Where several may act at once, another may have been quicker.
      await ready[0].move(table, (/** @type {any[]} */ offers) => choose(actions(offers), move)).catch((/** @type {Error} */ error) => {
        if (!/moved on|not your turn/.test(error.message)) throw error;
      });
      [move, waits] = [move + 1, 0];
    } else await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Picks up the first piece that can be picked, so that its ways are seen. @param {import('playwright-core').Page} page */
export const pickUp = (page) => page.evaluate(() => {
  const stage = /** @type {any} */ (document.querySelector('parlor-stage'));
  const first = stage.walk.options().find((/** @type {any} */ node) => node.pick.startsWith('piece:') && node.next);
  if (first) void stage.pick(first.pick);
});
