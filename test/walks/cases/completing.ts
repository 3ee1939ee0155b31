import { createActor } from 'xstate';
import type { MyCase } from '../../../src/contract/cases';
import { type CompletionSnapshot, completionMachine } from '../../../src/machines/cases/completion.machine';
import type { Completion } from '../../../src/machines/cases/ports';
import type { Place } from '../../../src/rules/incidents';
import { promisePort, scriptedWorld, streamPort } from '../../kit/walk';
import { file } from '../chat/samples';
import { myCase } from './samples';

export const photo = file('dog.png', 'image/png');
export const bridge: Place = { latitude: 18.52, longitude: 73.85 };

/** The scripted surroundings of a completion. */
export const props = () => ({
  ports: {
    bar: streamPort(),
    completeCase: streamPort<never, Completion>(),
    fetchMyCases: promisePort<readonly MyCase[]>(),
    locate: promisePort<Place>(),
    notesStore: streamPort<never, { caseKey: string; userId: string }>(),
    prepareFiles: promisePort<readonly File[], readonly File[]>(),
  },
});

export const input = () => ({ myCase: myCase(), userId: 'mira', world: scriptedWorld() });

/** A completion in hand, with scripted ports. */
export function opened() {
  const { ports } = props();
  const actors = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, port.logic]));
  const actor = createActor(completionMachine.provide({ actors: actors as never }), { input: input() }).start();
  return { ports, actor, read: <T>(select: (s: CompletionSnapshot) => T) => select(actor.getSnapshot()) };
}
