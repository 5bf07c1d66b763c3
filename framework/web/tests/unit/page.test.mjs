import test from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gameIds, languages, pageTexts, web } from '../fake/assets.mjs';

const files = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  if (entry.name === 'node_modules') return [];
  const path = join(folder, entry.name);
  return entry.isDirectory() ? files(path) : [path];
});
const sources = files(join(web, 'public', 'js')).map((path) => readFileSync(path, 'utf8')).join('\n');

test('no file of the page contains the name of a game', () => {
  const ids = gameIds();
  assert.ok(ids.length > 0, 'there are games to look for');
  const kinds = /\.(js|mjs|css|html|svg|json)$/;
  for (const path of files(web).filter((each) => kinds.test(each))) {
    const text = readFileSync(path, 'utf8').toLowerCase();
    for (const id of ids) assert.ok(!new RegExp(`\\b${id}\\b`).test(text), `${path} names ${id}`);
  }
});

test('the page weighs at most 320 KB before compression', () => {
  const weight = files(join(web, 'public')).filter((path) => !/\.txt$|types\.js$/.test(path)).reduce((sum, path) => sum + statSync(path).size, 0);
  console.log(`# page weight: ${(weight / 1000).toFixed(1)} KB`);
  assert.ok(weight <= 320_000, `${weight} bytes`);
});

test('every word of the page exists in every language, and no word is left over', () => {
  // LO-4
  const en = pageTexts('en');
  // A language has the plural forms it needs.
  const plain = (texts) => [...new Set(Object.keys(texts).map((key) => key.replace(/-(zero|one|two|few|many|other)$/, '')))].sort();
  assert.ok(languages().includes('de') && languages().includes('en'));
  for (const language of languages()) assert.deepEqual(plain(pageTexts(language)), plain(en), language);
  const fixed = [...sources.matchAll(/\bt\('([\w-]+)'/g)].map((found) => found[1]);
  const either = [...sources.matchAll(/\bt\([^'`\n]*\? '([\w-]+)' : '([\w-]+)'/g)].flatMap((found) => [found[1], found[2]]);
  const used = new Set([...fixed, ...either].map((key) => `page-${key}`));
  for (const key of used) assert.ok(key in en || `${key}-other` in en, `${key} has no words`);
  const made = [...sources.matchAll(/\btO?r?\(`([^`]*)`/g)].map((found) => new RegExp(`^page-${found[1].replace(/\$\{[^}]*\}/g, '[\\w-]+')}$`));
  for (const key of Object.keys(en)) {
    const plain = key.replace(/-(one|other)$/, '');
    assert.ok(used.has(key) || used.has(plain) || made.some((form) => form.test(key)), `${key} is not used`);
  }
});

test('every language fills in the same names', () => {
  const en = pageTexts('en');
  const names = (text) => [...text.matchAll(/\$(\w+)/g)].map((found) => found[1]).sort();
  for (const key of Object.keys(en)) {
    if (/-(one|other)$/.test(key)) continue;
    for (const language of languages()) assert.deepEqual(names(en[key]), names(pageTexts(language)[key]), `${language}: ${key}`);
  }
});

test('the list of packages names no registry', () => {
  assert.doesNotMatch(readFileSync(join(web, 'package-lock.json'), 'utf8'), /"resolved"|https?:/);
});

test('the page asks nobody else for anything', () => {
  const all = files(join(web, 'public')).filter((path) => /\.(js|css|html)$/.test(path)).map((path) => readFileSync(path, 'utf8')).join('\n');
  const foreign = [...all.matchAll(/https?:\/\/[^\s'"`)]+/g)].map((found) => found[0]).filter((url) => !url.startsWith('http://www.w3.org/'));
  assert.deepEqual(foreign, []);
});

test('what the first page needs is named in its head, so that it is fetched at once', () => {
  const root = join(web, 'public', 'js');
  const reached = new Set();
  const walk = (path) => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const [, to] of readFileSync(join(root, path), 'utf8').matchAll(/^import [^;]*? from '(\.[^']+)'/gm)) walk(join(path, '..', to));
  };
  walk('main.js');
  const named = [...readFileSync(join(web, 'public', 'index.html'), 'utf8').matchAll(/modulepreload" href="js\/([^"]+)"/g)].map((found) => found[1]);
  assert.deepEqual(named.sort(), [...reached].filter((path) => path !== 'main.js').sort());
});
