import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import { submissionMachine } from '../../../src/machines/submissions/submission.machine';
import { testMutants } from '../../kit/mutants';
import { broken, done, elapsed, failed, said, testWalk, walkOf } from '../../kit/walk';
import { completion, known, picture, report, text, uploaded } from './samples';
import { attempt, failure, input, type Props, props, told } from './submitting';

type Snapshot = SnapshotFrom<typeof submissionMachine>;
type Setup = Props & { readonly actor: { getSnapshot(): Snapshot } };

const isAt = (status: string) => (setup: Setup) => {
  const moved = told(setup, 'submission.moved');
  expect(moved).toMatchObject({ id: idOf(setup.actor.getSnapshot()), status });
  // The trouble of the last try is forgotten at the next one.
  if (status !== 'backingOff') expect(moved).toMatchObject({ trouble: null });
};
const idOf = ({ context }: Snapshot) => context.submission.id;
const kindOf = ({ context }: Snapshot) => context.submission.kind;
const isPicture = (snapshot: Snapshot) => idOf(snapshot) === 'c1';
const isUploaded = ({ context: { submission } }: Snapshot) =>
  submission.kind === 'message' && submission.content.body.mediaUrl !== null;

/** The next state of a submission that can be sent now. `wasTried`: whether an earlier try may have arrived. */
function outFrom(snapshot: Snapshot, wasTried = snapshot.context.submission.wasTried) {
  if (wasTried && !snapshot.context.isRepeatable)
    // DECISIONS W3 asks the member about a report; W2 looks for a message.
    return kindOf(snapshot) === 'report' ? 'asking' : 'verifying.beforeSending';
  if (kindOf(snapshot) === 'report') return 'checking';
  return isPicture(snapshot) && !isUploaded(snapshot) ? 'uploading.going' : 'sending.connecting';
}
const before = ({ context }: Snapshot) => context.wasTriedBefore;

const refused = (reason: string) => ({
  to: 'refused',
  sees: (setup: Setup) =>
    expect(told(setup)).toMatchObject({ type: 'submission.returned', submission: { status: 'refused', reason } }),
});
const texts = {
  message: 'The message could not be sent.',
  report: 'An unexpected error occurred. Please try again.',
  initiation: 'Failed to confirm initiation (Status: 0)',
  completion: 'Failed to complete the case.',
  movement: 'Your team could not be told.',
  note: 'The note could not be added.',
  requisition: 'Failed to submit requisition.',
  kitUse: 'Failed to update item quantity.',
};
const waits = (text: string | null, isAnswered: boolean) => ({
  to: 'backingOff.ready',
  sees: (setup: Setup) =>
    expect(told(setup)).toMatchObject({
      type: 'submission.moved',
      status: 'backingOff',
      trouble: text === null ? null : { text, isAnswered },
    }),
});

const notIn = 'Chat group not found or you are not a participant.';
const anywhere = {
  'the server has it': {
    to: 'confirmed',
    sees: (setup: Setup) =>
      expect(told(setup)).toMatchObject({ type: 'submission.confirmed', answer: 'Thanks.', wasEarlier: false }),
  },
  'no member of the chat': refused(notIn),
};
const defaults: Record<string, string> = {
  message: texts.message,
  report: 'Failed to report incident.',
  completion: texts.completion,
};
const unreached: Record<string, string> = {
  message: texts.message,
  report: 'Could not connect to the server. Please check your connection and try again.',
  completion: texts.completion,
};

/** What may happen to a try that is under way. */
const underWay = {
  ...anywhere,
  'half is out': 'sending.going',
  'all is out': {
    to: 'sending.confirming',
    sees: (setup: Setup) => expect(told(setup, 'submission.progressed')).toMatchObject({ fraction: 1 }),
  },
  'it was handed over': 'sending.confirming',
  'no network': (snapshot: Snapshot) => waits(unreached[kindOf(snapshot)] ?? '', false),
  // An error of the server is never a refusal.
  'server in trouble': (snapshot: Snapshot) => waits(defaults[kindOf(snapshot)] ?? '', true),
  'server full': () => waits('No room.', true),
  'too many at once': (snapshot: Snapshot) => ({
    to: 'backingOff.ready',
    sees: (setup: Setup) => {
      waits('Please wait a moment.', true).sees(setup);
      expect(setup.actor.getSnapshot().context.submission.wasTried).toBe(before(snapshot));
    },
  }),
  'file lost': (snapshot: Snapshot) =>
    isUploaded(snapshot) && !snapshot.context.isRenewed ? 'uploading.going' : refused('No such file.'),
  'not in this state': (snapshot: Snapshot) =>
    kindOf(snapshot) === 'completion' && before(snapshot) ? 'verifying.afterRefusal' : refused('It is closed.'),
  forbidden: refused('Not allowed.'),
  'sending broke': (snapshot: Snapshot) => refused(texts[kindOf(snapshot)]),
  'ended by an error': 'backingOff.heldBack',
  'channel lost': 'offline',
  'channel opened': (snapshot: Snapshot) => outFrom(snapshot),
};
const nothingOut = (snapshot: Snapshot, to: string) => ({
  to,
  sees: ({ actor }: Setup) => expect(actor.getSnapshot().context.submission.wasTried).toBe(wasOut(snapshot)),
});
/** A report that the server may get twice counts as tried although nothing seems to be out (DECISIONS 309). */
const wasOut = (snapshot: Snapshot) =>
  (snapshot.context.isRepeatable && kindOf(snapshot) === 'report') || before(snapshot);

const answerWait = 'xstate.after.answerWait.submission.sending.confirming';

const walk = walkOf({
  machine: submissionMachine,
  props,
  inputs: [
    input(picture('c1'), true),
    input(picture('c1'), false),
    input(report('r1'), false),
    input(report('r1'), true),
    input(completion('d1'), false),
    input(text('t1'), true, 2),
  ],
  key: (snapshot) => [
    snapshot.context.submission.wasTried,
    snapshot.matches('sending') && snapshot.context.wasTriedBefore,
    isUploaded(snapshot),
    snapshot.context.isRenewed,
  ],
  samples: {
    'channel opened': said('channel', { type: 'channel.opened' }),
    'channel lost': said('channel', { type: 'channel.lost' }),
    'ended by an error': said('channel', { type: 'channel.lost', byError: true }),
    'no member of the chat': said('channel', {
      type: 'channel.refused',
      error: new CallFailure('refused', 403, notIn),
    }),
    'page shown': said('channel', { type: 'page.shown' }),
    'send now': { type: 'submission.send' },
    'not there in 100 ms': elapsed('xstate.after.offlineNotice.submission.starting', 100),
    'after a while': {
      event: { type: 'xstate.after.backOff.submission.backingOff' },
      act: ({ clock }) => clock.increment(60_000),
    },
    'nothing is like it': done('check', null),
    'one is like it': done('check', report('r1', { similar: [known] })),
    'nothing can be looked up': failed('check', new CallFailure('network', 0)),
    'no answer in 8 s': elapsed('xstate.after.checkTimeout.submission.checking', 8_000),
    'half is out': attempt({ type: 'attempt.progressed', fraction: 0.5 }),
    'all is out': attempt({ type: 'attempt.progressed', fraction: 1 }),
    'it was handed over': attempt({ type: 'attempt.sent' }),
    'file is there': attempt({ type: 'attempt.uploaded', submission: uploaded(picture('c1')) }),
    'the server has it': attempt({ type: 'attempt.confirmed', answer: 'Thanks.' }),
    'no network': attempt(failure(0)),
    'server in trouble': attempt(failure(503)),
    'server full': attempt(failure(507, 'No room.')),
    'too many at once': attempt(failure(429, 'Please wait a moment.')),
    'file lost': attempt(failure(400, 'No such file.')),
    forbidden: attempt(failure(403, 'Not allowed.')),
    'not in this state': attempt(failure(409, 'It is closed.')),
    'upload broke': broken('upload'),
    'sending broke': broken('send'),
    'silent upload': elapsed('xstate.after.silence.submission.uploading.going', 60_000),
    'silent line': elapsed('xstate.after.silence.submission.sending.connecting', 60_000),
    'silent sending': elapsed('xstate.after.silence.submission.sending.going', 60_000),
    // The echo of a message: 10 s (S1 §4). The answer to a form: 60 s.
    'no answer': {
      event: { type: answerWait },
      act: (setup) => {
        const { send } = setup.ports as Props['ports'];
        elapsed(answerWait, send.calls.at(-1)?.submission.kind === 'message' ? 10_000 : 60_000).act(setup);
      },
    },
    'it has arrived': done('verify', true),
    'it has not arrived': done('verify', false),
    'the server cannot be asked': failed('verify', new CallFailure('network', 0)),
  },
  logs: (sample, before) =>
    ['nothing can be looked up', 'sending broke', 'upload broke'].includes(sample) ||
    // S1 §4: sending while the connection is down is logged.
    ['not there in 100 ms', 'channel lost'].includes(sample) ||
    (sample === 'ended by an error' &&
      !before.matches({ sending: 'going' }) &&
      !before.matches({ sending: 'confirming' })),
  ways: [
    {
      way: ['channel opened', 'server in trouble', elapsed('xstate.after.backOff.submission.backingOff', 2_000)],
      sees: isAt('uploading'),
    },
  ],
  states: {
    starting: {
      sees: ({ ports, queue, actor }) => {
        const { submission, tries } = actor.getSnapshot().context;
        expect(ports.channel.calls).toEqual([{ submission, myId: 'mira' }]);
        // A submission whose tries have failed does not start here, but in backingOff, with its wait.
        expect([queue.received, tries]).toEqual([[], 0]);
      },
      takes: { ...anywhere, 'channel opened': (snapshot) => outFrom(snapshot), 'not there in 100 ms': 'offline' },
    },
    offline: {
      sees: (setup) => {
        isAt('offline')(setup);
        expect([setup.ports.upload.running, setup.ports.send.running]).toEqual([false, false]);
      },
      takes: {
        ...anywhere,
        'channel opened': (snapshot) => outFrom(snapshot),
        'page shown': (snapshot) => outFrom(snapshot),
        'send now': (snapshot) => outFrom(snapshot),
      },
    },
    backingOff: {
      sees: (setup) => {
        isAt('backingOff')(setup);
        expect([setup.ports.upload.running, setup.ports.send.running]).toEqual([false, false]);
      },
      takes: {
        ...anywhere,
        'after a while': (snapshot) => outFrom(snapshot),
        'send now': (snapshot) => outFrom(snapshot),
      },
    },
    'backingOff.ready': {
      sees: ({ actor, last }) => {
        const { context } = actor.getSnapshot();
        if (last === null) expect([context.submission.id, context.tries]).toEqual(['t1', 3]);
      },
      takes: {
        'channel opened': (snapshot) => outFrom(snapshot),
        'page shown': (snapshot) => outFrom(snapshot),
      },
    },
    'backingOff.heldBack': { sees: ({ last }) => expect(last).toBe('ended by an error') },
    checking: {
      sees: (setup) => {
        isAt('checking')(setup);
        expect(setup.ports.check.running).toBe(true);
        // The check is told of an earlier try, so that a report does not find itself.
        const { wasTried } = setup.actor.getSnapshot().context.submission;
        expect(setup.ports.check.calls.at(-1)).toEqual({ submission: { ...report('r1'), wasTried }, myId: 'mira' });
        expect(setup.ports.send.running).toBe(false);
      },
      takes: {
        ...anywhere,
        'nothing is like it': 'sending.connecting',
        'one is like it': {
          to: 'asking',
          sees: (setup) =>
            expect(told(setup)).toEqual({
              type: 'submission.returned',
              submission: { ...report('r1', { similar: [known] }), status: 'asking' },
            }),
        },
        'nothing can be looked up': 'sending.connecting',
        'no answer in 8 s': 'sending.connecting',
        'channel lost': 'offline',
        'ended by an error': 'offline',
      },
    },
    uploading: {
      sees: (setup) => {
        isAt('uploading')(setup);
        expect(setup.ports.upload.running).toBe(true);
        expect(setup.ports.upload.calls.at(-1)?.submission).toMatchObject({
          id: 'c1',
          content: { media: { name: 'dog.jpg' }, body: { mediaUrl: null } },
        });
        expect(setup.ports.send.running).toBe(false);
      },
      takes: {
        ...anywhere,
        'file is there': {
          to: 'sending.connecting',
          sees: (setup) => {
            const changes = setup.queue.received.filter(({ type }) => type === 'submission.changed');
            expect(changes).toContainEqual({ type: 'submission.changed', submission: uploaded(picture('c1')) });
          },
        },
        // S1 §8: "the server message, or … 'Media upload failed' (global chat)".
        'no network': waits('Media upload failed', false),
        'server in trouble': waits('Media upload failed', true),
        'server full': waits('No room.', true),
        'too many at once': waits('Please wait a moment.', true),
        'file lost': refused('No such file.'),
        forbidden: refused('Not allowed.'),
        'not in this state': refused('It is closed.'),
        'upload broke': refused('Media upload failed'),
      },
    },
    'uploading.going': {
      sees: (setup) => {
        const fraction = setup.last === 'half is out' ? 0.5 : setup.last === 'all is out' ? 1 : 0;
        expect(told(setup)).toEqual({ type: 'submission.progressed', id: 'c1', fraction });
      },
      takes: {
        'half is out': 'uploading.going',
        'all is out': 'uploading.going',
        'silent upload': waits(null, false),
      },
    },
    sending: {
      sees: ({ ports, actor }) => {
        const { submission, isRepeatable, wasTriedBefore } = actor.getSnapshot().context;
        expect(ports.send.running).toBe(true);
        expect(ports.send.calls.at(-1)).toEqual({ submission, myId: 'mira' });
        expect(submission.wasTried).toBe(true);
        expect([ports.upload.running, ports.check.running, ports.verify.running]).toEqual([false, false, false]);
        // Published once: what is not known to be repeatable never goes out again unasked (DECISIONS W2).
        if (!isRepeatable && submission.kind !== 'completion') expect(wasTriedBefore).toBe(false);
      },
      takes: underWay,
    },
    'sending.connecting': {
      sees: (setup) => {
        isAt('sending')(setup);
        const { submission, isRepeatable, wasTriedBefore } = setup.actor.getSnapshot().context;
        // A report, and anything that the server would take twice: the queue is told of the try before it can arrive, so that the
        // device keeps it.
        const isKept = !isRepeatable || submission.kind === 'report';
        if (isKept && !wasTriedBefore) expect(told(setup)).toEqual({ type: 'submission.changed', submission });
        else if (submission.kind !== 'report')
          expect(told(setup, 'submission.changed')?.submission.wasTried).not.toBe(isRepeatable);
      },
      takes: {
        'no network': (snapshot) => ({
          to: 'backingOff.ready',
          sees: (setup) => {
            waits(unreached[kindOf(snapshot)] ?? '', false).sees(setup);
            nothingOut(snapshot, '').sees(setup);
          },
        }),
        'channel lost': (snapshot) => nothingOut(snapshot, 'offline'),
        'ended by an error': (snapshot) => nothingOut(snapshot, 'offline'),
        'channel opened': (snapshot) => outFrom(snapshot, wasOut(snapshot)),
        'silent line': (snapshot) => ({
          to: 'backingOff.ready',
          sees: ({ actor }) => expect(actor.getSnapshot().context.submission.wasTried).toBe(before(snapshot)),
        }),
      },
    },
    'sending.going': {
      sees: (setup) => expect(told(setup)).toMatchObject({ type: 'submission.progressed', fraction: 0.5 }),
      takes: {
        'silent sending': {
          to: 'backingOff.ready',
          sees: ({ actor }) => expect(actor.getSnapshot().context.submission.wasTried).toBe(true),
        },
      },
    },
    'sending.confirming': { sees: isAt('confirming'), takes: { 'no answer': waits(null, false) } },
    verifying: {
      sees: (setup) => {
        isAt('verifying')(setup);
        expect(setup.ports.verify.running).toBe(true);
        expect(setup.ports.verify.calls.at(-1)?.submission.id).toBe(idOf(setup.actor.getSnapshot()));
        expect([setup.ports.send.running, setup.ports.upload.running]).toEqual([false, false]);
      },
      takes: {
        ...anywhere,
        'it has arrived': {
          to: 'confirmedEarlier',
          sees: (setup) =>
            expect(told(setup)).toMatchObject({ type: 'submission.confirmed', answer: undefined, wasEarlier: true }),
        },
        'the server cannot be asked': (snapshot) =>
          waits(isUploaded(snapshot) ? texts.message : texts[kindOf(snapshot)], false),
      },
    },
    'verifying.beforeSending': {
      sees: ({ actor }) => expect(actor.getSnapshot().context.isRepeatable).toBe(false),
      takes: {
        'it has not arrived': (snapshot) =>
          kindOf(snapshot) === 'message' ? refused('The message could not be sent.') : 'sending.connecting',
      },
    },
    'verifying.afterRefusal': {
      sees: ({ last }) => expect(last).toBe('not in this state'),
      takes: { 'it has not arrived': refused('It is closed.') },
    },
    asking: { sees: (setup) => expect(told(setup)).toMatchObject({ submission: { id: 'r1', status: 'asking' } }) },
    refused: {
      sees: ({ queue, ports }) => {
        expect(queue.received.filter(({ type }) => type === 'submission.returned')).toHaveLength(1);
        expect([ports.send.running, ports.upload.running, ports.channel.running]).toEqual([false, false, false]);
      },
    },
    confirmed: { sees: ({ ports }) => expect([ports.send.running, ports.channel.running]).toEqual([false, false]) },
    confirmedEarlier: { sees: ({ ports }) => expect(ports.send.running).toBe(false) },
  },
});
testWalk(walk);
testMutants(walk);
