// Where the page begins.

import { drawHead, drawLine, paintFrame } from './chrome.js';
import { tell } from './dialog.js';
import { h } from './dom.js';
import { hub } from './hub.js';
import { onLanguage, speak, t } from './i18n.js';
import { go, Router } from './router.js';
import { settings, show } from './settings.js';
import { wake } from './sound.js';
import { enterPage } from './pages/login.js';
import { lobbyPage } from './pages/lobby.js';

/** @import { Open } from './router.js' */

const [head, line, frame] = ['head', 'line', 'page'].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));

/** A page for people who have entered; others are asked at the door and brought back. @param {Open} page @returns {Open} */
const inside = (page) => guarded((params, query) => {
  if (hub.me) return page(params, query);
  const next = location.hash.replace(/^#\/?/, '');
  return enterPage([], new URLSearchParams(next ? { next } : {}));
});

/** A page that cannot be shown says why, and the others still work. @param {Open} page @returns {Open} */
const guarded = (page) => async (params, query) => {
  try {
    return await page(params, query);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { title: t('sorry'), element: h('div', { class: 'sorry narrow' }, h('h1', {}, t('sorry')), h('p', { role: 'alert' }, text), h('a', { class: 'button primary', href: '#/' }, t('to-lobby'))) };
  }
};

const router = new Router(frame, {
  '': inside(lobbyPage),
  enter: guarded(enterPage),
  // Pages behind the lobby are fetched when they are first opened.
  new: inside(async (...at) => (await import('./pages/new_table.js')).newPage(...at)),
  table: inside(async (...at) => (await import('./pages/table.js')).tablePage(...at)),
  results: inside(async (...at) => (await import('./pages/results.js')).resultsPage(...at)),
  leaderboard: inside(async (...at) => (await import('./pages/results.js')).leaderboardPage(...at)),
  replay: guarded(async (...at) => (await import('./pages/replay.js')).replayPage(...at)),
  rules: guarded(async (...at) => (await import('./pages/game_rules.js')).rulesPage(...at)),
  settings: guarded(async (...at) => (await import('./pages/settings.js')).settingsPage(...at)),
}, (page, name) => {
  drawHead(head, name);
  document.body.classList.toggle('wide', page.wide === true);
  if (opened) frame.focus({ preventScroll: true });
  opened = true;
  scrollTo(0, 0);
});
let opened = false;

async function start() {
  // Links that people send each other look like `/t/t1a2b?invite=…`.
  const link = /^\/t\/([\w-]+)$/.exec(location.pathname);
  if (link) history.replaceState(null, '', `/#/table/${link[1]}${location.search}`);
  show();
  paintFrame();
  hub.start();
  await speak(settings.language);
  drawHead(head, Router.read().name);
  hub.addEventListener('line', () => drawLine(line));
  hub.addEventListener('me', () => (hub.me ? drawHead(head, Router.read().name) : go('')));
  hub.addEventListener('removed', (event) => {
    const { table, text } = /** @type {CustomEvent} */ (event).detail;
    if (Router.read().params[0] === table) go('');
    tell(text);
  });
  onLanguage(() => {
    drawHead(head, Router.read().name);
    drawLine(line);
    document.getElementById('live')?.replaceChildren();
    void router.open();
  });
  addEventListener('pointerdown', wake, { once: true });
  addEventListener('keydown', wake, { once: true });
  drawLine(line);
  await router.open();
}

void start();
