import { expect } from 'vitest';
import { createActor } from 'xstate';
import {
  type ShareTarget,
  selectEntries,
  selectFailure,
  selectFeed,
  selectIsAsking,
  selectIsEmpty,
  selectIsHanding,
  selectIsReading,
  selectIsUnusable,
  selectShared,
  shareMachine,
} from '../../../src/machines/share/share.machine';
import type { Shared } from '../../../src/rules/share';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { chat } from '../chat/samples';

const photo = new File(['x'], 'dog.jpg', { type: 'image/jpeg' });
const shared: Shared = { text: 'At the gate', files: [photo], problems: [] };
const onlyText: Shared = { text: 'At the gate', files: [], problems: [] };
const useless: Shared = { text: '', files: [], problems: ['Unsupported file type.'] };

const NOT_GIVEN = 'This browser does not give back what was shared.';
const NOT_HANDED = 'This browser could not take it over. Nothing is lost: please try again.';
const FULL = 'The report that you have begun has too many photos for these. Remove some there first.';

const props = () => ({
  ports: {
    feed: streamPort(),
    readShared: promisePort<unknown, { userId: string }>(),
    handOver: promisePort<unknown, { target: ShareTarget; shared: Shared; userId: string }>(),
    dropShared: promisePort(),
  },
});

/** Which view the screen shows. */
const faces = {
  reading: selectIsReading,
  empty: selectIsEmpty,
  unusable: selectIsUnusable,
  asking: selectIsAsking,
  handing: selectIsHanding,
} as const;
type Read = <T>(select: (snapshot: ReturnType<typeof snapshotOf>) => T) => T;
const snapshotOf = () => createActor(shareMachine, { input: { userId: '7' } }).getSnapshot();
const shows = (read: Read, face: keyof typeof faces | null) =>
  expect(Object.entries(faces).flatMap(([name, select]) => (read(select) ? [name] : []))).toEqual(face ? [face] : []);
/** What it is handed over to. */
const handing = (target: ShareTarget) => ({
  to: 'handing',
  sees: ({ ports, read }: ReturnType<typeof props> & { read: Read }) =>
    expect(ports.handOver.calls.at(-1)).toEqual({ userId: '7', shared: read(selectShared), target }),
});
/** Where the member goes on. */
const leaves = (target: ShareTarget | null) => ({
  to: 'left',
  sees: ({ emitted }: { emitted: readonly object[] }) => expect(emitted.at(-1)).toEqual({ type: 'share.left', target }),
});
const fails = (to: string, text: string) => ({
  to,
  sees: ({ read }: { read: Read }) => expect(read(selectFailure)).toBe(text),
});

const walk = walkOf({
  machine: shareMachine,
  props,
  input: () => ({ userId: '7' }),
  key: ({ context }) => [context.shared, context.failure, context.target],
  samples: {
    'a photo was shared': done('readShared', shared),
    'a text was shared': done('readShared', onlyText),
    'a PDF was shared': done('readShared', useless),
    'nothing was shared': done('readShared', null),
    'the browser fails': failed('readShared'),
    again: { type: 'share.retry' },
    'two chats': said('feed', { type: 'feed.fetched', data: [chat('5'), chat('6')] }),
    'no answer about chats': said('feed', { type: 'feed.failed', error: new Error('no network') }),
    'for a report': { type: 'report.choose' },
    'for chat 5': { type: 'chat.choose', chat: { kind: 'incident', chatId: '5' } },
    'for all': { type: 'chat.choose', chat: { kind: 'global' } },
    'for nothing': { type: 'share.discard' },
    'handed over': done('handOver', 'handed'),
    'too many photos': done('handOver', 'full'),
    'not handed over': failed('handOver'),
    dropped: done('dropShared'),
    'not dropped': failed('dropShared'),
  },
  logs: ['the browser fails', 'not handed over', 'not dropped'],
  states: {
    reading: {
      sees: ({ read, ports }) => {
        shows(read, 'reading');
        expect(ports.readShared.calls.at(-1)).toEqual({ userId: '7' });
        expect(read(selectFailure)).toBe(null);
      },
      takes: {
        'a photo was shared': { to: 'asking', sees: ({ read }) => expect(read(selectShared)).toBe(shared) },
        'a text was shared': { to: 'asking', sees: ({ read }) => expect(read(selectShared)).toBe(onlyText) },
        'a PDF was shared': { to: 'unusable', sees: ({ read }) => expect(read(selectShared)).toBe(useless) },
        'nothing was shared': 'empty',
        'the browser fails': fails('failed', NOT_GIVEN),
      },
    },
    empty: { sees: ({ read }) => shows(read, 'empty') },
    failed: {
      sees: ({ read }) => {
        shows(read, null);
        expect(read(selectShared)).toBe(null);
      },
      takes: { again: 'reading' },
    },
    unusable: { sees: ({ read }) => shows(read, 'unusable'), takes: { 'for nothing': 'discarding' } },
    asking: {
      sees: ({ read, ports }) => {
        shows(read, 'asking');
        expect(read(selectFeed)).toBeDefined();
        expect(ports.feed.calls.at(-1)).toMatchObject({ query: { userId: '7' }, gather: 0 });
      },
      takes: {
        'two chats': {
          to: 'asking',
          sees: ({ read }) => expect(read(selectEntries)?.map(({ chatGroup }) => chatGroup.id)).toEqual(['5', '6']),
        },
        'for a report': handing({ kind: 'report' }),
        'for chat 5': handing({ kind: 'chat', chat: { kind: 'incident', chatId: '5' } }),
        'for all': handing({ kind: 'chat', chat: { kind: 'global' } }),
        'for nothing': 'discarding',
      },
    },
    handing: {
      // No second press counts meanwhile.
      sees: ({ read, ports }) => {
        shows(read, 'handing');
        expect([ports.handOver.running, read(selectFailure)]).toEqual([true, null]);
      },
      takes: {
        'handed over': ({ context: { target } }) => leaves(target),
        'too many photos': fails('asking', FULL),
        'not handed over': fails('asking', NOT_HANDED),
      },
    },
    discarding: {
      sees: ({ read, ports }) => {
        shows(read, null);
        expect(ports.dropShared.running).toBe(true);
      },
      takes: { dropped: leaves(null), 'not dropped': leaves(null) },
    },
    left: { sees: ({ read }) => shows(read, null) },
  },
});
testWalk(walk);
testMutants(walk);
