import { type ActorRef, and, assign, enqueueActions, type Snapshot, sendTo, stateIn } from 'xstate';
import { isNetworkFailure } from '../../contract/failure';
import type { Submission } from '../../contract/submissions';
import { kindOf, refusedFor } from '../../rules/submissions/kinds';
import type { HeadStatus, Trouble } from '../../rules/submissions/queue';
import { backOff, isTurnedAway } from '../../rules/submissions/retry';
import { workflow } from '../supervision';
import {
  type AttemptEvent,
  type ChannelEvent,
  channel,
  check,
  type SubmissionReport,
  send,
  upload,
  verify,
} from './ports';

interface SubmissionInput {
  readonly queue: ActorRef<Snapshot<unknown>, SubmissionReport>;
  readonly myId: string;
  readonly submission: Submission;
  /** Whether the server recognises a repeat as the same submission (DECISIONS W1). */
  readonly isRepeatable: boolean;
  /** The number of consecutive tries with a temporary failure. */
  readonly tries: number;
  random(): number;
}

interface SubmissionContext extends SubmissionInput {
  /** Whether the file was uploaded again because the server no longer had it. */
  readonly isRenewed: boolean;
  /** The wait before the next try, in milliseconds. */
  readonly wait: number;
  /** Whether a try before the present one may have arrived. */
  readonly wasTriedBefore: boolean;
  /** The failure of the last try, or null. */
  readonly trouble: Trouble | null;
}

type SubmissionEvent =
  | ChannelEvent
  | AttemptEvent
  /** Send now. */
  | { type: 'submission.send' }
  /** Handled only by the supervision, if the chart is down. */
  | { type: 'supervision.retry' };

type Args = { context: SubmissionContext };
const failedBy = ({ event }: { event: unknown }) => (event as { error?: unknown }).error;
/** A 404 or 409 may be the effect of an earlier try, but never of the present one. So the present try is not counted here. */
const judge = ({ submission, isRepeatable, wasTriedBefore }: SubmissionContext, error: unknown) =>
  kindOf(submission).judge(error, { ...submission, wasTried: wasTriedBefore }, isRepeatable);
/** Undoes `wasTried`, because the present try cannot have arrived. */
const forgetTry = { type: 'setTried', params: ({ context }: Args) => context.wasTriedBefore } as const;
/** The browser reports sent bytes late. So a report whose try seems not to have begun may have arrived all the same (DECISIONS 309). */
const isDoubtful = ({ isRepeatable, submission, wasTriedBefore }: SubmissionContext) =>
  (isRepeatable && kindOf(submission).needsCheck(submission)) || wasTriedBefore;
const doubtTry = { type: 'setTried', params: ({ context }: Args) => isDoubtful(context) } as const;
const attemptOf = ({ context: { submission, myId } }: Args) => ({ submission, myId });

/**
 * One submission of any kind at the head of its lane, from the device to the server's confirmation (S1 §4, S1 §7, S2 §4). The ports
 * check, upload and send it; they differ by kind.
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
    /** The longest time for the check before sending. After it the submission is sent anyway. */
    checkTimeout: 8_000,
    /** If the channel has not opened after this time, it counts as offline. */
    offlineNotice: 100,
    silence: 60_000,
  },
  guards: {
    /** Whether an earlier try may have arrived and a repeat would be stored a second time. */
    isUncertain: ({ context: { submission, isRepeatable } }) => submission.wasTried && !isRepeatable,
    asksMember: ({ context: { submission } }) => kindOf(submission).whenUnanswered === 'ask',
    refusesMissing: ({ context: { submission } }) =>
      kindOf(submission).whenMissing === 'refuse' && !submission.isByHand,
    needsCheck: ({ context: { submission } }) => kindOf(submission).needsCheck(submission),
    needsUpload: ({ context: { submission } }) => kindOf(submission).needsUpload(submission),
    isTurnedAway: ({ event }) => isTurnedAway(failedBy({ event })),
    isForLater: ({ context, event }) => judge(context, failedBy({ event })) === 'later',
    isRenewable: ({ context, event }) => !context.isRenewed && judge(context, failedBy({ event })) === 'renew',
    isUnclear: ({ context, event }) => judge(context, failedBy({ event })) === 'verify',
  },
  actions: {
    report: sendTo(
      ({ context }) => context.queue,
      ({ context: { submission, tries, trouble } }, status: HeadStatus) =>
        ({ type: 'submission.moved', id: submission.id, status, tries, trouble }) as const,
    ),
    /** Sets `wasTried`, and stores it if later tries need it, because the page may be closed before the answer arrives. */
    setTried: enqueueActions(({ context: { submission, isRepeatable, queue }, enqueue }, wasTried: boolean) => {
      if (submission.wasTried === wasTried && !submission.isByHand) return;
      const changed = { ...submission, wasTried, ...(submission.isByHand && { isByHand: false }) };
      enqueue.assign({ submission: changed });
      if (!isRepeatable || kindOf(submission).remembersTries)
        enqueue.sendTo(queue, { type: 'submission.changed', submission: changed });
    }),
    reportProgress: sendTo(
      ({ context }) => context.queue,
      ({ context: { submission }, event }) => {
        const fraction = event.type === 'attempt.progressed' ? event.fraction : 0;
        return { type: 'submission.progressed', id: submission.id, fraction } as const;
      },
    ),
    /** Ends the chart: the submission now waits for the member. */
    giveBack: sendTo(
      ({ context }) => context.queue,
      ({ context: { submission } }, status: 'asking' | 'refused') =>
        ({ type: 'submission.returned', submission: { ...submission, status } }) as const,
    ),
    confirm: sendTo(
      ({ context }) => context.queue,
      ({ context: { submission }, event }, wasEarlier: boolean) => {
        const answer = event.type === 'attempt.confirmed' ? event.answer : undefined;
        return { type: 'submission.confirmed', id: submission.id, answer, wasEarlier } as const;
      },
    ),
    countTry: assign(({ context: { random, tries } }) => ({ tries: tries + 1, wait: backOff(tries + 1, random()) })),
    keepTrouble: assign({
      trouble: ({ context: { submission }, event }): Trouble => ({
        text: kindOf(submission).failureText(failedBy({ event }), submission),
        isAnswered: !isNetworkFailure(failedBy({ event })),
      }),
    }),
    keepReason: assign(({ context: { submission }, event }) => ({
      submission: refusedFor(failedBy({ event }), submission),
    })),
    /** S1 §4: sending while the connection is down is logged. */
    logOffline: ({ context: { submission } }) => console.warn(`Not connected: ${submission.id} waits to be sent`),
    logError: ({ context, event }) => console.error(`Submission ${context.submission.id} failed`, event),
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
  invoke: { id: 'channel', src: 'channel', input: attemptOf },
  on: {
    'attempt.confirmed': {
      target: '.confirmed',
      description: 'Possibly by the late answer to an earlier try: the server echo matches by clientMessageId. S1 §4',
    },
    'channel.refused': {
      target: '.refused',
      actions: 'keepReason',
      description: 'The member has no access, so nothing can be sent and no answer would ever come.',
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
      description: 'There is no connection: it is sent when the connection is back. DECISIONS 41',
      entry: [{ type: 'report', params: 'offline' }, 'logOffline'],
      on: {
        'channel.opened': { target: 'deciding' },
        'page.shown': { target: 'deciding' },
        'submission.send': { target: 'deciding', description: 'Send now.' },
      },
    },
    backingOff: {
      description: 'It did not arrive, or the server has a problem. The next try comes automatically.',
      entry: ['countTry', { type: 'report', params: 'backingOff' }],
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
            'The server closed the connection because of this submission. It waits for the back-off even if a connection opens before: otherwise it would end each new connection at once, and no chat would work.',
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
      description:
        'Looks for similar incidents before anything is sent, so that two teams do not look for the same animal.',
      entry: { type: 'report', params: 'checking' },
      invoke: {
        id: 'check',
        src: 'check',
        input: attemptOf,
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'asking',
            actions: assign({ submission: ({ context, event }) => event.output ?? context.submission }),
          },
          { target: 'checked' },
        ],
        onError: { target: 'checked', actions: 'logError', description: 'A failed check does not prevent the report.' },
      },
      after: { checkTimeout: { target: 'checked', description: 'A slow check does not prevent the report either.' } },
      on: { 'channel.lost': { target: 'offline' } },
    },
    checked: { always: [{ guard: 'needsUpload', target: 'uploading' }, { target: 'sending' }] },
    uploading: {
      description:
        'Media is uploaded first. Then the message is sent with mediaUrl and mediaType. S1 §4. A lost connection does not end the upload, because the file may still arrive. If the tab closes meanwhile, a file that this device could store (a photo, a video, a voice message) is uploaded again by another open tab, or when the app is opened the next time. DECISIONS 41',
      entry: [{ type: 'report', params: 'uploading' }, 'reportProgress'],
      invoke: {
        id: 'upload',
        src: 'upload',
        input: attemptOf,
        onError: { target: 'refused', actions: ['logError', 'keepReason'] },
      },
      on: {
        'attempt.progressed': { target: '.going', actions: 'reportProgress' },
        'attempt.uploaded': {
          target: 'sending',
          actions: [
            assign(({ event: { submission } }) => ({ submission, tries: 0 })),
            sendTo(
              ({ context }) => context.queue,
              ({ context: { submission } }) => ({ type: 'submission.changed', submission }),
            ),
          ],
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
              description: 'A connection without any progress counts as lost: the upload is aborted.',
            },
          },
        },
      },
    },
    sending: {
      description: 'It is being sent, and from now on it may have arrived.',
      entry: [
        { type: 'report', params: 'sending' },
        assign(({ context: { submission } }) => ({ wasTriedBefore: submission.wasTried })),
        { type: 'setTried', params: true },
      ],
      invoke: {
        id: 'send',
        src: 'send',
        input: attemptOf,
        onError: { target: 'refused', actions: ['logError', 'keepReason'] },
      },
      on: {
        'attempt.progressed': [
          { guard: ({ event }) => event.fraction >= 1, target: '.confirming', actions: 'reportProgress' },
          { target: '.going', actions: 'reportProgress' },
        ],
        'attempt.sent': { target: '.confirming' },
        'attempt.failed': [
          {
            guard: and(['isForLater', 'isTurnedAway']),
            target: 'backingOff',
            actions: ['keepTrouble', forgetTry],
            description: 'The server does not accept it for now: too many requests, no room, or nobody is signed in.',
          },
          { guard: 'isForLater', target: 'backingOff', actions: 'keepTrouble' },
          {
            guard: 'isRenewable',
            target: 'uploading',
            actions: [
              forgetTry,
              assign(({ context: { submission: one } }) => ({ submission: kindOf(one).renewed(one), isRenewed: true })),
            ],
            description: 'The server deletes a file after a day if no message refers to it. DECISIONS 65',
          },
          {
            guard: 'isUnclear',
            target: 'verifying.afterRefusal',
            actions: 'keepReason',
            description: 'An earlier try whose answer was lost may have arrived.',
          },
          { target: 'refused', actions: 'keepReason' },
        ],
        'channel.opened': { target: 'deciding', description: 'It may have been lost with the previous connection.' },
        'channel.lost': [
          {
            guard: ({ event }) => event.byError === true,
            target: 'backingOff.heldBack',
            description: 'The server closed the connection because of an error. That never counts as a refusal.',
          },
          { target: 'offline', description: 'The call could hang for minutes now, so it is aborted.' },
        ],
      },
      initial: 'connecting',
      states: {
        connecting: {
          description: 'The browser has not told yet that anything was sent.',
          on: {
            'attempt.failed': {
              guard: ({ event }) => isNetworkFailure(event.error),
              target: '#submission.backingOff',
              actions: ['keepTrouble', doubtTry],
            },
            'channel.lost': { target: '#submission.offline', actions: doubtTry },
            'channel.opened': { target: '#submission.deciding', actions: doubtTry },
          },
          after: { silence: { target: '#submission.backingOff', actions: forgetTry } },
        },
        going: { after: { silence: { target: '#submission.backingOff' } } },
        confirming: {
          description: "Everything is sent, and only the answer is missing: 'Processing...' at 100. S1 §2",
          entry: { type: 'report', params: 'confirming' },
          after: {
            answerWait: { target: '#submission.backingOff', description: 'No answer came: it is sent again.' },
          },
        },
      },
    },
    verifying: {
      description: 'Asks the server whether an earlier try has arrived.',
      entry: { type: 'report', params: 'verifying' },
      invoke: {
        id: 'verify',
        src: 'verify',
        input: attemptOf,
        onDone: [
          { guard: ({ event }) => event.output, target: 'confirmedEarlier' },
          { guard: stateIn({ verifying: 'afterRefusal' }), target: 'refused' },
          {
            guard: 'refusesMissing',
            target: 'refused',
            actions: 'keepReason',
            description: 'Nothing is sent twice automatically, only by Retry. DECISIONS W2',
          },
          { target: 'checked', description: 'Nothing has arrived.' },
        ],
        onError: { target: 'backingOff', actions: 'keepTrouble' },
      },
      initial: 'beforeSending',
      states: { beforeSending: {}, afterRefusal: {} },
    },
    asking: {
      type: 'final',
      entry: { type: 'giveBack', params: 'asking' },
      description: 'The member has to decide. Submissions behind it do not wait for it.',
    },
    refused: {
      type: 'final',
      entry: { type: 'giveBack', params: 'refused' },
      description: 'The server refuses it as it is: shown as failed, with the reason and what the member can do. S1 §8',
    },
    confirmed: {
      type: 'final',
      entry: { type: 'confirm', params: false },
      description: 'The server has it.',
    },
    confirmedEarlier: {
      type: 'final',
      entry: { type: 'confirm', params: true },
      description: 'An earlier try had arrived, so later changes are not part of it. DECISIONS 73',
    },
  },
});
