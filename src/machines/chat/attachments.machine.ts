import { type ActorRef, type ActorRefFrom, assign, type Snapshot, type SnapshotFrom, sendTo } from 'xstate';
import { kindOf } from '../../rules/media';
import { UNSUPPORTED_FILE } from '../../rules/mediaTexts';
import { keepOnRestart, workflow } from '../supervision';
import { prepareFile } from './ports.media';

/** A file that was picked, pasted or dropped, and what will be sent of it. */
export interface Attachment {
  /** Tells the attachments of one composer apart. */
  readonly id: string;
  readonly file: File;
  /** As it will be sent; null while it is still being compressed. */
  readonly prepared: File | null;
}

/** What the attachments tell the composer they belong to. */
export type AttachmentsFact =
  | { type: 'attachments.changed'; files: readonly File[]; isReady: boolean }
  | { type: 'attachment.refused'; reason: string };

export type AttachmentsEvent =
  | { type: 'files.choose'; files: readonly File[] }
  /** Files that were prepared before. */
  | { type: 'files.restore'; files: readonly File[] }
  | { type: 'file.remove'; id: string }
  | { type: 'files.taken' }
  | { type: 'supervision.restarted' };

interface AttachmentsInput {
  composer: ActorRef<Snapshot<unknown>, AttachmentsFact>;
}

interface AttachmentsContext extends AttachmentsInput {
  attachments: readonly Attachment[];
  /** How many have ever been chosen: makes their ids. */
  chosen: number;
}

type Chosen = { files: readonly File[] };

/** The files that wait in a composer to be sent: images are made small while the member still writes (S1 §5). */
export const attachmentsMachine = workflow({
  types: { input: {} as AttachmentsInput, context: {} as AttachmentsContext, events: {} as AttachmentsEvent },
  actors: { prepareFile },
  guards: {
    hasUnsupported: (_, { files }: Chosen) => files.some((file) => kindOf(file.type) === null),
    isPrepared: ({ context }) => context.attachments.every(({ prepared }) => prepared !== null),
    hasNone: ({ context }) => context.attachments.length === 0,
  },
  actions: {
    keepFiles: assign(({ context }, { files }: Chosen) => {
      const supported = files.filter((file) => kindOf(file.type) !== null);
      return {
        chosen: context.chosen + supported.length,
        attachments: [
          ...context.attachments,
          ...supported.map((file, index) => ({ id: String(context.chosen + index), file, prepared: null })),
        ],
      };
    }),
    keepRestored: assign(({ context }, { files }: Chosen) => ({
      chosen: context.chosen + files.length,
      attachments: [
        ...context.attachments,
        ...files.map((file, index) => ({ id: String(context.chosen + index), file, prepared: file })),
      ],
    })),
    keepPrepared: assign(({ context }, { prepared }: { prepared: File | null }) => {
      const index = context.attachments.findIndex((attachment) => attachment.prepared === null);
      const attachment = context.attachments[index];
      return attachment
        ? { attachments: context.attachments.with(index, { ...attachment, prepared: prepared ?? attachment.file }) }
        : {};
    }),
    dropFile: assign(({ context }, { id }: { id: string }) => ({
      attachments: context.attachments.filter((attachment) => attachment.id !== id),
    })),
    dropAll: assign({ attachments: [] }),
    reportRefused: sendTo(({ context }) => context.composer, { type: 'attachment.refused', reason: UNSUPPORTED_FILE }),
    reportChange: sendTo(
      ({ context }) => context.composer,
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
        guard: { type: 'hasUnsupported', params: ({ event }) => event },
        target: '.judging',
        actions: [{ type: 'keepFiles', params: ({ event }) => event }, 'reportRefused'],
        description: "Accepted are image/*, video/* and audio/*. Anything else gives 'Unsupported file type.' S1 §5",
      },
      { target: '.judging', actions: { type: 'keepFiles', params: ({ event }) => event } },
    ],
    'files.restore': {
      target: '.judging',
      actions: { type: 'keepRestored', params: ({ event }) => event },
      description: 'From a draft: they are not made small twice.',
    },
    'file.remove': { target: '.judging', actions: { type: 'dropFile', params: ({ event }) => event } },
    'files.taken': { target: '.judging', actions: 'dropAll' },
    'supervision.restarted': { target: '.judging', description: 'The files are still there.' },
  },
  states: {
    empty: {},
    judging: {
      entry: 'reportChange',
      always: [
        { guard: 'hasNone', target: 'empty' },
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
          actions: { type: 'keepPrepared', params: ({ event }) => ({ prepared: event.output }) },
        },
        onError: { target: 'judging', actions: { type: 'keepPrepared', params: { prepared: null } } },
      },
    },
    ready: {},
  },
});
keepOnRestart(attachmentsMachine, 'attachments', 'chosen');

export type AttachmentsRef = ActorRefFrom<typeof attachmentsMachine>;
export type AttachmentsSnapshot = SnapshotFrom<typeof attachmentsMachine>;
