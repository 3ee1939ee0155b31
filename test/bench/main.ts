import { measureFanout } from './fanout/measure';
import { measureList } from './list/measure';
import { isFine, lineOf, type Row } from './row';

console.log(`${'  '.padEnd(52)}${'ours'.padStart(11)}${'floor'.padStart(11)}${' '.repeat(16)} ratio`);
const rows: Row[] = [];
for (const measure of [measureFanout, measureList]) {
  const measured = await measure();
  for (const row of measured) console.log(lineOf(row));
  rows.push(...measured);
}
process.exitCode = rows.every(isFine) ? 0 : 1;
