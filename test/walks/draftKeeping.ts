import { expect } from 'vitest';
import { said } from '../kit/walk';

/** What the store of a form's draft tells when the browser cannot store it, and when it can again. */
export const keepingSamples = (store: string) => ({
  'the device is full': said(store, { type: 'draft.keeping', isKept: false }),
  'the device has room again': said(store, { type: 'draft.keeping', isKept: true }),
});

/** The member is told whether the draft is stored. */
export const tellsOfKeeping = <Snapshot>(to: string, select: (snapshot: Snapshot) => boolean) => {
  const tells = (isKept: boolean) => ({
    to,
    sees: ({ read }: { read<T>(selector: (snapshot: Snapshot) => T): T }) => expect(read(select)).toBe(isKept),
  });
  return { 'the device is full': tells(false), 'the device has room again': tells(true) };
};

/** The chart has heard that all that is stored of the draft has been restored. */
export const knowsDraft = (to: string) => ({
  to,
  sees: ({ read }: { read<T>(selector: (snapshot: { context: { isDraftKnown: boolean } }) => T): T }) =>
    expect(read(({ context }) => context.isDraftKnown)).toBe(true),
});
