// A recorded game played back: one of this server's, or one from a file.

import { h } from '../dom.js';
import { t } from '../i18n.js';
import { hub } from '../hub.js';
import { fetchFrom, game, get, playFile, uploadRecording } from '../api.js';
import { icon } from '../looks.js';
import { playerView } from '../player.js';
import { openedFile, recordingPicker } from '../recording_file.js';
import { toast } from '../dialog.js';
import { go } from '../router.js';

/** @type {import('../router.js').Open} */
export async function replayPage([id]) {
  const file = id === 'file' ? await openedFile() : null;
  if (!id || (id === 'file' && !file)) return { element: chooser(), title: t('replay') };
  const playback = file ? file.playback : await hub.request('replay', { recording: id });
  const description = h('textarea', { id: 'description', rows: 3, maxlength: 2000 });
  description.value = playback.recording.description;
  const query = () => `?description=${encodeURIComponent(description.value)}`;
  const text = () => JSON.stringify({ ...JSON.parse(file?.text ?? ''), description: description.value });
  const tool = (/** @type {string} */ sign, /** @type {string} */ label, /** @type {() => Promise<any>} */ act) => h('button', { class: 'quiet tool', title: label, 'aria-label': label, onclick: () => act().catch((error) => toast(error.message, 'error')) }, icon(sign), h('span', {}, label));
  const view = playerView(playback, await game(playback.recording.game), {
    tools: [
      tool('download', t('download'), async () => save(`${id}.json`, file ? new Blob([text()], { type: 'application/json' }) : await (await fetchFrom(`recordings/${id}${query()}`)).blob())),
      tool('play', t('download-html'), async () => save(`${id}.html`, await (await (file ? playFile(text(), 'html') : fetchFrom(`recordings/${id}/playback${query()}`))).blob())),
      ...(file && hub.me ? [tool('flag', t('keep-here'), async () => go(`replay/${(await uploadRecording(text())).recording}`))] : []),
    ],
    notes: [h('h2', {}, h('label', { for: 'description' }, t('description'))), description, h('small', { class: 'hint' }, t('description-hint'))],
  });
  return { element: view.element, title: t('replay'), wide: true, dispose: view.dispose };
}

/** @param {string} name @param {Blob} content */
function save(name, content) {
  const link = h('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A recording from a file of one's own. */
function chooser() {
  const element = h('div', { class: 'narrow' }, h('h1', {}, t('replay')));
  element.append(h('div', { class: 'card-box' }, h('p', {}, t('replay-lead')), recordingPicker(element), hub.me && h('a', { class: 'button quiet', href: '#/results' }, t('results'))));
  return element;
}
