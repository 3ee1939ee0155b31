/** Time and fresh ids. Charts get them as input, so that they run unchanged in a test, in the workbench and in the app. */
export interface World {
  /** Milliseconds since 1970. */
  now(): number;
  /** A fresh unique id. */
  createId(): string;
  /** A number from 0 up to 1, by chance. */
  random(): number;
}

/** The signed-in member, as charts and screens need to know them. */
export interface Me {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
}
