import { expect } from 'vitest';
import { incidentNoteMachine } from '../../src/machines/incidents/incidentNote.machine';
import type { QueueRef } from '../../src/machines/submissions/queue.machine';
import { openTestApp } from '../kit/browser';
import { picture } from '../kit/media';
import { listenToCharts, recordFromStart } from '../kit/screens/charts';
import { testScreenWalk } from '../kit/screens/walk';
import { recorder, scriptedWorld } from '../kit/walk';
import { dog } from '../walks/incidents/samples';
import { IncidentPage } from './pages/incident';
import { situationsOf } from './situations';

/** Adding a note or photos to an incident (DECISIONS 170). */
const testApp = openTestApp();
const situations = situationsOf(testApp);

const UNSENT = 'What was not added before the incident was resolved or deleted: incident.notes.test.ts.';
const TEXT = 'It limps.';
const LONG = 'x'.repeat(4001);
const LIMIT = 'A note may have at most 4000 characters.';
const EMPTY = 'Write something, or add a photo.';
const photo = new File(['photo'], 'dog.png', { type: 'image/png' });
const eleven = Array.from({ length: 11 }, (_, index) => new File(['photo'], `${index}.png`, { type: 'image/png' }));
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
type Shown = { readonly context: { readonly text: string; readonly files: readonly unknown[] } };

/** Waits until the server has all notes that were added, once each. */
const hasAll = ({ id, added }: Setup) =>
  expect
    .poll(async () => {
      const { notes, mediaFiles } = await situations.incident(id);
      return { texts: notes?.map(({ text }) => text).sort(), files: mediaFiles.length };
    })
    .toEqual({ texts: [...added.texts].sort(), files: added.files });
const isEmpty = ({ context: { text, files } }: Shown) => text.trim() === '' && files.length === 0;
const isTooLong = ({ context: { text } }: Shown) => text.length > 4000;
const writes = (text: string) => ({
  isAlike: true,
  tells: [{ type: 'note.changed', text }],
  async does({ field }: Setup) {
    // Cleared first: filling in the same text again would cause no event.
    await field.fill('');
    await field.fill(text);
  },
});
const says = (to: string, text: string) => ({
  to,
  sees: ({ dialog }: Setup) => dialog.getByText(text, { exact: true }).waitFor(),
});
/** The events of files that are chosen, and of their being prepared. */
const chosen = (files: readonly File[], fitting: readonly File[]) => [
  { type: 'files.choose', files },
  { type: 'attachments.changed', files: fitting, isReady: true },
];
const noFiles = { type: 'attachments.changed', files: [], isReady: true } as { type: string };
/** Escape, and the dialog is opened once more: this draft is restored. */
const reopened = (text: string, files: readonly File[], ...restored: { type: string }[]) => ({
  tells: [{ type: 'modal.close' }, noFiles, { type: 'note.write', incident: dog() }, ...restored],
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
      tells: [{ type: 'note.write', incident: dog() }],
      control: ({ opener }) => opener,
      does: ({ opener }) => opener.click(),
    },
    'a captain closes it meanwhile': {
      tells: [{ type: 'note.recall', incident: dog({ status: 'CLOSED' }) } as { type: string }],
      async does({ id, opener }) {
        await situations.put('captain', `/api/incidents/${id}/close`, { reason: 'A false alarm.' });
        await opener.waitFor({ state: 'detached' });
      },
    },
    'a text is written': writes(TEXT),
    'blanks are written': writes('  '),
    'a text that is too long is written': writes(LONG),
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
        { type: 'attachment.refused', reason: 'Unsupported file type.' } as { type: string },
      ],
      does: ({ choose }) => choose([letter]),
    },
    Add: { tells: [{ type: 'note.submit' }, noFiles], does: ({ press }) => press('Add') },
    'Add, with a text that is too long': { isAlike: true, tells: [], does: ({ press }) => press('Add') },
    Cancel: {
      isAlike: true,
      leaves: true,
      tells: [{ type: 'modal.close' }],
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
  states: {
    closed: {
      sees: ({ dialog }) => dialog.waitFor({ state: 'detached' }),
      takes: { 'Add Photo or Note': 'writing.quiet', 'a captain closes it meanwhile': 'unsent.shown' },
    },
    'unsent.shown': {
      // Nothing was written, so nothing is shown, also when all that is stored was read.
      async sees({ page, charts }) {
        await expect.poll(() => charts.ignored('incidentNote')).toContain('draft.known');
        expect(await page.getByRole('region', { name: 'Not sent' }).count()).toBe(0);
      },
      takes: {},
    },
    writing: {
      async sees({ field, attached, dialog }, snapshot) {
        const { text, files } = snapshot.context;
        expect(await field.inputValue()).toBe(text);
        await expect.poll(() => attached.count()).toBe(files.length);
        await dialog.getByText(LIMIT, { exact: true }).waitFor({ state: isTooLong(snapshot) ? 'visible' : 'detached' });
      },
      takes: {
        'a text is written': 'writing.quiet',
        'blanks are written': 'writing.quiet',
        'a text that is too long is written': 'writing.quiet',
        'a photo is chosen': ({ context }) => (context.files.length === 0 ? 'writing.quiet' : null),
        'a letter is chosen': says('writing.quiet', 'Unsupported file type.'),
        Add: (snapshot) => {
          if (isEmpty(snapshot)) return says('writing.incomplete', EMPTY);
          if (isTooLong(snapshot)) return null;
          const { text, files } = snapshot.context;
          return {
            to: 'closed',
            async sees(setup) {
              const { page, added } = setup;
              added.texts.push(text.trim());
              added.files += files.length;
              await hasAll(setup);
              const names = page.getByRole('region', { name: 'Notes' }).getByText('Tara', { exact: true });
              await expect.poll(() => names.count()).toBe(added.texts.length);
            },
          };
        },
        // It stays open and nothing is sent.
        'Add, with a text that is too long': (snapshot) =>
          isTooLong(snapshot) ? { to: 'writing.quiet', sees: hasAll } : null,
        // What was written is kept as a draft, and nothing is sent.
        Cancel: {
          to: 'closed',
          async sees(setup) {
            await setup.dialog.waitFor({ state: 'detached' });
            await hasAll(setup);
          },
        },
        'Escape, and again, with a text': ({ context: { text, files } }) =>
          text === TEXT && files.length === 0 ? 'writing.quiet' : null,
        'Escape, and again, with a photo': ({ context: { text, files } }) =>
          text === '' && files.length === 1 ? 'writing.quiet' : null,
        'Escape, and again, with nothing': (snapshot) =>
          snapshot.context.text === '' && isEmpty(snapshot) ? 'writing.quiet' : null,
      },
    },
    'writing.quiet': {
      sees: async ({ dialog }) => expect(await dialog.getByText(EMPTY).count()).toBe(0),
      takes: {
        'eleven photos are chosen': ({ context }) =>
          context.files.length === 0
            ? {
                to: 'writing.quiet',
                async sees({ dialog, attached }) {
                  await dialog.getByText('At most 10 files can be attached.', { exact: true }).waitFor();
                  expect(await attached.count()).toBe(10);
                },
              }
            : null,
      },
    },
    'writing.incomplete': {
      sees: async ({ dialog }) => expect(await dialog.getByText(EMPTY).count()).toBe(1),
      takes: {},
    },
  },
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
