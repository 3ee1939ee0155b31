import * as v from 'valibot';
import { keepSetting, readSetting } from './settings';

/** The most messages of the server that are remembered for a member. Only those of the last minutes matter. */
const LIMIT = 200;
const echoesKey = (userId: string) => `echoes/${userId}`;
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
      const all = new Set([...readNames(userId), ...names]);
      keepSetting(echoesKey(userId), JSON.stringify([...all].slice(-LIMIT)));
    },
  };
}

/** Deletes what is remembered for a member. */
export const forgetEchoes = (userId: string) => keepSetting(echoesKey(userId), null);

function readNames(userId: string): readonly string[] {
  try {
    return v.parse(Names, JSON.parse(readSetting(echoesKey(userId)) ?? '[]'));
  } catch {
    return [];
  }
}
