import { CsvError, parse } from 'csv-parse/sync';
import type { InventoryItem } from '../../../src/contract/supplies';

/** The columns of an exported list of items. An import recognises them by these names, in any order and case. */
const columns = ['Name', 'Category', 'Quantity', 'Unit', 'Low stock threshold', 'Barcode'] as const;
export type Column = (typeof columns)[number];

/** One line of an import. A column that is missing in the file is absent; an empty cell is ''. */
export interface CsvLine {
  /** The number of the line in the file, from 1. */
  readonly line: number;
  readonly cells: Readonly<Partial<Record<Column, string>>>;
}

/** The reason why a file or one of its lines cannot be imported. */
export interface CsvProblem {
  readonly line: number;
  readonly message: string;
}

/** The list of items as CSV (RFC 4180) with a header line. */
export const writeCsv = (items: readonly InventoryItem[]): string =>
  [columns, ...items.map(cellsOf)]
    .map((cells) => `${cells.map((cell) => cellOf(String(cell))).join(',')}\r\n`)
    .join('');

const cellsOf = (item: InventoryItem) => [
  item.name,
  item.categoryName ?? '',
  item.quantity,
  item.unit,
  item.lowStockThreshold,
  item.barcode ?? '',
];

/**
 * Spreadsheets run a cell that begins with one of these characters as a formula. An apostrophe in front turns it into text. A cell
 * that already begins with apostrophes before such a character gets one more, so that reading exactly reverses writing.
 */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const cellOf = (text: string) => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
const textOf = (cell: string) => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell).trim();

/** The most lines that one import may have. */
const MOST_LINES = 2000;

/** Reads a CSV file with a header line. Empty lines are skipped. Cells may be separated by commas, semicolons or tabs. */
export function readCsv(csv: string): { readonly lines: readonly CsvLine[]; readonly problems: readonly CsvProblem[] } {
  const failed = (line: number, message: string) => ({ lines: [], problems: [{ line, message }] });
  // The types of csv-parse do not know that `info` changes what a row is.
  let rows: { info: { lines: number }; record: string[] }[];
  try {
    rows = parse(csv, {
      bom: true,
      delimiter: delimiterOf(csv),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as typeof rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return failed(
      Number(error.lines ?? 1),
      'This line is not valid CSV: a quotation mark is missing or in the wrong place.',
    );
  }
  const [head, ...body] = rows;
  if (!head) return failed(1, 'The file is empty.');
  if (body.length > MOST_LINES) return failed(head.info.lines, `A file may have at most ${MOST_LINES} lines.`);
  const names = head.record.map((cell) => cell.trim());
  // A spreadsheet may end each line with empty cells.
  while (names.at(-1) === '') names.pop();
  const known = names.map((name) => columns.find((column) => column.toLowerCase() === name.toLowerCase()));
  const unknown = names.find((_, at) => known[at] === undefined);
  if (unknown !== undefined)
    return failed(
      head.info.lines,
      unknown === ''
        ? 'A column has no name.'
        : `The column '${[...unknown].slice(0, 50).join('')}' is unknown. The columns are ${columns.join(', ')}.`,
    );
  if (new Set(known).size < known.length) return failed(head.info.lines, 'A column is there twice.');
  if (!known.includes('Name')) return failed(head.info.lines, "There is no column 'Name'.");
  const problems: CsvProblem[] = [];
  const lines: CsvLine[] = [];
  for (const { info, record } of body) {
    if (record.every((cell) => cell.trim() === '')) continue;
    if (record.slice(known.length).some((cell) => cell.trim() !== ''))
      problems.push({ line: info.lines, message: 'This line has more cells than the heading.' });
    else
      lines.push({
        line: info.lines,
        cells: Object.fromEntries(record.slice(0, known.length).map((cell, at) => [known[at], textOf(cell)])),
      });
  }
  return { lines, problems };
}

/** The separator, taken from the header line. Spreadsheets of some countries write semicolons. */
function delimiterOf(csv: string): string {
  const head = csv.split(/\r?\n/, 1)[0] ?? '';
  return [';', '\t'].find((mark) => head.includes(mark)) ?? ',';
}
