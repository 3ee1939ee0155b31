import { expect, it } from 'vitest';
import type { ActorRef, Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import {
  type ChatListSnapshot,
  chatListMachine,
  selectDraft,
  selectEntries,
  selectFeed,
  selectIsEmpty,
  selectIsForbidden,
  selectIsPopulated,
  selectNewest,
} from '../../../src/machines/chat/chatList.machine';
import { chatListFailureText, chatListTexts } from '../../../src/rules/chat/chatTexts';
import { testMutants } from '../../kit/mutants';
import { elapsed, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';
import { chat } from './samples';

type Session = ActorRef<Snapshot<unknown>, { type: 'session.end' }>;
const props = () => ({
  ports: { chatDrafts: streamPort(), feed: streamPort(), globalNewest: streamPort(), logoutWhenLeft: streamPort() },
  session: recorder<Session>(),
});
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  read<T>(select: (snapshot: ChatListSnapshot) => T): T;
}
const looks = ({ read }: Setup) => [read(selectIsEmpty), read(selectIsPopulated), read(selectIsForbidden)];
const draftsOf = ({ read }: Setup) => [
  read(selectDraft({ kind: 'global' })),
  read(selectDraft({ kind: 'incident', chatId: '5' })),
  read(selectDraft({ kind: 'incident', chatId: '6' })),
];
/** What may arrive at any time while the list is shown. */
const anywhere = (to: string) => ({
  'newest message': { to, sees: ({ read }: Setup) => expect(read(selectNewest)?.text).toBe('Hello') },
  'no message': { to, sees: ({ read }: Setup) => expect(read(selectNewest)).toBe(null) },
  drafts: { to, sees: (setup: Setup) => expect(draftsOf(setup)).toEqual(['', 'Half a sentence', undefined]) },
});
const showing = (...ids: string[]) => ({
  to: ids.length > 0 ? 'following.populated' : 'following.empty',
  sees: ({ read }: Setup) => expect(read(selectEntries).map(({ chatGroup }) => chatGroup.id)).toEqual(ids),
});
const came = (...ids: string[]) => said('feed', { type: 'feed.fetched', data: ids.map(chat) });
const failed = (...parts: ConstructorParameters<typeof CallFailure>) =>
  said('feed', { type: 'feed.failed', error: new CallFailure(...parts) });

const walk = walkOf({
  machine: chatListMachine,
  props,
  input: ({ session }) => ({ session: session.ref, userId: 'mira' }),
  samples: {
    'two chats': came('5', '6'),
    'no chats': came(),
    drafts: said('chatDrafts', { type: 'drafts.changed', drafts: { gchat: '', 'chat/5': 'Half a sentence' } }),
    'newest message': said('globalNewest', { type: 'newest.changed', message: message({ id: '9', text: 'Hello' }) }),
    'no message': said('globalNewest', { type: 'newest.changed', message: null }),
    refused: failed('refused', 500, 'Out of order.'),
    'no network': failed('network', 0),
    forbidden: failed('refused', 403),
    'a new password is wanted': failed('refused', 403, 'Please choose a new password first.'),
    'time to read': elapsed('xstate.after.timeToRead.chatList.forbidden', 2_500),
  },
  states: {
    following: {
      sees: ({ ports, read }) => {
        expect(ports.feed.calls).toMatchObject([{ query: { userId: 'mira' }, gather: 300 }]);
        expect(ports.feed.running).toBe(true);
        expect(ports.chatDrafts.calls).toEqual([{ userId: 'mira' }]);
        expect(ports.globalNewest.running).toBe(true);
        expect(ports.logoutWhenLeft.running).toBe(false);
        expect(read(selectFeed)).toBeDefined();
      },
      takes: {
        'two chats': showing('5', '6'),
        'no chats': showing(),
        forbidden: 'forbidden',
      },
    },
    'following.waiting': {
      sees: (setup) => expect(looks(setup)).toEqual([false, false, false]),
      takes: anywhere('following.waiting'),
    },
    'following.empty': {
      sees: (setup) => expect(looks(setup)).toEqual([true, false, false]),
      takes: anywhere('following.empty'),
    },
    'following.populated': {
      sees: (setup) => expect(looks(setup)).toEqual([false, true, false]),
      takes: anywhere('following.populated'),
    },
    forbidden: {
      sees: (setup) => {
        expect(looks(setup)).toEqual([false, false, true]);
        expect(setup.ports.feed.running).toBe(false);
        expect(setup.ports.logoutWhenLeft.calls).toEqual([{ session: setup.session.ref }]);
        expect(setup.ports.logoutWhenLeft.running).toBe(true);
      },
      takes: { 'time to read': 'loggedOut' },
    },
    loggedOut: {
      sees: (setup) => {
        expect(looks(setup)).toEqual([false, false, true]);
        expect(setup.ports.logoutWhenLeft.running).toBe(false);
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('says why there are no chats in the words of S1 §8', () => {
  expect(chatListTexts.forbidden).toBe('You are not authorized to view this page. Logging out.');
  expect(chatListFailureText(new CallFailure('network', 0))).toBe('Could not connect to server.');
  expect(chatListFailureText(new CallFailure('refused', 500, 'Out of order.'))).toBe('Failed to fetch chat groups.');
});
