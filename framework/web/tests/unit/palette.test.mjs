import test from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { colours, icons, shapes } from '../../public/js/looks.js';
import { sounds } from '../../public/js/sound.js';

const source = await readFile(new URL('../../../kit/src/palette.rs', import.meta.url), 'utf8');

/** The names of one list in the kit. @param {string} list */
function kit(list) {
  const names = new RegExp(`const ${list}: &\\[&str\\] = &\\[([^\\]]*)\\]`).exec(source)?.[1];
  assert.ok(names, `the kit has no list ${list}`);
  return [...names.matchAll(/"([a-z]+)"/g)].map((match) => match[1]);
}

test('the page draws and plays the names of the kit’s palette, and no others', () => {
  assert.deepEqual(colours.sort(), kit('COLOURS').sort());
  assert.deepEqual(shapes.sort(), kit('SHAPES').sort());
  assert.deepEqual(icons.sort(), kit('ICONS').sort());
  assert.deepEqual(sounds.sort(), kit('SOUNDS').sort());
});
