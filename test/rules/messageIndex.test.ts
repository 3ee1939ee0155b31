import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexOfClientId, indexOfId, messageOf, type Timeline, upsert } from '../../src/rules/chat/timeline';
import { message } from './samples';

const sent = (id: string, more: Parameters<typeof message>[0] = {}) => message({ id, ...more });

describe('the index of messages', () => {
  it('are those that a search through the list would find, however the list was built', () => {
    const arrivals = fc.array(
      fc.record({
        id: fc.constantFrom('1', '2', '3', '4', 'temp-a', 'temp-b'),
        clientMessageId: fc.constantFrom('a', 'b', null),
        minute: fc.integer({ min: 10, max: 59 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(arrivals, (given) => {
        let timeline: Timeline = [];
        for (const { id, clientMessageId, minute } of given) {
          timeline = upsert(timeline, sent(id, { clientMessageId, timestamp: `2026-11-21T10:${minute}:00.000Z` }));
          for (const probe of ['1', '2', '3', '4', 'temp-a', 'temp-b'])
            expect(indexOfId(timeline, probe)).toBe(timeline.findLastIndex((known) => known.id === probe));
          expect(timeline.length).toBe(new Set(timeline.map((known) => known.id)).size);
        }
      }),
      // This failed once: a temp message with the clientMessageId of another one left two messages with the same id.
      {
        examples: [
          [
            [
              { id: 'temp-a', clientMessageId: 'a', minute: 10 },
              { id: 'temp-b', clientMessageId: 'b', minute: 10 },
              { id: 'temp-a', clientMessageId: 'b', minute: 10 },
              { id: '1', clientMessageId: 'b', minute: 10 },
            ],
          ],
        ],
      },
    );
  });

  it('distinguish messages of two senders with the same clientMessageId', () => {
    const [mine, hers] = [sent('1', { clientMessageId: 'c' }), sent('2', { clientMessageId: 'c' })];
    const list = [
      { ...mine, sender: { ...mine.sender, id: 'me' } },
      { ...hers, sender: { ...hers.sender, id: 'she' } },
    ];
    expect(list.map((known) => indexOfClientId(list, known))).toEqual([0, 1]);
    expect(indexOfClientId(list, sent('3', { clientMessageId: null }))).toBe(-1);
  });

  it('are those of each list by itself', () => {
    const before = upsert([], sent('1'));
    const after = upsert(before, sent('2'));
    expect(messageOf(before, '2')).toBe(undefined);
    expect(messageOf(after, '2')?.id).toBe('2');
    expect(messageOf(before, '1')?.id).toBe('1');
  });
});

describe('a receipt that overtakes the echo', () => {
  it('leaves one copy, which keeps its readers, even if the clock of this device is ahead', () => {
    const reader = { id: 'r', firstName: 'Ravi', lastName: '' };
    const temp = sent('temp-c', { clientMessageId: 'c', timestamp: '2026-11-21T10:30:00.000Z' });
    const receipt = sent('7', { clientMessageId: null, timestamp: '2026-11-21T10:00:00.000Z', seenBy: [reader] });
    const echo = sent('7', { clientMessageId: 'c', timestamp: '2026-11-21T10:00:00.000Z' });
    const timeline = [receipt, echo].reduce(upsert, [temp] as Timeline);
    expect(timeline).toEqual([{ ...echo, seenBy: [reader] }]);
  });
});
