// An evening for one file of tests: a real server, a real browser, and guests who come and go.

import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { launch, visitor } from './chrome.mjs';
import { openHouse } from './server_process.mjs';

/**
 * Opens before the first test of a file and ends after the last one. `files` are put into the data folder first,
 * `args` are for the server.
 * @param {Record<string, string>} [files] @param {string[]} [args]
 */
export function evening(files = {}, args = []) {
  const at = {
    /** The server. @type {Awaited<ReturnType<typeof openHouse>>} */ house: /** @type {any} */ (null),
    /** @type {import('playwright-core').Browser} */ browser: /** @type {any} */ (null),
    /** Where the lobby is. */
    get url() {
      return at.house.url;
    },
    /** Somebody new at the door. @param {import('playwright-core').BrowserContextOptions} [options] */
    guest: async (options) => {
      const page = await visitor(at.browser, options);
      pages.push(page);
      return page;
    },
  };
  const pages = /** @type {any[]} */ ([]);
  before(async () => {
    at.house = await openHouse({ files, args });
    at.browser = await launch();
  });
  // Everybody goes home, and nothing went wrong on anybody's page.
  afterEach(async () => {
    const faults = pages.flatMap((page) => page.faults);
    for (const page of pages.splice(0)) await page.context().close();
    assert.deepEqual(faults, []);
  });
  after(async () => {
    await at.browser?.close();
    await at.house?.close();
  });
  return at;
}

/** What may be chosen now, in words. */
export const choices = (page) => page.locator('.choices li button').allTextContents();

/** Makes a choice by its words, whether or not the list is open, and waits until something has come of it. */
export async function choose(page, words) {
  const state = () => `${document.querySelector('.choices')?.textContent} ${document.querySelector('.log')?.textContent} ${document.querySelector('.result') !== null}`;
  const before = await page.evaluate(state);
  await page.locator('.choices li button').filter({ hasText: words }).first().dispatchEvent('click');
  await page.waitForFunction(`(${state})() !== ${JSON.stringify(before)}`);
}
