import {
  type ActorRef,
  type ActorRefFrom,
  and,
  assign,
  enqueueActions,
  type Snapshot,
  type SnapshotFrom,
  sendTo,
} from 'xstate';
import { isNetworkFailure } from '../../contract/failure';
import type { Submission } from '../../contract/submissions';
import { kindOf } from '../../rules/submissions/kinds';
import { backOff } from '../../rules/submissions/retry';
import { workflow } from '../supervision';
import { type AttemptEvent, type ChannelEvent, channel, check, send, upload, verify } from './ports';

/** What the queue knows of a submission at the head of its lane: the state that its chart is in. */
export type HeadStatus =
  | 'starting'
  | 'offline'
  | 'backingOff'
  | 'checking'
  | 'uploading'
  | 'sending'
  | 'confirming'
  | 'verifying';

/** Why a submission could not be sent for now. */
export interface Trouble {
  /** In the specification's words. */
  readonly text: string;
  /** Whether the server has answered, with its own trouble; else there was no answer. */
  readonly isAnswered: boolean;
}

/** What a submission tells the queue that started it. */
export type SubmissionReport =
  | { type: 'submission.moved'; id: string; status: HeadStatus; tries: number; trouble: Trouble | null }
  | { type: 'submission.progressed'; id: string; fraction: number }
  /** It has changed, and its copy on the device must, too. */
  | { type: 'submission.changed'; submission: Submission }
  | { type: 'submission.confirmed'; id: string; answer: unknown; wasEarlier: boolean }
  /** `submission` is as it is kept from now on: refused, or asking the member. */
  | { type: 'submission.settled'; submission: Submission };

interface SubmissionInput {
  readonly queue: ActorRef<Snapshot<unknown>, SubmissionReport>;
  readonly me: string;
  readonly submission: Submission;
  /** Whether the server takes repeats as the same submission (DECISIONS W1). */
  readonly isRepeatable: boolean;
  /** How often in a row it could not be sent for now. */
  readonly tries: number;
  random(): number;
}

interface SubmissionContext extends SubmissionInput {
  /** The server had lost the file, and it was uploaded once more. */
  readonly isRenewed: boolean;
  /** The wait before the next try, in milliseconds. */
  readonly wait: number;
  /** Whether a try before the present one may have arrived. */
  readonly wasTriedBefore: boolean;
  /** What the last try met, or null. */
  readonly trouble: Trouble | null;
}

type SubmissionEvent =
  | ChannelEvent
  | AttemptEvent
  /** Send now. */
  | { type: 'submission.send' }
  /** Heard by its supervision alone, where it is down. */
  | { type: 'supervision.retry' };

const failedBy = ({ event }: { event: unknown }) => (event as { error?: unknown }).error;
const judge = ({ context: { submission } }: { context: SubmissionContext }, error: unknown) =>
  kindOf(submission).judge(error, submission);

/**
 * One submission at the head of its lane, from the device to the confirmation of the server: a message (S1 §4), a report (S1 §7),
 * the initiation or completion of a case (S2 §4). How it is looked up, uploaded and sent are ports, which differ by kind.
 */
export const submissionMachine = workflow({
  types: {
    input: {} as SubmissionInput,
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent,
  },
  actors: { channel, check, send, upload, verify },
  delays: {
    backOff: ({ context }) => context.wait,
    answerWait: ({ context: { submission } }) => kindOf(submission).answerWait,
    /** Nobody is kept from sending because a look-up takes long. */
    checkTimeout: 8_000,
    /** Where the channel has not reported itself after this wait, there is none. */
    offlineNotice: 100,
    silence: 60_000,
  },
  guards: {
    /** A try may have arrived, and a repeat would be a second submission. */
    isUncertain: ({ context: { submission, isRepeatable } }) => submission.wasTried && !isRepeatable,
    asksMember: ({ context: { submission } }) => kindOf(submission).whenUnanswered === 'ask',
    refusesMissing: ({ context: { submission } }) => kindOf(submission).whenMissing === 'refuse',
    needsCheck: ({ context: { submission } }) => kindOf(submission).needsCheck(submission),
    needsUpload: ({ context: { submission } }) => kindOf(submission).needsUpload(submission),
    isForLater: ({ context, event }) => judge({ context }, failedBy({ event })) === 'later',
    isRenewable: ({ context, event }) => !context.isRenewed && judge({ context }, failedBy({ event })) === 'renew',
    isUnclear: ({ context, event }) => judge({ context }, failedBy({ event })) === 'verify',
  },
  actions: {
    report: sendTo(
      ({ context }) => context.queue,
      ({ context: { submission, tries, trouble } }, { status }: { status: HeadStatus }): SubmissionReport => ({
        type: 'submission.moved',
        id: submission.id,
        status,
        tries,
        trouble,
      }),
    ),
    /** Before it goes out, because the page may be gone before the answer comes. */
    markTried: enqueueActions(({ context: { submission, isRepeatable, queue }, enqueue }) => {
      enqueue.assign({ submission: { ...submission, wasTried: true }, wasTriedBefore: submission.wasTried });
      if (submission.wasTried || (isRepeatable && !kindOf(submission).remembersTries)) return;
      enqueue.sendTo(queue, { type: 'submission.changed', submission: { ...submission, wasTried: true } });
    }),
    reportChange: sendTo(
      ({ context }) => context.queue,
      ({ context: { submission } }): SubmissionReport => ({ type: 'submission.changed', submission }),
    ),
    reportProgress: sendTo(
      ({ context }) => context.queue,
      ({ context: { submission } }, { fraction }: { fraction: number }): SubmissionReport => ({
        type: 'submission.progressed',
        id: submission.id,
        fraction,
      }),
    ),
    countTry: assign(({ context: { random, tries } }) => ({ tries: tries + 1, wait: backOff(tries + 1, random()) })),
    keepTrouble: assign({
      trouble: ({ context: { submission }, event }): Trouble => ({
        text: kindOf(submission).failureText(failedBy({ event }), submission),
        isAnswered: !isNetworkFailure(failedBy({ event })),
      }),
    }),
    keepReason: assign({
      submission: ({ context: { submission }, event }) => ({
        ...submission,
        reason: kindOf(submission).failureText(failedBy({ event }), submission),
      }),
    }),
    logError: ({ context, event }) => console.error(`Submission ${context.submission.id} met an error`, event),
  },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({
    ...input,
    isRenewed: false,
    wait: backOff(input.tries, input.random()),
    wasTriedBefore: input.submission.wasTried,
    trouble: null,
  }),
  initial: 'starting',
  invoke: {
    id: 'channel',
    src: 'channel',
    input: ({ context: { submission, me } }) => ({ submission, me }),
    onError: { target: '.backingOff', actions: 'logError' },
  },
  on: {
    'attempt.confirmed': {
      target: '.confirmed',
      description: 'Also by the late answer to an earlier try: the server echo matches by clientMessageId. S1 §4',
    },
    'channel.refused': {
      target: '.refused',
      actions: 'keepReason',
      description: 'Nothing can be sent where the member has no access, and no answer would ever come.',
    },
  },
  states: {
    starting: {
      description: 'An open channel reports itself at once.',
      always: { guard: ({ context }) => context.tries > 0, target: 'backingOff' },
      on: { 'channel.opened': { target: 'deciding' } },
      after: { offlineNotice: { target: 'offline' } },
    },
    offline: {
      description:
        'There is no connection: it waits on the device and goes out when the connection is back. DECISIONS 41',
      entry: [
        { type: 'report', params: { status: 'offline' } },
        ({ context: { submission } }) => console.warn(`Not connected: ${submission.id} waits to be sent`),
      ],
      on: {
        'channel.opened': { target: 'deciding' },
        'page.shown': { target: 'deciding' },
        'submission.send': { target: 'deciding', description: 'Send now.' },
      },
    },
    backingOff: {
      description: 'It did not get through, or the server is in trouble. The next try comes by itself.',
      entry: ['countTry', { type: 'report', params: { status: 'backingOff' } }],
      initial: 'ready',
      after: { backOff: { target: 'deciding' } },
      on: { 'submission.send': { target: 'deciding', description: 'Send now.' } },
      states: {
        ready: {
          on: {
            'channel.opened': { target: '#submission.deciding' },
            'page.shown': { target: '#submission.deciding' },
          },
        },
        heldBack: {
          description:
            'The server has ended the connection over it. It waits, so that the chats have a connection in between.',
        },
      },
    },
    deciding: {
      entry: assign({ trouble: null }),
      always: [
        { guard: and(['isUncertain', 'asksMember']), target: 'asking', description: 'DECISIONS W3' },
        { guard: 'isUncertain', target: 'verifying', description: 'DECISIONS W2' },
        { guard: 'needsCheck', target: 'checking' },
        { target: 'checked' },
      ],
    },
    checking: {
      description: 'Is it one of these? Asked before anything is sent, so that two teams do not look for one animal.',
      entry: { type: 'report', params: { status: 'checking' } },
      invoke: {
        id: 'check',
        src: 'check',
        input: ({ context: { submission, me } }) => ({ submission, me }),
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'asking',
            actions: assign({ submission: ({ context, event }) => event.output ?? context.submission }),
          },
          { target: 'checked' },
        ],
        onError: {
          target: 'checked',
          actions: 'logError',
          description: 'Nobody is kept from reporting because this could not be found out.',
        },
      },
      after: { checkTimeout: { target: 'checked', description: 'Nor because it takes long.' } },
      on: { 'channel.lost': { target: 'offline' } },
    },
    checked: { always: [{ guard: 'needsUpload', target: 'uploading' }, { target: 'sending' }] },
    uploading: {
      description:
        'Media is uploaded first. Then the message is sent with mediaUrl and mediaType. S1 §4. A lost connection does not end it: the file may get through all the same.',
      entry: [
        { type: 'report', params: { status: 'uploading' } },
        { type: 'reportProgress', params: { fraction: 0 } },
      ],
      invoke: {
        id: 'upload',
        src: 'upload',
        input: ({ context: { submission, me } }) => ({ submission, me }),
        onError: { target: 'refused', actions: ['logError', 'keepReason'] },
      },
      on: {
        'attempt.progressed': {
          target: '.going',
          actions: { type: 'reportProgress', params: ({ event: { fraction } }) => ({ fraction }) },
        },
        'attempt.uploaded': {
          target: 'sending',
          actions: [assign(({ event: { submission } }) => ({ submission, tries: 0 })), 'reportChange'],
          description: 'After a reload it is not uploaded again.',
        },
        'attempt.failed': [
          { guard: 'isForLater', target: 'backingOff', actions: 'keepTrouble' },
          {
            target: 'refused',
            actions: 'keepReason',
            description:
              "The server's message, or 'Upload failed' (incident chat) or 'Media upload failed' (global chat). S1 §8",
          },
        ],
      },
      initial: 'going',
      states: {
        going: {
          after: {
            silence: {
              target: '#submission.backingOff',
              description: 'A line that says nothing any more is as good as none: the upload is cut off.',
            },
          },
        },
      },
    },
    sending: {
      description: 'It is going out, and may arrive from now on.',
      entry: [{ type: 'report', params: { status: 'sending' } }, 'markTried'],
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context: { submission, me } }) => ({ submission, me }),
        onError: { target: 'refused', actions: ['logError', 'keepReason'] },
      },
      on: {
        'attempt.progressed': [
          {
            guard: ({ event }) => event.fraction >= 1,
            target: '.confirming',
            actions: { type: 'reportProgress', params: ({ event: { fraction } }) => ({ fraction }) },
            description: "'Processing...' at 100. S1 §2",
          },
          {
            target: '.going',
            actions: { type: 'reportProgress', params: ({ event: { fraction } }) => ({ fraction }) },
            description: 'Upload progress is shown as a percent. S1 §2',
          },
        ],
        'attempt.sent': { target: '.confirming' },
        'attempt.failed': [
          { guard: 'isForLater', target: 'backingOff', actions: 'keepTrouble' },
          {
            guard: 'isRenewable',
            target: 'uploading',
            actions: assign({
              submission: ({ context: { submission } }) => kindOf(submission).renewed(submission),
              isRenewed: true,
            }),
            description:
              'A file that no message refers to is swept after a day: it is uploaded once more. DECISIONS 65',
          },
          {
            guard: 'isUnclear',
            target: 'verifying.afterRefusal',
            actions: 'keepReason',
            description: 'An earlier try without an answer may have done it.',
          },
          { target: 'refused', actions: 'keepReason' },
        ],
        'channel.opened': {
          target: 'deciding',
          description: 'A fresh connection may not know it: it goes out again.',
        },
        'channel.lost': [
          {
            guard: ({ event }) => event.byError === true,
            target: 'backingOff.heldBack',
            description: 'Trouble of the server is never a refusal, whatever its form.',
          },
          { target: 'offline', description: 'What is under way may hang for minutes then: it is cut off.' },
        ],
      },
      initial: 'connecting',
      states: {
        connecting: {
          on: {
            'attempt.failed': {
              guard: ({ event }) => isNetworkFailure(event.error),
              target: '#submission.backingOff',
              actions: [
                assign(({ context: { submission, wasTriedBefore } }) => ({
                  submission: { ...submission, wasTried: wasTriedBefore },
                })),
                'keepTrouble',
                'reportChange',
              ],
              description: 'Nothing has gone out, so nothing can have arrived.',
            },
          },
          after: { silence: { target: '#submission.backingOff' } },
        },
        going: { after: { silence: { target: '#submission.backingOff' } } },
        confirming: {
          description: 'Everything is out, and now only the answer counts.',
          entry: { type: 'report', params: { status: 'confirming' } },
          after: {
            answerWait: { target: '#submission.backingOff', description: 'No answer came: it goes out again.' },
          },
        },
      },
    },
    verifying: {
      description: 'Has an earlier try arrived? The server is asked.',
      entry: { type: 'report', params: { status: 'verifying' } },
      initial: 'beforeSending',
      states: {
        beforeSending: {
          invoke: {
            id: 'verifyFirst',
            src: 'verify',
            input: ({ context: { submission, me } }) => ({ submission, me }),
            onDone: [
              { guard: ({ event }) => event.output, target: '#submission.confirmedEarlier' },
              {
                guard: 'refusesMissing',
                target: '#submission.refused',
                actions: 'keepReason',
                description: 'Nothing goes out twice by itself. DECISIONS W2',
              },
              { target: '#submission.checked', description: 'Nothing has arrived.' },
            ],
            onError: { target: '#submission.backingOff', actions: 'keepTrouble' },
          },
        },
        afterRefusal: {
          invoke: {
            id: 'verifyRefusal',
            src: 'verify',
            input: ({ context: { submission, me } }) => ({ submission, me }),
            onDone: [
              { guard: ({ event }) => event.output, target: '#submission.confirmedEarlier' },
              { target: '#submission.refused' },
            ],
            onError: { target: '#submission.backingOff', actions: 'keepTrouble' },
          },
        },
      },
    },
    asking: {
      type: 'final',
      entry: sendTo(
        ({ context }) => context.queue,
        ({ context: { submission } }): SubmissionReport => ({
          type: 'submission.settled',
          submission: { ...submission, status: 'asking' },
        }),
      ),
      description: 'The member has to decide. It holds up nothing behind it.',
    },
    refused: {
      type: 'final',
      entry: sendTo(
        ({ context }) => context.queue,
        ({ context: { submission } }): SubmissionReport => ({
          type: 'submission.settled',
          submission: { ...submission, status: 'refused' },
        }),
      ),
      description: 'The server will not take it as it is: shown as failed, with its reason and the ways out. S1 §8',
    },
    confirmed: {
      type: 'final',
      entry: sendTo(
        ({ context }) => context.queue,
        ({ context: { submission }, event }): SubmissionReport => ({
          type: 'submission.confirmed',
          id: submission.id,
          answer: (event as { answer?: unknown }).answer,
          wasEarlier: false,
        }),
      ),
      description: 'The server has it.',
    },
    confirmedEarlier: {
      type: 'final',
      entry: sendTo(
        ({ context }) => context.queue,
        ({ context: { submission } }): SubmissionReport => ({
          type: 'submission.confirmed',
          id: submission.id,
          answer: undefined,
          wasEarlier: true,
        }),
      ),
      description: 'An earlier try had arrived, so what was changed since then is not part of it. Decision 73',
    },
  },
});
export type SubmissionRef = ActorRefFrom<typeof submissionMachine>;
export type SubmissionSnapshot = SnapshotFrom<typeof submissionMachine>;
