import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { openTestApp, type Person, type PersonOptions } from './browser';
import { startOtherServer } from './otherServer';
import type { S2Part } from './s2part';

/**
 * The app of a test file with a server that knows only S1 and these parts of S2, at another origin than the app. After each test the
 * server is as it was, and the app must have sent nothing that is not in the specification.
 */
export async function openBesideOtherServer(parts: readonly S2Part[] = []) {
  const other = await startOtherServer(parts);
  const testApp = openTestApp({ API_BASE: other.base });
  beforeEach(() => {
    other.switches.origin = new URL(testApp.server.base).origin;
  });
  afterEach(() => {
    const beyond = [...other.beyond];
    other.reset();
    expect(beyond).toEqual([]);
  });
  afterAll(() => other.close());

  return {
    other,
    testApp,
    /** Somebody whose browser has a token of the other server already. */
    async returning(username: string, options?: PersonOptions): Promise<Person> {
      const person = await testApp.visitor(options);
      await person.page.addInitScript((token) => localStorage.setItem('token', token), other.tokenOf(username));
      return person;
    },
  };
}
