import { isIPv6 } from 'node:net';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { loginAddresses, users } from '../../db/schema';

/** The first delay after too many tries for one account, and the longest, in milliseconds; it doubles with each try. */
const [FIRST_DELAY, LONGEST_DELAY] = [1000, 60_000];
/** After so long without a try an account's tries are forgotten, in milliseconds. */
const FORGOTTEN = 60 * 60_000;
/** How many accounts are watched at once; then those that were tried longest ago are forgotten. */
const MOST_ACCOUNTS = 100_000;
/** How long an address from which a member has logged in stays theirs, in days. */
const KNOWN_FOR = 180;

export interface LoginTries {
  /** Counts a try for an account. @returns how long to wait before it, in milliseconds; 0 when it may be made now. */
  begin(account: string): number;
  /** Forgets an account's tries: one was right. */
  succeed(account: string): void;
}

/**
 * Limits the tries for one account, wherever they come from: after some at once, each has to wait twice as long as the one before. A try
 * counts before it is made, so that many at the same moment are no way around. An account that does not exist is treated alike.
 * @param most how many are free
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
      // At the end of the map, whose beginning is forgotten first.
      accounts.delete(account);
      accounts.set(account, { count: tries.count + 1, last: at, free: at + delay });
      const [oldest] = accounts.keys();
      if (accounts.size > MOST_ACCOUNTS && oldest !== undefined) accounts.delete(oldest);
      return 0;
    },
    succeed: (account) => void accounts.delete(account),
  };
}

/** The address by which visitors are told apart: of IPv6 the network (/64), in which one visitor may have any number of addresses. */
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

/** Whether the member of this username has logged in from this address before. */
export async function isKnownAddress(db: Db, usernameKey: string, address: string): Promise<boolean> {
  const found = await db
    .select({ userId: loginAddresses.userId })
    .from(loginAddresses)
    .innerJoin(users, eq(users.id, loginAddresses.userId))
    .where(and(eq(users.usernameKey, usernameKey), eq(loginAddresses.address, address)));
  return found.length > 0;
}

/** Remembers from where a member has logged in, and forgets what is long ago. */
export async function rememberAddress(db: Db, userId: number, address: string): Promise<void> {
  await db
    .insert(loginAddresses)
    .values({ userId, address })
    .onConflictDoUpdate({
      target: [loginAddresses.userId, loginAddresses.address],
      set: { lastLogin: sql`now()` },
      // A login a day is enough to know.
      setWhere: lt(loginAddresses.lastLogin, sql`now() - interval '1 day'`),
    });
  const isOld = lt(loginAddresses.lastLogin, sql`now() - make_interval(days => ${KNOWN_FOR})`);
  await db.delete(loginAddresses).where(and(eq(loginAddresses.userId, userId), isOld));
}
