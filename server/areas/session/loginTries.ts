import { isIPv6 } from 'node:net';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { loginAddresses, users } from '../../db/schema';

/** The first and the longest delay after too many tries for one account, in milliseconds. The delay doubles with each try. */
const [FIRST_DELAY, LONGEST_DELAY] = [1000, 60_000];
/** The time without a try after which an account's tries are forgotten, in milliseconds. */
const FORGOTTEN = 60 * 60_000;
/** The most accounts whose tries are remembered. Beyond that, the account whose last try is the oldest is forgotten. */
const MOST_ACCOUNTS = 100_000;
/** How many days after the last login from an address that address counts as known for the member. */
const KNOWN_FOR = 180;

export interface LoginTries {
  /**
   * Counts a try for an account.
   * @returns the time to wait first, in milliseconds; 0 when the try may be made now.
   */
  begin(account: string): number;
  /** Forgets an account's tries after a successful login. */
  succeed(account: string): void;
}

/**
 * Limits the login tries for one account from all addresses together. After some free tries, the delay doubles with each further
 * try. A try is counted before it is made, so that simultaneous tries do not evade the limit. Unknown accounts are treated in the
 * same way.
 * @param most the number of free tries
 */
export function createLoginTries(most: number, now = () => performance.now()): LoginTries {
  const accounts = new Map<string, { count: number; last: number; free: number }>();
  return {
    begin(account) {
      const at = now();
      const known = accounts.get(account);
      const tries = known && at - known.last < FORGOTTEN ? known : { count: 0, last: at, free: at };
      if (tries.free > at) return tries.free - at;
      const over = tries.count + 1 - most;
      const delay = over < 0 ? 0 : Math.min(FIRST_DELAY * 2 ** over, LONGEST_DELAY);
      // Moves the account to the end of the map, because the first account is forgotten first.
      accounts.delete(account);
      accounts.set(account, { count: tries.count + 1, last: at, free: at + delay });
      const [oldest] = accounts.keys();
      if (accounts.size > MOST_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
      return 0;
    },
    succeed: (account) => void accounts.delete(account),
  };
}

/**
 * The address that counts as one visitor. For IPv6 that is the /64 network, because one visitor can use any number of addresses in
 * it.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped || !isIPv6(ip)) return mapped ?? ip;
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const missing = 8 - groups(head).length - groups(tail).length;
  const all = ip.includes('::') ? [...groups(head), ...Array(missing).fill('0'), ...groups(tail)] : groups(head);
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Whether the member with this username has logged in from this address before. */
export async function isKnownAddress(db: Db, usernameKey: string, address: string): Promise<boolean> {
  const found = await db
    .select({ userId: loginAddresses.userId })
    .from(loginAddresses)
    .innerJoin(users, eq(users.id, loginAddresses.userId))
    .where(and(eq(users.usernameKey, usernameKey), eq(loginAddresses.address, address)));
  return found.length > 0;
}

/** Remembers an address from which a member has logged in, and forgets addresses whose last login is too old. */
export async function rememberAddress(db: Db, userId: number, address: string): Promise<void> {
  await db
    .insert(loginAddresses)
    .values({ userId, address })
    .onConflictDoUpdate({
      target: [loginAddresses.userId, loginAddresses.address],
      set: { lastLogin: sql`now()` },
      // The time is updated at most once a day, to save writes.
      setWhere: lt(loginAddresses.lastLogin, sql`now() - interval '1 day'`),
    });
  const isOld = lt(loginAddresses.lastLogin, sql`now() - make_interval(days => ${KNOWN_FOR})`);
  await db.delete(loginAddresses).where(and(eq(loginAddresses.userId, userId), isOld));
}
