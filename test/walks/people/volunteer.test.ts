import { expect, it } from 'vitest';
import { CallFailure } from '../../../src/contract/failure';
import {
  selectCopying,
  selectEdit,
  selectFeed,
  selectIsGone,
  selectKit,
  selectVolunteer,
  volunteerMachine,
} from '../../../src/machines/people/volunteer.machine';
import { volunteerFailureText } from '../../../src/rules/people/peopleTexts';
import { testMutants } from '../../kit/mutants';
import { said, streamPort, testWalk, walkOf } from '../../kit/walk';
import { volunteer } from './samples';

const tara = volunteer();
const promoted = volunteer({ position: 'EXECUTIVE' });
const props = () => ({
  ports: { feed: streamPort(), textCopying: streamPort(), volunteerEdit: streamPort(), volunteerKit: streamPort() },
});

const walk = walkOf({
  machine: volunteerMachine,
  props,
  input: () => ({ volunteerId: 'tara', userId: 'asha' }),
  samples: {
    'she came': said('feed', { type: 'feed.fetched', data: tara }),
    'she came with another position': said('feed', { type: 'feed.fetched', data: promoted }),
    'she came as before the changes': said('feed', { type: 'feed.fetched', data: tara, lacks: ['saved'] }),
    'changes were saved': { type: 'changes.saved' },
    'she is deleted': said('feed', { type: 'feed.failed', error: new CallFailure('refused', 404, 'No such member.') }),
    'she cannot be fetched again': said('feed', { type: 'feed.failed', error: new CallFailure('network', 0) }),
  },
  states: {
    waiting: {
      sees: ({ read, ports }) => {
        expect([read(selectVolunteer), read(selectEdit)]).toEqual([null, undefined]);
        expect(ports.feed.calls).toMatchObject([{ query: { volunteerId: 'tara', userId: 'asha' } }]);
        expect(ports.volunteerKit.calls).toEqual([{ userId: 'tara' }]);
        expect([read(selectFeed), read(selectKit), read(selectCopying)]).not.toContain(undefined);
        expect(read(selectIsGone)).toBe(false);
      },
      takes: {
        'she came': { to: 'shown', sees: ({ read }) => expect(read(selectVolunteer)).toEqual(tara) },
        'she came as before the changes': 'shown',
        'she came with another position': {
          to: 'shown',
          sees: ({ read, ports }) => {
            expect(read(selectVolunteer)).toEqual(promoted);
            expect(ports.volunteerEdit.calls).toMatchObject([{ volunteer: promoted }]);
          },
        },
      },
    },
    shown: {
      sees: ({ read, ports }) => {
        expect([read(selectEdit) === undefined, read(selectIsGone)]).toEqual([false, false]);
        expect(ports.volunteerEdit.calls).toHaveLength(1);
      },
      takes: {
        'she came': {
          to: 'shown',
          sees: ({ read, ports }) => {
            expect(read(selectVolunteer)).toEqual(tara);
            expect(ports.volunteerEdit.received.at(-1)).toEqual({ type: 'volunteer.fetched', volunteer: tara });
            expect(ports.volunteerKit.received.at(-1)).toEqual({ type: 'kit.refresh' });
          },
        },
        'she came with another position': {
          to: 'shown',
          sees: ({ read, ports }) => {
            expect(read(selectVolunteer)).toEqual(promoted);
            expect(ports.volunteerEdit.received.at(-1)).toEqual({ type: 'volunteer.fetched', volunteer: promoted });
          },
        },
        'changes were saved': {
          to: 'shown',
          sees: ({ ports }) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh', change: 'saved' }),
        },
        'she is deleted': 'gone',
      },
    },
    gone: {
      sees: ({ read, ports }) => {
        expect([read(selectIsGone), read(selectVolunteer)]).toEqual([true, null]);
        expect([ports.feed.running, ports.volunteerEdit.running, ports.volunteerKit.running]).toEqual(
          Array(3).fill(false),
        );
      },
      takes: {},
    },
  },
});
testWalk(walk);
testMutants(walk);

it('says why there is no volunteer in the words of S2 §8, as DECISIONS P4 tells them apart', () => {
  expect(volunteerFailureText(new CallFailure('refused', 404, 'No such member.'))).toBe(
    'Failed to fetch user details.',
  );
  expect(volunteerFailureText(new CallFailure('network', 0))).toBe('Failed to load user details.');
  expect(volunteerFailureText(new CallFailure('unreadable', 200))).toBe('Failed to load user details.');
});
