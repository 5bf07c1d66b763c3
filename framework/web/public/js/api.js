// What the server tells over plain HTTP: games, results, recordings.

import { lang } from './i18n.js';

/** @import { GameCard, GameInfo } from './types.js' */

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function get(path) {
  const sign = path.includes('?') ? '&' : '?';
  const answer = await fetch(`/api/${path}${sign}lang=${lang()}`);
  if (!answer.ok) {
    const data = await answer.json().catch(() => ({}));
    throw new Error(data.text ?? `${answer.status} ${answer.statusText}`);
  }
  return answer.json();
}

/** What rarely changes is fetched once per language. @param {string} path */
function cached(path) {
  const key = `${lang()} ${path}`;
  const found = known.get(key);
  if (found) return found;
  const fresh = get(path);
  known.set(key, fresh);
  fresh.catch(() => known.delete(key));
  return fresh;
}

/** Forgets what was fetched: the shelf of games may have changed. */
export const forget = () => known.clear();

/** @returns {Promise<GameCard[]>} */
export const games = () => cached('games');

/** A table may play on with an earlier version. @param {string} id @param {{fresh?: boolean, version?: string}} [options] @returns {Promise<GameInfo>} */
export function game(id, { fresh = false, version = '' } = {}) {
  const path = `games/${encodeURIComponent(id)}${version && `?version=${encodeURIComponent(version)}`}`;
  if (fresh) known.delete(`${lang()} ${path}`);
  return cached(path);
}

/**
 * Gives the server a recording to play back; it is verified there.
 * @param {string} text
 */
export async function uploadRecording(text) {
  const answer = await fetch(`/api/recordings?lang=${lang()}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(data.text ?? `${answer.status} ${answer.statusText}`);
  return data;
}
