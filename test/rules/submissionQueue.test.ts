import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasWaitingMessage, isAnnounced, outcomesBetween } from '../../src/rules/submissions/outcomes';
import { afterReading, goesOut, headsOf, type Item, isPresent, newItem } from '../../src/rules/submissions/queue';
import { completion, initiation, item, report, text } from '../walks/submissions/samples';

const idsOf = (items: readonly Item[]) => items.map(({ submission }) => submission.id);
const later = (id: string) => ({ ...text(id), queuedAt: text(id).queuedAt + 1 });

describe('what is sent now', () => {
  it('is the first of each lane', () => {
    const items = [
      text('c1'),
      text('g1', '5'),
      text('c2'),
      initiation('s1'),
      completion('d1'),
      report('r1'),
      report('r2'),
    ];
    expect(idsOf(headsOf(items.map((one) => item(one))))).toEqual(['c1', 'g1', 's1', 'r1']);
  });
  it('does not include refused, asking or withdrawn submissions: they delay nothing', () => {
    const items = [
      item({ ...text('c1'), status: 'refused' }),
      item({ ...text('c2'), status: 'asking' }),
      item(text('c3'), { keeping: 'removing' }),
      item(text('c4')),
    ];
    expect(items.map(goesOut)).toEqual([false, false, false, true]);
    expect(items.map(isPresent)).toEqual([true, true, false, true]);
    expect(idsOf(headsOf(items))).toEqual(['c4']);
  });
  it('is not a completion while an earlier message to the chat of its case waits', () => {
    const done = completion('d1', '3', '7');
    const message = text('c1', '7');
    expect(idsOf(headsOf([item(message, { head: 'backingOff' }), item(done)]))).toEqual(['c1']);
    // It does not wait for later messages, those to other chats, and those that are shown as not sent.
    expect(idsOf(headsOf([item(done), item(message)]))).toEqual(['d1', 'c1']);
    expect(idsOf(headsOf([item(text('g1', '5')), item(done)]))).toEqual(['g1', 'd1']);
    expect(idsOf(headsOf([item({ ...message, status: 'refused' }), item(done)]))).toEqual(['d1']);
    // While it waits, it still comes before what follows in its own lane.
    expect(idsOf(headsOf([item(message), item(done), item(initiation('s1'))]))).toEqual(['c1']);
  });
  it('is still the first one of a chat while it backs off, because order matters there', () => {
    expect(idsOf(headsOf([item(text('c1'), { head: 'backingOff' }), item(text('c2'))]))).toEqual(['c1']);
  });
  it.each<[string, Item['head'][], string[]]>([
    ['the first', ['queued', 'queued', 'queued'], ['r1']],
    ['one at a time', ['sending', 'queued', 'queued'], ['r1']],
    ['the next one, too, where the first backs off', ['backingOff', 'queued', 'queued'], ['r1', 'r2']],
    ['no third while the second is under way', ['backingOff', 'sending', 'queued'], ['r1', 'r2']],
    ['the third where both back off', ['backingOff', 'backingOff', 'queued'], ['r1', 'r2', 'r3']],
    ['both where the first has begun again: none is cut off', ['sending', 'sending', 'queued'], ['r1', 'r2']],
    ['none before one that is under way', ['queued', 'sending', 'queued'], ['r2']],
  ])('of reports is %s', (_, heads, sent) => {
    const items = heads.map((head, index) => item(report(`r${index + 1}`), { head }));
    expect(idsOf(headsOf(items))).toEqual(sent);
  });
});

describe('the queue after its store was read', () => {
  it('contains what other tabs have added, and not what they have removed', () => {
    const items = [item(text('c1')), item(text('c2'))];
    const next = afterReading(items, [text('c2'), text('c3')]);
    expect(next).toEqual([item(text('c2')), newItem(text('c3'), 'kept')]);
  });
  it('contains changes by other tabs, except of what this tab is changing or sending', () => {
    const changed = { ...text('c1'), reason: 'No.', status: 'refused' as const };
    const statusOf = (parts: Partial<Item>) => afterReading([item(text('c1'), parts)], [changed])[0]?.submission.status;
    expect(statusOf({})).toBe('refused');
    expect(statusOf({ keeping: 'memory' })).toBe('refused');
    for (const parts of [{ keeping: 'storing' }, { keeping: 'removing' }, { head: 'sending' }] as const)
      expect(statusOf(parts)).toBe('waiting');
  });
  it.each(['storing', 'memory', 'removing'] as const)('keeps what the store has not (yet): %s', (keeping) => {
    expect(afterReading([item(text('c1'), { keeping })], [])).toEqual([item(text('c1'), { keeping })]);
  });
  it('keeps the order of submitting, whether the store has it or not', () => {
    const items = [item(text('c1')), item(text('c2'), { keeping: 'memory' }), item(text('c3'))];
    expect(idsOf(afterReading(items, [text('c1'), text('c3')]))).toEqual(['c1', 'c2', 'c3']);
    // Written right after a reload, before the store was read.
    expect(idsOf(afterReading([item(later('c9'), { keeping: 'storing' })], [text('c1')]))).toEqual(['c1', 'c9']);
    expect(idsOf(afterReading([item(text('c1'), { keeping: 'memory' })], [later('c9')]))).toEqual(['c1', 'c9']);
  });
  it('drops what another tab has withdrawn, and accepts it again', () => {
    const items = [item(text('c1'), { head: 'sending' }), item(text('c2'))];
    const [withdrawn, ...others] = afterReading(items, [text('c2')], ['c1']);
    expect(withdrawn).toMatchObject({ submission: { id: 'c1' }, keeping: 'withdrawn' });
    expect(others).toEqual([item(text('c2'))]);
    const left = [withdrawn as Item];
    expect([left.map(isPresent), headsOf(left)]).toEqual([[false], []]);
    expect(afterReading(left, [], ['c1'])).toEqual([]);
    expect(afterReading(left, [text('c1')], [])).toEqual([newItem(text('c1'), 'kept')]);
    // What this tab is storing, or has in memory alone, is not what the other tab has withdrawn.
    for (const keeping of ['storing', 'memory', 'removing'] as const)
      expect(afterReading([item(text('c1'), { keeping })], [], ['c1'])).toEqual([item(text('c1'), { keeping })]);
  });
  it('loses and doubles nothing, whatever is read', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'));
    const keepings = fc.array(fc.constantFrom('storing', 'kept', 'memory', 'removing'), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(ids, keepings, ids, (here, kept, read) => {
        const items = here.map((id, index) => item(text(id), { keeping: kept[index] as Item['keeping'] }));
        const next = idsOf(
          afterReading(
            items,
            read.map((id) => text(id)),
          ),
        );
        const unkept = items.filter(({ keeping }) => keeping !== 'kept');
        expect(next.toSorted()).toEqual([...new Set([...read, ...idsOf(unkept)])].sort());
      }),
    );
  });
});

describe('what a member is told of', () => {
  const now = text('c1').queuedAt + 10_000;

  it('is a message that is sent after 10 s or more, wherever they are, and none that is sent sooner (DECISIONS 202)', () => {
    const one = item(text('c1'), { hasWaited: true, screen: 'left' });
    expect([now, now - 1].map((at) => isAnnounced(one, at))).toEqual([true, false]);
    expect([now, now - 1].map((at) => hasWaitingMessage([one], at))).toEqual([true, false]);
    expect(hasWaitingMessage([item({ ...text('c1'), status: 'refused' })], now)).toBe(false);
  });

  it('is anything else that had to wait, or whose screen was left, but nothing while that is open (DECISIONS 267)', () => {
    const screens = [null, 'open', 'left'] as const;
    const told = (hasWaited: boolean) =>
      screens.map((screen) => isAnnounced(item(report('r1'), { hasWaited, screen }), now));
    expect(told(true)).toEqual([true, false, true]);
    expect(told(false)).toEqual([false, false, true]);
  });

  it('is what another tab has sent after 10 s or more, and not what somebody has deleted', () => {
    const before = [item(report('r1')), item(report('r2'), { keeping: 'withdrawn' })];
    const sentAfter = (at: number) => outcomesBetween(before, [], at).sent.map(({ submission }) => submission.id);
    expect(sentAfter(report('r1').queuedAt + 10_000)).toEqual(['r1']);
    expect(sentAfter(report('r1').queuedAt + 9_999)).toEqual([]);
  });
});
