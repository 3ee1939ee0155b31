import { isIPv6 } from 'node:net';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { loginAddresses, users } from '../../db/schema';
import { lockMember } from './callers';

/** The first delay after too many tries, in milliseconds. The delay doubles with each try. */
const FIRST_DELAY = 1000;
/** The longest delay between two tries for an account from one network, in milliseconds. */
const LONGEST_DELAY = 60_000;
/**
 * For tries from all networks together: the longest delay, in milliseconds, and how many times as many are free. The delay is shorter, so
 * that an attacker in one network, who soon waits a minute between tries, does not keep out a member at an unknown address.
 */
const [LONGEST_SHARED_DELAY, SHARED_FACTOR] = [12_000, 2];
/** The time without a try after which an account's tries are forgotten, in milliseconds. */
const FORGOTTEN = 60 * 60_000;
/** The most entries that are remembered. Beyond that, the one whose last try is the oldest is forgotten. */
const MOST_ENTRIES = 100_000;
/** How many days after the last login from an address that address counts as known for the member. */
const KNOWN_FOR = 180;
const DAY = 24 * 60 * 60_000;

interface LoginTries {
  /**
   * Counts a try for an account from a network.
   * @returns the time to wait first, in milliseconds; 0 when the try may be made now.
   */
  begin(account: string, network: string): number;
  /** Forgets an account's tries from this network, and those from all networks together, after a successful login. */
  succeed(account: string, network: string): void;
}

/**
 * Limits the login tries for one account: from one network, and from all networks together. After some free tries, the delay doubles
 * with each further try. A try is counted before it is made, so that simultaneous tries do not evade the limit. Unknown accounts are
 * treated in the same way.
 * @param most the number of free tries from one network
 */
export function createLoginTries(most: number, now = () => performance.now()): LoginTries {
  const own = createDelays(most, LONGEST_DELAY);
  const shared = createDelays(most * SHARED_FACTOR, LONGEST_SHARED_DELAY);
  return {
    begin(account, network) {
      const at = now();
      const name = `${network} ${account}`;
      const wait = Math.max(own.waitOf(name, at), shared.waitOf(account, at));
      if (wait > 0) return wait;
      own.count(name, at);
      shared.count(account, at);
      return 0;
    },
    succeed(account, network) {
      own.forget(`${network} ${account}`);
      shared.forget(account);
    },
  };
}

/** @param most the number of tries without a delay */
function createDelays(most: number, longest: number) {
  const entries = new Map<string, { readonly count: number; readonly last: number; readonly free: number }>();
  return {
    waitOf: (name: string, at: number) => Math.max((entries.get(name)?.free ?? at) - at, 0),
    count(name: string, at: number): void {
      const known = entries.get(name);
      const count = known && at - known.last < FORGOTTEN ? known.count + 1 : 1;
      const delay = count < most ? 0 : Math.min(FIRST_DELAY * 2 ** (count - most), longest);
      // Moves the entry to the end of the map, because the first one is forgotten first.
      entries.delete(name);
      entries.set(name, { count, last: at, free: at + delay });
      const [oldest] = entries.keys();
      if (entries.size > MOST_ENTRIES && oldest !== undefined) entries.delete(oldest);
    },
    forget: (name: string) => void entries.delete(name),
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

/**
 * Remembers an address from which a member has logged in.
 * @throws HttpError 401 when they were deleted meanwhile: then nothing may be stored of them any more (DECISIONS P7).
 */
export const rememberAddress = (db: Db, userId: number, address: string): Promise<void> =>
  db.transaction(async (tx) => {
    await lockMember(tx, userId);
    await tx
      .insert(loginAddresses)
      .values({ userId, address })
      .onConflictDoUpdate({
        target: [loginAddresses.userId, loginAddresses.address],
        set: { lastLogin: sql`now()` },
        // The time is updated at most once a day, to save writes.
        setWhere: lt(loginAddresses.lastLogin, sql`now() - interval '1 day'`),
      });
  });

/** Forgets the addresses whose last login is too old, also of members who do not come any more. */
export async function forgetOldAddresses(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KNOWN_FOR * DAY);
  await db.delete(loginAddresses).where(lt(loginAddresses.lastLogin, oldest));
}
