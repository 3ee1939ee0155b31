import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
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

/**
 * A DNS lookup for use when connecting, which fails if any address found is not public. Checking only the stored name would not be
 * safe, because its addresses can change later; this way only checked addresses are connected to.
 *
 * Only one name is looked up at a time. Node looks up two names at once in the whole process, and each takes many seconds where DNS does
 * not answer: the lookup of the database's host would wait behind those of all push messages, and members would get 503.
 */
export function publicLookup(toLoopback: boolean, find: typeof lookup = lookup): LookupFunction {
  /** The lookups that go on or wait for their turn, by name. */
  const underway = new Map<string, Promise<LookupAddress[]>>();
  let last: Promise<unknown> = Promise.resolve();
  const addressesOf = (hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
    const known = underway.get(hostname);
    if (known) return known;
    const addresses = last.then(
      () =>
        new Promise<LookupAddress[]>((resolve, reject) =>
          find(hostname, { ...options, all: true }, (error, found) => (error ? reject(error) : resolve(found))),
        ),
    );
    underway.set(hostname, addresses);
    last = addresses.catch(() => {}).then(() => underway.delete(hostname));
    return addresses;
  };
  return (hostname, options, callback) => {
    const fail = (error: Error) => callback(error, [] as never, 4);
    addressesOf(hostname, options).then((found) => {
      const isForbidden = found.some(({ address }) => !isPublic(address) && !(toLoopback && isLoopback(address)));
      const [first] = found;
      if (isForbidden || !first) fail(new Error(FORBIDDEN));
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    }, fail);
  };
}
