import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { announcementOf } from '../../src/rules/chat/chatTexts';
import {
  isEmojiOnly,
  isSameDay,
  isSameGroup,
  newestOf,
  previewOf,
  reactionOf,
  rowLabel,
  shouldMarkRead,
  snippetOf,
  summariseReactions,
  type Tick,
  tickOf,
} from '../../src/rules/chat/messages';
import { timeLabel } from '../../src/rules/timeTexts';
import { message, user } from './samples';

afterEach(() => vi.unstubAllEnvs());
const inZone = (zone: string) => vi.stubEnv('TZ', zone);

describe('the tick of an own message (S1 §4)', () => {
  const own = message({ sender: user('mira') });
  it.each<[Tick | null, Message]>([
    ['clock', { ...own, id: 'temp-c1' }],
    ['sent', own],
    ['sent', { ...own, seenBy: [user('mira')] }],
    ['read', { ...own, seenBy: [user('kabir')] }],
    [null, message({ sender: user('kabir'), seenBy: [user('tara')] })],
  ])('is %s', (tick, shown) => {
    expect(tickOf(shown, 'mira')).toBe(tick);
  });
});

describe('a message is marked read (S1 §4)', () => {
  it.each([
    ['when it is another’s and unseen', message(), true],
    ['not when it is own', message({ sender: user('mira') }), false],
    ['not when already seen', message({ seenBy: [user('mira')] }), false],
    ['not while it is unsent', message({ id: 'temp-c1' }), false],
  ])('%s', (_, shown, marked) => {
    expect(shouldMarkRead(shown, 'mira')).toBe(marked);
  });
});

describe('grouping (S1 §9: same sender within 5 minutes on the same day)', () => {
  const from = (timestamp: string, sender = 'kabir') => message({ timestamp, sender: user(sender) });
  it.each([
    ['5 minutes apart', from('2026-03-10T12:00:00.000Z'), from('2026-03-10T12:05:00.000Z'), true],
    ['a millisecond more', from('2026-03-10T12:00:00.000Z'), from('2026-03-10T12:05:00.001Z'), false],
    ['another sender', from('2026-03-10T12:00:00.000Z'), from('2026-03-10T12:00:01.000Z', 'tara'), false],
    ['clocks that disagree by a minute', from('2026-03-10T12:01:00.000Z'), from('2026-03-10T12:00:00.000Z'), true],
  ])('%s', (_, earlier, later, grouped) => {
    inZone('UTC');
    expect(isSameGroup(earlier, later)).toBe(grouped);
  });

  it('ends at local midnight', () => {
    const [before, after] = [from('2026-03-10T18:29:00.000Z'), from('2026-03-10T18:31:00.000Z')];
    inZone('UTC');
    expect(isSameGroup(before, after)).toBe(true);
    inZone('Asia/Kolkata'); // where this is 23:59 and 00:01
    expect(isSameGroup(before, after)).toBe(false);
  });

  it.each([
    ['the same day', '2026-03-10T23:59:00Z', true],
    ['the next day', '2026-03-11T00:00:00Z', false],
    ['the same day of another month', '2026-04-10T12:00:00Z', false],
    ['the same day of another year', '2027-03-10T12:00:00Z', false],
  ])('compares whole days: %s', (_, later, isSame) => {
    inZone('UTC');
    expect(isSameDay(from('2026-03-10T12:00:00Z'), from(later))).toBe(isSame);
    expect(isSameDay(undefined, from(later))).toBe(false);
  });

  it('needs two messages', () => {
    expect(isSameGroup(undefined, message())).toBe(false);
    expect(isSameGroup(message(), undefined)).toBe(false);
  });
});

describe('the preview of a chat card (DECISIONS 39)', () => {
  it.each([
    ['123456789012345678901234567890', '123456789012345678901234567890'],
    ['1234567890123456789012345678901', '123456789012345678901234567890...'],
    ['', ''],
    [`${'👩‍👩‍👧'.repeat(30)}`, '👩‍👩‍👧'.repeat(30)],
    [`${'👩‍👩‍👧'.repeat(31)}`, `${'👩‍👩‍👧'.repeat(30)}...`],
  ])('of %j is %j', (text, preview) => {
    expect(previewOf(text)).toBe(preview);
  });
});

describe('a message in one line (S1 §2)', () => {
  it.each([
    [message({ text: 'Dog' }), 'Dog'],
    [message({ text: 'Dog', mediaUrl: 'm/1', mediaType: 'IMAGE' }), 'Dog'],
    [message({ text: null, mediaUrl: 'm/1', mediaType: 'IMAGE' }), '[image]'],
    [message({ text: null, mediaUrl: 'm/1', mediaType: 'VIDEO' }), '[video]'],
    [message({ text: null, mediaUrl: 'm/1', mediaType: 'AUDIO' }), '[audio]'],
    [message({ text: null, mediaUrl: 'm/1', mediaType: 'PDF' }), '[file]'],
    [message({ text: null }), ''],
  ])('is its text or the kind of its media', (shown, snippet) => {
    expect(snippetOf(shown)).toBe(snippet);
  });
});

describe('a message made only of emoji (S1 §5)', () => {
  it.each(['👍', '❤️😂', '👩‍👩‍👧 🙏', '🇮🇳', '1️⃣', '👍🏽\n👍'])('%j is only emoji', (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });
  it.each([
    ['England', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    [
      'Scotland and Wales',
      '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} \u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}',
    ],
  ])('the flag of %s, which is a sequence of tags, is only emoji', (_, text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });
  it.each(['', '   ', '👍 ok', '1', '#', '©ok', '12:30'])('%j is not only emoji', (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  });
  it('many emoji with a skin tone before a word are judged at once', () => {
    expect(isEmojiOnly(`${'🙏🏽'.repeat(30)} thank you`)).toBe(false);
    expect(isEmojiOnly('🙏🏽'.repeat(1000))).toBe(true);
  });
});

describe('the reactions of a bubble (S1 §9)', () => {
  it('are up to 3 distinct emojis, the most used first, and a total count', () => {
    const reactions = {
      '👍': [user('a')],
      '❤️': [user('b'), user('c'), user('d')],
      '😂': [],
      '😮': [user('e'), user('f')],
      '😢': [user('g')],
    };
    expect(summariseReactions(reactions)).toEqual({ emojis: ['❤️', '😮', '👍'], total: 7 });
  });

  it('of nobody are none', () => {
    expect(summariseReactions({})).toEqual({ emojis: [], total: 0 });
    expect(summariseReactions({ '👍': [] })).toEqual({ emojis: [], total: 0 });
  });

  it('never show more than 3, and count everyone', () => {
    const reactions = fc.dictionary(
      fc.constantFrom('👍', '❤️', '😂', '😮', '😢', '🙏'),
      fc.array(fc.constantFrom(user('a'), user('b'))),
    );
    fc.assert(
      fc.property(reactions, (given) => {
        const { emojis, total } = summariseReactions(given);
        expect(emojis).toHaveLength(Math.min(3, Object.values(given).filter((users) => users.length > 0).length));
        expect(total).toBe(Object.values(given).flat().length);
      }),
    );
  });

  it('know which one a user has chosen', () => {
    const reacted = message({ reactions: { '👍': [user('kabir')], '❤️': [user('mira')] } });
    expect(reactionOf(reacted, 'mira')).toBe('❤️');
    expect(reactionOf(reacted, 'tara')).toBe(null);
  });
});

it('the newest message is the latest one, or a changed version of it', () => {
  const [first, second] = ['2026-03-10T12:00:00Z', '2026-03-10T12:01:00Z'].map((timestamp, index) =>
    message({ id: `${index}`, timestamp }),
  ) as [Message, Message];
  expect(newestOf(null, [])).toBe(null);
  expect(newestOf(null, [first, second])).toBe(second);
  expect(newestOf(second, [first])).toBe(second);
  const edited = { ...second, text: 'Edited' };
  expect(newestOf(second, [edited, first])).toBe(edited);
});

describe('what a screen reader says of a message (DECISIONS 297)', () => {
  const now = new Date(2026, 2, 10, 20).getTime();
  const facts = { myId: 'mira', now, repliedTo: null, undelivered: null, isFirstUnread: false };
  const said = message({
    sender: user('kabir'),
    text: 'At the gate',
    timestamp: new Date(2026, 2, 10, 17, 26).toISOString(),
  });
  const own = { ...said, sender: user('mira') };
  const label = (shown: Message, more: Partial<Parameters<typeof rowLabel>[1]> = {}) =>
    rowLabel(shown, { ...facts, ...more });
  const time = timeLabel(said.timestamp);
  const [from, mine] = [`Kabir, ${time}`, `You, ${time}`];

  it('is its sender, time and words', () => {
    expect(label(said)).toBe(`${from}: At the gate`);
  });

  it.each([
    [`${mine}: At the gate. Sent`, label(own)],
    [`${mine}: At the gate. Read`, label({ ...own, seenBy: [user('kabir')] })],
    [`${mine}: At the gate. Sending`, label({ ...own, id: 'temp-c1' })],
  ])('and the state of an own one: %s', (text, shown) => {
    expect(shown).toBe(text);
  });

  it('and why an own one is not sent', () => {
    const picture = { ...own, id: 'temp-c1', text: null, mediaUrl: 'x', mediaType: 'IMAGE' };
    expect(label(picture, { undelivered: 'Not sent. This picture cannot be read.' })).toBe(
      `${mine}: [image]. Not sent. This picture cannot be read.`,
    );
  });

  it('and all else that can be seen of it', () => {
    const reactions = { '👍': [user('mira'), user('tara')], '😂': [user('ravi')] };
    const shown = { ...said, editedAt: '2026-03-10T17:30:00Z', reactions };
    expect(label(shown, { repliedTo: 'Tara', isFirstUnread: true })).toBe(
      `First unread message. ${from}: At the gate. edited. in reply to Tara. 3 reactions 👍 😂`,
    );
    expect(label({ ...shown, deletedAt: '2026-03-10T17:31:00Z', reactions: {} })).not.toContain('edited');
  });

  it('and its day, if that is not today', () => {
    expect(label(said, { now: now + 86_400_000 })).toBe(`Kabir, Yesterday, ${time}: At the gate`);
  });
});

describe('new messages that come together', () => {
  const from = (name: string, text: string) => message({ sender: user(name), text });

  it('are announced with their words, or by their number if they are many', () => {
    const three = [from('kabir', 'At the gate'), from('tara', 'Coming'), from('kabir', 'Good')];
    expect(announcementOf(three.slice(0, 1))).toBe('Kabir: At the gate');
    expect(announcementOf(three)).toBe('Kabir: At the gate\nTara: Coming\nKabir: Good');
    expect(announcementOf([...three, ...three])).toBe('6 new messages');
  });
});
