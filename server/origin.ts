/**
 * The origin of an http(s) address, for a content security policy; null for any other text, and for an address with a query, a
 * fragment or credentials.
 */
export function originOf(address: string): string | null {
  if (!/^https?:\/\/[^\s?#@'";,]+$/.test(address) || !URL.canParse(address)) return null;
  return new URL(address).origin;
}
