// The page's own words, in the language of the reader.

/** @type {Record<string, string>} */
let texts = {};
let language = 'en';
const listeners = new Set();

/** The language in use. */
export const lang = () => language;

/**
 * The words for a key, with `{$name}` filled in. With `count`, the plural form is chosen: `key-one`, `key-other`.
 * @param {string} key
 * @param {Record<string, any>} [vars]
 */
export function t(key, vars = {}) {
  let id = `page-${key}`;
  if ('count' in vars) {
    const form = `${id}-${new Intl.PluralRules(language).select(Number(vars.count))}`;
    id = form in texts ? form : `${id}-other`;
  }
  const text = texts[id] ?? id;
  return fillIn(text, vars);
}

/**
 * The words for a key, or nothing where there are none: for names that games may make up.
 * @param {string} key
 */
export const tOr = (key, otherwise = '') => texts[`page-${key}`] ?? otherwise;

/**
 * @param {string} text
 * @param {Record<string, any>} vars
 */
export function fillIn(text, vars) {
  return text.replace(/\{\s*\$([\w-]+)\s*\}/g, (whole, name) => {
    const value = vars[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : String(value);
  });
}

/** @param {number} n */
export const number = (n) => new Intl.NumberFormat(language).format(n).replace('-', '−');

/** @param {number} ms */
export const clockTime = (ms) => new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' }).format(ms);

/** @param {number} ms */
export const dayTime = (ms) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);

/**
 * Minutes and seconds.
 * @param {number} ms
 */
export function duration(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/**
 * Fetches the words of a language and tells every listener. Without a language the server chooses by what the browser
 * asks for; it also says which language it became, where the wanted one is not there.
 * @param {string | null} to
 */
export async function speak(to) {
  const answer = await fetch(to ? `/api/texts/${encodeURIComponent(to)}` : '/api/texts');
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  texts = await answer.json();
  language = answer.headers.get('content-language') ?? to ?? language;
  document.documentElement.lang = language;
  for (const listener of listeners) listener(language);
}

/**
 * Gives words directly: in a file that plays a recording back, and in tests.
 * @param {Record<string, string>} words
 * @param {string} [to]
 */
export function useTexts(words, to = 'en') {
  texts = words;
  language = to;
}

/** @param {(lang: string) => void} listener */
export const onLanguage = (listener) => void listeners.add(listener);
