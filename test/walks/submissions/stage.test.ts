import { expect, it } from 'vitest';
import { selectProgressOf } from '../../../src/machines/submissions/queue.select';
import type { Item } from '../../../src/rules/submissions/queue';
import { stageOf } from '../../../src/rules/submissions/texts';
import { completion, item, picture, text } from './samples';

const trouble = { text: 'There is no room left on the server.', isAnswered: true };

it.each<[Partial<Item>, string]>([
  [{ head: 'queued' }, 'Waiting.'],
  [{ head: 'starting' }, 'Waiting.'],
  [{ head: 'offline' }, 'Waiting for the connection.'],
  [{ head: 'backingOff', trouble }, 'There is no room left on the server. It is tried again by itself.'],
  [{ head: 'backingOff' }, 'It did not get through. It is tried again by itself.'],
  [{ head: 'checking' }, 'Looking for similar incidents…'],
  [{ head: 'verifying' }, 'Looking whether it has arrived…'],
  [{ head: 'uploading', fraction: 0.429 }, 'Uploading, 42%'],
  [{ head: 'sending', fraction: 1 }, 'Uploading, 100%'],
  [{ head: 'confirming' }, 'Processing...'],
  [{ head: 'queued', keeping: 'memory' }, 'Waiting. Only while this page is open.'],
  [{ head: 'offline', keeping: 'memory' }, 'Waiting for the connection. Only while this page is open.'],
  [
    { head: 'backingOff', keeping: 'memory' },
    'It did not get through. It is tried again by itself. Only while this page is open.',
  ],
])('the tray says of a submission why it waits: %j', (parts, words) => {
  const only = item(picture('c1'), parts);
  expect(stageOf(only, [only], true)).toBe(words);
});

it.each<[Partial<Item>, number | null]>([
  [{ head: 'uploading', fraction: 0 }, 0],
  [{ head: 'sending', fraction: 0 }, null],
  [{ head: 'sending', fraction: 0.4 }, 0.4],
  [{ head: 'confirming', fraction: 1 }, null],
])('the tray shows how much of a submission is uploaded: %j', (parts, fraction) => {
  expect(selectProgressOf(item(picture('c1'), parts))).toBe(fraction);
});

it('the tray says of a submission that it has to wait for another one, or that another tab sends it', () => {
  const [c1, c2, c3] = [text('c1'), text('c2', '5'), text('c3')].map((one) => item(one));
  const d1 = item({ ...completion('d1'), content: { ...completion('d1').content, chatId: '5' } });
  if (!c1 || !c2 || !c3) throw new Error('There are three.');
  const all = [c1, c2, c3, d1];
  const stages = (leads: boolean) => all.map((one) => stageOf(one, all, leads));
  const behind = 'After the one before it.';
  expect(stages(true)).toEqual(['Waiting.', 'Waiting.', behind, behind]);
  const elsewhere = 'Another tab of this browser sends it.';
  expect(stages(false)).toEqual([elsewhere, elsewhere, behind, behind]);
  // What the device could not keep is known to this tab only, which sends it.
  const unkept = item(text('c4', '6'), { keeping: 'memory' });
  expect(stageOf(unkept, [...all, unkept], false)).toBe('Waiting. Only while this page is open.');
});

it('the tray says of a submission why it does not go out by itself', () => {
  const refused = { ...picture('c1'), status: 'refused' as const, reason: 'The case is closed.' };
  expect(stageOf(item(refused), [], true)).toBe('Not sent. The case is closed.');
  expect(stageOf(item({ ...picture('c1'), status: 'asking' }), [], true)).toBe('Waits for your answer');
});
