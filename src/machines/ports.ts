import {
  type CallbackActorLogic,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  type PromiseActorLogic,
} from 'xstate';
import type { Place } from '../rules/incidents';
import { fromStream } from './supervision';

const unprovided = (port: string) => new Error(`${port} must be provided`);

/** A call to be provided. */
export const call = <Answer, Input = NonReducibleUnknown>(port: string): PromiseActorLogic<Answer, Input> =>
  fromPromise<Answer, Input>(() => Promise.reject(unprovided(port)));

/** A stream to be provided. */
export const stream = <Command extends EventObject = EventObject, Input = NonReducibleUnknown>(
  port: string,
): CallbackActorLogic<Command, Input> =>
  fromStream<Command, Input>(() => {
    throw unprovided(port);
  });

/** A stream to be provided whose failure its chart answers itself: it is not supervised. */
export const unsupervisedStream = <Command extends EventObject, Input>(
  port: string,
): CallbackActorLogic<Command, Input> =>
  fromCallback<Command, Input>(() => {
    throw unprovided(port);
  });

/** Reports `network.lost` and `network.returned`, and `page.shown` when the app comes to the foreground. */
export const network = stream<EventObject, undefined>('network');

/** Where the device is. Rejects with a LocationFailure. */
export const locate = call<Place>('locate');

/** Puts text on the clipboard. Rejects where the browser refuses. */
export const copyText = call<void, { readonly text: string }>('copyText');
