import { expect, it } from 'vitest';
import type { VolunteerEntry } from '../../../src/contract/volunteers';
import {
  selectCountText,
  selectFeed,
  selectHasNobody,
  selectIsEmpty,
  selectPositions,
  selectVolunteers,
  type VolunteersSnapshot,
  volunteersMachine,
} from '../../../src/machines/people/volunteers.machine';
import { VOLUNTEERS_FAILURE } from '../../../src/rules/people/peopleTexts';
import { testMutants } from '../../kit/mutants';
import { said, streamPort, testWalk, walkOf } from '../../kit/walk';

const entry = (id: string, fullName: string, position: string, availabilityStatus: string): VolunteerEntry => ({
  id,
  fullName,
  firstName: '',
  position,
  availabilityStatus,
});
const asha = entry('1', 'Asha Rao', 'PRESIDENT', 'Available');
const jose = entry('2', 'José Pinto', 'MEMBER', 'Unavailable');
const nobody = { name: '', availability: '', position: '' };

const props = () => ({ ports: { feed: streamPort() } });
interface Setup {
  read<T>(select: (snapshot: VolunteersSnapshot) => T): T;
}
/** Whom a filter leaves of Asha and José, and how many that is in words. */
const facts: Readonly<Record<string, readonly [ids: string[], count: string]>> = {
  '': [['1', '2'], '2 volunteers'],
  jose: [['2'], '1 of 2 volunteers'],
  zz: [[], '0 of 2 volunteers'],
};
const shows = (name: string, hasSome: boolean) => {
  const [ids, count] = hasSome ? (facts[name] ?? [[], '']) : [[], name === '' ? '0 volunteers' : '0 of 0 volunteers'];
  return {
    to: ids.length > 0 ? 'shown.populated' : 'shown.empty',
    sees: ({ read }: Setup) => {
      expect(read(selectVolunteers).map(({ id }) => id)).toEqual(ids);
      expect(read(selectCountText)).toBe(count);
      expect(read(selectHasNobody)).toBe(!hasSome);
    },
  };
};
const typed = (name: string) => ({ type: 'filter.choose', filter: { ...nobody, name } }) as const;
const chosen = (name: string) => (snapshot: VolunteersSnapshot) => shows(name, snapshot.context.fetched.length > 0);
const came = (hasSome: boolean) => (snapshot: VolunteersSnapshot) => shows(snapshot.context.filter.name, hasSome);

const walk = walkOf({
  machine: volunteersMachine,
  props,
  input: () => ({ userId: 'mira', filter: nobody }),
  key: ({ context }) => [context.filter.name, context.fetched.length],
  samples: {
    'two came': said('feed', { type: 'feed.fetched', data: [asha, jose] }),
    'none came': said('feed', { type: 'feed.fetched', data: [] }),
    'jose is typed': typed('jose'),
    'zz is typed': typed('zz'),
    'nothing is typed': typed(''),
  },
  states: {
    waiting: {
      sees: ({ read, ports }) => {
        expect([read(selectIsEmpty), read(selectVolunteers), read(selectCountText)]).toEqual([false, [], '']);
        expect(read(selectHasNobody)).toBe(false);
        expect(ports.feed.calls).toMatchObject([{ query: { userId: 'mira' } }]);
        expect(read(selectFeed)).toBeDefined();
      },
      takes: {
        'two came': came(true),
        'none came': came(false),
        'jose is typed': 'waiting',
        'zz is typed': 'waiting',
        'nothing is typed': 'waiting',
      },
    },
    shown: {
      takes: {
        'two came': came(true),
        'none came': came(false),
        'jose is typed': chosen('jose'),
        'zz is typed': chosen('zz'),
        'nothing is typed': chosen(''),
      },
    },
    'shown.populated': { sees: ({ read }) => expect(read(selectIsEmpty)).toBe(false) },
    'shown.empty': {
      sees: ({ read }) => {
        expect(read(selectIsEmpty)).toBe(true);
        if (read(({ context }) => context.fetched.length) > 0)
          expect(read(selectPositions)).toEqual(['PRESIDENT', 'MEMBER']);
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('says why there is no list in the words of S2 §8', () => {
  expect(VOLUNTEERS_FAILURE).toBe('Failed to fetch volunteers.');
});
