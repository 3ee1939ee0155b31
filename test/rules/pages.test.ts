import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Message, Messages } from '../../src/contract/chats';
import { unreadableIn } from '../../src/contract/lists';
import { isTemp } from '../../src/rules/chat/messages';
import {
  noPages,
  oldestFirst,
  type Pages,
  withArrived,
  withMissed,
  withNewest,
  withOlder,
  withoutDeleted,
  withoutMember,
  withoutPages,
} from '../../src/rules/chat/pages';
import { bridgesGap, newestSettled } from '../../src/rules/chat/timeline';
import { at, message, messages, user } from './samples';

const waiting = message({ id: 'temp-c1', clientMessageId: 'c1', sender: user('mira'), timestamp: at(50) });
const shownOf = (timeline: readonly Message[]): Pages => ({
  ...noPages,
  timeline,
  asked: timeline,
  completeTo: newestSettled(timeline) ?? null,
  hasOlder: true,
});
const ids = ({ timeline }: Pick<Pages, 'timeline'>) => timeline.map(({ id }) => id);

it('the name of a deleted member is not in the pages that were on their way then (DECISIONS P7)', () => {
  const [earlier, later] = [1, 12].map((id) => message({ id: String(id), timestamp: at(id), sender: user('tara') }));
  const shown = { ...shownOf(messages(5, 8)), ...withoutMember(shownOf(messages(5, 8)), user('tara').id) };
  const namesIn = ({ timeline }: Pick<Pages, 'timeline'>) =>
    timeline.filter(({ sender }) => sender.id === user('tara').id).map(({ sender }) => sender.firstName);
  for (const pages of [
    withOlder(shown, [earlier as Message], 50),
    withMissed(shown, [...messages(5, 8), later as Message], 50),
    withNewest(shown, [later as Message], 50),
    withNewest(withoutPages(shown), [later as Message], 50),
  ])
    expect(namesIn(pages)).toEqual(['Former member']);
});

describe('the history of a server that does not say its order', () => {
  const read = (...page: Message[]) => oldestFirst(page).map(({ id }) => id);
  const sent = (id: string, seconds: number) => message({ id, timestamp: at(seconds) });

  it('is read with the oldest first', () => {
    expect(read(sent('1', 0), sent('2', 1), sent('3', 1))).toEqual(['1', '2', '3']);
    expect(read(sent('3', 1), sent('2', 1), sent('1', 0))).toEqual(['1', '2', '3']);
    expect(read()).toEqual([]);
  });

  it('keeps its order if the clock was set back meanwhile, and what was left out of it', () => {
    expect(read(sent('1', 30), sent('2', 31), sent('3', 1))).toEqual(['1', '2', '3']);
    expect(unreadableIn(oldestFirst(v.parse(Messages, [sent('2', 1), {}, sent('1', 0)])))).toHaveLength(1);
  });
});

describe('a change of a message that is older than the loaded ones', () => {
  const original = message({ id: '3', timestamp: at(3), text: 'Which gate?' });
  const quoted = { sender: original.sender, text: original.text, mediaUrl: null, mediaType: null };
  const answer = message({ id: '21', timestamp: at(21), parentMessageId: '3', quoted });
  const other = message({
    id: '22',
    timestamp: at(22),
    parentMessageId: '4',
    quoted: { ...quoted, text: 'Who has it?' },
  });
  const shown = shownOf([...messages(11, 20), answer, other]);

  it('is seen in the replies that quote it, and nowhere else (DECISIONS 295)', () => {
    const deleted = { ...original, text: 'This message was deleted.', deletedAt: at(30) };
    const { timeline } = withArrived(shown, [deleted]);
    expect(timeline).toEqual([
      ...messages(11, 20),
      { ...answer, quoted: { ...quoted, text: 'This message was deleted.' } },
      other,
    ]);
    expect(withArrived(shown, messages(20, 20)).timeline[10]).toBe(answer);
    // A receipt of the original changes no reply.
    expect(withArrived(shown, [{ ...original, seenBy: [original.sender] }]).timeline[10]).toBe(answer);
  });
});

describe('catching up after messages were deleted, DECISIONS P16, P17', () => {
  const shown = shownOf([...messages(1, 10), waiting]);

  it('shows what the server has if the page contains all of it', () => {
    expect(ids(withMissed(shown, messages(8, 12), 50))).toEqual(['8', '9', '10', '11', '12', 'temp-c1']);
    expect(withMissed(shown, messages(8, 12), 50).hasOlder).toBe(false);
    expect(withMissed(shown, [], 50)).toMatchObject({ timeline: [waiting], completeTo: null, hasOlder: false });
  });

  it('keeps what has arrived since the request, and what a full page does not reach', () => {
    const [new13] = messages(13, 13) as [Message];
    const later = { ...shown, ...withArrived(shown, [new13]) };
    expect(ids(withMissed(later, messages(8, 12), 50)).filter((id) => !isTemp({ id }))).toEqual([
      '8',
      '9',
      '10',
      '11',
      '12',
      '13',
    ]);
    expect(withMissed(shown, messages(8, 12), 5)).toMatchObject({ hasOlder: true });
    expect(ids(withMissed(shown, messages(8, 12), 5)).slice(0, 3)).toEqual(['1', '2', '3']);
  });

  it('treats nothing as deleted if a message of the page cannot be read', () => {
    const page = v.parse(Messages, [...messages(8, 12), { id: '7', sender: 5 }]);
    expect(ids(withMissed(shown, page, 50)).slice(0, 3)).toEqual(['1', '2', '3']);
  });

  it("drops messages that are older than the server's oldest message", () => {
    expect(withoutDeleted(shown, '9')).toEqual({ timeline: [...messages(9, 10), waiting], hasOlder: false });
    // Nobody has said, there is none, or it is not here: then the page decides.
    for (const oldest of [undefined, null, '77'])
      expect(withoutDeleted(shown, oldest)).toEqual({ timeline: shown.timeline, hasOlder: true });
  });

  /** How a member catches up with a server that pages: the newest few, else more of them, else afresh. */
  function caughtUp(before: Pages, stored: readonly Message[], arrived: readonly Message[]): Pages {
    const told = { ...before, ...withoutDeleted(before, stored[0]?.id ?? null) };
    const asked = { ...told, asked: told.timeline };
    const now = { ...asked, ...withArrived(asked, arrived) };
    for (const limit of [5, 12]) {
      const page = stored.slice(-limit);
      if (bridgesGap(asked.completeTo, page, limit)) return { ...now, ...withMissed(now, page, limit) };
    }
    return { ...now, ...withNewest(now, stored.slice(-12), 12), hasOlder: true };
  }

  it('ends with what the server has, without a gap, however much was shown, deleted, missed and has just arrived', () => {
    fc.assert(
      fc.property(
        fc.record({
          loaded: fc.nat(25),
          deleted: fc.nat(60),
          missed: fc.nat(25),
          arrived: fc.nat(3),
          waits: fc.boolean(),
        }),
        ({ loaded, deleted, missed, arrived, waits }) => {
          const known = 30;
          const timeline = [...messages(known - loaded + 1, known), ...(waits ? [waiting] : [])];
          const stored = messages(deleted + 1, known + missed);
          const news = messages(known + missed + 1, known + missed + arrived);
          const after = caughtUp(shownOf(timeline), stored, news);
          const settled = after.timeline.filter((one) => !isTemp(one)).map(({ id }) => id);
          const all = [...stored, ...news].map(({ id }) => id);
          expect(settled).toEqual(settled.length === 0 ? [] : all.slice(-settled.length));
          expect(settled.length).toBeGreaterThanOrEqual(Math.min(all.length, 5));
          // Where the server has more, the member can scroll up to it.
          if (settled.length < all.length) expect(after.hasOlder).toBe(true);
          expect(after.timeline.filter(isTemp)).toEqual(waits ? [waiting] : []);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
