import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { noticesMachine, selectNotices } from '../../../src/machines/session/notices.machine';
import { testMutants } from '../../kit/mutants';
import { elapsed, testWalk, walkOf } from '../../kit/walk';

function showing() {
  const clock = new SimulatedClock();
  const actor = createActor(noticesMachine, { clock }).start();
  const texts = () => selectNotices(actor.getSnapshot()).map((notice) => notice.text);
  return { actor, clock, texts };
}

describe('notices', () => {
  it('stay for 5 s (S1 §9) or for their own lifetime, the oldest first', () => {
    const { actor, clock, texts } = showing();
    actor.send({ type: 'notice.show', tone: 'danger', text: 'Upload failed' });
    actor.send({ type: 'notice.show', tone: 'success', text: 'Done', lifetime: 3_000 });
    expect(texts()).toEqual(['Upload failed', 'Done']);
    clock.increment(2_999);
    expect(texts()).toEqual(['Upload failed', 'Done']);
    clock.increment(1);
    expect(texts()).toEqual(['Upload failed']);
    clock.increment(1_999);
    expect(texts()).toEqual(['Upload failed']);
    clock.increment(1);
    expect(texts()).toEqual([]);
  });

  it('do not pile up: the same text stays longer and is read out again, but in another tone it is another notice', () => {
    const { actor, clock, texts } = showing();
    actor.send({ type: 'notice.show', tone: 'danger', text: 'Upload failed' });
    actor.send({ type: 'notice.show', tone: 'info', text: 'Hello' });
    const [first, other] = selectNotices(actor.getSnapshot());
    clock.increment(4_000);
    actor.send({ type: 'notice.show', tone: 'danger', text: 'Upload failed' });
    expect(selectNotices(actor.getSnapshot())).toEqual([{ ...first, times: 2 }, other]);
    clock.increment(4_999);
    expect(texts()).toEqual(['Upload failed']);
    clock.increment(1);
    expect(texts()).toEqual([]);
    actor.send({ type: 'notice.show', tone: 'danger', text: 'Upload failed' });
    actor.send({ type: 'notice.show', tone: 'info', text: 'Upload failed' });
    expect(texts()).toHaveLength(2);
    expect(new Set(selectNotices(actor.getSnapshot()).map(({ id }) => id)).size).toBe(2);
  });

  it('of one topic are one notice: the newest, for its whole lifetime (DECISIONS 354)', () => {
    const { actor, clock, texts } = showing();
    const show = (text: string, topic?: string) =>
      actor.send({ type: 'notice.show', tone: 'success', text, ...(topic && { topic }) });
    show('Saved');
    show('One is approved.', 'requests');
    show('Mira is on the team.', 'teams');
    clock.increment(4_000);
    show('Two is approved.', 'requests');
    expect(texts()).toEqual(['Saved', 'Mira is on the team.', 'Two is approved.']);
    clock.increment(4_999);
    expect(texts()).toEqual(['Two is approved.']);
    clock.increment(1);
    expect(texts()).toEqual([]);
  });

  it('give a new notice its whole lifetime after a dismissed one with the same text', () => {
    const { actor, clock, texts } = showing();
    actor.send({ type: 'notice.show', tone: 'info', text: 'Hello' });
    actor.send({ type: 'notice.dismiss', id: selectNotices(actor.getSnapshot())[0]?.id ?? '' });
    expect(texts()).toEqual([]);
    clock.increment(3_000);
    actor.send({ type: 'notice.show', tone: 'info', text: 'Hello' });
    clock.increment(4_999);
    expect(texts()).toEqual(['Hello']);
  });

  it('without a lifetime stay until they are closed, or another member signs in', () => {
    const { actor, clock, texts } = showing();
    const sent = { type: 'notice.show', tone: 'success', text: 'Sent', incidentId: '57', lifetime: null } as const;
    actor.send(sent);
    clock.increment(24 * 3_600_000);
    expect(selectNotices(actor.getSnapshot())).toEqual([
      { id: 'notice-1', tone: 'success', text: 'Sent', incidentId: '57', times: 1 },
    ]);
    actor.send({ type: 'notice.dismiss', id: 'notice-1' });
    expect(texts()).toEqual([]);
    actor.send(sent);
    actor.send({ type: 'notices.clear' });
    expect(texts()).toEqual([]);
  });

  it('give their view the same list until it changes', () => {
    const { actor } = showing();
    const before = selectNotices(actor.getSnapshot());
    actor.send({ type: 'notice.dismiss', id: 'unknown' });
    expect(selectNotices(actor.getSnapshot())).toBe(before);
  });
});

const walk = walkOf({
  machine: noticesMachine,
  props: () => ({}),
  key: ({ context }) => context.notices.length,
  samples: {
    shown: { type: 'notice.show', tone: 'danger', text: 'Upload failed' },
    dismissed: { type: 'notice.dismiss', id: 'notice-1' },
    cleared: { type: 'notices.clear' },
    expired: { ...elapsed('notice.expired', 5_000), event: { type: 'notice.expired', id: 'notice-1' } },
  },
  ways: [{ way: ['shown', 4_000, 'shown', 'expired'] }],
  states: {
    showing: {
      sees: ({ read, last }) => {
        const notices = read(selectNotices).filter(({ id }) => id === 'notice-1');
        if (last === 'dismissed' || last === 'expired') expect(notices).toEqual([]);
        if (last === 'shown') expect(read(selectNotices).map(({ text }) => text)).toEqual(['Upload failed']);
      },
      takes: {
        shown: 'showing',
        cleared: { to: 'showing', sees: ({ read }) => expect(read(selectNotices)).toEqual([]) },
        dismissed: ({ context }) => (context.notices.some(({ id }) => id === 'notice-1') ? 'showing' : null),
        expired: ({ context }) => (context.notices.some(({ id }) => id === 'notice-1') ? 'showing' : null),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
