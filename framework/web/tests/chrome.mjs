// One headless Chromium for all tests.

import { chromium } from 'playwright-core';

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--autoplay-policy=no-user-gesture-required'],
});

/** Enters as a guest and waits for the lobby. */
export async function enter(page, url, name, path = '') {
  await page.goto(`${url}/#/${path}`);
  await page.getByRole('textbox').first().fill(name);
  await page.locator('.enter-form button.primary').click();
  await page.locator('.enter-form').waitFor({ state: 'detached' });
}

/** Opens a table through the page; `change` may alter the form first. */
export async function openTable(page, game, change = async () => {}) {
  await page.goto(`${new URL(page.url()).origin}/#/new/${game}`);
  await page.locator('.new-form').waitFor();
  await change(page);
  await page.locator('.new-actions button.primary').click();
  await page.locator('.waiting').waitFor();
}
