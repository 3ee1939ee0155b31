import { expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { ChatGroup, Message } from '../../../src/contract/chats';
import { CallFailure } from '../../../src/contract/failure';
import type { ChatAddress } from '../../../src/contract/topics';
import { type ConversationSnapshot, conversationMachine } from '../../../src/machines/chat/conversation.machine';
import {
  selectChatFailure,
  selectGroupIncident,
  selectGroupName,
  selectIncidentId,
  selectIsDone,
  selectIsFound,
} from '../../../src/machines/chat/conversation.select';
import type { FetchedGroup } from '../../../src/machines/chat/ports';
import type { QueueRef } from '../../../src/machines/submissions/queue.machine';
import { testMutants } from '../../kit/mutants';
import {
  done,
  elapsed,
  failed,
  promisePort,
  recorder,
  said,
  scriptedWorld,
  streamPort,
  testWalk,
  walkOf,
} from '../../kit/walk';
import { events, type Part, parts, photo, pressed, settled, voice } from './conversation.events';
import { caseChat, globalChat, mira } from './samples';

const props = () => ({
  ports: {
    ...(Object.fromEntries(parts.map((part) => [part, streamPort()])) as Record<Part, ReturnType<typeof streamPort>>),
    fetchGroup: promisePort<FetchedGroup, { chatId: string }>(),
    readCachedGroup: promisePort<ChatGroup | null, { chatId: string }>(),
    groupNews: streamPort(),
  },
  queue: recorder<QueueRef>(),
  world: scriptedWorld(),
});
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: ConversationSnapshot) => T): T };

type Heard = Exclude<
  keyof typeof events,
  'message refused' | 'typing refused' | 'caption tapped' | 'part restarted' | 'taken off the team'
>;

/** Which parts get which event, in every state: the last event that each of them has received. */
const told: Readonly<Record<Heard, Partial<Record<Part | 'queue', AnyEventObject>>>> = {
  opened: { history: events.opened, receipts: events.opened },
  lost: { history: events.lost, receipts: events.lost, pin: events.lost },
  arrived: { history: events.arrived, receipts: events.arrived, pin: events.arrived },
  cleared: { history: events.cleared, composer: { type: 'reply.cancel' } },
  'a member left': { history: events['a member left'] },
  'receipt made': { chatTopic: { type: 'chat.publish', action: 'read', body: { messageId: '7' } } },
  'receipt failed': { bar: { type: 'text.show', text: 'There is no connection.', isSilent: false } },
  'a message of another': {
    viewport: events['a message of another'],
    typing: events['a message of another'],
    announcer: { type: 'text.show', text: 'Kabir: Dog near the bridge' },
  },
  'an edit of another': { typing: events['an edit of another'] },
  'original found': { viewport: events['original found'] },
  'history opened': { viewport: events['history opened'] },
  'history refreshed': { viewport: events['history refreshed'] },
  'search stalled': { bar: { type: 'text.show', text: 'The original message is no longer there.', isSilent: false } },
  'receipt refused': { receipts: events['receipt refused'] },
  'reaction refused': { receipts: events['reaction refused'] },
  'something else refused': { bar: { type: 'text.show', text: 'This case is closed.' } },
  submitted: { viewport: { type: 'newest.show' }, history: { type: 'original.forget' } },
  'submitted with two files': { viewport: { type: 'newest.show' }, history: { type: 'original.forget' } },
  'place found': { viewport: { type: 'newest.show' }, history: { type: 'original.forget' } },
  'lane changed': { history: events['lane changed'] },
  'lane secured': { composer: events['lane secured'] },
  'upload began': { composer: events['upload began'] },
  'upload ended': { composer: events['upload ended'] },
  'upload failed': { bar: { type: 'text.show', text: 'Media upload failed', isSilent: false } },
  // The tray reads it out.
  'upload refused': { bar: { type: 'text.show', text: 'Unsupported file type.', isSilent: true } },
  'edit submitted': { revisions: { type: 'message.revise', message: settled, text: 'Dog at the gate' } },
  'edit failed': {
    bar: { type: 'text.show', text: 'That time is over.' },
    composer: { type: 'edit.choose', message: settled, text: 'Dog at the gate' },
  },
  'deletion failed': { bar: { type: 'text.show', text: 'That time is over.' } },
  'composer failed': { bar: { type: 'text.show', text: 'Unsupported file type.', isSilent: false } },
  'pin failed': { bar: { type: 'text.show', text: 'Only captains can pin messages.', isSilent: false } },
  'recording began': { audio: { type: 'audio.pause' } },
  'recording ended': { audio: { type: 'audio.pause' } },
  'picture tapped': { viewer: { type: 'viewer.open', message: events['picture tapped'].message } },
  'long pressed': { overlay: { type: 'menu.open', ...pressed } },
  swiped: { composer: { type: 'reply.choose', message: settled } },
  'double tapped': {
    receipts: { type: 'message.react', message: settled, reaction: '❤️' },
  },
};
const heardBy = (setup: Setup, part: Part | 'queue') =>
  (part === 'queue' ? setup.queue : setup.ports[part]).received.at(-1);

/** What the queue was given last: a message for each file, the first of them with the text, all in answer to the same one. */
function seesSent(
  { queue }: Setup,
  context: ConversationSnapshot['context'],
  replyTo: string | null,
  said: readonly (readonly [string | null, File | null])[],
  isDraft = true,
) {
  const { chat, group } = context;
  const queued = queue.received.slice(-said.length);
  expect(queued).toEqual(
    said.map(([text, file]) => ({
      type: 'submission.queue',
      // The draft goes with its message: a page that is killed has one of the two.
      drafts: isDraft ? [chat.kind === 'global' ? 'gchat' : 'chat/5'] : [],
      submission: {
        id: expect.stringMatching(/^id-\d+$/),
        kind: 'message',
        queuedAt: Date.parse('2026-03-10T09:00:00Z'),
        status: 'waiting',
        wasTried: false,
        reason: null,
        content: {
          chat,
          chatName: chat.kind === 'global' ? 'Global Chat' : group === null ? 'Incident Chat' : 'Case 5: Dog',
          ...(group !== null && { incidentId: '12' }),
          media: file && { blob: file, name: file.name },
          body: {
            text,
            parentMessageId: replyTo,
            mediaUrl: null,
            mediaType: null,
            clientMessageId: expect.stringMatching(/^id-\d+$/),
          },
        },
      },
    })),
  );
  for (const { submission } of queued) expect(submission.id).toBe(submission.content.body.clientMessageId);
}

const seesTold = (name: Heard) => (setup: Setup) => {
  for (const [part, event] of Object.entries(told[name])) expect(heardBy(setup, part as Part)).toEqual(event);
};
const everywhere = (here: string) => ({
  ...(Object.fromEntries(
    (Object.keys(told) as Heard[]).map((name) => [name, { to: here, sees: seesTold(name) }]),
  ) as Record<Heard, { to: string; sees(setup: Setup): void }>),
  submitted: ({ context }: ConversationSnapshot) => ({
    to: here,
    sees: (setup: Setup) => {
      seesTold('submitted')(setup);
      seesSent(setup, context, null, [['Dog near the bridge', null]]);
    },
  }),
  'submitted with two files': ({ context }: ConversationSnapshot) => ({
    to: here,
    sees: (setup: Setup) => {
      seesTold('submitted with two files')(setup);
      seesSent(setup, context, '7', [
        ['Two dogs', photo],
        [null, voice],
      ]);
    },
  }),
  'place found': ({ context }: ConversationSnapshot) => ({
    to: here,
    // What is being written stays.
    sees: (setup: Setup) => seesSent(setup, context, null, [['My place: 18.52040, 73.85670', null]], false),
  }),
  // A member who opened the chat for a message is led to it, but only once.
  'history opened': ({ context: { wanted } }: ConversationSnapshot) => ({
    to: here,
    sees: (setup: Setup) => {
      seesTold('history opened')(setup);
      const seek = { type: 'original.seek', messageId: '3' };
      if (wanted !== null) expect(heardBy(setup, 'history')).toEqual(seek);
      const seeks = setup.ports.history.received.filter(({ type }) => type === 'original.seek');
      expect(seeks).toEqual(seeks.map(() => seek));
      expect(setup.read(({ context }) => context.wanted)).toBe(null);
    },
  }),
  'taken off the team': {
    to: 'failed',
    sees: (setup: Setup) => {
      failing(NO_PARTICIPANT).sees(setup);
      // What is missed from now on is fetched if the member is put back.
      for (const part of ['history', 'pin'] as const) expect(heardBy(setup, part)).toEqual({ type: 'topic.lost' });
    },
  },
  // Both streams start again, because at their start they tell what a restarted part has to know.
  'part restarted': ({ context: { chat } }: ConversationSnapshot) => ({
    to: here,
    sees: ({ ports, queue }: Setup) => {
      expect(ports.chatTopic.calls.slice(-2)).toEqual([{ chat }, { chat }]);
      expect(ports.laneNews.calls.slice(-2)).toEqual([
        { chat, queue: queue.ref },
        { chat, queue: queue.ref },
      ]);
      expect(ports.chatTopic.running && ports.laneNews.running).toBe(true);
      expect([ports.chatTopic.open, ports.laneNews.open]).toEqual([1, 1]);
    },
  }),
});

const NO_PARTICIPANT = 'Chat group not found or you are not a participant.';
const group = {
  id: '5',
  name: 'Case 5: Dog',
  purposeId: '12',
  incident: { status: 'IN_PROGRESS', location: 'Old bridge', photoUrl: '/media/7' },
  pinned: settled,
};
const finished = { ...group, isClosed: true, pinned: null, incident: { ...group.incident, status: 'ONGOING' } };
const failing = (text: string) => ({
  to: 'failed',
  sees: ({ read, ports }: Setup) => {
    expect(read(selectChatFailure)).toBe(text);
    // The input bar is gone, so the microphone must not stay on.
    expect(ports.composer.received.at(-1)).toEqual({ type: 'record.review' });
  },
});
/** The global chat has no entry to be fetched. */
const afresh = ({ kind }: ChatAddress) => (kind === 'global' ? 'found.global' : 'fetching.readingCache');
const inputFor =
  (chat: ChatAddress, wanted?: string) =>
  ({ queue, world }: ReturnType<typeof props>) => ({
    chat,
    ...(wanted && { wanted }),
    me: mira,
    world,
    queue: queue.ref,
    knownNames: ['Mira'],
    textLimit: 4000,
  });

/** What the chat's entry says of its case, and of the pinned message. */
const showing = (to: string, isDone: boolean, pinned: Message | null) => ({
  to,
  sees: ({ read, ports }: Setup) => {
    const status = isDone ? 'ONGOING' : 'IN_PROGRESS';
    expect([read(selectIsDone), read(selectGroupIncident)?.status]).toEqual([isDone, status]);
    expect(ports.pin.received.at(-1)).toEqual({ type: 'group.known', pinned });
    if (isDone) expect(ports.composer.received.at(-1)).toEqual({ type: 'record.review' });
  },
});
const found = {
  'group found': showing('found.ofCase.current', false, settled),
  'group of a finished case found': showing('found.ofCase.current', true, null),
  'only the copy found': showing('found.ofCase.stale', false, settled),
};

/** The known entry stays. */
const staying =
  (to: string) =>
  ({ context: { group: known } }: ConversationSnapshot) => ({
    to,
    sees: ({ read }: Setup) => expect(read(({ context }) => context.group)).toEqual(known),
  });

/** What is shown of the case, from its entry. */
function seesGroup(setup: Setup) {
  seesKnown(setup);
  expect(setup.ports.groupNews.calls.at(-1)).toEqual({ incidentId: '12' });
}
function seesKnown({ read, ports }: Setup) {
  expect(read(selectIsFound)).toBe(true);
  expect(read(selectChatFailure)).toBe(null);
  expect([read(selectGroupName), read(selectIncidentId)]).toEqual(['Case 5: Dog', '12']);
  expect(read(selectGroupIncident)).toMatchObject({ location: 'Old bridge', photoUrl: '/media/7' });
  expect(read(selectIsDone)).toBe(read(selectGroupIncident)?.status === 'ONGOING');
  expect(ports.chatTopic.calls.at(-1)).toEqual({ chat: caseChat });
}

const walk = walkOf({
  machine: conversationMachine,
  props,
  inputs: [inputFor(caseChat), inputFor(globalChat), inputFor(globalChat, '3')],
  key: ({ context }) => `${context.group?.id} ${context.group?.isClosed} ${context.wanted} ${context.isCopy}`,
  samples: {
    ...events,
    opened: said('chatTopic', events.opened),
    lost: said('chatTopic', events.lost),
    'taken off the team': said('chatTopic', events['taken off the team']),
    arrived: said('chatTopic', events.arrived),
    'group found': done('fetchGroup', { group, isCopy: false }),
    'group of a finished case found': done('fetchGroup', { group: finished, isCopy: false }),
    'only the copy found': done('fetchGroup', { group, isCopy: true }),
    '30 s': elapsed('xstate.after.staleDelay.conversation.found.ofCase.stale', 30_000),
    'group kept': done('readCachedGroup', group),
    'no group kept': done('readCachedGroup', null),
    'nothing readable kept': failed('readCachedGroup', new Error('unreadable')),
    'incident changed': said('groupNews', { type: 'group.changed' }),
    'not a participant': done('fetchGroup', { group: null, isCopy: false }),
    'group refused': failed('fetchGroup', new CallFailure('refused', 403)),
    'no network': failed('fetchGroup', new CallFailure('network', 0)),
    retried: { type: 'conversation.retry' },
  },
  states: {
    fetching: {
      sees: ({ read, ports }) => {
        expect(read(selectChatFailure)).toBe(null);
        expect(ports.fetchGroup.running).toBe(true);
        expect(ports.fetchGroup.calls.at(-1)).toEqual({ chatId: '5' });
      },
      takes: {
        ...found,
        'not a participant': failing(NO_PARTICIPANT),
        'group refused': failing('Fetch groups failed (Status: 403)'),
        'no network': failing('Could not connect to the server.'),
      },
    },
    'fetching.readingCache': {
      sees: ({ read, ports }) => {
        expect(read(selectIsFound)).toBe(false);
        expect(ports.readCachedGroup.calls.at(-1)).toEqual({ chatId: '5' });
      },
      takes: {
        ...everywhere('fetching.readingCache'),
        'group kept': showing('fetching.cached', false, settled),
        'no group kept': 'fetching.unknown',
        'nothing readable kept': 'fetching.unknown',
      },
    },
    'fetching.unknown': {
      sees: ({ read }) => expect(read(selectIsFound)).toBe(false),
      takes: everywhere('fetching.unknown'),
    },
    'fetching.cached': { sees: seesKnown, takes: everywhere('fetching.cached') },
    failed: {
      sees: ({ read, ports }) => {
        expect(read(selectIsFound)).toBe(false);
        expect(ports.fetchGroup.running).toBe(false);
      },
      takes: {
        ...everywhere('failed'),
        opened: ({ context }) => ({ to: afresh(context.chat), sees: seesTold('opened') }),
        retried: ({ context }) => afresh(context.chat),
      },
    },
    'found.global': {
      sees: ({ read, ports }) => {
        expect(read(selectIsFound)).toBe(true);
        expect([read(selectGroupName), read(selectIncidentId), read(selectGroupIncident)]).toEqual([null, null, null]);
        expect(read(selectIsDone)).toBe(false);
        expect([ports.fetchGroup.calls, ports.groupNews.calls]).toEqual([[], []]);
        expect(ports.chatTopic.calls.at(-1)).toEqual({ chat: globalChat });
      },
      takes: everywhere('found.global'),
    },
    'found.ofCase.current': {
      sees: (setup) => {
        seesGroup(setup);
        expect(setup.ports.fetchGroup.running).toBe(false);
      },
      takes: { ...everywhere('found.ofCase.current'), 'incident changed': 'found.ofCase.refreshing' },
    },
    'found.ofCase.stale': {
      sees: (setup) => {
        seesGroup(setup);
        expect(setup.ports.fetchGroup.running).toBe(false);
      },
      takes: {
        ...everywhere('found.ofCase.stale'),
        opened: { to: 'found.ofCase.refreshing', sees: seesTold('opened') },
        '30 s': 'found.ofCase.refreshing',
        'incident changed': 'found.ofCase.refreshing',
      },
    },
    'found.ofCase.refreshing': {
      sees: (setup) => {
        seesGroup(setup);
        expect(setup.ports.fetchGroup.running).toBe(true);
        expect(setup.ports.fetchGroup.calls.at(-1)).toEqual({ chatId: '5' });
      },
      takes: {
        ...everywhere('found.ofCase.refreshing'),
        'incident changed': {
          to: 'found.ofCase.refreshing',
          sees: ({ ports }) => expect(ports.fetchGroup.calls.length).toBeGreaterThan(2),
        },
        ...found,
        'not a participant': staying('found.ofCase.current'),
        'group refused': staying('found.ofCase.current'),
        'no network': staying('found.ofCase.stale'),
      },
    },
  },
});
testWalk(walk);
testMutants(walk);
