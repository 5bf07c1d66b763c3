// A language that the lobby has by files alone, in real Chromium with the real server.

import test from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { enter, evening, openTable } from './common.mjs';

const english = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'assets', 'lobby', 'en');

/** A file in French as a translator would begin it: every text of the English one, marked. @param {string} text */
const inFrench = (text) => text.replace(/^([a-z][\w-]*) = /gm, '$1 = FR ').replace(/^number-.*\n/gm, '');

const files = Object.fromEntries(readdirSync(english).map((name) => [`locales/fr/${name}`, inFrench(readFileSync(join(english, name), 'utf8'))]));

const at = evening(files);

test('the page speaks a language whose files lie in the data folder', async () => {
  // LO-4
  const page = await at.guest({ locale: 'fr-CA' });
  await enter(page, at.url, 'Amélie');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  await page.locator('.lobby').waitFor();
  assert.match(await page.locator('h1, h2').first().textContent(), /^FR /);
  await openTable(page, 'snails');
  const room = await page.locator('.waiting').textContent();
  assert.match(room, /FR Start the game/);
  assert.match(room, /’s snail/, 'the game has no French words, so its readers get the English ones');
});
