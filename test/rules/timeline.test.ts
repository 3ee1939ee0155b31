import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import {
  currentOf,
  firstUnread,
  looksSame,
  mergePage,
  oldestSettled,
  pictureBeside,
  type Timeline,
  unreadAtEnd,
  upsert,
  upsertAll,
  withFormer,
  withTemps,
} from '../../src/rules/chat/timeline';
import { at, message, user } from './samples';

const ids = (timeline: Timeline) => timeline.map(({ id }) => id);
const readers = ({ seenBy }: Message) => seenBy.map(({ id }) => id).sort();

/** What happens in a chat, as its server sees it. Messages are named by their place in the order of sending. */
type Deed = { kind: 'send'; by: string } | { kind: 'read' | 'react'; by: string; which: number };
const people = ['mira', 'kabir', 'tara'];
const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constant('send' as const), by: fc.constantFrom(...people) }),
  fc.record({
    kind: fc.constantFrom('read' as const, 'react' as const),
    by: fc.constantFrom(...people),
    which: fc.nat(20),
  }),
);

/** The server's history: after each deed, the whole chat; and the copy of the message that the deed broadcasts. */
function historyOf(deeds: readonly Deed[]): { broadcast: Message[]; chats: Message[][] } {
  const chats: Message[][] = [[]];
  const broadcast: Message[] = [];
  for (const { kind, by, ...rest } of deeds) {
    const chat = chats.at(-1) as Message[];
    const which = 'which' in rest && chat.length > 0 ? rest.which % chat.length : -1;
    const old = chat[which];
    const copy =
      kind === 'send' || !old
        ? message({
            id: String(chat.length + 1),
            clientMessageId: `c${chat.length + 1}`,
            sender: user(by),
            timestamp: at(Math.floor(chat.length / 2)),
          })
        : kind === 'read'
          ? { ...old, seenBy: [...old.seenBy.filter(({ id }) => id !== by), user(by)] }
          : { ...old, reactions: old.reactions['🙏'] ? {} : { '🙏': [user(by)] } };
    broadcast.push(copy);
    chats.push(old && kind !== 'send' ? chat.with(which, copy) : [...chat, copy]);
  }
  return { broadcast, chats };
}

/** Nothing shown is lost, doubled or un-seen from one step to the next (DECISIONS 40). */
function expectNoStepBack(before: Timeline, after: Timeline): void {
  expect(new Set(ids(after)).size).toBe(after.length);
  expect(ids(after)).toEqual(expect.arrayContaining(ids(before)));
  for (const old of before) {
    const now = after.find(({ id }) => id === old.id) as Message;
    expect(readers(now)).toEqual(expect.arrayContaining(readers(old)));
  }
}

describe('a timeline', () => {
  it('is the same whatever the order in which messages arrive, and however often', () => {
    const messages = Array.from({ length: 12 }, (_, index) =>
      message({ id: String(index + 1), timestamp: at(Math.floor(index / 3)) }),
    );
    const arrivals = fc.array(fc.constantFrom(...messages), { maxLength: 30 }).map((some) => [...some, ...messages]);
    fc.assert(
      fc.property(
        arrivals.chain((all) => fc.shuffledSubarray(all, { minLength: all.length })),
        (arrived) => {
          expect(upsertAll([], arrived)).toEqual(messages);
        },
      ),
    );
  });

  it('becomes what the server has, whenever the history is requested, read and delivered', () => {
    fc.assert(
      fc.property(
        fc.array(deed, { minLength: 1, maxLength: 25 }),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.array(fc.nat(25)),
        (deeds, a, b, c, again) => {
          const { broadcast, chats } = historyOf(deeds);
          const asked = a % (broadcast.length + 1);
          const delivered = asked + (b % (broadcast.length + 1 - asked));
          const readAt = asked + (c % (broadcast.length + 1 - asked));
          const page = chats[readAt] as Message[];
          const since = new Set<string>();
          let timeline: Timeline = [];
          const become = (next: Timeline) => {
            expectNoStepBack(timeline, next);
            timeline = next;
          };
          for (let step = 0; step <= broadcast.length; step++) {
            if (step === delivered) become(mergePage(timeline, page, since));
            const copy = broadcast[step];
            if (!copy) break;
            become(upsert(timeline, copy));
            if (step >= asked) since.add(copy.id);
            // A repeated send makes the server broadcast what it has stored once more (DECISIONS 11).
            if (again.includes(step)) become(upsert(timeline, copy));
          }
          const final = chats.at(-1) as Message[];
          expect(timeline.map((shown) => ({ ...shown, seenBy: readers(shown) }))).toEqual(
            final.map((stored) => ({ ...stored, seenBy: readers(stored) })),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('swaps an own message in place when its echo comes, by clientMessageId', () => {
    const temp = message({ id: 'temp-c1', clientMessageId: 'c1', sender: user('mira'), timestamp: at(0) });
    const later = message({ id: '7', sender: user('kabir'), timestamp: at(1) });
    const echo = { ...temp, id: '8', timestamp: at(2) };
    expect(ids(upsert([temp, later], echo))).toEqual(['8', '7']);
    expect(ids(mergePage([temp, later], [later, echo], new Set()))).toEqual(['8', '7']);
  });

  describe('an own message whose lost echo arrives after a newer message', () => {
    const known = message({ id: '1', sender: user('kabir'), timestamp: at(0) });
    const newer = message({ id: '4', sender: user('kabir'), timestamp: at(4) });
    const temp = message({ id: 'temp-c1', clientMessageId: 'c1', sender: user('mira'), timestamp: at(1) });
    const waiting = message({ id: 'temp-c2', clientMessageId: 'c2', sender: user('mira'), timestamp: at(1) });
    const stored = { ...temp, id: '2', timestamp: at(2) };
    const missed = message({ id: '3', sender: user('kabir'), timestamp: at(3) });

    it("moves to its place in everybody's order when it is sent again and its echo comes", () => {
      expect(ids(upsert([known, newer, temp, waiting], stored))).toEqual(['1', '2', '4', 'temp-c2']);
    });
    it('moves there from a fetched page, too, and missed messages keep their order', () => {
      const page = [known, stored, missed, newer];
      expect(ids(mergePage([known, newer, temp, waiting], page, new Set(['4'])))).toEqual([
        '1',
        '2',
        '3',
        '4',
        'temp-c2',
      ]);
    });
  });

  it('keeps apart two senders who chose the same clientMessageId', () => {
    const mine = message({ id: 'temp-c1', clientMessageId: 'c1', sender: user('mira'), timestamp: at(0) });
    const theirs = message({ id: '9', clientMessageId: 'c1', sender: user('kabir'), timestamp: at(1) });
    expect(ids(upsert([mine], theirs)).toSorted()).toEqual(['9', 'temp-c1']);
    expect(ids(mergePage([mine], [theirs], new Set())).toSorted()).toEqual(['9', 'temp-c1']);
  });

  it('never turns a sent message back into a temp one', () => {
    const sent = message({ id: '8', clientMessageId: 'c1', sender: user('mira'), timestamp: at(2) });
    const temp = { ...sent, id: 'temp-c1', timestamp: at(0) };
    expect(upsert([sent], temp)).toEqual([sent]);
  });

  it('never loses readers: an older copy that comes late keeps those who have read', () => {
    const old = message({ id: '1', seenBy: [] });
    const seen = { ...old, seenBy: [user('kabir')] };
    expect(upsertAll([], [seen, old]).map(readers)).toEqual([['kabir']]);
    expect(mergePage([seen], [old], new Set()).map(readers)).toEqual([['kabir']]);
    expect(mergePage([old], [seen], new Set(['1'])).map(readers)).toEqual([['kabir']]);
  });

  it('puts an older page before what is shown, and leaves temp messages where they are', () => {
    const shown = [
      message({ id: '51', timestamp: at(51) }),
      message({ id: 'temp-a', clientMessageId: 'a', timestamp: at(52) }),
    ];
    const page = [message({ id: '49', timestamp: at(49) }), message({ id: '50', timestamp: at(50) })];
    expect(ids(mergePage(shown, page, new Set()))).toEqual(['49', '50', '51', 'temp-a']);
  });

  it('keeps unsent messages after sent ones, so that messages that waited for hours get the order that everybody sees', () => {
    const waiting = ['c1', 'c2', 'c3'].map((clientMessageId) =>
      message({ id: `temp-${clientMessageId}`, clientMessageId, sender: user('mira'), timestamp: at(0) }),
    );
    const theirs = message({ id: '7', timestamp: at(3600) });
    expect(ids(upsert(waiting, theirs))).toEqual(['7', 'temp-c1', 'temp-c2', 'temp-c3']);
    // The first was sent before the chat was open.
    const sent = message({ id: '8', clientMessageId: 'c1', sender: user('mira'), timestamp: at(3601) });
    expect(ids(mergePage(waiting.slice(1), [theirs, sent], new Set()))).toEqual(['7', '8', 'temp-c2', 'temp-c3']);
    // A refused one stays where it failed.
    expect(ids(upsert([...waiting.slice(0, 1), theirs], sent))).toEqual(['8', '7']);
    expect(ids(upsert([...waiting.slice(1, 2), theirs], sent))).toEqual(['temp-c2', '7', '8']);
  });

  describe('with what waits in the queue', () => {
    const temp = (clientMessageId: string) =>
      message({ id: `temp-${clientMessageId}`, clientMessageId, sender: user('mira'), timestamp: at(0) });
    const theirs = message({ id: '7', sender: user('kabir'), timestamp: at(1) });

    it('has it after the sent messages, in the order of the queue', () => {
      expect(ids(withTemps([theirs], [temp('c1'), temp('c2')]))).toEqual(['7', 'temp-c1', 'temp-c2']);
      expect(ids(withTemps([], [temp('c2'), temp('c1')]))).toEqual(['temp-c2', 'temp-c1']);
    });
    it('leaves shown messages in their place, each once', () => {
      expect(ids(withTemps([temp('c1'), theirs], [temp('c1'), temp('c2')]))).toEqual(['temp-c1', '7', 'temp-c2']);
    });
    it('contains nothing that was withdrawn, and still everything that was sent', () => {
      expect(ids(withTemps([theirs, temp('c1'), temp('c2')], [temp('c2')]))).toEqual(['7', 'temp-c2']);
      expect(ids(withTemps([theirs, temp('c1')], []))).toEqual(['7']);
    });
    it('never shows a message again whose echo came before the queue knew', () => {
      const sent = message({ id: '8', clientMessageId: 'c1', sender: user('mira'), timestamp: at(2) });
      expect(ids(withTemps([theirs, sent], [temp('c1')]))).toEqual(['7', '8']);
    });
    it("treats somebody else's clientMessageId as another message", () => {
      const same = message({ id: '9', clientMessageId: 'c1', sender: user('kabir'), timestamp: at(2) });
      expect(ids(withTemps([same], [temp('c1')]))).toEqual(['9', 'temp-c1']);
    });
  });

  it('shows a deleted member as a former one, whatever they did, and nobody else', () => {
    const [kabir, mira] = [user('kabir'), user('mira')];
    const [own, other] = [message({ id: '1' }), message({ id: '2', sender: mira })];
    const liked = message({ id: '3', sender: mira, reactions: { '👍': [mira, kabir] }, seenBy: [kabir, mira] });
    const quoted = { sender: kabir, text: 'Which gate?', mediaUrl: null, mediaType: null };
    const answer = message({ id: '4', sender: mira, parentMessageId: '0', quoted });
    const former = { ...kabir, firstName: 'Former member', lastName: '' };
    const shown = withFormer([own, other, liked, answer], kabir.id);
    expect(shown).toEqual([
      { ...own, sender: former },
      other,
      { ...liked, reactions: { '👍': [mira, former] }, seenBy: [former, mira] },
      { ...answer, quoted: { ...quoted, sender: former } },
    ]);
    expect(shown[1]).toBe(other);
  });

  it('leads from one picture to the next', () => {
    const picture = (id: string, parts = {}) => message({ id, mediaUrl: `/media/${id}`, mediaType: 'IMAGE', ...parts });
    const timeline = [
      picture('1'),
      message({ id: '2' }),
      picture('3', { mediaType: 'VIDEO' }),
      picture('temp-c1', { mediaUrl: '' }),
      message({ id: '5', mediaType: 'IMAGE' }),
      picture('6'),
    ];
    expect(pictureBeside(timeline, '1', 1)?.id).toBe('temp-c1');
    expect(pictureBeside(timeline, '6', -1)?.id).toBe('temp-c1');
    expect(pictureBeside(timeline, '1', -1)).toBeUndefined();
    expect(pictureBeside(timeline, '6', 1)).toBeUndefined();
    expect(pictureBeside(timeline, 'gone', 1)).toBeUndefined();
  });

  it('finds an own message under the id that it has now', () => {
    const temp = message({ id: 'temp-c1', clientMessageId: 'c1' });
    const echo = message({ id: '7', clientMessageId: 'c1' });
    expect(currentOf([temp], temp)).toBe(temp);
    expect(currentOf([echo], temp)).toBe(echo);
    expect(currentOf([echo], message({ id: '7' }))).toBe(echo);
    expect(currentOf([echo], message({ id: 'temp-c2', clientMessageId: 'c2' }))).toBeUndefined();
  });

  it('orders ids as numbers where times are equal', () => {
    expect(ids(upsertAll([], [message({ id: '10' }), message({ id: '9' })]))).toEqual(['9', '10']);
  });

  it('knows where older history continues', () => {
    const temp = message({ id: 'temp-c1', clientMessageId: 'c1' });
    expect(oldestSettled([temp, message({ id: '5' }), message({ id: '6' })])?.id).toBe('5');
    expect(oldestSettled([temp])).toBeUndefined();
  });
});

describe('what is unread at the end of a chat', () => {
  const unseen = (id: string) => message({ id });
  const seen = (id: string) => message({ id, seenBy: [user('mira')] });
  const own = (id: string) => message({ id, sender: user('mira') });
  const gone = (id: string) => message({ id, deletedAt: '2026-03-10T12:01:00.000Z' });
  it.each([
    ['nothing', [], 0, null],
    ['all read', [unseen('1'), seen('2')], 0, null],
    ['two after one that was read', [unseen('1'), seen('2'), unseen('3'), unseen('4')], 2, '3'],
    ['one after an own message', [unseen('1'), own('2'), unseen('3')], 1, '3'],
    ['an own message that waits is none', [seen('1'), unseen('2'), own('temp-a')], 1, '2'],
    ['where nothing was read, nobody knows where reading stopped', [unseen('1'), unseen('2')], 2, null],
    ['a deleted one need not be read', [seen('1'), gone('2'), unseen('3'), gone('4')], 1, '3'],
    ['a message that waits is not what was read', [unseen('1'), own('temp-a'), own('temp-b')], 1, null],
  ] as const)('%s', (_, timeline, count, first) => {
    const unread = firstUnread({ timeline, hasOlder: false }, 'mira');
    expect([unreadAtEnd(timeline, 'mira').length, unread]).toEqual([count, first]);
  });

  it.each([
    ['if older ones are not loaded, it begins before all that is', [unseen('1'), unseen('2')], '1'],
    ['but not at one that is deleted, or waits', [own('temp-a'), gone('1'), unseen('2')], '2'],
    ['if one is read, it begins after it', [seen('1'), unseen('2')], '2'],
    ['all read', [unseen('1'), seen('2')], null],
  ] as const)('%s', (_, timeline, first) => {
    expect(firstUnread({ timeline, hasOlder: true }, 'mira')).toBe(first);
  });

  it('is counted up to a hundred', () => {
    const many = [seen('0'), ...Array.from({ length: 150 }, (_, place) => unseen(String(place + 1)))];
    expect([unreadAtEnd(many, 'mira').length, firstUnread({ timeline: many, hasOlder: true }, 'mira')]).toEqual([
      100,
      '1',
    ]);
  });
});

describe('what a change of a list shows', () => {
  const [mira, kabir, tara] = [user('mira'), user('kabir'), user('tara')];
  const theirs = message({ id: '1', clientMessageId: 'a', sender: kabir, seenBy: [] });
  const mine = message({ id: '2', clientMessageId: 'b', sender: mira, seenBy: [kabir] });
  const shown = [theirs, mine];
  const same = (next: Timeline) => looksSame(shown, next, 'mira');

  it('is nothing if more members have seen a message and its tick stays', () => {
    expect(same(shown)).toBe(true);
    expect(same([{ ...theirs, seenBy: [mira, tara] }, mine])).toBe(true);
    expect(same([theirs, { ...mine, seenBy: [kabir, tara] }])).toBe(true);
  });

  it.each<[string, Timeline]>([
    ['the first reader of an own message', [theirs, { ...mine, seenBy: [] }]],
    ['a text', [{ ...theirs, text: 'changed' }, mine]],
    ['a reaction', [{ ...theirs, seenBy: [mira], reactions: { '🙏': [tara] } }, mine]],
    ['an edit', [{ ...theirs, editedAt: at(5) }, mine]],
    ['a former member', [{ ...theirs, sender: { ...kabir, firstName: 'Former member' } }, mine]],
    ['a new message', [theirs, mine, message({ id: '3', clientMessageId: 'c', sender: tara })]],
    ['a removed message', [theirs]],
    ['another order', [mine, theirs]],
  ])('is shown: %s', (_, next) => {
    expect(same(next)).toBe(false);
    expect(looksSame(next, shown, 'mira')).toBe(false);
  });

  it('is looked for only once in each copy of a message, because in a busy chat receipts come for hours', () => {
    let looks = 0;
    const counted = (seenBy: Message['seenBy']): Message => ({
      ...theirs,
      seenBy,
      get text() {
        looks++;
        return 'Here';
      },
    });
    const [first, second] = [[counted([])], [counted([mira])]];
    for (let time = 0; time < 3; time++) expect(looksSame(first, second, 'mira')).toBe(true);
    expect(looks).toBe(2);
    expect(looksSame(first, [counted([mira, tara])], 'mira')).toBe(true);
    expect(looks).toBe(3);
  });

  it('is shown when an echo replaces an own message that was being sent', () => {
    const temp = message({ id: 'temp-b', clientMessageId: 'b', sender: mira });
    const sent = upsert([theirs, temp], mine);
    expect(looksSame([theirs, temp], sent, 'mira')).toBe(false);
  });
});
