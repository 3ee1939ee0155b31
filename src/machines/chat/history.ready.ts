import { HISTORY_PAGE_LIMIT } from '../../contract/chats';
import { historyFailureText } from '../../rules/chatTexts';
import { oldestSettled } from '../../rules/timeline';
import { historySetup } from './history.setup';

const ORIGINAL_GONE = 'The original message is no longer there.';

/** The history once its newest page is here: older pages, the search for an original, and what was missed. */
export const ready = historySetup.createStateConfig({
  tags: 'ready',
  initial: 'resting',
  on: {
    'topic.opened': { target: '.catchingUp', description: 'After a reconnect what was missed is fetched.' },
    'topic.lost': { actions: 'noteComplete', description: 'What comes from here on is missed, and fetched later.' },
    'original.seek': [
      {
        guard: { type: 'isLoaded', params: ({ event }) => event },
        actions: { type: 'reportFound', params: ({ event }) => event },
        description: 'Tapping a reply snippet scrolls to the original message. S1 §2',
      },
      {
        actions: { type: 'seek', params: ({ event }) => event },
        description: 'It is looked for when what is being fetched is there.',
      },
    ],
  },
  states: {
    resting: {
      on: {
        'older.fetch': { guard: 'hasOlder', target: 'fetchingOlder' },
        'original.seek': {
          target: 'seeking',
          actions: { type: 'seek', params: ({ event }) => event },
          description: 'Where it is further back, older pages are fetched until it is there.',
        },
      },
    },
    fetchingOlder: {
      tags: 'fetchingOlder',
      entry: 'noteAsked',
      invoke: {
        id: 'fetchOlder',
        src: 'fetchHistory',
        input: ({ context }) => ({
          chat: context.chat,
          limit: HISTORY_PAGE_LIMIT,
          ...(oldestSettled(context.timeline) && { before: oldestSettled(context.timeline)?.id ?? '' }),
        }),
        onDone: { target: 'seeking', actions: { type: 'keepOlder', params: ({ event }) => event.output } },
        onError: [
          {
            guard: 'isSeeking',
            target: 'olderFailed',
            actions: [
              'stopSeeking',
              {
                type: 'reportStalled',
                params: ({ context, event }) => historyFailureText(context.chat, event.error),
              },
            ],
            description: 'Whoever tapped the snippet looks at another place than the failure.',
          },
          {
            target: 'olderFailed',
            actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
    },
    olderFailed: {
      description: 'Older messages could not be fetched; what is shown stays.',
      on: {
        'history.retry': { target: 'fetchingOlder' },
        'original.seek': { target: 'seeking', actions: { type: 'seek', params: ({ event }) => event } },
      },
    },
    seeking: {
      always: [
        {
          guard: 'isSoughtLoaded',
          target: 'resting',
          actions: [
            { type: 'reportFound', params: ({ context }) => ({ messageId: context.sought ?? '' }) },
            'stopSeeking',
          ],
        },
        { guard: 'isSeekingFurther', target: 'fetchingOlder' },
        {
          guard: 'isSeeking',
          target: 'resting',
          actions: ['stopSeeking', { type: 'reportStalled', params: ORIGINAL_GONE }],
        },
        { target: 'resting' },
      ],
    },
    catchingUp: {
      description: 'What was missed while there was no connection is fetched. DECISIONS 40',
      entry: 'noteAsked',
      on: {
        'topic.lost': {
          target: 'catchingUp',
          description: 'What was missed before is not there yet: it counts on.',
        },
      },
      invoke: {
        id: 'catchUp',
        src: 'catchUp',
        input: ({ context: { chat, completeTo } }) => ({ chat, newest: completeTo }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: '#history.failed',
            actions: ['stopSeeking', { type: 'keepFailure', params: ({ event }) => ({ error: event.output.refusal }) }],
          },
          {
            guard: { type: 'reachesBack', params: ({ event }) => event.output },
            target: 'seeking',
            actions: [
              { type: 'reportMissed', params: ({ event }) => event.output },
              { type: 'keepMissed', params: ({ event }) => event.output },
            ],
          },
          {
            target: 'seeking',
            actions: [
              { type: 'reportMissed', params: ({ event }) => event.output },
              { type: 'startAfresh', params: ({ event }) => event.output },
            ],
            description:
              'Too much was missed: the list starts afresh from the newest page; older ones come by scrolling up.',
          },
        ],
        onError: {
          target: 'seeking',
          actions: { type: 'logFailure', params: ({ event }) => ({ error: event.error }) },
        },
      },
    },
  },
});
