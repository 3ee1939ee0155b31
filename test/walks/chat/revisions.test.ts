import { describe, expect, it } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import {
  type RevisionsFact,
  type RevisionsSnapshot,
  revisionsMachine,
  selectRevisions,
} from '../../../src/machines/chat/revisions.machine';
import { changesOf, mayChange, mayReadVersions } from '../../../src/machines/chat/revisions.select';
import { revised } from '../../../src/rules/chat/messageChanges';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, recorder, testWalk, walkOf } from '../../kit/walk';
import { message, user } from '../../rules/samples';

type Conversation = ActorRef<Snapshot<unknown>, RevisionsFact>;
const [dog, photo] = [message({ id: '7', text: 'Dog' }), message({ id: '8', text: null, mediaUrl: '/media/8' })];
const CHANGED = '2026-03-10T12:05:00.000Z';
const props = () => ({
  ports: { reviseMessage: promisePort<{ changedAt: string }, { message: Message; text: string | null }>() },
  conversation: recorder<Conversation>(),
});
type Setup = ReturnType<typeof props> & {
  actor: { getSnapshot(): RevisionsSnapshot };
  read<T>(select: (snapshot: RevisionsSnapshot) => T): T;
};
const shownIn = (setup: Setup) => [dog, photo].map((one) => revised(one, setup.read(selectRevisions)));
const asked = (message: Message, text: string | null) => (now: RevisionsSnapshot) => ({
  to: 'sending',
  sees: (setup: Setup) => {
    const shown = shownIn(setup).find(({ id }) => id === message.id);
    expect(shown).toMatchObject(
      text === null ? { text: 'This message was deleted.', mediaUrl: null, deletedAt: expect.any(String) } : { text },
    );
    // The next one waits for its turn.
    const waiting = now.context.waiting.length;
    if (waiting === 0) expect(setup.ports.reviseMessage.calls.at(-1)).toMatchObject({ message, text });
    expect(setup.actor.getSnapshot().context.waiting).toHaveLength(waiting + 1);
  },
});
const asking = { 'an edit': asked(dog, 'Brown dog'), 'a deletion': asked(photo, null) };
/** The first waiting change has ended. The next one is sent; after the last one the chart rests. */
const settled = (now: RevisionsSnapshot, sees: (setup: Setup) => void) => ({
  to: now.context.waiting.length > 1 ? 'sending' : 'resting',
  sees: (setup: Setup) => {
    sees(setup);
    const [, next] = now.context.waiting;
    if (next) expect(setup.ports.reviseMessage.calls.at(-1)).toMatchObject(next);
  },
});
const refused = (reason: string) => (now: RevisionsSnapshot) =>
  settled(now, (setup) => {
    const [first, ...later] = now.context.waiting;
    expect(setup.conversation.received.at(-1)).toEqual({ type: 'revision.failed', reason, ...first });
    const isChangedAgain = later.some(({ message }) => message.id === first?.message.id);
    const wasChanged = now.context.revisions.some(
      ({ messageId, changedAt }) => messageId === first?.message.id && changedAt !== null,
    );
    // The server's version is shown again.
    if (first && !isChangedAgain && !wasChanged)
      expect(shownIn(setup).find(({ id }) => id === first.message.id)).toBe(first.message);
  });

const walk = walkOf({
  machine: revisionsMachine,
  props,
  input: ({ conversation }) => ({ conversation: conversation.ref }),
  key: ({ context: { waiting } }) => Math.min(waiting.length, 2),
  samples: {
    'an edit': { type: 'message.revise', message: dog, text: 'Brown dog' },
    'a deletion': { type: 'message.revise', message: photo, text: null },
    made: done('reviseMessage', { changedAt: CHANGED }),
    'too late': failed('reviseMessage', new CallFailure('refused', 409, 'That time is over.')),
    'broken server': failed('reviseMessage', new CallFailure('refused', 500)),
    'no network': failed('reviseMessage', new CallFailure('network', 0)),
  },
  states: {
    resting: {
      sees: ({ ports, actor }) => {
        expect(ports.reviseMessage.running).toBe(false);
        expect(actor.getSnapshot().context.waiting).toEqual([]);
      },
      takes: asking,
    },
    sending: {
      sees: ({ ports }) => expect(ports.reviseMessage.running).toBe(true),
      takes: {
        ...asking,
        made: (now) =>
          settled(now, (setup) => {
            const [first] = now.context.waiting;
            expect(setup.read(selectRevisions)).toContainEqual({
              messageId: first?.message.id,
              text: first?.text,
              changedAt: CHANGED,
            });
          }),
        'too late': refused('That time is over.'),
        'broken server': refused('The message could not be changed.'),
        'no network': refused('Could not connect to the server.'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

describe('a message that was changed here', () => {
  const edit = { messageId: '7', text: 'Brown dog', changedAt: CHANGED };
  it('is shown with the change until the server sends a copy of that time or later, and then as in that copy', () => {
    expect(revised(dog, [edit])).toMatchObject({ text: 'Brown dog', editedAt: expect.any(String) });
    expect(revised({ ...dog, editedAt: '2026-03-10T12:04:59.000Z' }, [edit]).text).toBe('Brown dog');
    for (const copy of [{ ...dog, editedAt: CHANGED }, { ...dog, deletedAt: '2026-03-10T12:06:00.000Z' }, photo])
      expect(revised(copy, [edit])).toBe(copy);
  });

  it('shows the last of several changes, and before that one that is not confirmed yet', () => {
    const waiting = { messageId: '7', text: 'Black dog', changedAt: null };
    expect(revised({ ...dog, editedAt: '2026-03-10T13:00:00.000Z' }, [edit, waiting]).text).toBe('Black dog');
    expect(revised(dog, [edit, { ...waiting, text: null }])).toMatchObject({ text: 'This message was deleted.' });
  });
});

describe('who may change a message', () => {
  const noon = Date.parse('2026-03-10T12:00:00.000Z');
  const mine = message({ sender: user('mira') });
  it.each([
    ['an own one, at once', mine, 0, true],
    ['an own one, after 14 minutes', mine, 14, true],
    ['an own one, after 15 minutes', mine, 15, false],
    ["somebody else's", message({}), 0, false],
    ['one that waits', { ...mine, id: 'temp-c1' }, 0, false],
    ['a deleted one', { ...mine, deletedAt: '2026-03-10T12:00:01.000Z' }, 0, false],
  ])('%s', (_, one, minutes, expected) => {
    expect(mayChange(one, 'mira', noon + minutes * 60_000)).toBe(expected);
  });
});

describe('who may read the earlier versions of a message', () => {
  const edited = message({ editedAt: CHANGED });
  it.each([
    ['an admin, of an edited one', edited, ['ROLE_ADMIN'], true],
    ['a super admin, of a deleted one', message({ deletedAt: CHANGED }), ['SUPER_ADMIN'], true],
    ['an admin, of one that never changed', message({}), ['ADMIN'], false],
    ['a captain', edited, ['MEMBER', 'RESCUE_CAPTAIN'], false],
    ['a member', edited, ['MEMBER'], false],
  ])('%s', (_, one, roles, expected) => {
    expect(mayReadVersions(one, roles)).toBe(expected);
  });
});

it('the menu of a message offers what the server can do, the chat takes and the member may do', () => {
  const captain = { myId: 'mira', roles: ['RESCUE_CAPTAIN'], now: Date.parse('2026-03-10T12:00:00.000Z') };
  const all = { ...captain, can: () => true, isCase: true, isDone: false };
  const mine = message({ sender: user('mira') });
  expect(changesOf(mine, all)).toEqual(['pin', 'edit', 'delete']);
  expect(changesOf(mine, { ...all, isCase: false })).toEqual(['edit', 'delete']);
  expect(changesOf(mine, { ...all, can: (capability) => capability === 'pins' })).toEqual(['pin']);
  expect(changesOf(mine, { ...all, roles: [], can: (capability) => capability === 'messageChanges' })).toEqual([
    'edit',
    'delete',
  ]);
  const edited = { ...mine, editedAt: CHANGED };
  expect(changesOf(edited, { ...all, roles: ['ADMIN'], isDone: true })).toEqual(['versions']);
  expect(changesOf(edited, { ...all, roles: ['ADMIN'], can: () => false })).toEqual([]);
});
