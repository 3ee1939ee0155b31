import { expect } from 'vitest';
import type { ActorRef, AnyEventObject, Snapshot } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Team } from '../../../src/contract/teams';
import { type InitiationSnapshot, initiationMachine } from '../../../src/machines/cases/initiation.machine';
import {
  selectCanClose,
  selectFailure,
  selectIsConfirming,
  selectIsKept,
  selectIsLoading,
  selectParticipants,
  selectSubmitted,
  selectTeam,
  selectTeamChange,
  selectTeamFailure,
} from '../../../src/machines/cases/initiation.select';
import type { QueueCommand } from '../../../src/machines/submissions/ports';
import { testMutants } from '../../kit/mutants';
import { recorder, said, scriptedWorld, streamPort, testWalk, walkOf } from '../../kit/walk';
import { tells } from '../telling';
import { initiationOf, itemOf, myCase, team } from './samples';

type Queue = ActorRef<Snapshot<unknown>, QueueCommand>;
const pair = team('mira', 'ravi');
/** The team after Kabir has put Tara in Ravi's place. */
const others = team('mira', 'tara');
const CHANGED = 'The team has changed. New: Tara. No longer in it: Ravi.';
const came = (data: Team) => said('feed', { type: 'feed.fetched', data });
const props = () => ({
  ports: {
    feed: streamPort<AnyEventObject, { query: { incidentId: string } }>(),
    tracking: streamPort<AnyEventObject, { id: string }>(),
  },
  queue: recorder<Queue>(),
  world: scriptedWorld(),
});
type Setup = ReturnType<typeof props> & { read<T>(select: (snapshot: InitiationSnapshot) => T): T };
const failing = (text: string) => ({
  to: 'choosing',
  sees: ({ read }: Setup) => expect(read(selectFailure)).toBe(text),
});
const toggled =
  (userId: string) =>
  ({ context: { participants, team: shown } }: InitiationSnapshot) =>
    // Somebody who has just left the team cannot be chosen any more.
    shown?.teamMembers.some((one) => one.userId === userId)
      ? {
          to: 'choosing',
          sees: ({ read }: Setup) => {
            expect(read(selectParticipants).includes(userId)).toBe(!participants.includes(userId));
            expect(read(selectFailure)).toBe(null);
          },
        }
      : null;
/** Chosen, deselected and new members after the team was fetched again, and the line that tells what has changed. */
const followed =
  (now: Team) =>
  ({ context: { team: shown, participants, failure } }: InitiationSnapshot) => {
    const ids = (one: Team | null) => one?.teamMembers.map(({ userId }) => userId) ?? [];
    const expected = ids(now).filter((id) => (ids(shown).includes(id) ? participants.includes(id) : true));
    return {
      to: 'choosing',
      sees: ({ read }: Setup) => {
        expect(read(selectTeam)).toBe(now);
        expect(read(selectParticipants)).toEqual(expected);
        expect(read(selectFailure)).toBe(failure);
      },
    };
  };
/** The team is asked for again when the member can choose again. */
const asksAgain = ({ ports }: Setup) => expect(ports.feed.received.at(-1)).toEqual({ type: 'feed.refresh' });
const submission = initiationOf(['mira']);
const updated = (parts: Parameters<typeof itemOf>[1]) =>
  said('tracking', { type: 'submission.updated', item: itemOf(submission, parts) });
const trouble = { text: 'Failed to confirm initiation (Status: 503)', isAnswered: true };
const waits = (head: string, text: string | null) => ({
  to: 'submitted.kept',
  sees: ({ read }: Setup) => {
    const item = read(selectSubmitted);
    expect([item?.head, item?.trouble?.text ?? null]).toEqual([head, text]);
  },
});

const walk = walkOf({
  machine: initiationMachine,
  props,
  input: ({ queue, world }) => ({
    myCase: myCase({ status: 'ASSIGNED' }),
    queue: queue.ref as never,
    world,
  }),
  key: ({ context }) => [
    context.participants.toSorted(),
    context.failure,
    context.team === others,
    context.teamBefore === others,
  ],
  samples: {
    'the team': came(pair),
    'another team': came(others),
    'no team': said('feed', { type: 'feed.failed', error: new CallFailure('refused', 500, 'Out of order.') }),
    retried: { type: 'team.retry' },
    'mira pressed': { type: 'member.toggle', userId: 'mira' },
    'ravi pressed': { type: 'member.toggle', userId: 'ravi' },
    'tara pressed': { type: 'member.toggle', userId: 'tara' },
    confirmed: { type: 'initiation.confirm' },
    closed: { type: 'dialog.close' },
    'it is going out': updated({ head: 'sending' }),
    'there is no connection': updated({ head: 'offline' }),
    'another tab sends it': updated({ head: 'queued' }),
    'a tab may begin now': said('tracking', {
      type: 'submission.updated',
      item: itemOf(submission, { head: 'queued' }),
      isBeginning: true,
    }),
    'the server is in trouble': updated({ head: 'backingOff', trouble }),
    refused: said('tracking', {
      type: 'submission.updated',
      item: itemOf(initiationOf(['mira'], { status: 'refused', reason: 'Failed to confirm initiation (Status: 409)' })),
    }),
    'another tab has sent it': said('tracking', { type: 'submission.updated', item: null }),
    'it was deleted': said('tracking', { type: 'submission.updated', item: null, isWithdrawn: true }),
    taken: said('tracking', { type: 'submission.delivered', answer: undefined, wasEarlier: false }),
  },
  states: {
    loadingTeam: {
      sees: ({ read, ports }) => {
        expect([read(selectIsLoading), read(selectTeamFailure), read(selectTeam)]).toEqual([true, null, null]);
        expect(read(selectTeamChange)).toBe(null);
        expect(ports.feed.running).toBe(true);
        expect(ports.feed.calls.at(-1)).toMatchObject({ query: { incidentId: '3' } });
      },
      takes: {
        'the team': {
          to: 'choosing',
          sees: ({ read }) => {
            expect(read(selectParticipants)).toEqual(['mira', 'ravi']);
            expect(read(selectTeamChange)).toBe(null);
          },
        },
        'another team': {
          to: 'choosing',
          sees: ({ read }) => {
            expect(read(selectParticipants)).toEqual(['mira', 'tara']);
            expect(read(selectTeamChange)).toBe(null);
          },
        },
        'no team': 'failed',
        closed: 'left',
      },
    },
    failed: {
      sees: ({ read }) => {
        expect(read(selectTeamFailure)).toBe('Failed to fetch assigned team details.');
        expect(read(selectIsLoading)).toBe(false);
      },
      takes: {
        retried: {
          to: 'loadingTeam',
          sees: ({ ports }) => expect(ports.feed.received).toEqual([{ type: 'feed.retry' }]),
        },
        // The feed has heard news of the incident and asked by itself.
        'the team': followed(pair),
        'another team': followed(others),
        closed: 'left',
      },
    },
    choosing: {
      sees: ({ read, ports }) => {
        const [now, before] = [read(selectTeam), read(({ context }) => context.teamBefore)];
        const changed = now === others ? CHANGED : 'The team has changed. New: Ravi. No longer in it: Tara.';
        expect(read(selectTeamChange)).toBe(now === before ? null : changed);
        expect([read(selectIsConfirming), read(selectIsKept), read(selectCanClose)]).toEqual([false, false, true]);
        expect(ports.tracking.running).toBe(false);
      },
      takes: {
        'mira pressed': toggled('mira'),
        'ravi pressed': toggled('ravi'),
        'tara pressed': toggled('tara'),
        'the team': followed(pair),
        'another team': followed(others),
        confirmed: ({ context: { participants } }) =>
          participants.length === 0
            ? failing('Please select at least one participating member.')
            : {
                to: 'submitted.underWay',
                sees: ({ queue, ports, read }) => {
                  expect(read(selectTeamChange)).toBe(null);
                  const id = ports.tracking.calls.at(-1)?.id ?? '';
                  expect(queue.received.at(-1)).toEqual({
                    type: 'submission.queue',
                    submission: initiationOf(participants, { id }),
                  });
                  expect(ports.tracking.calls.filter((call) => call.id === id)).toHaveLength(1);
                },
              },
        closed: 'left',
      },
    },
    submitted: {
      sees: ({ read, ports }) => {
        expect(ports.tracking.running).toBe(true);
        expect(ports.tracking.calls.at(-1)).toMatchObject({ isItsScreen: true });
        expect(read(selectFailure)).toBe(null);
      },
      takes: {
        taken: 'begun',
        'another tab has sent it': 'begun',
        'it was deleted': {
          to: 'choosing',
          sees: (setup) => {
            expect(setup.read(selectFailure)).toBe(null);
            asksAgain(setup);
          },
        },
        refused: {
          to: 'choosing',
          sees: (setup) => {
            // The dialog says what to do, and keeps the choice; the tray does not list it, too.
            failing('Failed to confirm initiation (Status: 409)').sees(setup);
            const id = setup.ports.tracking.calls.at(-1)?.id;
            expect(setup.queue.received.at(-1)).toEqual({ type: 'submission.withdraw', id });
            asksAgain(setup);
          },
        },
        'there is no connection': waits('offline', null),
        // It goes on waiting or being sent, and is not sent twice.
        closed: {
          to: 'left',
          sees: ({ queue }) => expect(queue.received.at(-1)?.type).toBe('submission.queue'),
        },
        'another tab sends it': waits('queued', null),
        'the server is in trouble': waits('backingOff', 'Failed to confirm initiation (Status: 503)'),
      },
    },
    'submitted.underWay': {
      sees: ({ read }) =>
        expect([read(selectIsConfirming), read(selectIsKept), read(selectCanClose)]).toEqual([true, false, true]),
      takes: { 'it is going out': 'submitted.underWay', 'a tab may begin now': 'submitted.underWay' },
    },
    'submitted.kept': {
      sees: ({ read }) =>
        expect([read(selectIsConfirming), read(selectIsKept), read(selectCanClose)]).toEqual([false, true, true]),
      takes: {
        'a tab may begin now': 'submitted.kept',
        'it is going out': {
          to: 'submitted.kept',
          sees: ({ read }) => expect(read(selectSubmitted)?.head).toBe('sending'),
        },
      },
    },
    begun: {
      sees: (setup) => {
        expect(setup.ports.tracking.running).toBe(false);
        tells(setup, 'Case started.');
      },
    },
    left: {
      sees: ({ ports }) => expect([ports.feed.running, ports.tracking.running]).toEqual([false, false]),
    },
  },
});
testWalk(walk);
testMutants(walk);
