import {
  type ActorRef,
  type ActorRefFrom,
  assertEvent,
  assign,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import { isLargeImage, kindOf, PREPARATION_LIMIT } from '../rules/media/media';
import { UNSUPPORTED_FILE } from '../rules/media/mediaTexts';
import { prepareFile } from './ports';
import { keepOnRestart, workflow } from './supervision';

/** A file that was picked, pasted or dropped, and the file that will be sent. */
export interface Attachment {
  /** Unique among the attachments of one message, report or note. */
  readonly id: string;
  readonly file: File;
  /** The file that will be sent; null while it is being compressed. */
  readonly prepared: File | null;
}

/** What the attachments report to the chart that owns them. */
export type AttachmentsFact =
  | { type: 'attachments.changed'; files: readonly File[]; isReady: boolean }
  | { type: 'attachment.refused'; reason: string };

type AttachmentsEvent =
  | { type: 'files.choose'; files: readonly File[] }
  /** Files of a draft. */
  | { type: 'files.restore'; files: readonly File[] }
  | { type: 'file.remove'; id: string }
  /** Another tab has sent or removed these. */
  | { type: 'files.gone'; files: readonly File[] }
  | { type: 'files.taken' }
  | { type: 'supervision.restarted' };

interface AttachmentsInput {
  owner: ActorRef<Snapshot<unknown>, AttachmentsFact>;
}

interface AttachmentsContext extends AttachmentsInput {
  attachments: readonly Attachment[];
  /** The number of files chosen so far. It is the next id. */
  chosen: number;
}

/** Sets the prepared file of the first attachment that has none; null means that it is sent as it is. */
function withPrepared({ attachments }: AttachmentsContext, prepared: File | null) {
  const index = attachments.findIndex((attachment) => attachment.prepared === null);
  const attachment = attachments[index];
  if (!attachment) return {};
  return { attachments: attachments.with(index, { ...attachment, prepared: prepared ?? attachment.file }) };
}

/** The files that are sent with a message, a report or a note. Images are compressed while the member still writes (S1 §5). */
export const attachmentsMachine = workflow({
  types: { input: {} as AttachmentsInput, context: {} as AttachmentsContext, events: {} as AttachmentsEvent },
  actors: { prepareFile },
  delays: { prepareTimeout: PREPARATION_LIMIT },
  guards: {
    isPrepared: ({ context }) => context.attachments.every(({ prepared }) => prepared !== null),
  },
  actions: {
    keepFiles: assign(({ context, event }) => {
      assertEvent(event, 'files.choose');
      const supported = event.files.filter((file) => kindOf(file.type) !== null);
      return {
        chosen: context.chosen + supported.length,
        attachments: [
          ...context.attachments,
          ...supported.map((file, index) => ({ id: String(context.chosen + index), file, prepared: null })),
        ],
      };
    }),
    reportChange: sendTo(
      ({ context }) => context.owner,
      ({ context: { attachments } }): AttachmentsFact => ({
        type: 'attachments.changed',
        files: attachments.map(({ file, prepared }) => prepared ?? file),
        isReady: attachments.every(({ prepared }) => prepared !== null),
      }),
    ),
  },
}).createMachine({
  id: 'attachments',
  context: ({ input }) => ({ ...input, attachments: [], chosen: 0 }),
  initial: 'empty',
  on: {
    'files.choose': [
      {
        guard: ({ event: { files } }) => files.some((file) => kindOf(file.type) === null),
        target: '.judging',
        actions: [
          'keepFiles',
          sendTo(({ context }) => context.owner, { type: 'attachment.refused', reason: UNSUPPORTED_FILE }),
        ],
        description: "Accepted are image/*, video/* and audio/*. Anything else gives 'Unsupported file type.' S1 §5",
      },
      { target: '.judging', actions: 'keepFiles' },
    ],
    'files.restore': {
      target: '.judging',
      actions: assign(({ context: { attachments, chosen }, event: { files } }) => {
        const missing = files.filter((kept) => attachments.every(({ file, prepared }) => kept !== (prepared ?? file)));
        return {
          chosen: chosen + missing.length,
          attachments: [
            ...missing.map((file, index) => ({
              id: String(chosen + index),
              file,
              prepared: isLargeImage(file) ? null : file,
            })),
            ...attachments,
          ],
        };
      }),
      description:
        'Files of a draft come before what was attached while they were read. An image that was stored before it was compressed is compressed now.',
    },
    'file.remove': {
      target: '.judging',
      actions: assign({
        attachments: ({ context: { attachments }, event }) => attachments.filter(({ id }) => id !== event.id),
      }),
    },
    'files.gone': {
      target: '.judging',
      actions: assign({
        attachments: ({ context: { attachments }, event: { files } }) =>
          attachments.filter(({ file, prepared }) => !files.includes(prepared ?? file)),
      }),
    },
    'files.taken': { target: '.judging', actions: assign({ attachments: [] }) },
    'supervision.restarted': { target: '.judging', description: 'The files are still there.' },
  },
  states: {
    empty: {},
    judging: {
      entry: 'reportChange',
      always: [
        { guard: ({ context }) => context.attachments.length === 0, target: 'empty' },
        { guard: 'isPrepared', target: 'ready' },
        { target: 'preparing' },
      ],
    },
    preparing: {
      description: 'Images become at most 0.8 MB and 1280 px, JPEG, quality 0.7; the original where that fails. S1 §5',
      invoke: {
        id: 'prepareFile',
        src: 'prepareFile',
        input: ({ context: { attachments } }) => {
          const next = attachments.find(({ prepared }) => prepared === null);
          if (!next) throw new Error('there is nothing to prepare');
          return next.file;
        },
        onDone: {
          target: 'judging',
          actions: assign(({ context, event }) => withPrepared(context, event.output)),
        },
        onError: {
          target: 'judging',
          actions: assign(({ context }) => withPrepared(context, null)),
        },
      },
      after: {
        prepareTimeout: {
          target: 'judging',
          actions: assign(({ context }) => withPrepared(context, null)),
          description:
            'If the browser kills the worker because memory is short, no answer ever comes: the original is sent.',
        },
      },
    },
    ready: {},
  },
});
keepOnRestart(attachmentsMachine, 'attachments', 'chosen');

export type AttachmentsRef = ActorRefFrom<typeof attachmentsMachine>;
export type AttachmentsSnapshot = SnapshotFrom<typeof attachmentsMachine>;

export const selectAttachments = (snapshot: AttachmentsSnapshot) => snapshot.context.attachments;
export const selectIsPreparing = (snapshot: AttachmentsSnapshot) => snapshot.matches('preparing');
