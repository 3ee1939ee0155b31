import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { ChatAddress } from '../../../src/contract/topics';
import { type LaneNewsEvent, laneNews } from '../../../src/machines/submissions/laneNews';
import { selectUnkeptCount } from '../../../src/machines/submissions/queue.select';
import { recorder, settle } from '../../kit/walk';
import { echoOf, globalChat } from '../chat/samples';
import { queueing, scriptedStore } from './queueing';
import { picture, report, text, uploaded } from './samples';
import { failure } from './submitting';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** A queue, and what one chat hears of it. */
function listening({ chat = globalChat, ...options }: { chat?: ChatAddress } & Parameters<typeof queueing>[0] = {}) {
  const one = queueing(options);
  const listener = recorder();
  createActor(laneNews, { input: { queue: one.queue, chat }, parent: listener.ref } as never).start();
  const heard = () => listener.received as readonly LaneNewsEvent[];
  /** The ids of the messages that each change brought. */
  const changes = () =>
    heard().flatMap((event) => (event.type === 'lane.changed' ? [event.messages.map(({ id }) => id)] : []));
  const count = (type: LaneNewsEvent['type']) => heard().filter((event) => event.type === type).length;
  return { ...one, heard, changes, count };
}

describe('the news of the queue for one chat', () => {
  it('contains its own messages: existing, new and removed ones', async () => {
    const { add, queue, changes, heard } = listening({ isLeader: false });
    add(text('c1'), text('other', '5'), report('r1'), text('c2'));
    queue.send({ type: 'submission.withdraw', id: 'c1' });
    expect(changes()).toEqual([['c1'], ['c1', 'c2'], ['c2']]);
    expect(heard()[0]).toEqual({ type: 'lane.changed', messages: [text('c1')] });
    // Where the device has it is nothing that a chat shows.
    await settle();
    expect(changes()).toHaveLength(3);
  });

  it('contains what has been waiting since before the chat was opened', async () => {
    const { queue } = listening({ store: scriptedStore([text('c1')]) });
    await settle();
    const listener = recorder();
    createActor(laneNews, { input: { queue, chat: globalChat }, parent: listener.ref } as never).start();
    expect(listener.received).toEqual([{ type: 'lane.changed', messages: [text('c1')] }]);
  });

  it('tells once that the device or the server has everything that was submitted', async () => {
    const { add, store, wire, count } = listening();
    wire.open();
    add(text('c1'), text('c2'));
    expect(count('lane.secured')).toBe(0);
    await settle();
    expect(count('lane.secured')).toBe(1);
    wire.deliver(globalChat, echoOf('c1', '1'));
    wire.deliver(globalChat, echoOf('c2', '2'));
    await settle();
    expect(count('lane.secured')).toBe(1);
    // A browser that keeps nothing: then the server has to have it.
    store.break();
    add(text('c3'));
    await settle();
    expect(count('lane.secured')).toBe(1);
    wire.deliver(globalChat, echoOf('c3', '3'));
    await settle();
    expect(count('lane.secured')).toBe(2);
  });

  it('does not wait for an earlier text that the device cannot store, but for an earlier file', async () => {
    const ofText = listening();
    ofText.store.break('c1');
    ofText.add(text('c1'));
    await settle();
    expect(ofText.count('lane.secured')).toBe(0);
    ofText.add(text('c2'));
    await settle();
    expect(ofText.count('lane.secured')).toBe(1);
    // The last one is gone, and the first one is still only in memory.
    ofText.store.break();
    ofText.add(text('c3'));
    await settle();
    expect(ofText.count('lane.secured')).toBe(1);
    ofText.queue.send({ type: 'submission.withdraw', id: 'c3' });
    await settle();
    expect(ofText.count('lane.secured')).toBe(2);

    const ofFile = listening();
    ofFile.store.break('c1');
    ofFile.add(picture('c1'));
    await settle();
    ofFile.add(text('c2'));
    await settle();
    expect(ofFile.count('lane.secured')).toBe(0);
  });

  it('does not wait for a message whose file is gone for good, and nobody has to keep the page open for it', async () => {
    const { add, store, wire, upload, queue, count } = listening();
    wire.open();
    store.break('c1');
    add(picture('c1'), text('c2'));
    await settle();
    expect([count('lane.secured'), selectUnkeptCount(queue.getSnapshot())]).toEqual([0, 1]);
    upload.emit({
      type: 'attempt.failed',
      error: new CallFailure('refused', 0, 'The file has changed or is no longer on this device.'),
    });
    await settle();
    expect([count('lane.secured'), selectUnkeptCount(queue.getSnapshot())]).toEqual([1, 0]);
  });

  it('tells when an upload begins and ends, but not each step (S1 §4: uploading blocks sending)', async () => {
    const { add, wire, upload, heard } = listening();
    const uploads = () => heard().flatMap(({ type }) => (type.startsWith('upload') ? [type] : []));
    wire.open();
    add(picture('c1'));
    await settle();
    for (const fraction of [0, 0.4, 0.9]) upload.emit({ type: 'attempt.progressed', fraction });
    expect(uploads()).toEqual(['upload.began']);
    upload.emit({ type: 'attempt.uploaded', submission: uploaded(picture('c1')) });
    expect(uploads()).toEqual(['upload.began', 'upload.ended']);
  });

  it('tells the end of an upload that is withdrawn half-way', async () => {
    const { add, wire, queue, heard, count } = listening();
    wire.open();
    add(picture('c1'));
    await settle();
    queue.send({ type: 'submission.withdraw', id: 'c1' });
    expect(count('upload.ended')).toBe(1);
    expect(heard().at(-1)?.type).toBe('upload.ended');
  });

  it('reports a refused file once; a refused text is shown only at its message (S1 §8)', async () => {
    const { add, wire, upload, heard } = listening();
    wire.open();
    add(picture('c1'), text('c2'));
    await settle();
    upload.emit(failure(415, 'Unsupported file type.'));
    await settle();
    wire.refuse(globalChat, 409, 'This case is closed.', 'c2');
    await settle();
    expect(heard().filter(({ type }) => type === 'upload.failed')).toEqual([
      { type: 'upload.failed', reason: 'Unsupported file type.', isRefused: true },
    ]);
  });

  it('reports the first failure of a server with a file, which is tried again by itself; a lost connection is no failure', async () => {
    const { add, wire, upload, heard, count, clock } = listening();
    wire.open();
    add(picture('c1'));
    await settle();
    upload.emit({ type: 'attempt.failed', error: new CallFailure('network', 0) });
    await settle();
    expect(count('upload.failed')).toBe(0);
    for (let tries = 0; tries < 2; tries++) {
      clock.increment(60_000);
      await settle();
      upload.emit(failure(500, 'The disk is full.'));
      await settle();
    }
    expect(heard().filter(({ type }) => type === 'upload.failed')).toEqual([
      { type: 'upload.failed', reason: 'The disk is full.', isRefused: false },
    ]);
  });

  it('does not tell again of a failure before the chat was opened', async () => {
    const one = listening();
    one.wire.open();
    one.add(picture('c1'));
    await settle();
    one.upload.emit(failure(500, 'The disk is full.'));
    await settle();
    const listener = recorder();
    createActor(laneNews, { input: { queue: one.queue, chat: globalChat }, parent: listener.ref } as never).start();
    one.clock.increment(60_000);
    await settle();
    one.upload.emit(failure(500, 'The disk is full.'));
    await settle();
    expect(one.count('upload.failed')).toBe(1);
    expect(listener.received.map(({ type }) => type)).not.toContain('upload.failed');
  });

  it('does not contain a file that was refused before the chat was opened', async () => {
    const refused = { ...picture('c1'), status: 'refused' as const, reason: 'Unsupported file type.', isRefused: true };
    const { count } = listening({ store: scriptedStore([refused]) });
    await settle();
    expect(count('upload.failed')).toBe(0);
  });
});
