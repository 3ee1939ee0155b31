import { saveFile } from './saveFile';

/**
 * The text of a CSV file that a spreadsheet has saved, or null if the file is no text. Some spreadsheets save CSV as UTF-8, others as
 * windows-1252. Text in windows-1252 with letters such as 'è' is practically never valid UTF-8, so UTF-8 is tried first.
 */
export async function readCsvFile(file: Blob): Promise<string | null> {
  const bytes = await file.arrayBuffer();
  const text = decoded(bytes);
  // Spreadsheets in their own formats, images and the like contain zero bytes; text does not.
  return text.includes('\0') ? null : text;
}

/** The decoder of UTF-8 removes a byte order mark. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Offers CSV to the member as a file. Without the byte order mark some spreadsheets would not open it as UTF-8, and damage 'è'. */
export const saveCsvFile = (name: string, csv: string) => saveFile(name, `\uFEFF${csv}`, 'text/csv');
