import { type ActorRefFrom, assign, cancel, enqueueActions, type SnapshotFrom } from 'xstate';
import { gathered, type ToastDraft } from '../../rules/notifications/news';
import { workflow } from '../supervision';

type ToastsEvent =
  | { type: 'toast.add'; toast: ToastDraft }
  /** The member has closed it or has opened the screen that it links to. */
  | { type: 'toast.dismiss'; key: string }
  | { type: 'toast.expired'; key: string }
  /** The pointer or the focus is on the toasts (hold), or has left them (release). */
  | { type: 'toasts.hold' }
  | { type: 'toasts.release' };

/** The time for which a toast is shown, in milliseconds. */
const LIFETIME = 8_000;
/** The most toasts that are shown at once, because more would cover the screen of a phone. The oldest is removed. */
const MOST = 3;

/** Toasts with a link to their news, newest first. Several messages of one chat share one toast. */
export const toastsMachine = workflow({
  types: { context: {} as { toasts: readonly ToastDraft[] }, events: {} as ToastsEvent },
  guards: {
    isShown: ({ context, event }) => 'key' in event && context.toasts.some(({ key }) => key === event.key),
  },
  actions: {
    put: enqueueActions(({ context: { toasts }, enqueue, event }) => {
      if (event.type !== 'toast.add') return;
      const { key } = event.toast;
      const known = toasts.find((toast) => toast.key === key);
      const others = toasts.filter((toast) => toast !== known);
      for (const { key: dropped } of others.slice(MOST - 1)) enqueue.cancel(dropped);
      enqueue.assign({ toasts: [gathered(known, event.toast), ...others.slice(0, MOST - 1)] });
    }),
    drop: assign({
      toasts: ({ context: { toasts }, event }) => toasts.filter(({ key }) => !('key' in event) || key !== event.key),
    }),
    /** From now on each has its full time. */
    startTimes: enqueueActions(({ context, enqueue }) => {
      for (const { key } of context.toasts) enqueue.raise({ type: 'toast.expired', key }, { id: key, delay: LIFETIME });
    }),
  },
}).createMachine({
  id: 'toasts',
  context: { toasts: [] },
  initial: 'showing',
  states: {
    showing: {
      on: {
        'toast.add': {
          actions: [
            cancel(({ event }) => event.toast.key),
            'put',
            enqueueActions(({ enqueue, event: { toast } }) => {
              enqueue.raise({ type: 'toast.expired', key: toast.key }, { id: toast.key, delay: LIFETIME });
            }),
          ],
        },
        'toast.dismiss': { guard: 'isShown', actions: [cancel(({ event }) => event.key), 'drop'] },
        'toast.expired': { guard: 'isShown', actions: 'drop' },
        'toasts.hold': {
          target: 'held',
          actions: enqueueActions(({ context, enqueue }) => {
            for (const { key } of context.toasts) enqueue.cancel(key);
          }),
        },
      },
    },
    held: {
      description:
        'While the pointer or the focus is on the toasts, none of them disappears by itself. Afterwards each has its full time again.',
      on: {
        'toast.add': { actions: 'put' },
        'toast.dismiss': {
          guard: 'isShown',
          target: 'showing',
          actions: ['drop', 'startTimes'],
          description:
            'The pressed toast had the focus, and its removal sends no event. So the toasts count as left until the pointer moves over them again.',
        },
        'toasts.release': { target: 'showing', actions: 'startTimes' },
      },
    },
  },
});
export type ToastsRef = ActorRefFrom<typeof toastsMachine>;

/** The shown toasts, newest first. */
export const selectToasts = (snapshot: SnapshotFrom<typeof toastsMachine>) => snapshot.context.toasts;
