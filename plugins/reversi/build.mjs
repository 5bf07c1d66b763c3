// Makes the module: npm install && node build.mjs
import { componentize } from '@bytecodealliance/componentize-js';
import { readFile, writeFile } from 'node:fs/promises';

const { component } = await componentize(await readFile('reversi.js', 'utf8'), {
  // This example stays with the first version of the contract, which hosts still run.
  witPath: '../../framework/plugins/contracts/0.1.0.wit',
  worldName: 'game',
  // A plugin gets nothing from its host: no clock, no randomness, no network, nowhere to print.
  disableFeatures: ['clocks', 'fetch-event', 'http', 'random', 'stdio'],
});
await writeFile('reversi.wasm', component);
console.log(`reversi.wasm: ${Math.ceil(component.length / 1024)} KB`);
