import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that are not the public internet (RFC 6890): a push service is never there, but somebody's own devices may be. */
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
// Of IPv6, 2000::/3 alone is public, but not what leads to IPv4 in disguise (Teredo, 6to4) and what is for documents.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet. */
export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !notPublic.check(address, 'ipv4');
  return version === 6 && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

const isLoopback = (address: string) => address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));

/** The host of an address without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** The words of an error that ends a connection to a forbidden address. */
const FORBIDDEN = 'the address is not public';

/**
 * Whether a push service may be there: https and no private address, as far as the address itself says. A test setting allows
 * loopback, also by http.
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
 * Finds the addresses of a name when a connection is made to it, and refuses where one of them is not public: what the name said when
 * it was given to us can have changed since, and nobody connects to an address that was not looked at.
 */
export const publicLookup =
  (toLoopback: boolean, find: typeof lookup = lookup): LookupFunction =>
  (hostname, options, callback) => {
    find(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [] as never, 4);
      const isForbidden = found.some(({ address }) => !isPublic(address) && !(toLoopback && isLoopback(address)));
      const [first] = found;
      if (isForbidden || !first) return callback(new Error(FORBIDDEN), [] as never, 4);
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
