/**
 * Clock, ids and random numbers. Charts get them as input, so that they run unchanged in tests, in the workbench and in the app.
 */
export interface World {
  /** Milliseconds since 1970. */
  now(): number;
  /** The same by the server's clock, because this device's may be hours off; by this device's until the server has told (DECISIONS 370). */
  serverNow(): number;
  /** A fresh unique id. */
  createId(): string;
  /** A random number from 0 up to, but not including, 1. */
  random(): number;
}

/** What is needed to make something new: the time and a fresh id. */
export type TimeAndId = Pick<World, 'now' | 'createId'>;
