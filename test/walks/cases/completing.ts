import { expect } from 'vitest';
import { type ActorRef, type AnyEventObject, createActor, SimulatedClock, type Snapshot } from 'xstate';
import type { CompletionSubmission } from '../../../src/contract/submissions';
import { type CompletionSnapshot, completionMachine } from '../../../src/machines/cases/completion.machine';
import { selectFiles, selectNotes, selectNotice } from '../../../src/machines/cases/completion.select';
import type { QueueCommand } from '../../../src/machines/submissions/ports';
import type { Place } from '../../../src/rules/incidents/incidents';
import { promisePort, recorder, scriptedWorld, streamPort } from '../../kit/walk';
import { file } from '../chat/samples';
import { completionOf, label, myCase } from './samples';

export const photo = file('dog.png', 'image/png');
export const bridge: Place = { latitude: 18.52, longitude: 73.85 };

/** A completion that waits to be sent. */
export const waiting = completionOf({ resolutionNotes: 'Fed.', files: [photo] }, { id: 'waits', wasTried: true });

/** The scripted surroundings of a completion. */
export const props = () => ({
  ports: {
    bar: streamPort(),
    draftStore: streamPort<AnyEventObject, { caseKey: string; userId: string }>(),
    locate: promisePort<Place>(),
    prepareFile: promisePort<File, File>(),
    tracking: streamPort<AnyEventObject, { id: string }>(),
  },
  queue: recorder<ActorRef<Snapshot<unknown>, QueueCommand>>(),
});
type Props = ReturnType<typeof props>;

export const input = ({ queue }: Props) => ({
  myCase: myCase(),
  userId: 'mira',
  world: scriptedWorld(),
  queue: queue.ref as never,
});
/** The same with a completion that waits to be sent and is edited. */
export const inputWaiting = (scripted: Props) => ({ ...input(scripted), waiting });

/** What the device is told to keep: first the notes, then the files. */
export const keptOf = ({ read }: { read<T>(select: (snapshot: CompletionSnapshot) => T): T }) => {
  const { notes, files, wasTried } = read(({ context }) => context);
  return [
    { type: 'draft.keep', draft: notes === '' && !wasTried ? null : { notes, wasTried, label } },
    { type: 'files.keep', files },
  ];
};
export const nothingKept = [
  { type: 'draft.keep', draft: null },
  { type: 'files.keep', files: [] },
];

/** A completion in hand, with scripted ports. `edited` is one that was submitted before and is edited. */
export function opened(edited?: CompletionSubmission) {
  const scripted = props();
  const { ports, queue } = scripted;
  const clock = new SimulatedClock();
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const actor = createActor(completionMachine.provide({ actors: actors as never }), {
    clock,
    input: { ...input(scripted), waiting: edited },
  }).start();
  const submitted = () => queue.received.filter(({ type }) => type === 'submission.queue');
  const read = <T>(select: (s: CompletionSnapshot) => T) => select(actor.getSnapshot());
  return { ports, queue, clock, actor, submitted, read };
}

export interface Setup extends Props {
  read<T>(select: (snapshot: CompletionSnapshot) => T): T;
}
export const names = ({ context }: CompletionSnapshot) => context.files.map(({ name }) => name);
/** The draft is restored. If it is read late it comes first, and what was written meanwhile stays (DECISIONS 250). */
const restored =
  (stored: string, wasTried: boolean) =>
  ({ context: before }: CompletionSnapshot) => ({
    to: 'editing',
    sees: (setup: Setup) => {
      const notes = setup.read(selectNotes);
      expect([notes.startsWith(stored), notes.includes(before.notes.trim())]).toEqual([true, true]);
      expect(setup.read(({ context }) => context.wasTried)).toBe(wasTried || before.wasTried);
      if (before.notes !== '' || before.wasTried)
        expect(setup.ports.draftStore.received.at(-1)).toEqual(keptOf(setup)[0]);
      else expect(notes).toBe(stored);
    },
  });
const filesRestored = (snapshot: CompletionSnapshot) => ({
  to: 'editing',
  sees: (setup: Setup) => {
    const before = names(snapshot);
    const all = [...new Set(['dog.png', ...before])].slice(0, 10);
    expect(setup.read(selectFiles).map(({ name }) => name)).toEqual(all);
    if (before.length > 0) expect(setup.ports.draftStore.received.at(-1)).toEqual(keptOf(setup)[1]);
  },
});
export const restores = {
  restored: restored('From before', false),
  'restored, tried': restored('Tried before', true),
  'files restored': filesRestored,
};
/** While the completion is being prepared it goes back to the form, which says why. */
export const restoresLate = Object.fromEntries(
  Object.entries(restores).map(([sample, then]) => [
    sample,
    (snapshot: CompletionSnapshot) => ({
      to: 'editing',
      sees: (setup: Setup) => {
        then(snapshot).sees(setup);
        expect(setup.read(selectNotice)).toEqual({
          tone: 'info',
          text: 'What you had entered earlier was added. Check it, and complete the case again.',
        });
      },
    }),
  ]),
);
/** Photos alone are stored with the name of their case, too, by which they are shown if it leaves the list (DECISIONS 365). */
export const leavesDraft = ({ context: { notes, files, wasTried } }: CompletionSnapshot) => ({
  to: 'left',
  sees: ({ ports }: Setup) => {
    const { received } = ports.draftStore;
    const named = (isTried: boolean) => ({ type: 'draft.keep', draft: { notes: '', wasTried: isTried, label } });
    if (notes === '' && files.length > 0) expect(received.at(-1)).toEqual(named(wasTried));
    else expect(received).not.toContainEqual(named(false));
  },
});
