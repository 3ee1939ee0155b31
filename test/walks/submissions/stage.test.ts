import { expect, it } from 'vitest';
import { stageOf } from '../../../src/machines/submissions/queue.select';
import type { Item } from '../../../src/rules/submissions/queue';
import { item, picture } from './samples';

const trouble = { text: 'There is no room left on the server.', isAnswered: true };

it.each<[Partial<Item>, string]>([
  [{ head: 'queued' }, 'Waiting'],
  [{ head: 'starting' }, 'Waiting'],
  [{ head: 'offline' }, 'Waiting for the connection.'],
  [{ head: 'backingOff', trouble }, 'There is no room left on the server. Tried again by itself.'],
  [{ head: 'backingOff' }, 'It did not get through. Tried again by itself.'],
  [{ head: 'checking' }, 'Looking for similar incidents…'],
  [{ head: 'verifying' }, 'Looking whether it has arrived…'],
  [{ head: 'uploading', fraction: 0.429 }, 'Uploading, 42%'],
  [{ head: 'sending', fraction: 1 }, 'Uploading, 100%'],
  [{ head: 'confirming' }, 'Processing...'],
  [{ head: 'queued', keeping: 'memory' }, 'Waiting. Only while this page is open.'],
  [{ head: 'offline', keeping: 'memory' }, 'Waiting for the connection. Only while this page is open.'],
  [
    { head: 'backingOff', keeping: 'memory' },
    'It did not get through. Tried again by itself. Only while this page is open.',
  ],
])('the tray says of a submission why it waits: %j', (parts, words) => {
  expect(stageOf(item(picture('c1'), parts))).toBe(words);
});

it('the tray says of a submission why it does not go out by itself', () => {
  const refused = { ...picture('c1'), status: 'refused' as const, reason: 'The case is closed.' };
  expect(stageOf(item(refused))).toBe('Not sent. The case is closed.');
  expect(stageOf(item({ ...picture('c1'), status: 'asking' }))).toBe('Waits for your answer');
});
