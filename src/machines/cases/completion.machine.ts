import { type ActorRefFrom, assign, type SnapshotFrom } from 'xstate';
import { caseKeyOf } from '../../rules/cases';
import { completionSetup } from './completion.setup';

/** Marking a case as done (S2 §2, §4, §5): notes, media, the place at the end. Done when the dialog is closed; says whether the case is. */
export const completionMachine = completionSetup.createMachine({
  id: 'completion',
  context: ({ input }) => ({
    ...input,
    notes: '',
    files: [],
    compresses: true,
    notesError: null,
    failure: null,
    place: null,
    prepared: [],
    fraction: 0,
    idempotencyKey: input.world.createId(),
    unanswered: null,
    isRepeat: false,
    wasEarlier: false,
    isCompleted: false,
  }),
  output: ({ context: { isCompleted } }) => ({ isCompleted }),
  invoke: [
    { id: 'bar', src: 'bar', onError: { actions: 'logFailure' } },
    {
      id: 'notesStore',
      src: 'notesStore',
      input: ({ context: { myCase, userId } }) => ({ caseKey: caseKeyOf(myCase), userId }),
      onError: { actions: 'logFailure', description: 'Then the notes live as long as the dialog.' },
    },
  ],
  initial: 'editing',
  states: {
    editing: {
      on: {
        'draft.restored': {
          guard: 'isUntouched',
          target: 'editing',
          actions: { type: 'keepDraft', params: ({ event }) => event.draft },
          description: 'What was written before a reload is there again, with the key of its first try. Decision 73',
        },
        'notes.changed': {
          target: 'editing',
          actions: [{ type: 'keepNotes', params: ({ event }) => event }, 'storeDraft'],
        },
        'files.choose': [
          {
            guard: { type: 'hasUnsupported', params: ({ event }) => event },
            target: 'editing',
            actions: ['sayUnsupported', { type: 'attach', params: ({ event }) => event }],
            description: 'Image, video and audio accepted. S2 §5',
          },
          {
            guard: { type: 'hasTooMany', params: ({ event }) => event },
            target: 'editing',
            actions: ['sayTooMany', { type: 'attach', params: ({ event }) => event }],
            description: 'A form takes ten files. Decision 84',
          },
          {
            guard: { type: 'hasDoubled', params: ({ event }) => event },
            target: 'editing',
            actions: [
              { type: 'sayDoubled', params: ({ event }) => event },
              { type: 'attach', params: ({ event }) => event },
            ],
            description: 'Files with the same name are not added twice. S2 §5',
          },
          { target: 'editing', actions: { type: 'attach', params: ({ event }) => event } },
        ],
        'file.remove': {
          guard: { type: 'isAttached', params: ({ event }) => event },
          target: 'editing',
          actions: [
            { type: 'drop', params: ({ event }) => event },
            { type: 'sayRemoved', params: ({ event }) => event },
          ],
        },
        'compression.toggle': { target: 'editing', actions: 'toggleCompression' },
        'report.copy': [
          {
            guard: 'hasNoNotes',
            target: 'editing',
            actions: 'askForNotes',
            description: "'Please write the resolution notes before copying.' S2 §5",
          },
          { target: 'editing', actions: 'copyReport' },
        ],
        'completion.submit': [
          { guard: 'isFaulty', target: 'editing', actions: 'markNotes', description: 'Notes are required. S2 §5' },
          { target: 'submitting', actions: 'start' },
        ],
        'dialog.close': { target: 'closed' },
      },
    },
    submitting: {
      initial: 'starting',
      on: { 'submission.cancel': { target: 'editing', description: 'Nothing is lost: notes and files stay.' } },
      states: {
        starting: {
          always: [
            {
              guard: 'isRepeat',
              target: 'judging',
              description:
                'It carries the place of the try that got no answer: the key stands for all it carries. Decision 80',
            },
            { target: 'locating' },
          ],
        },
        locating: {
          description: 'The place at the end of the case. One that is not to be had does not block.',
          invoke: {
            id: 'locate',
            src: 'locate',
            onDone: { target: 'judging', actions: { type: 'keepPlace', params: ({ event }) => event.output } },
            onError: { target: 'judging' },
          },
        },
        judging: { always: [{ guard: 'compresses', target: 'preparing' }, { target: 'sending' }] },
        preparing: {
          description: 'Images become at most 0.8 MB and 1280 px, JPEG, quality 0.7. S2 §5',
          invoke: {
            id: 'prepareFiles',
            src: 'prepareFiles',
            input: ({ context }) => context.files,
            onDone: { target: 'sending', actions: { type: 'keepPrepared', params: ({ event }) => event.output } },
            onError: { target: 'sending', description: 'The originals go out.' },
          },
        },
        sending: {
          entry: ['noteTry', 'storeDraft'],
          invoke: {
            id: 'completeCase',
            src: 'completeCase',
            input: ({ context: { myCase, notes, place, prepared, idempotencyKey } }) => ({
              incidentId: myCase.incidentId,
              resolutionNotes: notes.trim(),
              place,
              files: prepared,
              idempotencyKey,
            }),
            onError: { target: '#completion.editing', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
          on: {
            'upload.progressed': { target: 'sending', actions: { type: 'keepProgress', params: ({ event }) => event } },
            'upload.done': { target: '#completion.completed' },
            'upload.failed': [
              {
                guard: { type: 'mayBeOver', params: ({ event }) => event },
                target: 'lookingUp',
                actions: { type: 'keepFailure', params: ({ event }) => event },
              },
              {
                guard: { type: 'isRefused', params: ({ event }) => event },
                target: '#completion.editing',
                actions: [{ type: 'keepFailure', params: ({ event }) => event }, 'forgetTry', 'storeDraft'],
                description: "'Failed to complete the case.' or the server message. S2 §8",
              },
              {
                target: '#completion.editing',
                actions: { type: 'keepFailure', params: ({ event }) => event },
                description: 'It may have got through: the next try carries the same key and place. Decision 73',
              },
            ],
          },
        },
        lookingUp: {
          description:
            'Was it the try without an answer that completed the case? Then it is no longer listed. Decision 73',
          invoke: {
            id: 'fetchMyCases',
            src: 'fetchMyCases',
            onDone: [
              {
                guard: { type: 'isOver', params: ({ event }) => ({ cases: event.output }) },
                target: '#completion.completed',
                actions: 'markEarlier',
              },
              {
                target: '#completion.editing',
                actions: ['forgetTry', 'renewKey', 'storeDraft'],
                description: 'It is still open, so nothing got through.',
              },
            ],
            onError: { target: '#completion.editing' },
          },
        },
      },
    },
    completed: {
      description: "'Case completed successfully!' S2 §8",
      entry: ['clearStoredDraft', assign({ isCompleted: true })],
      on: { 'dialog.close': { target: 'closed' } },
    },
    closed: { type: 'final' },
  },
});
export type CompletionRef = ActorRefFrom<typeof completionMachine>;
export type CompletionSnapshot = SnapshotFrom<typeof completionMachine>;
