import type { Person } from './otherPeople';

/** A call that the other server offers to the parts of S2 before it answers it itself. */
export interface S2Call {
  readonly method: string;
  readonly path: string;
  /** The query, with its question mark; '' without one. */
  readonly search: string;
  /** The JSON of its body; null without one. */
  readonly body: unknown;
  readonly person: Person;
  /** Notes something that is not in S2 either. */
  noteBeyond(what: string): void;
}
/** A part of S2 that the other server knows in addition. @returns the answer, or undefined if the call does not belong to the part */
export type S2Part = (call: S2Call) => { readonly status: number; readonly body?: unknown } | undefined;
