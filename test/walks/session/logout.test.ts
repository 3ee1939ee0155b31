import { expect } from 'vitest';
import {
  logoutMachine,
  selectCanSendFirst,
  selectDialog,
  selectIsDeleting,
  selectIsOffline,
  selectIsSlow,
} from '../../../src/machines/session/logout.machine';
import { testMutants } from '../../kit/mutants';
import { done, elapsed, failed, promisePort, recorder, said, streamPort, testWalk, walkOf } from '../../kit/walk';

const props = () => ({
  ports: { pending: streamPort(), network: streamPort(), forgetDevice: promisePort() },
  session: recorder(),
  queue: recorder(),
});
type Props = ReturnType<typeof props>;
const nothing = { ids: [], waiting: 0, stored: 0 };
const two = { ids: ['a', 'b'], waiting: 2, stored: 2 };
const pending = (facts: object) => said('pending', { type: 'pending.changed', ...facts });

/** The session goes on, and the queue has been asked for nothing new. */
const goesOn = ({ session }: Pick<Props, 'session'>) => expect(session.received).toEqual([]);
/** The queue has something where the last of its news says so. */
const hasSomething = ({ context }: { context: { pending: { ids: readonly string[] } } }) =>
  context.pending.ids.length > 0;

const news = ['nothing is there', 'two wait', 'one is refused', 'two are being deleted'] as const;
const stays = (state: string) => Object.fromEntries(news.map((name) => [name, state]));

const walk = walkOf({
  machine: logoutMachine,
  props,
  input: ({ session, queue }: Props) => ({ session: session.ref, queue: queue.ref as never, myId: 'mira' }),
  key: ({ context: { pending } }) => [pending],
  samples: {
    'nothing is there': pending(nothing),
    'two wait': pending(two),
    'one is refused': pending({ ids: ['b'], waiting: 0, stored: 1 }),
    'two are being deleted': pending({ ids: [], waiting: 0, stored: 2 }),
    'no network': said('network', { type: 'network.lost' }),
    'the network is back': said('network', { type: 'network.returned' }),
    'Log Out': { type: 'logout.press' },
    'Forget this device': { type: 'forget.press' },
    'Send first': { type: 'logout.sendFirst' },
    Keep: { type: 'logout.keep' },
    Delete: { type: 'logout.delete' },
    'Delete and log out': { type: 'forget.confirm' },
    Close: { type: 'dialog.close' },
    '5 s': elapsed('xstate.after.deletionTimeout.logout.open.dialog.deleting.begun', 5_000),
    'is deleted': done('forgetDevice'),
    'is not deleted': failed('forgetDevice'),
  },
  logs: ['is not deleted'],
  ways: [
    {
      way: ['two wait', 'Log Out', 'Send first', 'one is refused', 'Delete'],
      sees: ({ queue }) =>
        expect(queue.received.filter(({ type }) => type === 'submission.withdraw')).toEqual([
          { type: 'submission.withdraw', id: 'b' },
        ]),
    },
    {
      // Another tab has queued something after the press.
      way: ['one is refused', 'Log Out', 'Delete', 'two wait'],
      sees: ({ queue }) => expect(queue.received.at(-2)).toEqual({ type: 'submission.withdraw', id: 'a' }),
    },
  ],
  states: {
    'open.network.online': {
      sees: ({ read }) => expect(read(selectIsOffline)).toBe(false),
      takes: { 'no network': 'open.network.offline' },
    },
    'open.network.offline': {
      sees: ({ read }) => expect(read(selectIsOffline)).toBe(true),
      takes: { 'the network is back': 'open.network.online' },
    },
    'open.dialog.closed': {
      sees: ({ read, session }) => {
        expect(read(selectDialog)).toBe(null);
        goesOn({ session });
      },
      takes: {
        ...stays('open.dialog.closed'),
        'Log Out': (snapshot) =>
          hasSomething(snapshot) || snapshot.matches({ open: { network: 'offline' } })
            ? 'open.dialog.asking'
            : 'leaving',
        'Forget this device': 'open.dialog.confirming.quiet',
      },
    },
    'open.dialog.asking': {
      sees: ({ actor, read, session }) => {
        expect([read(selectDialog), read(selectIsDeleting)]).toEqual(['asking', false]);
        expect(read(selectCanSendFirst)).toBe(actor.getSnapshot().context.pending.waiting > 0);
        goesOn({ session });
      },
      takes: {
        ...stays('open.dialog.asking'),
        // What was refused waits for the member, so nothing would be sent.
        'Send first': ({ context: { pending } }) => (pending.waiting > 0 ? 'open.dialog.sending' : null),
        Keep: 'leaving',
        // Everything may have been sent while the dialog was open: then the queue has nothing to delete.
        Delete: ({ context: { pending } }) => (pending.stored > 0 ? 'open.dialog.deleting.begun' : 'leaving'),
        Close: 'open.dialog.closed',
      },
    },
    'open.dialog.sending': {
      sees: ({ read, session, queue }) => {
        expect(read(selectDialog)).toBe('sending');
        expect(queue.received.at(-1)).toEqual({ type: 'queue.send' });
        goesOn({ session });
      },
      takes: {
        'nothing is there': 'leaving',
        'two are being deleted': 'leaving',
        'one is refused': 'open.dialog.asking',
        'two wait': 'open.dialog.sending',
        Keep: 'leaving',
        Close: 'open.dialog.closed',
      },
    },
    'open.dialog.deleting': {
      sees: ({ read, session, queue, last, actor }) => {
        expect(read(selectIsDeleting)).toBe(true);
        const { ids } = actor.getSnapshot().context.pending;
        if (last === 'Delete' || last === 'two wait')
          expect(queue.received.slice(-ids.length || queue.received.length)).toEqual(
            ids.map((id) => ({ type: 'submission.withdraw', id })),
          );
        goesOn({ session });
      },
      takes: { ...stays('open.dialog.deleting'), 'nothing is there': 'leaving' },
    },
    'open.dialog.deleting.begun': {
      sees: ({ read }) => expect(read(selectIsSlow)).toBe(false),
      takes: { '5 s': 'open.dialog.deleting.slow' },
    },
    'open.dialog.deleting.slow': {
      sees: ({ read }) => expect(read(selectIsSlow)).toBe(true),
      takes: { Keep: 'leaving', Close: 'open.dialog.closed' },
    },
    'open.dialog.confirming': {
      sees: ({ ports, session }) => {
        expect(ports.forgetDevice.running).toBe(false);
        goesOn({ session });
      },
      takes: { 'Delete and log out': 'open.dialog.forgetting', Close: 'open.dialog.closed' },
    },
    'open.dialog.confirming.quiet': {
      sees: ({ read }) => expect(read(selectDialog)).toBe('forgetting'),
      takes: stays('open.dialog.confirming.quiet'),
    },
    'open.dialog.confirming.failed': {
      sees: ({ read }) => expect(read(selectDialog)).toBe('failed'),
      takes: stays('open.dialog.confirming.failed'),
    },
    'open.dialog.forgetting': {
      sees: ({ read, ports, session }) => {
        expect([read(selectDialog), read(selectIsDeleting)]).toEqual(['forgetting', true]);
        expect(ports.forgetDevice.calls.at(-1)).toEqual({ userId: 'mira' });
        goesOn({ session });
      },
      takes: {
        ...stays('open.dialog.forgetting'),
        'is deleted': 'leaving',
        'is not deleted': 'open.dialog.confirming.failed',
      },
    },
    leaving: { sees: ({ session }) => expect(session.received).toEqual([{ type: 'session.end' }]) },
  },
});
testWalk(walk);
testMutants(walk);
