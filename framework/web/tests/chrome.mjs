// Headless Chromium for all tests, and what visitors do on every page.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const installed = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));

/** The browser named in `CHROMIUM`, the system's, or the one that Playwright installed. */
export const launch = () => chromium.launch({
  executablePath: installed,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--autoplay-policy=no-user-gesture-required'],
});

/**
 * A new visitor with a browser store of their own. What goes wrong on their page is noted in `faults`.
 * @param {import('playwright-core').Browser} browser
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function visitor(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, locale: 'en', reducedMotion: 'reduce', ...options });
  const page = /** @type {any} */ (await context.newPage());
  page.faults = [];
  page.on('pageerror', (/** @type {Error} */ error) => page.faults.push(error.message));
  page.on('console', (/** @type {any} */ line) => line.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(line.text()) && page.faults.push(line.text()));
  page.setDefaultTimeout(30_000);
  return page;
}

/** Enters as a guest and waits for the lobby. */
export async function enter(page, url, name, path = '') {
  await page.goto(`${url}/#/${path}`);
  await page.getByRole('textbox').first().fill(name);
  await page.locator('form.enter-form button.primary').click();
  await page.locator('form.enter-form').waitFor({ state: 'detached' });
}

/** Opens a table through the page; `change` may alter the form first. */
export async function openTable(page, game, change = async () => {}) {
  await page.goto(`${new URL(page.url()).origin}/#/new/${game}`);
  await page.locator('.new-form').waitFor();
  await change(page);
  await page.locator('.new-actions button.primary').click();
  await page.locator('.waiting').waitFor();
}

/** Starts the game that one has opened. */
export const start = (page) => page.locator('.waiting button.primary.big').click();

/** Waits until the page lets its person choose. */
export const myTurn = (page) => page.locator('parlor-stage.choosing').waitFor();
