// What the person chose for this browser: kept over visits.

/** @type {{language: string | null, theme: 'auto'|'light'|'dark', motion: 'auto'|'on'|'off', volume: number, labels: boolean}} */
const standard = {
  // None: what the browser asks for.
  language: null,
  theme: 'auto',
  motion: 'auto',
  volume: 0.6,
  labels: false,
};

/**
 * Reads a value from the browser's store. A full or forbidden store is no reason to fail.
 * @param {string} key
 * @returns {any}
 */
export function recall(key) {
  try {
    return JSON.parse(localStorage.getItem(`parlor.${key}`) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(`parlor.${key}`);
    else localStorage.setItem(`parlor.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; the choice then lasts as long as the page.
  }
}

export const settings = { ...standard, ...recall('settings') };

/** @param {Partial<typeof standard>} change */
export function change(change) {
  Object.assign(settings, change);
  keep('settings', settings);
  show();
}

/** Puts the choices into the page. */
export function show() {
  const root = document.documentElement;
  if (settings.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = settings.theme;
  root.dataset.motion = settings.motion;
  root.dataset.labels = settings.labels ? 'on' : 'off';
}
