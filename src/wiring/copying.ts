import { fromPromise } from 'xstate';
import { textCopyingMachine } from '../machines/textCopying.machine';
import { copyText } from '../services/device/clipboard';

/** The port `copyText`: puts text on the clipboard. */
export const copyTextPort = fromPromise<void, { readonly text: string }>(({ input }) => copyText(input.text));

/** The chart that copies a text, with its port. */
export const textCopying = textCopyingMachine.provide({ actors: { copyText: copyTextPort } });
