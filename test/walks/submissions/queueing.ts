import { type AnyEventObject, createActor, SimulatedClock } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import type { Submission } from '../../../src/contract/submissions';
import { outcomesTo } from '../../../src/machines/submissions/outcomes';
import type { AttemptInput, StoreCommand, StoreEvent } from '../../../src/machines/submissions/ports';
import { queueMachine } from '../../../src/machines/submissions/queue.machine';
import { selectItems } from '../../../src/machines/submissions/queue.select';
import { submissionMachine } from '../../../src/machines/submissions/submission.machine';
import { fromStream } from '../../../src/machines/supervision';
import { laneOf } from '../../../src/rules/submissions/kinds';
import type { Outcome } from '../../../src/rules/submissions/outcomes';
import { provideMessage } from '../../../src/wiring/submissions/message';
import { promisePort, scriptedWorld, streamPort } from '../../kit/walk';
import { scriptedWire } from '../chat/wire';

/** A store that several queues share, as the tabs of one browser do. */
export function scriptedStore(stored: readonly Submission[] = []) {
  const tabs = new Set<(event: StoreEvent) => void>();
  let submissions = stored;
  let unstored: readonly Submission[] = [];
  let breaksFor: (id: string) => boolean = () => false;
  /** What the browser has deleted and no tab has stored again. */
  let lost: readonly string[] = [];
  const read = (withdrawn: readonly string[] = []): StoreEvent => {
    lost = lost.filter((id) => !submissions.some((one) => one.id === id));
    return { type: 'store.read', submissions, quarantined: [], withdrawn, lost };
  };
  const tell = (from?: (event: StoreEvent) => void, withdrawn?: readonly string[]) => {
    for (const tab of tabs) if (tab !== from) tab(read(withdrawn));
  };
  return {
    ids: () => submissions.map(({ id }) => id),
    find: (id: string) => submissions.find((one) => one.id === id),
    /** It cannot store anything from now on, or not this one. */
    break(only?: string) {
      breaksFor = (id) => id === (only ?? id);
    },
    mend() {
      breaksFor = () => false;
    },
    read: () => tell(),
    /** A tab that is gone wrote this into its journal, and it cannot be stored. */
    note(submission: Submission) {
      unstored = [submission];
    },
    /** A tab that is gone has changed a submission as the last thing it did; only those who read the store again learn of it. */
    changeUnheard(submission: Submission) {
      submissions = submissions.map((one) => (one.id === submission.id ? submission : one));
    },
    clear() {
      submissions = [];
      tell();
    },
    /** The browser has deleted it, and makes an empty one. */
    wipe() {
      lost = submissions.map(({ id }) => id);
      submissions = [];
      tell();
    },
    logic: fromStream<StoreCommand, { userId: string }>(({ sendBack, receive }) => {
      const say = (event: StoreEvent) => tabs.has(say) && sendBack(event);
      tabs.add(say);
      queueMicrotask(() => say(read()));
      receive((command) => {
        switch (command.type) {
          case 'store.put': {
            const { submission } = command;
            const { id } = submission;
            if (breaksFor(id)) return queueMicrotask(() => say({ type: 'store.failed', id }));
            const at = submissions.findIndex((one) => one.id === id);
            submissions = at < 0 ? [...submissions, submission] : submissions.with(at, submission);
            queueMicrotask(() => say({ type: 'store.kept', id }));
            return tell(say);
          }
          case 'store.recover':
            // Read before the answer, like the real one.
            queueMicrotask(() => say(read()));
            return queueMicrotask(() => say({ type: 'store.recovered', unstored }));
          case 'store.remove':
            submissions = submissions.filter(({ id }) => id !== command.id);
            queueMicrotask(() => say({ type: 'store.removed', id: command.id }));
            return tell(say, command.isWithdrawn ? [command.id] : []);
        }
      });
      return () => tabs.delete(say);
    }),
  };
}

interface Queueing {
  readonly store?: ReturnType<typeof scriptedStore>;
  readonly wire?: ReturnType<typeof scriptedWire>;
  /** Whether this tab sends for all from the start. */
  readonly isLeader?: boolean;
  /** Whether the server takes repeats as the same submission (DECISIONS W1). */
  readonly isRepeatable?: boolean;
  /** The server's messages of the chat. */
  readonly history?: readonly Message[];
}

/** A queue with its real submissions, of which messages leave by their real ports over a scripted connection. */
export function queueing(options: Queueing = {}) {
  const {
    store = scriptedStore(),
    wire = scriptedWire(),
    isLeader = true,
    isRepeatable = true,
    history = [],
  } = options;
  const clock = new SimulatedClock();
  const ports = {
    upload: streamPort<AnyEventObject, AttemptInput>(),
    check: promisePort<Submission | null, AttemptInput>(),
    send: streamPort<AnyEventObject, AttemptInput>(),
  };
  const told: Outcome[] = [];
  const gateways = { api: { call: async () => history }, apiOptions: { can: () => true }, realtime: wire };
  const actions = { logError: () => {} };
  let elect = () => {};
  let depose = () => {};
  /** Sent by a form, for which there is always a network. */
  const form = submissionMachine.provide({
    actors: {
      channel: fromStream(({ sendBack }) => sendBack({ type: 'channel.opened' })) as never,
      check: ports.check.logic as never,
      send: ports.send.logic as never,
    },
    actions,
  });
  const { message, lateEcho } = provideMessage(gateways as never);
  const actors = {
    lateEcho,
    store: store.logic,
    notices: outcomesTo((outcome) => outcome.text !== null && told.push(outcome)),
    leader: fromStream(({ sendBack }) => {
      elect = () => sendBack({ type: 'leader.elected' });
      depose = () => sendBack({ type: 'leader.deposed' });
      if (isLeader) queueMicrotask(() => elect());
    }),
    message: message.provide({ actors: { upload: ports.upload.logic as never }, actions }),
    report: form,
    initiation: form,
    completion: form,
    note: form,
    requisition: form,
    kitUse: form,
  };
  const queue = createActor(queueMachine.provide({ actors: actors as never }), {
    clock,
    input: { myId: 'mira', can: () => isRepeatable, world: scriptedWorld() },
  }).start();
  return {
    queue,
    clock,
    wire,
    store,
    ...ports,
    /** What the member was told of submissions that had to wait. */
    told,
    elect: () => elect(),
    depose: () => depose(),
    add(...submissions: Submission[]) {
      for (const submission of submissions) queue.send({ type: 'submission.queue', submission });
    },
    /** The ids of what is there, of one lane or of all. */
    waiting: (lane?: string) =>
      selectItems(queue.getSnapshot()).flatMap(({ submission }) =>
        lane === undefined || laneOf(submission) === lane ? [submission.id] : [],
      ),
    item: (id: string) => selectItems(queue.getSnapshot()).find(({ submission }) => submission.id === id),
  };
}
