import type { ByteRange } from './storage';

/**
 * What a Range header asks for (RFC 9110 §14.2): a stretch of the file, 'none' when it asks for nothing that is there, or null
 * when the whole is to be sent because the header is absent, in no known unit, malformed, or asks for several stretches.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size - 1 } : 'none';
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'none';
}
