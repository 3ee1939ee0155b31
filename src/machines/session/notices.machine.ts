import { type ActorRefFrom, assertEvent, assign, cancel, enqueueActions, type SnapshotFrom } from 'xstate';
import { workflow } from '../supervision';

/** 'unseen' is only read out (DECISIONS 298). */
type NoticeTone = 'info' | 'success' | 'danger' | 'unseen';

/** One bar or toast on the screen. */
export interface Notice {
  readonly id: string;
  readonly tone: NoticeTone;
  readonly text: string;
  /** The incident that it is about: it has a link there. */
  readonly incidentId?: string | undefined;
  /** A later notice with the same one takes its place (DECISIONS 354). */
  readonly topic?: string | undefined;
  /** How often it was shown while it was still there. Each time it is read out (DECISIONS 318). */
  readonly times: number;
}

export type NoticesEvent =
  /** `lifetime` in milliseconds; 5 s unless said otherwise. With null it stays until it is closed. */
  | {
      type: 'notice.show';
      tone: NoticeTone;
      text: string;
      incidentId?: string;
      topic?: string;
      lifetime?: number | null;
    }
  | { type: 'notices.clear' }
  | { type: 'notice.dismiss'; id: string }
  | { type: 'notice.expired'; id: string };

/** S1 §9: error bar 5 s. */
const LIFETIME = 5_000;

/** S2 §9: status messages clear after 3 s. */
export const A_FEW_SECONDS = 3_000;

/** A text that is shown for a few seconds, used if no dialog is open. */
export const briefNotice = (text: string): NoticesEvent => ({
  type: 'notice.show',
  tone: 'danger',
  text,
  lifetime: A_FEW_SECONDS,
});

/** An alert of S2 §8: shown as long as any notice, which is longer than a brief notice. */
export const alertNotice = (text: string) => ({ type: 'notice.show', tone: 'danger', text }) as const;

/** Says that something is done whose dialog or screen is gone. */
export const successNotice = (text: string) => ({ type: 'notice.show', tone: 'success', text }) as const;

/** Said at once of something under way whose dialog or screen is gone: how it ends is told later (DECISIONS 398). */
export const stillNotice = {
  type: 'notice.show',
  tone: 'info',
  text: 'It is still being sent. You are told here how it ends.',
} as const;

/** The bars and toasts of the app, oldest first. Each disappears after its lifetime, if it has one. */
export const noticesMachine = workflow({
  types: {
    context: {} as { notices: readonly Notice[]; shown: number },
    events: {} as NoticesEvent,
  },
  guards: {
    isShown: ({ context: { notices }, event }) => {
      assertEvent(event, ['notice.dismiss', 'notice.expired']);
      return notices.some(({ id }) => id === event.id);
    },
  },
  actions: {
    dropNotice: assign({
      notices: ({ context: { notices }, event }) => {
        assertEvent(event, ['notice.dismiss', 'notice.expired']);
        return notices.filter(({ id }) => id !== event.id);
      },
    }),
  },
}).createMachine({
  id: 'notices',
  context: { notices: [], shown: 0 },
  initial: 'showing',
  states: {
    showing: {
      on: {
        'notice.show': {
          actions: enqueueActions(({ context, enqueue, event }) => {
            const { tone, text, incidentId, topic, lifetime = LIFETIME } = event;
            const same = context.notices.find((notice) => notice.tone === tone && notice.text === text);
            const id = same?.id ?? `notice-${context.shown + 1}`;
            if (same) {
              const again = { ...same, times: same.times + 1 };
              enqueue.cancel(id);
              enqueue.assign({ notices: context.notices.map((notice) => (notice === same ? again : notice)) });
            } else {
              const notice = { id, tone, text, incidentId, topic, times: 1 };
              const others = context.notices.filter((other) => !topic || other.topic !== topic);
              enqueue.assign({ notices: [...others, notice], shown: context.shown + 1 });
            }
            if (lifetime !== null) enqueue.raise({ type: 'notice.expired', id }, { id, delay: lifetime });
          }),
          description:
            'The same text is not shown twice: the lifetime of the shown one starts again, and it is read out again.',
        },
        'notice.dismiss': {
          guard: 'isShown',
          actions: [cancel(({ event }) => event.id), 'dropNotice'],
        },
        'notices.clear': {
          actions: assign({ notices: [] }),
          description: 'Another member has signed in, and the shown notices were for the one before.',
        },
        'notice.expired': {
          guard: 'isShown',
          actions: 'dropNotice',
          description: 'These messages disappear after 5 s, or after their own lifetime. S1 §8, §9',
        },
      },
    },
  },
});
export type NoticesRef = ActorRefFrom<typeof noticesMachine>;
export type NoticesSnapshot = SnapshotFrom<typeof noticesMachine>;

/** The shown notices, oldest first. */
export const selectNotices = (snapshot: NoticesSnapshot) => snapshot.context.notices;
