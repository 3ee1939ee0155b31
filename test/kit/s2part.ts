import type { Person } from './otherPeople';

/** A call that S1 does not have. */
export interface S2Call {
  readonly method: string;
  readonly path: string;
  /** With its question mark. */
  readonly search: string;
  /** The JSON of its body; null without one. */
  readonly body: unknown;
  readonly person: Person;
  /** Notes what is not in S2 either. */
  noteBeyond(what: string): void;
}
/** A part of S2 that this server is to know, too: what it answers, or undefined where the call is none of its. */
export type S2Part = (call: S2Call) => { readonly status: number; readonly body?: unknown } | undefined;
