import * as v from 'valibot';

/** The most messages of the server that are remembered for a member. Only those of the last minutes matter. */
const LIMIT = 200;
const keyOf = (userId: string) => `echoes/${userId}`;
const Names = v.array(v.string());

/**
 * Remembers which of the server's messages were there before a message was sent, or were its echo, so that they are not taken for the
 * echo of another one. They are in localStorage, because the page may be reloaded, or another tab may send, before the echo comes.
 * If the browser forbids storage, they are remembered as long as the page is open.
 */
export function createEchoes() {
  const here = new Set<string>();
  return {
    has: (userId: string, name: string): boolean => here.has(name) || readNames(userId).includes(name),
    add(userId: string, names: readonly string[]): void {
      if (names.length === 0) return;
      for (const name of names) here.add(name);
      try {
        const all = new Set([...readNames(userId), ...names]);
        localStorage.setItem(keyOf(userId), JSON.stringify([...all].slice(-LIMIT)));
      } catch (error) {
        console.warn('This browser cannot remember which messages have arrived', error);
      }
    },
  };
}

/** Deletes what is remembered for a member. */
export function forgetEchoes(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch (error) {
    console.error('The browser refuses to forget which messages have arrived', error);
  }
}

function readNames(userId: string): readonly string[] {
  try {
    return v.parse(Names, JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'));
  } catch {
    return [];
  }
}
