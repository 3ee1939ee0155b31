import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { Message, Messages } from '../../src/contract/chats';
import { CallFailure } from '../../src/contract/failure';
import { Candidate, Team } from '../../src/contract/teams';
import { historyFailureText } from '../../src/rules/chat/chatTexts';
import { isEchoOf } from '../../src/rules/chat/delivering';
import { compose, toTempMessage } from '../../src/rules/chat/outgoing';
import { noPages, withMissed, withNewest } from '../../src/rules/chat/pages';
import { rowKey, upsert, withTemps } from '../../src/rules/chat/timeline';

/** A message as a server with numeric ids sends it. */
const wire = (id: number, more: object = {}) => ({
  id,
  text: `Message ${id}`,
  sender: { id: 583, firstName: 'Mira' },
  timestamp: new Date(1_767_600_000_000 + id * 1000).toISOString(),
  ...more,
});

it('a list with an element that cannot be read still counts as a full page', () => {
  const page = parse(Messages, [wire(1, { sender: null }), wire(2)]);
  expect(withNewest(noPages, page, 2).hasOlder).toBe(true);
  expect(withNewest(noPages, page, 3).hasOlder).toBe(false);
});

describe('an id', () => {
  it('is sent back in the type in which it came', () => {
    const world = { now: () => 0, createId: () => 'c1' };
    const chat = { kind: 'global' } as const;
    const composing = { chat, chatName: 'Global Chat', world };
    const [reply] = compose({ ...composing, replyTo: parse(Message, wire(583)) }, 'Yes', []);
    expect(reply?.content.body.parentMessageId).toBe(583);
    expect(reply && toTempMessage(reply, { id: '1', firstName: '', lastName: '' }).parentMessageId).toBe('583');
    const text = parse(Message, { ...wire(1), id: '583' });
    expect(compose({ ...composing, replyTo: text }, 'Yes', [])[0]?.content.body.parentMessageId).toBe('583');
    expect(parse(Candidate, { userId: 7 })).toMatchObject({ userId: '7', wireId: 7 });
    expect(
      parse(Team, { teamMembers: [{ userId: 7 }, { userId: '8' }] }).teamMembers.map(({ wireId }) => wireId),
    ).toEqual([7, undefined]);
  });

  it('of somebody who has reacted or read may be missing', () => {
    const message = parse(
      Message,
      wire(1, { reactions: { '👍': [{ firstName: 'Kabir' }] }, seenBy: [{ firstName: 'Tara' }] }),
    );
    expect(message.reactions).toEqual({ '👍': [{ id: null, firstName: 'Kabir', lastName: '' }] });
    const later = parse(Message, wire(1));
    expect(upsert([message], later)[0]?.seenBy).toEqual([]);
  });
});

describe('a message that a server has twice', () => {
  const twice = parse(Messages, [wire(1), wire(2), wire(2, { text: 'Changed' })]);

  it('under one id is shown once, in its last version', () => {
    for (const { timeline } of [withNewest(noPages, twice, 50), withMissed(noPages, twice, 50)])
      expect(timeline.map(({ text }) => text)).toEqual(['Message 1', 'Changed']);
  });

  it('under two ids is two messages, in rows of their own', () => {
    const stored = parse(Messages, [wire(1, { clientMessageId: 'c1' }), wire(2, { clientMessageId: 'c1' })]);
    const { timeline } = withNewest(noPages, stored, 50);
    expect(timeline.map(rowKey)).toEqual(['1', '2']);
    const again = stored.reduce(upsert, timeline);
    expect(again.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('keeps the row of its temp message, which its echo names', () => {
    const [temp] = compose(
      { chat: { kind: 'global' }, chatName: '', replyTo: null, world: { now: () => 0, createId: () => 'c1' } },
      'Message 1',
      [],
    ).map((outgoing) => toTempMessage(outgoing, { id: '583', firstName: 'Mira', lastName: '' }));
    const shown = withTemps([], temp ? [temp] : []);
    const [first, second] = parse(Messages, [wire(1, { clientMessageId: 'c1' }), wire(2, { clientMessageId: 'c1' })]);
    if (!first || !second) throw new Error('Both can be read.');
    const echoed = upsert(upsert(shown, first), second);
    expect(echoed.map(rowKey)).toEqual(['temp-c1', '2']);
    // A later copy, as after a reaction, keeps it, too.
    expect(upsert(echoed, { ...first, text: 'Changed' }).map(rowKey)).toEqual(['temp-c1', '2']);
  });
});

describe('a message without a clientMessageId', () => {
  const [sent] = compose(
    {
      chat: { kind: 'global' },
      chatName: '',
      replyTo: null,
      world: { now: () => 1_767_600_000_000, createId: () => 'c1' },
    },
    'Message 1',
    [],
  );
  if (!sent) throw new Error('nothing was made');
  const isEcho = (wasTried: boolean, more: object = {}) =>
    isEchoOf({ ...sent, wasTried }, '583')(parse(Message, wire(1, more)));

  it('is the echo of one with the same text that was published, and of none that was not', () => {
    expect([isEcho(true), isEcho(false)]).toEqual([true, false]);
    const others = [
      { text: 'Message 2' },
      { mediaUrl: '/media/7' },
      { parentMessageId: 4 },
      { sender: { id: 584 } },
      { timestamp: new Date(1_767_600_000_000 - 300_001).toISOString() },
      { clientMessageId: 'c2' },
    ];
    expect(others.map((more) => isEcho(true, more))).toEqual(others.map(() => false));
    // A clientMessageId is enough, whatever else is known.
    expect([isEcho(false, { clientMessageId: 'c1' }), isEcho(true, { clientMessageId: 'c1' })]).toEqual([true, true]);
  });
});

it("a global chat that is answered with something that cannot be read says 'Could not load chat.' (S1 §8)", () => {
  expect(historyFailureText({ kind: 'global' }, new CallFailure('unreadable', 200))).toBe('Could not load chat.');
  expect(historyFailureText({ kind: 'global' }, new CallFailure('refused', 500))).toBe(
    'Failed to fetch messages (Status: 500)',
  );
});
