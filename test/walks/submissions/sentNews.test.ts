import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type SentEvent, sentNews } from '../../../src/machines/submissions/sentNews';
import { supplyNews } from '../../../src/machines/supplies/supplyNews';
import { recorder, settle } from '../../kit/walk';
import { queueing, scriptedStore } from './queueing';
import { completion, initiation, kitUse, note, report, requisition, text } from './samples';
import { failure } from './submitting';

/** A queue with a screen that hears what was sent, about all incidents or about one. */
function following(options: Parameters<typeof queueing>[0] = {}, incidentId?: string) {
  const one = queueing(options);
  const screen = recorder();
  createActor(sentNews, { input: { queue: one.queue, incidentId }, parent: screen.ref } as never).start();
  return { ...one, sent: () => (screen.received as readonly SentEvent[]).map(({ submission }) => submission.id) };
}
const isSent = { type: 'attempt.confirmed' };

describe('a screen that shows incidents', () => {
  it('hears once of each act on one that was sent, and not before', async () => {
    const { add, send, sent } = following();
    add(initiation('i1'), completion('d1'));
    await settle();
    expect(sent()).toEqual([]);
    send.emit(isSent);
    await settle();
    expect(sent()).toEqual(['i1']);
    send.emit(isSent);
    await settle();
    expect(sent()).toEqual(['i1', 'd1']);
  });

  it('hears nothing of what was refused, and nothing of what was withdrawn', async () => {
    const { add, queue, send, sent } = following();
    add(initiation('i1'), completion('d1', '4'));
    await settle();
    send.emit(failure(409, 'Not now.'));
    await settle();
    for (const id of ['i1', 'd1']) queue.send({ type: 'submission.withdraw', id });
    await settle();
    expect(sent()).toEqual([]);
  });

  it('hears of what another tab has sent, but not of what it has withdrawn', async () => {
    const store = scriptedStore([initiation('i1'), completion('d1', '4')]);
    const { sent } = following({ store, isLeader: false });
    const other = queueing({ store });
    await settle();
    other.queue.send({ type: 'submission.withdraw', id: 'd1' });
    await settle();
    expect(sent()).toEqual([]);
    other.queue.send({ type: 'submission.confirmed', id: 'i1', answer: null, wasEarlier: false });
    await settle();
    expect(sent()).toEqual(['i1']);
  });

  it('hears nothing of other incidents, if it shows one, and nothing of other submissions', async () => {
    const { queue, add, sent } = following({}, '3');
    const others = [completion('d2', '4'), report('r1'), text('c1')];
    add(...others, completion('d1', '3'));
    await settle();
    for (const { id } of [...others, { id: 'd1' }])
      queue.send({ type: 'submission.confirmed', id, answer: null, wasEarlier: false });
    expect(sent()).toEqual(['d1']);
  });

  it('is the screen of the notes of its incident: after it was left, a notice tells that they were sent', async () => {
    const one = queueing();
    const all = createActor(sentNews, { input: { queue: one.queue } } as never).start();
    const page = createActor(sentNews, { input: { queue: one.queue, incidentId: '3' } } as never).start();
    one.add(note('n1'), note('n2', '4'), completion('d1'));
    await settle();
    page.stop();
    all.stop();
    expect(['n1', 'n2', 'd1'].map((id) => one.item(id)?.screen)).toEqual(['left', null, null]);
    for (const id of ['n1', 'n2'])
      one.queue.send({ type: 'submission.confirmed', id, answer: null, wasEarlier: false });
    expect(one.told.map(({ text }) => text)).toEqual(['Your note has been added: Dog, MG Road']);
  });

  it('is the screen of what is requested and used, if it is the kit', async () => {
    const one = queueing();
    const kit = createActor(supplyNews, { input: { queue: one.queue } } as never).start();
    one.add(requisition('q1'), kitUse('u1'), note('n1'));
    await settle();
    kit.stop();
    expect(['q1', 'u1', 'n1'].map((id) => one.item(id)?.screen)).toEqual(['left', 'left', null]);
  });
});
