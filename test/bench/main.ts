// npm run bench [-- [fanout] [durable] [list] [chat] [warm] [workbench] [--slow] [--beside <folder of another checkout>|libraries]]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { LIBRARIES, measureChat } from './chat/measure';
import { measureDurable } from './durable/measure';
import { measureFanout } from './fanout/measure';
import { measureList } from './list/measure';
import { headOf, isFine, lineOf, type Row } from './row';
import { measureWarm } from './warm/measure';
import { measureWorkbench } from './workbench/measure';

const { values, positionals } = parseArgs({
  options: { beside: { type: 'string' }, slow: { type: 'boolean', default: false } },
  allowPositionals: true,
});
/** The folder of another checkout, if one is measured. */
const folder = values.beside === undefined || values.beside === LIBRARIES ? undefined : resolve(values.beside);
const beside = folder ?? values.beside;
const parts: Record<string, () => Promise<Row[]>> = {
  fanout: measureFanout,
  durable: measureDurable,
  list: measureList,
  chat: () => measureChat({ beside, slow: values.slow }),
  warm: () => measureWarm(folder),
  workbench: measureWorkbench,
};
const unknown = positionals.filter((name) => !parts[name]);
if (unknown.length > 0)
  throw new Error(`There is no bench ${unknown.join(', ')}, only ${Object.keys(parts).join(', ')}.`);

console.log(headOf(beside !== undefined));
const rows: Row[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const measured = await measure();
  for (const row of measured) console.log(lineOf(row));
  rows.push(...measured);
}
process.exitCode = rows.every(isFine) ? 0 : 1;
