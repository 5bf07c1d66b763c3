// Words and looks from the project's own assets, read the simple way; no game is named here.

import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
export const web = join(here, '..', '..');
export const assets = join(web, '..', '..', 'assets');

/** The ids of all games of the project. */
export function gameIds() {
  return readdirSync(assets).filter((name) => existsSync(join(assets, name, 'game.toml')))
    .map((name) => /^id\s*=\s*"([^"]+)"/m.exec(readFileSync(join(assets, name, 'game.toml'), 'utf8'))?.[1] ?? name);
}

/** The languages of the lobby: those with texts of the page. */
export const languages = () => readdirSync(join(assets, 'lobby')).filter((lang) => existsSync(join(assets, 'lobby', lang, 'page.ftl'))).sort();

/** The page's words: one line per message, as the page's part of the lobby's texts is written. */
export function pageTexts(lang) {
  const file = join(assets, 'lobby', lang, 'page.ftl');
  const texts = {};
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const found = /^(page-[\w-]+)\s*=\s*(.*)$/.exec(line);
    if (found) texts[found[1]] = found[2];
  }
  return texts;
}

/** The looks of the first game that has pictures of grounds and pieces, by layer. */
export function pictures() {
  for (const folder of readdirSync(assets)) {
    const file = join(assets, folder, 'game.toml');
    if (!existsSync(file)) continue;
    const looks = {};
    for (const part of readFileSync(file, 'utf8').split(/^\[looks\./m).slice(1)) {
      const value = (key) => new RegExp(`^${key}\\s*=\\s*"([^"]*)"`, 'm').exec(part.split(/^\[/m)[0])?.[1];
      looks[part.slice(0, part.indexOf(']'))] = { shape: value('shape'), colour: value('colour'), letter: value('letter'), sprite: value('sprite'), layer: value('layer') };
    }
    const grounds = Object.values(looks).filter((look) => look.layer === 'ground' && look.sprite);
    const pieces = Object.values(looks).filter((look) => !look.layer && look.sprite);
    if (grounds.length >= 4 && pieces.length >= 2) return { grounds, pieces, folder: join(assets, folder, 'sprites') };
  }
  return { grounds: [], pieces: [], folder: '' };
}
