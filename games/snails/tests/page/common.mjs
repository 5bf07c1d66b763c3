// Snails in the page, with the real server in a real browser: what its tests share.

import assert from 'node:assert/strict';
import { choices, evening as open } from '../../../../framework/web/tests/server_and_browser.mjs';

export { choices };
export { enter, myTurn, openTable, start } from '../../../../framework/web/tests/chrome.mjs';

/** Settings with computer players that do not keep a test waiting. */
export const settings = (change = {}) => JSON.stringify({
  maxTurnDuration: 30, maxTurnsWithoutCapture: 5, maxComputationTimePerTurn: 20, minCPUAgentTurnDuration: 0.05,
  minMapSize: 5, maxMapSize: 20, requireSquareMap: false, ...change,
});

/** A map of any size without blocks, with the snails in two corners. */
export const map = (width, height = width) => JSON.stringify({
  size: { x: width, y: height },
  contents: Array.from({ length: width * height }, (_, i) => (i === 0 ? 129 : i === width * height - 1 ? 130 : 0)),
});

/** An evening with settings for tests; `files` are put into the data folder too. */
export const evening = (files = {}) => open({ 'snails/settings.gcf': settings(), ...files });

/** The cell that a choice such as `Capture (1, 2)` names. */
export const cellOf = (choice) => /\((\d+), (\d+)\)/.exec(choice)?.slice(1).join(',');

/** The best choice for somebody who does not think: capture if possible, else slide, else miss. */
export const simple = (list) => list.find((each) => /^(Capture|Erobere)/.test(each)) ?? list.find((each) => /^(Slide|Gleite)/.test(each)) ?? list.at(-1);

/** Makes a choice with the mouse. */
export async function click(page, choice) {
  const cell = cellOf(choice);
  if (cell) await page.locator(`[data-cell="${cell}"]`).click();
  else await page.locator('.seat.own').waitFor().then(() => page.locator('.piece.pickable').click());
}

/** Plays a game to its result; each of the pages belongs to one of the players. */
export async function playOut(pages, choose = (page, list) => click(page, simple(list))) {
  let turns = 0;
  for (;;) {
    let over = false;
    for (const page of pages) {
      if (await page.locator('.result').isVisible()) over = true;
      else if (await page.locator('parlor-stage.choosing').count()) {
        await choose(page, await choices(page));
        turns++;
      }
    }
    if (over) return turns;
    assert.ok(turns < 300, 'the game ends');
    await pages[0].waitForTimeout(10);
  }
}

/** Counts the sounds that a page plays, from its first visit on. */
export const listen = (page) => page.addInitScript(() => {
  globalThis.tones = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...when) {
    globalThis.tones++;
    return start.apply(this, when);
  };
});

/** How many sounds a page has played. */
export const tones = (page) => page.evaluate(() => globalThis.tones);
