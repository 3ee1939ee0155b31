import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyActorRef } from 'xstate';
import { selectFailedParts, selectIsDown } from '../../../src/machines/supervision.select';
import { settle } from '../../kit/walk';
import { message, messages } from '../../rules/samples';
import { file } from './samples';
import { talkingAfter } from './talking';

/** Each part of an open chat that is a chart of its own. */
const parts = [
  'arrivals',
  'audio',
  'bar',
  'composer',
  'gesture',
  'history',
  'overlay',
  'receipts',
  'typing',
  'viewer',
  'viewport',
  'waveforms',
];

/** An error that no chart answers. */
const breakIt = (actor: AnyActorRef) =>
  actor.send({ type: 'xstate.error.actor.nobody', error: new Error('broken for the test') });

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

describe.each(parts)('the %s of an open chat', (name) => {
  const open = async () => {
    const chat = await talkingAfter(messages(1, 2));
    const part: AnyActorRef | undefined = Object.entries(chat.actor.getSnapshot().children).find(
      ([id]) => id === name,
    )?.[1];
    if (!part) throw new Error(`There is no ${name}.`);
    return { ...chat, part };
  };

  it('runs again after it has failed, and all others go on', async () => {
    const { actor, part } = await open();
    const others = Object.values(actor.getSnapshot().children).map((child) => child?.getSnapshot());
    breakIt(part);
    expect([part.getSnapshot().status, selectIsDown(part.getSnapshot())]).toEqual(['active', false]);
    expect(actor.getSnapshot().status).toBe('active');
    const now = Object.values(actor.getSnapshot().children);
    expect(
      now.filter((child, index) => child !== part && child?.getSnapshot().status !== others[index]?.status),
    ).toEqual([]);
    expect(vi.mocked(console.error)).toHaveBeenCalledTimes(1);
  });

  it('is known to be down after three failures, and starts by hand', async () => {
    const { actor, part } = await open();
    for (let time = 0; time < 3; time++) breakIt(part);
    expect(selectFailedParts(actor.getSnapshot())).toEqual([part]);
    part.send({ type: 'supervision.retry' });
    expect(selectFailedParts(actor.getSnapshot())).toEqual([]);
  });
});

it('what is written and replied to is there when the composer runs again', async () => {
  const { parts: running } = await talkingAfter(messages(1, 2));
  running.composer.send({ type: 'draft.changed', text: 'Dog near the bridge', caret: 19 });
  running.composer.send({ type: 'reply.choose', message: message({ id: '1' }) });
  const { text, caret, replyTo } = running.composer.getSnapshot().context;
  expect([text, caret, replyTo?.id]).toEqual(['Dog near the bridge', 19, '1']);
  for (let time = 0; time < 3; time++) breakIt(running.composer);
  (running.composer as AnyActorRef).send({ type: 'supervision.retry' });
  expect(running.composer.getSnapshot().context).toMatchObject({ text, caret, replyTo });
});

it('a chat that fails itself fetches its history again', async () => {
  const { actor, history } = await talkingAfter(messages(1, 2));
  const fetched = history.calls.length;
  breakIt(actor);
  expect(actor.getSnapshot().status).toBe('active');
  expect(history.calls.length).toBe(fetched + 1);
});

it('a reaction is sent when the receipts run again, because they ask for the state of the connection', async () => {
  const { parts: running, wire, bar } = await talkingAfter(messages(1, 2));
  breakIt(running.receipts);
  await settle();
  running.receipts.send({ type: 'message.react', message: message({ id: '1' }), reaction: '❤️' });
  expect([wire.published.at(-1)?.body, bar()]).toEqual([{ messageId: '1', reaction: '❤️' }, null]);
});

it('what waits to be sent is shown when the messages are fetched again', async () => {
  const chat = await talkingAfter(messages(1, 2));
  chat.wire.lose();
  chat.type('Dog near the bridge');
  const before = chat.shown();
  expect(before).toEqual(['1', '2', 'temp-id-1']);
  breakIt(chat.parts.history);
  await chat.answer(messages(1, 2));
  expect(chat.shown()).toEqual(before);
});

it('files that wait to be sent are there when their chart runs again, and are sent', async () => {
  const { parts: running } = await talkingAfter(messages(1, 2));
  const attachments: AnyActorRef = running.composer.getSnapshot().children.attachments as AnyActorRef;
  const clip = file('dog.mp4', 'video/mp4');
  running.composer.send({ type: 'files.choose', files: [clip] });
  await settle();
  breakIt(attachments);
  await settle();
  expect(attachments.getSnapshot().context.attachments).toEqual([{ id: '0', file: clip, prepared: clip }]);
  expect(running.composer.getSnapshot().context.attached).toEqual({ files: [clip], isReady: true });
});

it('what was missed is fetched again when catching up breaks', async () => {
  const { answer, open, shown, wire, actor } = await talkingAfter(messages(1, 3));
  wire.lose();
  await open();
  await answer(null as never);
  expect(selectFailedParts(actor.getSnapshot())).toEqual([]);
  await answer(messages(1, 5));
  expect(shown()).toEqual(['1', '2', '3', '4', '5']);
});

it('catching up that breaks again and again is known to be down, and starts by hand', async () => {
  const { answer, open, shown, wire, actor } = await talkingAfter(messages(1, 3));
  wire.lose();
  await open();
  for (let time = 0; time < 3; time++) await answer(null as never);
  const [catchUp, ...others] = selectFailedParts(actor.getSnapshot());
  expect([catchUp?.id, others]).toEqual(['catchUp', []]);
  catchUp?.send({ type: 'supervision.retry' });
  await answer(messages(1, 5));
  expect(shown()).toEqual(['1', '2', '3', '4', '5']);
});
