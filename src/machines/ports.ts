import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';
import type { Place } from '../rules/incidents/incidents';
import { fromStream } from './supervision';

const unprovided = (port: string) => new Error(`${port} must be provided`);

/** The stub of a port that is a call. The wiring provides the real one. */
export const call = <Answer, Input = NonReducibleUnknown>(port: string): PromiseActorLogic<Answer, Input> =>
  fromPromise<Answer, Input>(() => Promise.reject(unprovided(port)));

/** The stub of a port that is a stream. The wiring provides the real one. */
export const stream = <Command extends EventObject = EventObject, Input = NonReducibleUnknown>(
  port: string,
): CallbackActorLogic<Command, Input> =>
  fromStream<Command, Input>(() => {
    throw unprovided(port);
  });

/** The stub of a stream that is not supervised, because its chart handles the failure itself. */
export const unsupervisedStream = <Command extends EventObject, Input>(
  port: string,
): CallbackActorLogic<Command, Input> =>
  fromCallback<Command, Input>(() => {
    throw unprovided(port);
  });

/** Reports `network.lost` and `network.returned`, and `page.shown` when the app comes to the foreground. */
export const network = stream<EventObject, undefined>('network');

/** A position of the device. Its accuracy in metres is given where a chart shows it. */
export type LocatedPlace = Place & { readonly accuracy?: number };
/** The position of the device (S1 §9). Rejects with a LocationFailure. */
export const locate = call<LocatedPlace>('locate');

/** Compresses an image; other files stay as they are (S1 §5, DECISIONS 38). */
export const prepareFile = call<File, File>('prepareFile');

/** Puts text on the clipboard. Rejects if the browser refuses. */
export const copyText = call<void, { readonly text: string }>('copyText');

/** Whether the browser can store the draft of a form. Sent when that changes; at the start it is taken for granted. */
type DraftKeeping = { type: 'draft.keeping'; isKept: boolean };

/** Stores the draft of a form and its files. Null and an empty list of files are deleted. */
export type FormDraftCommand<Draft> =
  | { type: 'draft.keep'; draft: Draft | null }
  | { type: 'files.keep'; files: readonly File[] };

/** The stored draft of a form with files. */
export type FormDraftEvent<Draft> =
  | DraftKeeping
  | { type: 'draft.restored'; draft: Draft }
  | { type: 'files.restored'; files: readonly File[] }
  /** All that is stored has been restored. */
  | { type: 'draft.known' };
