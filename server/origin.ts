/**
 * The origin of an http address, as a source of a content security policy; null for anything that is no such address, or has a
 * query, a fragment or a user in it.
 */
export function originOf(address: string): string | null {
  if (!/^https?:\/\/[^\s?#@'";,]+$/.test(address) || !URL.canParse(address)) return null;
  return new URL(address).origin;
}
