// A real server of its own for tests: the program `parlor` with a data folder that is thrown away.

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** The page as it is now, so that a change of it can be tried without building. */
const assets = join(root, 'framework', 'web', 'public');

/** The program: `PARLOR_BIN`, or what `cargo build` made last. */
export const program = process.env.PARLOR_BIN ?? join(root, 'target', 'debug', 'parlor');

// The settings of whoever runs the tests are not those of the tests.
export const env = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PARLOR_'))), PARLOR_LOG: process.env.PARLOR_LOG ?? 'error' };

/**
 * Starts a server. `files` are put into its data folder first, such as settings and maps of games.
 * @param {{files?: Record<string, string>, args?: string[]}} [options]
 */
export async function openHouse({ files = {}, args = [] } = {}) {
  if (!existsSync(program)) throw new Error(`${program} does not exist: run \`cargo build\`, or name the program in PARLOR_BIN`);
  const data = mkdtempSync(join(tmpdir(), 'parlor-page-'));
  const house = { url: '', data, child: /** @type {any} */ (null), put, start, stop, close };
  for (const [path, text] of Object.entries(files)) put(path, text);
  await start(0);
  return house;

  /** Writes a file into the data folder. */
  function put(path, text) {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), text);
  }

  /** Starts the program, again on the same port where it ran before. */
  async function start(port = Number(new URL(house.url).port)) {
    const child = spawn(program, ['serve', '--host', '127.0.0.1', '--port', String(port), '--data', data, '--assets', assets, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env });
    house.child = child;
    house.url = await new Promise((resolve, reject) => {
      let said = '';
      child.once('error', reject);
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      child.stdout.on('data', (text) => {
        said += text;
        const found = /http:\/\/\S+/.exec(said);
        if (found) resolve(found[0]);
      });
    });
  }

  /** Stops the program; `SIGKILL` lets it drop everything. @param {NodeJS.Signals} signal */
  async function stop(signal = 'SIGTERM') {
    const { child } = house;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  async function close() {
    await stop('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}
