import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCsv, writeCsv } from '../../server/areas/supplies/csv';
import type { ImportAnswer } from '../../src/contract/inventory';
import type { InventoryItem } from '../../src/contract/supplies';
import { type SignedInServer, startSignedInServer } from '../kit/incidents';
import { noticesOf, stockOf, suppliesIn, supplyRows } from '../kit/supplies';

let server: SignedInServer['server'];
let tokens: SignedInServer['tokens'];
beforeAll(async () => {
  ({ server, tokens } = await startSignedInServer());
});
afterAll(() => server.close());
const { asked, read, makeItem } = suppliesIn(() => ({ server, tokens }));
const indu = 'inventory manager';

const exported = async () => (await read<{ csv: string }>('inventory/export', indu)).csv;
const send = (csv: string, fields: object = {}) => asked(indu, 'inventory/import', { body: { csv, ...fields } });
const imported = async (csv: string, fields: object = {}) => (await send(csv, fields)).body as Required<ImportAnswer>;
const itemNamed = async (name: string) =>
  (await read<InventoryItem[]>('inventory/items')).find((item) => item.name === name);
const head = 'Name,Category,Quantity,Unit,Low stock threshold,Barcode';

describe('the list of items as CSV', () => {
  it('has a heading and a line for each, quoted where it must be', async () => {
    await makeItem([[3]], { name: 'Pads, "small"', unit: 'packs\nof 5', lowStockThreshold: 2, barcode: '007' });
    const csv = await exported();
    expect(csv.split('\r\n')[0]).toBe(head);
    expect(csv).toContain('\r\nBandage,Dressings,36,rolls,10,8901234500019\r\n');
    expect(csv).toContain('\r\n"Pads, ""small""",,3,"packs\nof 5",2,007\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '=HYPERLINK("http://evil.example","Gauze")'])(
    'runs nothing in a spreadsheet: %j becomes text',
    async (text) => {
      await makeItem([], { name: `A ${text}`, unit: text.trim(), barcode: text.trim() });
      const csv = await exported();
      for (const line of csv.split('\r\n'))
        for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+\-@\t]/);
      await asked(indu, `inventory/items/${(await itemNamed(`A ${text}`.trim()))?.id}`, { method: 'DELETE' });
    },
  );

  it('comes back as it went out, whatever is in it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '"', ',', ';', '\n', '\r', '\t', ' ', 'a') }),
    );
    const line = fc.record({
      name: text,
      unit: text,
      categoryName: text,
      barcode: text,
      quantity: fc.nat(),
      lowStockThreshold: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 4 }), (items) => {
        const rows = items.map((item) => ({ ...item, name: `x${item.name}` }));
        const csv = writeCsv(rows as unknown as InventoryItem[]);
        const { lines, problems } = readCsv(csv);
        expect(problems).toEqual([]);
        expect(lines.map(({ cells }) => cells)).toEqual(
          rows.map((item) => ({
            Name: item.name.trim(),
            Category: item.categoryName.trim(),
            Quantity: String(item.quantity),
            Unit: item.unit.trim(),
            'Low stock threshold': String(item.lowStockThreshold),
            Barcode: item.barcode.trim(),
          })),
        );
      }),
      { numRuns: 300 },
    );
  });
});

describe('an import of the list', () => {
  it('of what was exported changes nothing', async () => {
    const before = await supplyRows(server);
    const csv = await exported();
    const { errors, changes, isApplied } = await imported(csv, { apply: true });
    expect([errors, isApplied]).toEqual([[], true]);
    expect(new Set(changes?.map(({ kind }) => kind))).toEqual(new Set(['same']));
    expect(await supplyRows(server)).toEqual(before);
  });

  it('is previewed first: the preview says what would change, and changes nothing', async () => {
    await makeItem([[3]], { name: 'Cream' });
    const before = await supplyRows(server);
    const answer = await imported(`Name,Quantity,Unit\nCream,20,tubes\nNew one,4,\n\nBandage,36,rolls`);
    expect(answer).toEqual({
      isApplied: false,
      state: expect.any(String),
      errors: [],
      changes: [
        { line: 2, kind: 'update', name: 'Cream', details: 'Quantity 3 → 20, Unit pieces → tubes' },
        { line: 3, kind: 'create', name: 'New one', details: 'Quantity 4, Unit pieces, Low stock threshold 5' },
        { line: 5, kind: 'same', name: 'Bandage', details: '' },
      ],
    });
    expect(await supplyRows(server)).toEqual(before);
  });

  it('writes a ledger row for each changed total, creates items and categories, and leaves other items alone', async () => {
    const id = await makeItem([[3], [4, '2030-01-01']], { name: 'Salve', lowStockThreshold: 1, barcode: '55' });
    const csv = 'name;CATEGORY;quantity\r\nsalve;Ointments;5\r\n"Swabs; large";ointments;9\r\n';
    expect(await imported(csv, { apply: true })).toMatchObject({ isApplied: true, errors: [] });
    expect(await itemNamed('salve')).toMatchObject({
      id,
      categoryName: 'Ointments',
      quantity: 5,
      lowStockThreshold: 1,
      barcode: '55',
    });
    expect(await itemNamed('Swabs; large')).toMatchObject({
      categoryName: 'Ointments',
      quantity: 9,
      unit: 'pieces',
      lowStockThreshold: 5,
    });
    const { events, quantity, ledger, inBatches } = await stockOf(server, id);
    expect(events.at(-1)).toEqual({ reason: 'import', delta: -2, expiresOn: null, note: null });
    expect([quantity, ledger, inBatches]).toEqual([5, 5, 5]);
    expect((await itemNamed('Bandage'))?.quantity).toBe(36);
  });

  it('leaves alone what an empty cell is about, category and barcode too (DECISIONS 126)', async () => {
    const all = { categoryName: 'Creams', quantity: 3, unit: 'tubes', lowStockThreshold: 2, barcode: '4711' };
    await imported(`${head}\nKept,Creams,3,tubes,2,4711`, { apply: true });
    await imported(`${head}\nKept,,,,,`, { apply: true });
    expect(await itemNamed('Kept')).toMatchObject(all);
    await imported(`${head}\nKept,,4,,,`, { apply: true });
    expect(await itemNamed('Kept')).toMatchObject({ ...all, quantity: 4 });
  });

  it('with errors says each with its line, and changes nothing at all', async () => {
    const rounded = (code: string) =>
      `The spreadsheet has rounded the barcode to '${code}'. Please format the column Barcode as text, and enter the barcode again.`;
    await makeItem([], { name: 'Taken', barcode: 'mine' });
    const before = await supplyRows(server);
    const answer = await imported(
      [
        head,
        'Good one,,3,pieces,5,',
        ',,3,pieces,5,',
        'Bad count,,minus three,pieces,5,',
        'Negative,,-1,pieces,5,',
        'Too many,,1000001,pieces,5,',
        'Bad threshold,,1,pieces,1.5,',
        'good ONE,,4,pieces,5,',
        'Coded,,1,pieces,5,mine',
        'More cells,,1,pieces,5,,extra',
        `${'x'.repeat(101)},,1,pieces,5,`,
        'Rounded,,1,pieces,5,8.90103E+12',
        'Rounded too,,1,pieces,5,"8,90103e+12"',
      ].join('\n'),
      { apply: true },
    );
    expect(answer).toMatchObject({ isApplied: false, changes: [] });
    expect(answer.errors?.map(({ line, message }) => [line, message])).toEqual([
      [3, 'Name is required.'],
      [4, 'Quantity must be a whole number, 0 or more.'],
      [5, 'Quantity must be a whole number, 0 or more.'],
      [6, 'Quantity may be at most 1000000.'],
      [7, 'Low stock threshold must be a whole number, 0 or more.'],
      [8, 'good ONE is there twice.'],
      [9, 'Taken has the barcode mine already.'],
      [10, 'This line has more cells than the heading.'],
      [11, 'Name may have at most 100 characters.'],
      [12, rounded('8.90103E+12')],
      [13, rounded('8,90103e+12')],
    ]);
    expect(await supplyRows(server)).toEqual(before);
  });

  it.each([
    [
      'Name,Colour\nx,red',
      "The column 'Colour' is unknown. The columns are Name, Category, Quantity, Unit, Low stock threshold, Barcode.",
    ],
    // Half a character at the end of what is shown could not be stored for a repeat.
    [
      `Name,${'x'.repeat(49)}🐕🐕`,
      `The column '${'x'.repeat(49)}🐕' is unknown. The columns are Name, Category, Quantity, Unit, Low stock threshold, Barcode.`,
    ],
    ['Name,,Unit\nx,,y', 'A column has no name.'],
    ['Name,Unit,name\nx,y,z', 'A column is there twice.'],
    ['Unit\npieces', "There is no column 'Name'."],
    ['Name\n"open', 'This line is not valid CSV: a quotation mark is missing or in the wrong place.'],
    ['\n\n', 'The file is empty.'],
    [`Name\n${'x\n'.repeat(2001)}`, 'A file may have at most 2000 lines.'],
  ])('%j is no such list', async (csv, message) => {
    const before = await supplyRows(server);
    const answer = await imported(csv, { apply: true });
    expect(answer).toMatchObject({ isApplied: false, changes: [] });
    expect(answer.errors?.map((error) => error.message)).toEqual([message]);
    expect(await supplyRows(server)).toEqual(before);
  });

  it('takes a list whose lines end with empty cells, as spreadsheets write them', async () => {
    expect(await imported('Name,Quantity,,\nMark,1,, \n,,,\n')).toMatchObject({
      errors: [],
      changes: [{ kind: 'create', name: 'Mark' }],
    });
  });

  it('understands a byte order mark, quotes, tabs, and lines that end in any way', async () => {
    for (const csv of ['\uFEFFName,Quantity\r\n"Mark",1\r\n', 'Quantity\tName\n1\tMark', 'Name,Quantity\n"Mark","1"'])
      expect(await imported(csv)).toMatchObject({ errors: [], changes: [{ kind: 'create', name: 'Mark' }] });
  });

  it('removes the apostrophe of an exported formula', async () => {
    await imported("Name,Unit\nFormula,'=1+1", { apply: true });
    expect((await itemNamed('Formula'))?.unit).toBe('=1+1');
  });

  it('may let two items change their barcodes', async () => {
    await makeItem([], { name: 'Left', barcode: 'L' });
    await makeItem([], { name: 'Right', barcode: 'R' });
    expect(await imported('Name,Barcode\nLeft,R\nRight,L', { apply: true })).toMatchObject({ isApplied: true });
    expect([(await itemNamed('Left'))?.barcode, (await itemNamed('Right'))?.barcode]).toEqual(['R', 'L']);
  });

  it('is refused if the stock has changed since the preview (K1)', async () => {
    const id = await makeItem([[10]], { name: 'Moving' });
    const csv = 'Name,Quantity\nMoving,12';
    const { state } = await imported(csv);
    await asked(indu, `inventory/items/${id}/stock`, { body: { delta: -4, reason: 'use' } });
    expect(await send(csv, { apply: true, seen: state })).toMatchObject({
      status: 409,
      body: { message: 'Somebody else has changed the inventory meanwhile. Please look at the changes again.' },
    });
    expect((await itemNamed('Moving'))?.quantity).toBe(6);
    const again = await imported(csv);
    expect(await imported(csv, { apply: true, seen: again.state })).toMatchObject({ isApplied: true });
    expect((await itemNamed('Moving'))?.quantity).toBe(12);
  });

  it('is made once under one key: after a lost answer the manager hears of no other manager', async () => {
    await makeItem([[10]], { name: 'Retried' });
    const body = { csv: 'Name,Quantity\nRetried,12', apply: true };
    const { state } = await imported(body.csv);
    const once = () => asked(indu, 'inventory/import', { body: { ...body, seen: state }, key: 'one-import' });
    const first = await once();
    expect(first.body).toMatchObject({ isApplied: true });
    expect(await once()).toMatchObject({ status: 200, body: first.body });
    expect((await itemNamed('Retried'))?.quantity).toBe(12);
  });

  it('notifies the managers of items that it has made low', async () => {
    await makeItem([[10]], { name: 'Sinking', lowStockThreshold: 5 });
    await imported('Name,Quantity\nSinking,1', { apply: true });
    expect((await noticesOf(server, indu)).at(-1)).toBe('Low on stock: Sinking, 1 piece left.');
  });

  it('may be as large as the largest list, but no larger', async () => {
    const long = `Name\n${Array.from({ length: 1900 }, (_, at) => `Item number ${at} of a long list with 日本語`).join('\n')}`;
    expect((await send(long)).status).toBe(200);
    expect(await send('x'.repeat(1_000_001))).toMatchObject({
      status: 400,
      body: { message: 'The file is too large.' },
    });
    expect((await send('x'.repeat(7_000_000))).status).toBe(413);
  });
});
