// A recording from a file of one's own, chosen or dropped. It is played back; the server does not keep it.

import { h, put } from './dom.js';
import { lang, t } from './i18n.js';
import { playFile } from './api.js';
import { go } from './router.js';

/** The file that was opened last. @type {{text: string, lang: string, playback: any}|null} */
let file = null;

/** The file that was opened last, in the reader's language. */
export async function openedFile() {
  if (file && file.lang !== lang()) await open(file.text);
  return file;
}

/** @param {string} text */
async function open(text) {
  file = { text, lang: lang(), playback: await (await playFile(text)).json() };
}

/** A field for the file, and what is wrong with it; files may also be dropped on `zone`. @param {HTMLElement} zone */
export function recordingPicker(zone) {
  const fault = h('p', { class: 'fault', role: 'alert', hidden: true });
  const take = async (/** @type {File|undefined} */ picked) => {
    if (!picked) return;
    fault.hidden = true;
    try {
      await open(await picked.text());
      go('replay/file');
    } catch (error) {
      put(fault, `${picked.name}: ${error instanceof Error ? error.message : error}`);
      fault.hidden = false;
    }
    input.value = '';
  };
  const input = h('input', { type: 'file', id: 'recording', accept: '.json,application/json', onchange: () => void take(input.files?.[0]) });
  zone.addEventListener('dragover', (event) => event.preventDefault());
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    void take(event.dataTransfer?.files[0]);
  });
  return h('div', { class: 'field' }, h('label', { for: 'recording' }, t('recording-file')), input, h('small', {}, t('recording-hint')), fault);
}
