import type { ByteRange } from './storage';

/**
 * Reads a Range header (RFC 9110 §14.2). Returns the requested range; 'none' when it lies outside the file; null when the whole
 * file must be sent, because the header is absent, malformed, of an unknown unit, or asks for several ranges.
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
