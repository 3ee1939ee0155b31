import { expect } from 'vitest';
import {
  overlayMachine,
  selectIsAboutMessage,
  selectListedMessage,
  selectMenu,
  selectMessageOfReaders,
  selectRevisedMessage,
  selectShowsDetails,
  selectToDelete,
} from '../../../src/machines/chat/overlay.machine';
import { testMutants } from '../../kit/mutants';
import { testWalk, walkOf } from '../../kit/walk';
import { message } from '../../rules/samples';

const settled = message({ id: '7' });
const temp = message({ id: 'temp-c1' });
const anywhere = {
  'menu asked for': 'menu',
  'reactions asked for': 'reactions',
  'readers asked for': 'readers',
  'deletion asked about': 'deletion',
  'versions asked for': 'versions',
  'details asked for': 'details',
  closed: 'closed',
} as const;

const walk = walkOf({
  machine: overlayMachine,
  props: () => ({}),
  samples: {
    'menu asked for': { type: 'menu.open', message: settled, x: 30, y: 40 },
    'menu asked for on a temp message': { type: 'menu.open', message: temp, x: 30, y: 40 },
    'reactions asked for': { type: 'reactions.open', message: settled },
    'readers asked for': { type: 'readers.open', message: settled },
    'deletion asked about': { type: 'deletion.ask', message: settled },
    'versions asked for': { type: 'versions.open', message: settled },
    'details asked for': { type: 'details.open' },
    closed: { type: 'overlay.close' },
  },
  states: {
    closed: {
      sees: ({ read }) => {
        expect(read(selectMenu)).toBe(null);
        expect(read(selectListedMessage)).toBe(null);
        expect(read(selectIsAboutMessage)).toBe(false);
        expect(read((snapshot) => snapshot.context.pointed)).toBe(null);
        expect(read(selectShowsDetails)).toBe(false);
      },
      takes: anywhere,
    },
    deletion: {
      sees: ({ read }) => {
        expect([read(selectToDelete), read(selectIsAboutMessage)]).toEqual([settled, true]);
        expect([read(selectMenu), read(selectRevisedMessage), read(selectListedMessage)]).toEqual([null, null, null]);
      },
      takes: anywhere,
    },
    versions: {
      sees: ({ read }) => {
        expect([read(selectRevisedMessage), read(selectIsAboutMessage)]).toEqual([settled, true]);
        expect([read(selectMenu), read(selectToDelete), read(selectMessageOfReaders)]).toEqual([null, null, null]);
      },
      takes: anywhere,
    },
    details: {
      sees: ({ read }) => {
        expect(read(selectShowsDetails)).toBe(true);
        expect(read((snapshot) => snapshot.context.pointed)).toBe(null);
      },
      takes: anywhere,
    },
    menu: {
      sees: ({ read }) => {
        expect(read(selectMenu)).toEqual({ message: settled, x: 30, y: 40 });
        expect(read(selectIsAboutMessage)).toBe(true);
        expect(read(selectListedMessage)).toBe(null);
      },
      takes: anywhere,
    },
    reactions: {
      sees: ({ read }) => {
        expect(read(selectListedMessage)).toBe(settled);
        expect(read(selectIsAboutMessage)).toBe(true);
        expect(read(selectMenu)).toBe(null);
        expect(read(selectMessageOfReaders)).toBe(null);
      },
      takes: anywhere,
    },
    readers: {
      sees: ({ read }) => {
        expect(read(selectMessageOfReaders)).toBe(settled);
        expect(read(selectIsAboutMessage)).toBe(true);
        expect(read(selectListedMessage)).toBe(null);
      },
      takes: anywhere,
    },
  },
});
testWalk(walk);
testMutants(walk);
