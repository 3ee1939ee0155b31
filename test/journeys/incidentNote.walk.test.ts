import { expect } from 'vitest';
import { incidentNoteMachine } from '../../src/machines/incidents/incidentNote.machine';
import type { QueueRef } from '../../src/machines/submissions/queue.machine';
import { openTestApp } from '../kit/browser';
import { statesOf } from '../kit/facts';
import { picture } from '../kit/media';
import { listenToCharts, recordFromStart } from '../kit/screens/charts';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder, scriptedWorld } from '../kit/walk';
import {
  EMPTY,
  eleven,
  isEmpty,
  isTooLong,
  LIMIT,
  noteEvents,
  noteFacts,
  photo,
  TEXT,
} from '../walks/incidents/incidentNote.facts';
import { dog, UNSUPPORTED_FILE } from '../walks/incidents/samples';
import { IncidentPage } from './pages/incident';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const UNSENT = 'What was not added before the incident was resolved or deleted: incident.notes.test.ts.';
const letter = new File(['letter'], 'letter.txt', { type: 'text/plain' });

async function openSetup() {
  const id = await situations.report();
  const tara = await testApp.returning('tara');
  const { page } = tara;
  await recordFromStart(page);
  await tara.open(`/incident/${id}`);
  await new IncidentPage(page).isShown(id);
  const dialog = page.getByRole('dialog', { name: 'Add Photo or Note' });
  const buffer = await picture().png().toBuffer();
  return {
    page,
    id,
    dialog,
    opener: page.getByRole('main').getByRole('button', { name: 'Add Photo or Note' }),
    field: dialog.getByLabel('Note', { exact: true }),
    attached: dialog.getByRole('list', { name: 'Attached files' }).getByRole('listitem'),
    press: (name: string) => dialog.getByRole('button', { name, exact: true }).click(),
    choose: (files: readonly File[]) =>
      dialog.getByLabel('Media').setInputFiles(files.map(({ name, type }) => ({ name, mimeType: type, buffer }))),
    /** The texts of the notes that have been added, and the number of their files. */
    added: { texts: [] as string[], files: 0 },
    charts: listenToCharts(page),
  };
}
type Setup = Awaited<ReturnType<typeof openSetup>>;

/** Waits until the server has all notes that were added, once each. */
const hasAll = ({ id, added }: Setup) =>
  expect
    .poll(async () => {
      const { notes, mediaFiles } = await situations.incident(id);
      return { texts: notes?.map(({ text }) => text).sort(), files: mediaFiles.length };
    })
    .toEqual({ texts: [...added.texts].sort(), files: added.files });
const writes = (event: { readonly type: string; readonly text: string }) => ({
  isAlike: true,
  tells: [event],
  async does({ field }: Setup) {
    // Cleared first: filling in the same text again would cause no event.
    await field.fill('');
    await field.fill(event.text);
  },
});
/** The events of files that are chosen, and of their being prepared. */
const chosen = (files: readonly File[], fitting: readonly File[]) => [
  { type: 'files.choose', files },
  { type: 'attachments.changed', files: fitting, isReady: true },
];
const noFiles = { type: 'attachments.changed', files: [], isReady: true } as { type: string };
/** Escape, and the dialog is opened once more: this draft is restored. */
const reopened = (text: string, files: readonly File[], ...restored: { type: string }[]) => ({
  tells: [noteEvents.Cancel, noFiles, noteEvents['Add Photo or Note'], ...restored],
  async does({ page, dialog, opener, field, attached }: Setup) {
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await opener.click();
    await expect.poll(() => field.inputValue()).toBe(text);
    await expect.poll(() => attached.count()).toBe(files.length);
  },
});

testScreenWalk({
  machine: incidentNoteMachine,
  inputs: {
    'a member': { incidentId: dog().id, me: { id: 'tara' }, queue: recorder<QueueRef>().ref, world: scriptedWorld() },
  },
  key: ({ context: { text, files } }) => [text, files.length],
  open: openSetup,
  acts: {
    'Add Photo or Note': {
      tells: [noteEvents['Add Photo or Note']],
      control: ({ opener }) => opener,
      does: ({ opener }) => opener.click(),
    },
    'it is closed meanwhile': {
      tells: [noteEvents['it is closed meanwhile']],
      async does({ id, opener }) {
        await situations.move(id, 'close', 'A false alarm.');
        await opener.waitFor({ state: 'detached' });
      },
    },
    'a text is written': writes(noteEvents['a text is written']),
    'blanks are written': writes(noteEvents['blanks are written']),
    'a text that is too long is written': writes(noteEvents['a text that is too long is written']),
    'a photo is chosen': { isAlike: true, tells: chosen([photo], [photo]), does: ({ choose }) => choose([photo]) },
    'eleven photos are chosen': {
      isAlike: true,
      leaves: true,
      tells: chosen(eleven, eleven.slice(0, 10)),
      does: ({ choose }) => choose(eleven),
    },
    'a letter is chosen': {
      isAlike: true,
      tells: [
        { type: 'files.choose', files: [letter] },
        { type: 'attachment.refused', reason: UNSUPPORTED_FILE } as { type: string },
      ],
      does: ({ choose }) => choose([letter]),
    },
    Add: { tells: [noteEvents.Add, noFiles], does: ({ press }) => press('Add') },
    'Add, with a text that is too long': { isAlike: true, tells: [], does: ({ press }) => press('Add') },
    Cancel: {
      isAlike: true,
      leaves: true,
      tells: [noteEvents.Cancel],
      control: ({ dialog }) => dialog.getByRole('button', { name: 'Cancel', exact: true }),
      does: ({ press }) => press('Cancel'),
    },
    'Escape, and again, with a text': reopened(TEXT, [], {
      type: 'draft.restored',
      draft: { text: TEXT },
    } as { type: string }),
    'Escape, and again, with a photo': reopened(
      '',
      [photo],
      { type: 'files.restored', files: [photo] } as { type: string },
      { type: 'attachments.changed', files: [photo], isReady: true } as { type: string },
    ),
    'Escape, and again, with nothing': reopened('', []),
  },
  states: statesOf(noteFacts, {
    // Files are chosen only while none is attached, because the tours would have no end otherwise.
    offers: (is, act) => {
      if (act === 'eleven photos are chosen' && !is.matches({ writing: 'quiet' })) return false;
      return !act.endsWith('chosen') || act === 'a letter is chosen' || is.context.files.length === 0;
    },
    own: {
      writing: {
        takes: {
          'a letter is chosen': { to: 'writing.quiet', fileFailure: UNSUPPORTED_FILE },
          // It stays open and nothing is sent.
          'Add, with a text that is too long': (is) => (isTooLong(is) ? 'writing.quiet' : null),
          'Escape, and again, with a text': ({ context: { text, files } }) =>
            text === TEXT && files.length === 0 ? 'writing.quiet' : null,
          'Escape, and again, with a photo': ({ context: { text, files } }) =>
            text === '' && files.length === 1 ? 'writing.quiet' : null,
          'Escape, and again, with nothing': (is) => (is.context.text === '' && isEmpty(is) ? 'writing.quiet' : null),
        },
      },
    },
    async shows({ page, dialog, field, attached, charts }: Setup, { isWriting, isIncomplete, isUnsent }, is) {
      if (isWriting === false) await dialog.waitFor({ state: 'detached' });
      if (isWriting) {
        const { text, files } = is.context;
        expect(await field.inputValue()).toBe(text);
        await expect.poll(() => attached.count()).toBe(files.length);
        await dialog.getByText(LIMIT, { exact: true }).waitFor({ state: isTooLong(is) ? 'visible' : 'detached' });
      }
      if (isIncomplete !== undefined)
        await expect.poll(() => dialog.getByText(EMPTY, { exact: true }).count()).toBe(isIncomplete ? 1 : 0);
      if (isUnsent) {
        // Nothing was written, so nothing is shown, also when all that is stored was read.
        await expect.poll(() => charts.ignored('incidentNote')).toContain('draft.known');
        expect(await page.getByRole('region', { name: 'Not sent' }).count()).toBe(0);
      }
    },
    async after(setup, { to, text, problem, attached: count, fileFailure, added: note }) {
      const { page, dialog, field, attached, added } = setup;
      if (text !== undefined) await expect.poll(() => field.inputValue()).toBe(text);
      if (problem) await dialog.getByText(problem, { exact: true }).waitFor();
      if (fileFailure) await dialog.getByText(fileFailure, { exact: true }).waitFor();
      if (count !== undefined) await expect.poll(() => attached.count()).toBe(count);
      if (to === 'closed') await dialog.waitFor({ state: 'detached' });
      if (note) {
        added.texts.push(note.text);
        added.files += note.files.length;
      }
      await hasAll(setup);
      const names = page.getByRole('region', { name: 'Notes' }).getByText('Tara', { exact: true });
      if (note) await expect.poll(() => names.count()).toBe(added.texts.length);
    },
  }),
  elsewhere: {
    'incidentNote.writing draft.keeping': 'A device that is full: device.storage.test.ts.',
    'incidentNote.closed incident.deleted incidentNote.unsent': UNSENT,
    'incidentNote.writing incident.deleted incidentNote.unsent': UNSENT,
    'incidentNote.unsent draft.restored': UNSENT,
    'incidentNote.unsent files.restored': UNSENT,
    'incidentNote.unsent note.write incidentNote.writing': UNSENT,
    'incidentNote.unsent note.recall incidentNote.closed': UNSENT,
    'incidentNote.unsent.shown unsent.discard incidentNote.unsent.asking': UNSENT,
    'incidentNote.unsent.asking deletion.confirm incidentNote.unsent.shown': UNSENT,
    'incidentNote.unsent.asking dialog.close incidentNote.unsent.shown': UNSENT,
  },
});
