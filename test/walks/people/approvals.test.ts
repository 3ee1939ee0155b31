import { expect, it } from 'vitest';
import type { PendingUser } from '../../../src/contract/administration';
import {
  type ApprovalsSnapshot,
  approvalsMachine,
  selectApplicants,
  selectAsked,
  selectFailureOf,
  selectFeed,
  selectFound,
  selectIsEmpty,
  selectLine,
  selectSearch,
} from '../../../src/machines/people/approvals.machine';
import { approvalTexts } from '../../../src/rules/people/peopleTexts';
import { testMutants } from '../../kit/mutants';
import { type RunningChart, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const applicant = (userId: string, firstName: string): PendingUser => ({
  userId,
  firstName,
  lastName: 'Rao',
  experienceLevel: 'Beginner',
  motivation: 'I like dogs.',
  phoneNumber: '9876543210',
  address: 'Pune',
  hasVehicle: false,
  vehicleType: null,
  canProvideShelter: true,
  hasMedicineBox: false,
});
const pavan = applicant('pavan', 'Pavan');
const usha = applicant('usha', 'Usha');
const all = [pavan, usha];

const props = () => ({ ports: { feed: streamPort(), decision: streamPort() } });
type Props = ReturnType<typeof props>;
interface Setup extends Props {
  read<T>(select: (snapshot: ApprovalsSnapshot) => T): T;
}
const isPavanDecided = ({ context }: ApprovalsSnapshot) => 'pavan' in context.decided;
const verb = ({ context }: ApprovalsSnapshot) => context.decided.pavan?.decision;
const listed = ({ read }: Setup) => read(selectApplicants).map(({ userId }) => userId);
/** The applicants that are still shown once Pavan may have been decided about. */
const came =
  (...applicants: PendingUser[]) =>
  (snapshot: ApprovalsSnapshot) => ({
    to: 'shown',
    sees: (setup: Setup) => {
      const left = applicants.filter(({ userId }) => userId !== 'pavan' || !isPavanDecided(snapshot));
      expect(listed(setup)).toEqual(left.map(({ userId }) => userId));
      expect(setup.read(selectIsEmpty)).toBe(left.length === 0);
    },
  });
/** The card goes at once, with the text of an earlier failure. */
const deciding = (decision: 'authorize' | 'deny') => ({
  to: 'shown.reading',
  sees: (setup: Setup) => {
    expect(listed(setup)).not.toContain('pavan');
    expect([setup.read(selectFailureOf('pavan')), setup.read(selectLine)]).toEqual([null, '']);
    expect(setup.ports.decision.calls.at(-1)).toMatchObject({ userId: 'pavan', decision });
  },
});
/** The card does not come back, and a line says why. */
const overtaken = (line: string) => ({
  to: 'shown',
  sees: (setup: Setup) => {
    expect(setup.read(selectLine)).toBe(line);
    expect(listed(setup)).not.toContain('pavan');
  },
});

const walk = walkOf({
  machine: approvalsMachine,
  props,
  input: () => ({ userId: 'asha' }),
  key: ({ context: { applicants, decided, failures } }) => [applicants.length, decided, failures],
  samples: {
    'two wait': said('feed', { type: 'feed.fetched', data: all }),
    'nobody waits': said('feed', { type: 'feed.fetched', data: [] }),
    'Pavan is looked for': { type: 'search.change', search: 'rao 98765 pávan' },
    'Pavan is authorized': { type: 'applicant.authorize', applicant: pavan },
    'Pavan is denied': { type: 'applicant.deny', applicant: pavan },
    Deny: { type: 'denial.confirm' },
    Cancel: { type: 'dialog.close' },
    'it is done': { type: 'decision.made', userId: 'pavan' },
    'somebody was faster': { type: 'decision.overtaken', userId: 'pavan', isUnclear: false },
    'nobody knows who decided': { type: 'decision.overtaken', userId: 'pavan', isUnclear: true },
    'it failed': { type: 'decision.failed', userId: 'pavan' },
  },
  ways: [
    ...(['it is done', 'somebody was faster', 'nobody knows who decided', 'it failed'] as const).map((end) => ({
      way: ['two wait', 'Pavan is authorized', end] as const,
      // Nothing is left of the decision.
      sees: ({ actor }: Pick<RunningChart<typeof approvalsMachine>, 'actor'>) =>
        expect(Object.keys(actor.getSnapshot().children)).toEqual(['feed']),
    })),
  ],
  states: {
    waiting: {
      sees: ({ read, ports }) => {
        expect([read(selectApplicants), read(selectIsEmpty), read(selectAsked)]).toEqual([[], false, null]);
        expect(ports.feed.calls).toMatchObject([{ query: { userId: 'asha' } }]);
        expect(read(selectFeed)).toBeDefined();
      },
      takes: { 'two wait': came(...all), 'nobody waits': came() },
    },
    shown: {
      takes: {
        'two wait': came(...all),
        'nobody waits': came(),
        'Pavan is looked for': (snapshot) => ({
          to: 'shown',
          sees: ({ read }) => {
            expect(read(selectSearch)).toBe('rao 98765 pávan');
            const isListed = snapshot.context.applicants.length > 0 && !isPavanDecided(snapshot);
            expect(read(selectFound)).toEqual(isListed ? [pavan] : []);
            expect(read(selectApplicants)).toEqual(selectApplicants(snapshot));
          },
        }),
        'it is done': (snapshot) =>
          isPavanDecided(snapshot)
            ? {
                to: 'shown',
                sees: ({ read }) =>
                  expect(read(selectLine)).toBe(
                    verb(snapshot) === 'authorize' ? 'Pavan Rao was authorized.' : 'Pavan Rao was denied.',
                  ),
              }
            : null,
        'somebody was faster': (snapshot) =>
          isPavanDecided(snapshot) ? overtaken('Somebody else has already decided about Pavan Rao.') : null,
        'nobody knows who decided': (snapshot) =>
          isPavanDecided(snapshot) ? overtaken('Pavan Rao is no longer waiting for a decision.') : null,
        'it failed': (snapshot) =>
          isPavanDecided(snapshot)
            ? {
                to: 'shown',
                sees: (setup) => {
                  expect(setup.read(selectFailureOf('pavan'))).toBe(
                    `Failed to ${verb(snapshot)} Pavan. Please try again.`,
                  );
                  expect(listed(setup)).toEqual(snapshot.context.applicants.map(({ userId }) => userId));
                },
              }
            : null,
      },
    },
    'shown.reading': {
      sees: ({ read }) => expect(read(selectAsked)).toBe(null),
      takes: {
        'Pavan is authorized': (snapshot) => (isPavanDecided(snapshot) ? null : deciding('authorize')),
        'Pavan is denied': (snapshot) => (isPavanDecided(snapshot) ? null : 'shown.confirming'),
      },
    },
    'shown.confirming': {
      sees: ({ read }) => expect(read(selectAsked)).toEqual(pavan),
      takes: {
        Deny: deciding('deny'),
        Cancel: {
          to: 'shown.reading',
          sees: (setup) => expect(setup.read(selectAsked)).toBe(null),
        },
        'nobody waits': {
          to: 'shown.reading',
          sees: (setup) => {
            expect([listed(setup), setup.read(selectAsked)]).toEqual([[], null]);
            expect(setup.read(selectLine)).toBe('Somebody else has already decided about Pavan Rao.');
          },
        },
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

it('says what is wrong in the words of S2 §8 and DECISIONS P2', () => {
  expect(approvalTexts.listFailure).toBe('Could not fetch pending users.');
  expect(approvalTexts.failure('authorize', 'Usha')).toBe('Failed to authorize Usha. Please try again.');
  expect(approvalTexts.failure('deny', 'Usha')).toBe('Failed to deny Usha. Please try again.');
});
