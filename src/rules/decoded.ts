/** A part of an address as it was written, also if a link was cut in the middle of an encoded character. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
