// The example plugins in the page: dropped into the folder of a server that runs, and played against its computers.

import test from 'node:test';
import assert from 'node:assert/strict';
import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { enter, openTable, start } from '../../../framework/web/tests/chrome.mjs';
import { choices, choose, evening } from '../../../framework/web/tests/server_and_browser.mjs';

/** Where `cargo xtask plugins` puts them. */
const built = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'target', 'plugins');

/** Each kind of plugin, who plays it (a name belongs to one guest), and the most moves of a person in a game of it. */
const examples = [
  { name: 'connect-four', player: 'Ada', kind: 'Rust in the sandbox', most: 21 },
  { name: 'breakthrough', player: 'Ben', kind: 'Rust as a native library', most: 110 },
  { name: 'tic-tac-toe', player: 'Cleo', kind: 'Python in the sandbox', most: 5 },
  { name: 'reversi', player: 'Dan', kind: 'JavaScript in the sandbox', most: 60 },
];

const at = evening({}, ['--allow-native']);

const offered = async () => (await (await fetch(`${at.url}/api/games`)).json()).map((game) => game.id);

/** Waits until the server offers a game. What has an interpreter in it is compiled for a while. */
async function untilOffered(name) {
  for (const began = Date.now(); !(await offered()).includes(name); await pause(200)) {
    assert.ok(Date.now() - began < 240_000, `${name} is offered`);
  }
}

for (const { name, player, kind, most } of examples) {
  const folder = join(built, name);
  const skip = existsSync(join(folder, 'plugin.toml')) ? false : 'it was not built: see `cargo xtask plugins`';
  test(`a plugin is dropped in and played to the end: ${name}, ${kind}`, { skip }, async () => {
    // PL-12
    assert.ok(!(await offered()).includes(name));
    cpSync(folder, join(at.house.data, 'plugins', name), { recursive: true });
    await untilOffered(name);
    const page = await at.guest();
    await enter(page, at.url, player);
    await openTable(page, name, () => page.locator('#plan-1').selectOption({ index: 1 }));
    await start(page);
    for (let picks = 0; ; picks++) {
      await page.locator('parlor-stage.choosing, .result').first().waitFor({ timeout: 30_000 });
      if (await page.locator('.result').isVisible()) break;
      const list = await choices(page);
      if (list.length) await choose(page, list[picks % list.length]);
      // A move may be two picks, from where and where to.
      assert.ok(picks < 2 * most, 'the game ends');
    }
    // The recording of a plugin's game is verified like any other.
    await page.locator('.result').getByRole('link', { name: 'Replay' }).click();
    await page.getByText('played here').waitFor();
  });
}
