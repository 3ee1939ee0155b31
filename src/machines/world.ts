/** What a chart needs of the world that differs from run to run: time and fresh ids. Given through input, so that a chart runs unchanged in a test, in the workbench and in the app. */
export interface World {
  /** Milliseconds since 1970. */
  now(): number;
  /** An id that nobody else has made. */
  createId(): string;
}

/** The signed-in member, as charts and screens need to know them. */
export interface Me {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
}
