import { describe, expect, it } from 'vitest';
import { readCsvFile } from '../../src/services/device/csvFile';

const read = (...bytes: number[]) => readCsvFile(new Blob([Uint8Array.from(bytes)]));
const ascii = (text: string) => [...Buffer.from(text, 'ascii')];

describe('a chosen CSV file', () => {
  it.each([
    ['UTF-8', [0xc3, 0xa8]],
    ['windows-1252', [0xe8]],
  ])('is read as %s', async (_, grave) => {
    expect(await read(...ascii('Name\nCr'), ...grave, ...ascii('me\n'))).toBe('Name\nCrème\n');
  });

  it('is read without its byte order mark', async () => {
    expect(await read(0xef, 0xbb, 0xbf, ...ascii('Name\n'))).toBe('Name\n');
  });

  it.each([
    // The first bytes of a ZIP archive, which .xlsx and .ods files are.
    ['a spreadsheet of another format', [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00]],
    // The first bytes of a compound file, which .xls files are.
    ['an old spreadsheet', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0x00, 0x00]],
    ['text in UTF-16', [0xff, 0xfe, 0x4e, 0x00, 0x61, 0x00]],
  ])('is not taken for text if it is %s', async (_, bytes) => {
    expect(await read(...bytes)).toBe(null);
  });

  it('may be empty: the server says so', async () => {
    expect(await read()).toBe('');
  });
});
