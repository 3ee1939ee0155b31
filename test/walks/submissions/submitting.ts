import { type AnyEventObject, createActor, type EventFromLogic, type InputFrom, SimulatedClock } from 'xstate';
import { CallFailure } from '../../../src/contract/failure';
import type { Submission } from '../../../src/contract/submissions';
import type { AttemptInput } from '../../../src/machines/submissions/ports';
import { submissionMachine } from '../../../src/machines/submissions/submission.machine';
import { promisePort, recorder, type Sample, streamPort } from '../../kit/walk';

export type Input = InputFrom<typeof submissionMachine>;

/** The scripted surroundings of a submission. */
export const props = () => ({
  ports: {
    channel: streamPort<AnyEventObject, AttemptInput>(),
    check: promisePort<Submission | null, AttemptInput>(),
    send: streamPort<AnyEventObject, AttemptInput>(),
    upload: streamPort<AnyEventObject, AttemptInput>(),
    verify: promisePort<boolean, AttemptInput>(),
  },
  queue: recorder<Input['queue']>(),
});
export type Props = ReturnType<typeof props>;

/** What the queue was told last, of all or of one type. */
export const told = ({ queue }: Pick<Props, 'queue'>, type?: string) =>
  queue.received.findLast((event) => type === undefined || event.type === type);

export const input =
  (submission: Submission, isRepeatable: boolean, tries = 0) =>
  ({ queue }: Props): Input => ({ queue: queue.ref, myId: 'mira', submission, isRepeatable, tries, random: () => 0 });

/** News from the upload, from the sending, or, if neither runs, from the channel, because an echo may come at any time. */
export const attempt = (event: EventFromLogic<typeof submissionMachine>): Sample => ({
  event,
  act: ({ ports }) => {
    const { send, upload, channel } = ports as Props['ports'];
    ([send, upload].find(({ running }) => running) ?? channel).emit(event);
  },
});

/** A try fails: with an HTTP status, or with 0 because there was no answer. */
export const failure = (status: number, message: string | null = null) => ({
  type: 'attempt.failed' as const,
  error: new CallFailure(status ? 'refused' : 'network', status, message),
});

/** A submission with scripted ports. */
export function submitting(submission: Submission, { isRepeatable = true, random = (): number => 0 } = {}) {
  const clock = new SimulatedClock();
  const { ports, queue } = props();
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const machine = submissionMachine.provide({ actors: actors as never, actions: { logError: () => {} } });
  const actor = createActor(machine, {
    clock,
    input: { queue: queue.ref, myId: 'mira', submission, isRepeatable, tries: 0, random },
  }).start();
  const open = () => ports.channel.emit({ type: 'channel.opened' });
  const lose = (byError = false) => ports.channel.emit({ type: 'channel.lost', byError });
  return { actor, clock, ...ports, queue, open, lose };
}
