import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks outside the public internet (RFC 6890). No push service is in them, but private devices may be. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4');
// Of IPv6 only 2000::/3 is public, except networks that embed IPv4 addresses (Teredo, 6to4) and networks for documentation.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, 'ipv4');
  return version === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

const isLoopback = (address: string) => address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));

/** The host of an address, without the brackets around an IPv6 address. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** The message of the error that prevents a connection to a forbidden address. */
const FORBIDDEN = 'the address is not public';

/**
 * Whether an address may be that of a push service: https, and not visibly private. A setting for tests allows loopback, also by
 * http.
 */
export function mayBePushService(endpoint: string, toLoopback: boolean): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '') return false;
  const host = hostOf(url);
  if (toLoopback && isLoopback(host)) return url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol !== 'https:') return false;
  return isIP(host) === 0 ? host !== 'localhost' && !host.endsWith('.localhost') : isPublic(host);
}

/** How long a DNS server may take for an answer, in milliseconds (longer each time), and how many times it is asked. */
const PATIENCE = { timeout: 2000, tries: 2 };

/**
 * The addresses of a name, of IPv4 first. Asks the DNS servers itself, and not with Node's `lookup`: that looks up two names at once in the
 * whole process, and where DNS does not answer, each takes many seconds. All push messages would wait for those to one such name, and so
 * would the lookup of the database's host, and members would get 503.
 * @param servers the DNS servers, if they are not those of this machine
 */
export async function addressesOf(name: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  // A new one each time, because it reads only once which servers this machine has, and at the start there may be none yet.
  const dns = new Resolver(PATIENCE);
  if (servers) dns.setServers(servers);
  const [ipv4, ipv6] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason;
  const found = (of: typeof ipv4, family: number) =>
    of.status === 'rejected' ? [] : of.value.map((address) => ({ address, family }));
  return [...found(ipv4, 4), ...found(ipv6, 6)];
}

/**
 * A DNS lookup for use when connecting, which fails if any address found is not public. Checking only the stored name would not be
 * safe, because its addresses can change later; this way only checked addresses are connected to.
 */
export const publicLookup =
  (toLoopback: boolean, find: (name: string) => Promise<LookupAddress[]> = addressesOf): LookupFunction =>
  (name, options, callback) => {
    const fail = (error: Error) => callback(error, [] as never, 4);
    find(name).then((found) => {
      const isForbidden = found.some(({ address }) => !isPublic(address) && !(toLoopback && isLoopback(address)));
      const [first] = found;
      if (isForbidden || !first) fail(new Error(FORBIDDEN));
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    }, fail);
  };
