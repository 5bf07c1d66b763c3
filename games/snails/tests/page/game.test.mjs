// A whole game between people, and everything they can do at the table.

import test from 'node:test';
import assert from 'node:assert/strict';
import { cellOf, choices, click, enter, evening, listen, myTurn, openTable, playOut, simple, start, tones } from './common.mjs';

const at = evening();

const log = (page, text) => page.locator('.log .tail').getByText(text).last().waitFor();

/** Two people at a table that has just begun. */
async function two(names, options = {}) {
  const [ada, ben] = [await at.guest(options), await at.guest(options)];
  await enter(ada, at.url, names[0]);
  await enter(ben, at.url, names[1]);
  await openTable(ada, 'snails');
  await ben.locator('.table-row', { hasText: names[0] }).getByRole('link', { name: /Join/ }).click();
  await ada.getByText('Everybody is here').waitFor();
  await start(ada);
  await Promise.all([ada, ben].map((page) => page.locator('.board .cell').first().waitFor()));
  return [ada, ben];
}

/** Somebody against the computer, to move. */
async function alone(name, options = {}) {
  const page = await at.guest(options);
  await listen(page);
  await enter(page, at.url, name);
  await openTable(page, 'snails', () => page.locator('#plan-1').selectOption({ index: 1 }));
  await start(page);
  await myTurn(page);
  return page;
}

const mover = async (pages) => {
  for (;;) {
    for (const page of pages) if (await page.locator('parlor-stage.choosing').count()) return page;
    await pages[0].waitForTimeout(10);
  }
};

test('two people play a whole game to its result while a third watches, and then play again', async () => {
  // LO-5, LO-7, LO-12, LO-13, LO-14, SN-17, SN-18, SN-19
  const [ada, ben] = await two(['Ada', 'Ben']);
  const eve = await at.guest();
  await enter(eve, at.url, 'Eve');
  await eve.locator('.table-row', { hasText: 'Ada' }).getByRole('link', { name: /Watch/ }).click();
  await eve.locator('.board .cell').first().waitFor();
  assert.equal(await eve.locator('.mark-target').count(), 0, 'a spectator is offered nothing');
  await ada.locator('.table-head').getByText('1 watching').waitFor();
  assert.match(await eve.locator('.banner').textContent(), /^Round \d+ - (Ada|Ben)$/);
  assert.match(await eve.locator('.big-clock').textContent(), /^0:\d\d$|^\d\.\d$/);
  assert.deepEqual(await eve.locator('.hud .seat-name').allTextContents(), ['Ada', 'Ben']);
  const [, , active] = /^(Round \d+ - )(.*)$/.exec((await eve.locator('.banner').textContent()) ?? '') ?? [];
  assert.deepEqual(await eve.locator('.seat.active .seat-name').allTextContents(), [active]);
  await playOut([ada, ben]);
  for (const page of [ada, ben, eve]) await page.locator('.result').waitFor();
  const scores = (await eve.locator('.places .seat-score').allTextContents()).map(Number);
  assert.ok(scores[0] >= scores[1] && scores[0] + scores[1] <= 25, String(scores));
  assert.match(await eve.locator('.result').textContent(), /Finished after \d+ rounds/);
  if (scores[0] > scores[1]) {
    const winner = (await eve.locator('.places .first .grow').textContent()) ?? '';
    await eve.locator('.result h2').getByText(`${winner} wins`).waitFor();
    await eve.locator('.result').getByText('Highscores: Small lawn (5×5)').waitFor();
    const row = eve.locator('.result .scores tr.new');
    assert.match(await row.textContent(), new RegExp(`${winner}.*person.*${scores[0]}`));
    // Whoever comes later is told the same.
    await eve.reload();
    await row.waitFor();
    await eve.goto(`${at.url}/#/leaderboard/snails`);
    await eve.locator('.scores').first().getByText(winner).waitFor();
  }
  await ada.getByRole('button', { name: 'Play again' }).click();
  // The other is asked, and then the game begins.
  await ben.locator('.vote').getByText('Ada would like to play again.').waitFor();
  await ben.locator('.vote').getByRole('button', { name: 'Agree' }).click();
  for (const page of [ada, ben]) await page.locator('.result').waitFor({ state: 'hidden' });
  await click(await mover([ada, ben]), 'Miss');
  await eve.goto(`${at.url}/#/results`);
  await eve.locator('.result-row', { hasText: 'Ada' }).first().waitFor();
});

test('targets are highlighted and grow under the pointer; click, own snail and secondary button act', async () => {
  // SN-14, SN-15
  const page = await alone('Click');
  const list = await choices(page);
  const marks = await page.locator('.mark-target').evaluateAll((each) => each.map((mark) => mark.getAttribute('data-mark')));
  assert.deepEqual(marks.sort(), list.map(cellOf).filter(Boolean).sort());
  const choice = simple(list);
  const cell = cellOf(choice);
  const before = await tones(page);
  await page.locator(`[data-cell="${cell}"]`).hover();
  await page.waitForFunction((count) => globalThis.tones > count, before);
  await page.locator(`.mark-target.hover[data-mark="${cell}"]`).waitFor({ state: 'attached' });
  await click(page, choice);
  await log(page, `Click: ${choice}`);
  await myTurn(page);
  await page.locator('.piece.pickable').click();
  await log(page, 'Click: Miss');
  await myTurn(page);
  await page.locator('.arena').click({ button: 'right', position: { x: 15, y: 15 } });
  await page.waitForFunction(() => [...document.querySelectorAll('.log .happened')].filter((line) => line.textContent === 'Click: Miss').length === 2);
});

test('turns and actions are announced in large letters, to screen readers and with sound', async () => {
  // SN-14
  const page = await at.guest();
  await listen(page);
  await enter(page, at.url, 'Ear');
  await openTable(page, 'snails', () => page.locator('#plan-1').selectOption({ index: 1 }));
  await start(page);
  await myTurn(page);
  const before = await tones(page);
  const choice = simple(await choices(page));
  await click(page, choice);
  await page.locator('.news-line').first().waitFor();
  await page.locator('#live').getByText(`Ear: ${choice}`).waitFor({ state: 'attached' });
  await page.locator('#live').getByText(/^Round \d+ - /).last().waitFor({ state: 'attached' });
  assert.ok((await tones(page)) > before, 'a sound was played');
});

test('the snail is seen to move', async () => {
  // SN-14
  const page = await alone('Eye', { reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    globalThis.glides = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if (options?.id === 'glide') globalThis.glides++;
      return animate.call(this, frames, options);
    };
  });
  await click(page, simple(await choices(page)));
  await page.waitForFunction(() => globalThis.glides > 0);
});

test('the snail is dragged to its target, and a drop on nothing does nothing', async () => {
  const page = await alone('Drag');
  const choice = simple(await choices(page));
  const snail = page.locator('.piece.pickable');
  const wall = await page.evaluate(() => {
    const marked = new Set([...document.querySelectorAll('.mark-target')].map((mark) => mark.getAttribute('data-mark')));
    return [...document.querySelectorAll('.cell')].map((cell) => cell.getAttribute('data-cell')).find((cell) => !marked.has(cell) && cell === '2,2') ?? '2,2';
  });
  await snail.dragTo(page.locator(`[data-cell="${wall}"]`));
  await page.waitForTimeout(150);
  assert.equal(await page.locator('.log').getByText('Drag:').count(), 0);
  assert.equal(await page.locator('.ghost').count(), 0);
  await snail.dragTo(page.locator(`[data-cell="${cellOf(choice)}"]`));
  await log(page, `Drag: ${choice}`);
});

test('a whole game by keyboard alone, from the door to the result', async () => {
  // LO-22
  const page = await at.guest();
  await page.goto(at.url);
  await page.locator('#name').waitFor();
  await page.keyboard.type('Key');
  await page.keyboard.press('Enter');
  await page.locator('.lobby').waitFor();
  await tabTo(page, (_text, _id, _cell, link) => link.endsWith('/new/snails'));
  await page.keyboard.press('Enter');
  await page.locator('#plan-1').waitFor();
  await tabTo(page, (_text, id) => id === 'plan-1');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, (text) => text === 'Open table');
  await page.keyboard.press('Enter');
  await page.locator('.waiting').waitFor();
  await tabTo(page, (text) => text === 'Start the game');
  await page.keyboard.press('Enter');
  await myTurn(page);
  await tabTo(page, (_text, _id, cell) => cell !== '');
  await playOut([page], async (_page, list) => {
    const wanted = cellOf(simple(list)) ?? '';
    for (let i = 0; i <= list.length; i++) {
      await page.keyboard.press('n');
      if (!wanted || (await page.evaluate(() => document.activeElement?.getAttribute('data-cell'))) === wanted) break;
    }
    await page.keyboard.press('Enter');
  });
  await page.locator('.result').waitFor();
  assert.ok(await page.locator('.log').getByText('Key: Capture').count(), 'something was captured');
});

/** Presses the tabulator until something has the focus. */
async function tabTo(page, wanted) {
  for (let i = 0; i < 80; i++) {
    const [text, id, cell, link] = await page.evaluate(() => {
      const element = document.activeElement;
      const attribute = (name) => element?.getAttribute(name) ?? '';
      return [element?.textContent ?? '', element?.id ?? '', attribute('data-cell'), attribute('href')];
    });
    if (wanted(text.trim(), id, cell, link)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('the keyboard never got there');
}

test('reloading in mid-game returns to the same table and state', async () => {
  // LO-2
  const page = await alone('Again');
  const choice = simple(await choices(page));
  await click(page, choice);
  await myTurn(page);
  const [scores, offered] = [await page.locator('.seat-score').allTextContents(), await choices(page)];
  await page.reload();
  await myTurn(page);
  assert.deepEqual(await page.locator('.seat-score').allTextContents(), scores);
  assert.deepEqual(await choices(page), offered);
  await log(page, `Again: ${choice}`);
  assert.equal(await page.locator('.seat.own .seat-name').textContent(), 'Again');
});

test('a second tab shows the same game and can play it', async () => {
  // LO-2
  const page = await alone('Twin');
  const second = await page.context().newPage();
  await second.goto(page.url());
  await myTurn(second);
  const choice = simple(await choices(second));
  await click(second, choice);
  await log(page, `Twin: ${choice}`);
  await myTurn(page);
  await click(page, 'Miss');
  await log(second, 'Twin: Miss');
});

test('a server that is killed and comes back finds everybody at their table', async () => {
  // LO-2
  const page = await alone('Rock');
  const choice = simple(await choices(page));
  await click(page, choice);
  await myTurn(page);
  await at.house.stop('SIGKILL');
  await page.locator('#line').getByText(/lost/).waitFor();
  await at.house.start();
  await page.getByText('Connected again.').waitFor();
  await myTurn(page);
  await log(page, `Rock: ${choice}`);
  await click(page, 'Miss');
  await log(page, 'Rock: Miss');
});

test('the language is switched in mid-game, everything at once', async () => {
  // LO-4
  const page = await alone('Lingo');
  const choice = simple(await choices(page));
  await click(page, choice);
  await myTurn(page);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByText('Du bist dran').waitFor();
  await page.locator('.banner').getByText(/^Runde \d+ – Lingo/).waitFor();
  await page.locator('.log').getByText(/^Lingo: nimmt \(\d, \d\) ein/).first().waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  assert.doesNotMatch(await page.locator('body').innerText(), /page-|snails-|Your turn|Round|Resign|Capture/);
  await click(page, simple(await choices(page)));
  await myTurn(page);
});

test('Esc asks before resigning, and the other wins whatever the score', async () => {
  // SN-2, SN-15
  const page = await alone('Quit');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Play on' }).click();
  await myTurn(page);
  await page.keyboard.press('Escape');
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.result').getByText('Player 2 wins').waitFor();
  await page.locator('.result').getByText('One player has resigned.').waitFor();
});

test('a table that does not exist is told in plain words, without a chat beside it', async () => {
  // LO-22
  const page = await at.guest();
  await enter(page, at.url, 'Lost');
  for (const id of ['nope', 't1']) {
    await page.goto(`${at.url}/#/table/${id}`);
    await page.locator('.sorry').getByRole('heading').waitFor();
    assert.equal(await page.locator('.chat-form').count(), 0);
    assert.doesNotMatch(await page.locator('.sorry').innerText(), /request|expected|invalid/);
  }
});

test('a pause stops the clock for all, and a game is ended without a result by agreement', async () => {
  // LO-10
  const [ada, ben] = await two(['Pia', 'Quin']);
  await ada.getByRole('button', { name: 'Pause' }).click();
  await ben.getByText('The game is paused.').waitFor();
  await ben.waitForTimeout(400);
  const clock = await ben.locator('.big-clock').textContent();
  await ben.waitForTimeout(1500);
  assert.equal(await ben.locator('.big-clock').textContent(), clock);
  await ada.getByRole('button', { name: 'Go on' }).click();
  await mover([ada, ben]);
  await ada.getByRole('button', { name: 'End without a result' }).click();
  await ada.locator('dialog').getByRole('button', { name: 'Propose' }).click();
  // Whoever comes back is asked again, and whoever has proposed is not.
  await ben.locator('.vote').getByText('Pia proposes').waitFor();
  for (const page of [ada, ben]) {
    await page.reload();
    await page.locator('.board .cell').first().waitFor();
  }
  await ben.locator('.vote').getByText('Pia proposes').waitFor();
  assert.equal(await ada.locator('.vote').isVisible(), false);
  await ben.locator('.vote').getByRole('button', { name: 'Play on' }).click();
  await ada.locator('.log').getByText(/Quin/).last().waitFor();
  assert.equal(await ada.locator('.vote').isVisible(), false, 'whoever proposes is not asked');
  await ben.getByRole('button', { name: 'End without a result' }).click();
  await ben.locator('dialog').getByRole('button', { name: 'Propose' }).click();
  await ada.locator('.vote').getByRole('button', { name: 'Agree' }).click();
  for (const page of [ada, ben]) await page.locator('.result h2').getByText('Ended without a result').waitFor();
});

test('a move is taken back when the other player agrees', async () => {
  // LO-23
  const pages = await two(['Rhea', 'Sam']);
  const first = await mover(pages);
  const second = pages.find((page) => page !== first);
  const before = await choices(first);
  await click(first, 'Miss');
  await mover([second]);
  await first.getByRole('button', { name: 'Take back' }).click();
  await first.locator('dialog').getByRole('button', { name: 'Propose' }).click();
  await second.locator('.vote').getByText(/(Rhea|Sam) asks to take back a move/).waitFor();
  assert.equal(await first.locator('.vote').isVisible(), false, 'whoever asks is not asked');
  await second.locator('.vote').getByRole('button', { name: 'Agree' }).click();
  await mover([first]);
  assert.deepEqual(await choices(first), before);
  assert.equal(await second.locator('.vote').isVisible(), false);
  for (const page of pages) await log(page, /takes back a move/);
});

test('people talk at the table, spectators too, as text only', async () => {
  // LO-3
  const [ada, ben] = await two(['Tia', 'Uwe']);
  const eve = await at.guest();
  await enter(eve, at.url, 'Vera');
  await eve.getByPlaceholder('Write a message').fill('<b>hello</b> all');
  await eve.keyboard.press('Enter');
  await eve.locator('.said').getByText('<b>hello</b> all').waitFor();
  await eve.locator('.table-row', { hasText: 'Tia' }).getByRole('link', { name: /Watch/ }).click();
  await eve.locator('.board').waitFor();
  await eve.getByPlaceholder('Write a message').fill('good luck');
  await eve.keyboard.press('Enter');
  for (const page of [ada, ben]) await page.locator('.table-side .said').getByText('good luck').waitFor();
  assert.equal(await ada.locator('.table-side').getByText('hello').count(), 0, 'the lobby is not heard at the table');
});

test('a phone plays by touch, and the whole board fits', async () => {
  // LO-22, SN-17
  const page = await alone('Tap', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const choice = simple(await choices(page));
  await page.locator(`[data-cell="${cellOf(choice)}"]`).tap();
  await log(page, `Tap: ${choice}`);
  const board = await page.locator('.board').boundingBox();
  assert.ok(board.x >= 0 && board.x + board.width <= 360 && board.y + board.height <= 740, JSON.stringify(board));
  for (const path of ['', 'new/snails', 'results', 'leaderboard/snails', 'rules/snails', 'settings', 'replay']) {
    await page.goto(`${at.url}/#/${path}`);
    await page.waitForTimeout(250);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${path || 'lobby'} is ${width} px wide`);
  }
});
