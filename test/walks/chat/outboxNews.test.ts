import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { ChatAddress } from '../../../src/contract/topics';
import { outboxMachine } from '../../../src/machines/chat/outbox.machine';
import { type OutboxNewsEvent, outboxNews } from '../../../src/machines/chat/outboxNews';
import { recorder, streamPort } from '../../kit/walk';
import { caseChat, globalChat, outgoing, picture } from './samples';

/** An outbox with scripted ports, and what one chat hears of it. */
function listening(chat: ChatAddress = globalChat) {
  const ports = { store: streamPort(), deliveryLeader: streamPort(), delivery: streamPort() };
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const outbox = createActor(outboxMachine.provide({ actors: actors as never }), { input: { me: 'mira' } }).start();
  const listener = recorder();
  createActor(outboxNews, { input: { outbox, chat }, parent: listener.ref } as never).start();
  const heard = () => listener.received as readonly OutboxNewsEvent[];
  const types = () => heard().map(({ type }) => type);
  return { outbox, ports, heard, types };
}
const progressed = (progress: number | null) =>
  ({ type: 'delivery.progressed', clientMessageId: 'c1', progress }) as const;

describe('what a chat hears of the outbox', () => {
  it('are its own messages: those that are there, those that come, and those that go', () => {
    const { outbox, heard } = listening();
    outbox.send({ type: 'message.queue', outgoing: outgoing('c1') });
    outbox.send({ type: 'message.queue', outgoing: outgoing('other', caseChat) });
    outbox.send({ type: 'message.queue', outgoing: outgoing('c2') });
    outbox.send({ type: 'message.withdraw', clientMessageId: 'c1' });
    expect(heard()).toEqual([
      { type: 'outbox.changed', items: [outgoing('c1')] },
      { type: 'outbox.changed', items: [outgoing('c1'), outgoing('c2')] },
      { type: 'outbox.changed', items: [outgoing('c2')] },
    ]);
  });

  it('is what waits since before it was opened', () => {
    const { outbox } = listening();
    outbox.send({ type: 'message.queue', outgoing: outgoing('c1') });
    const listener = recorder();
    createActor(outboxNews, { input: { outbox, chat: globalChat }, parent: listener.ref } as never).start();
    expect(listener.received).toEqual([{ type: 'outbox.changed', items: [outgoing('c1')] }]);
  });

  it('is when the store or the server has all that was handed over, once', () => {
    const { outbox, ports, types } = listening();
    const secured = () => types().filter((type) => type === 'outbox.secured').length;
    outbox.send({ type: 'message.queue', outgoing: outgoing('c1') });
    outbox.send({ type: 'message.queue', outgoing: outgoing('c2') });
    ports.store.emit({ type: 'store.kept', clientMessageId: 'c1' } as never);
    expect(secured()).toBe(0);
    ports.store.emit({ type: 'store.kept', clientMessageId: 'c2' } as never);
    expect(secured()).toBe(1);
    // A browser that keeps nothing: then the server has to have it.
    ports.deliveryLeader.emit({ type: 'leader.elected' } as never);
    outbox.send({ type: 'message.queue', outgoing: outgoing('c3') });
    ports.store.emit({ type: 'store.failed', clientMessageId: 'c3' } as never);
    expect(secured()).toBe(1);
    outbox.send({ type: 'delivery.confirmed', clientMessageId: 'c3' });
    expect(secured()).toBe(2);
  });

  it('is when an upload begins and when it is over, not each step of it (S1 §4: uploading blocks sending)', () => {
    const { outbox, ports, types } = listening();
    ports.deliveryLeader.emit({ type: 'leader.elected' } as never);
    outbox.send({ type: 'message.queue', outgoing: picture('c1') });
    for (const progress of [0, 0.4, 0.9]) outbox.send(progressed(progress));
    expect(types()).toEqual(['outbox.changed', 'upload.began']);
    outbox.send(progressed(null));
    expect(types()).toEqual(['outbox.changed', 'upload.began', 'upload.settled']);
  });

  it('ends with an upload that is given up half-way', () => {
    const { outbox, ports, types } = listening();
    ports.deliveryLeader.emit({ type: 'leader.elected' } as never);
    outbox.send({ type: 'message.queue', outgoing: picture('c1') });
    outbox.send(progressed(0.4));
    outbox.send({ type: 'message.withdraw', clientMessageId: 'c1' });
    expect(types().at(-1)).toBe('upload.settled');
  });

  it('is why a file was refused, once; a refused text is shown at its message alone (S1 §8)', () => {
    const { outbox, ports, heard } = listening();
    ports.deliveryLeader.emit({ type: 'leader.elected' } as never);
    outbox.send({ type: 'message.queue', outgoing: picture('c1') });
    outbox.send({ type: 'message.queue', outgoing: outgoing('c2') });
    const reason = new CallFailure('refused', 415, 'Unsupported file type.').serverMessage ?? '';
    outbox.send({ type: 'delivery.refused', clientMessageId: 'c1', reason });
    outbox.send({ type: 'delivery.refused', clientMessageId: 'c2', reason: 'This case is closed.' });
    expect(heard().filter(({ type }) => type === 'upload.refused')).toEqual([
      { type: 'upload.refused', reason: 'Unsupported file type.' },
    ]);
  });
});
