// What the server tells over plain HTTP: games, results, recordings.

import { lang } from './i18n.js';

/** @import { GameCard, GameInfo } from './types.js' */

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/** An answer, unless it is a refusal. @param {Response} answer */
async function checked(answer) {
  if (answer.ok) return answer;
  const data = await answer.json().catch(() => ({}));
  throw new Error(data.text ?? `${answer.status} ${answer.statusText}`);
}

/** @param {string} path */
export async function fetchFrom(path) {
  const sign = path.includes('?') ? '&' : '?';
  return checked(await fetch(`/api/${path}${sign}lang=${lang()}`));
}

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export const get = async (path) => (await fetchFrom(path)).json();

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

/** @param {string} path @param {string} body */
async function post(path, body) {
  const sign = path.includes('?') ? '&' : '?';
  return checked(await fetch(`/api/${path}${sign}lang=${lang()}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }));
}

/** Has the server verify a recording and play it back, as JSON or as a file that plays it anywhere. @param {string} text @param {string} [form] */
export const playFile = (text, form = 'json') => post(`playback?form=${form}`, text);

/** Stores a recording on the server. @param {string} text */
export const uploadRecording = async (text) => (await post('recordings', text)).json();
