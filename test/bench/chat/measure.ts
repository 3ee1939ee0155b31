import type { Browser } from 'playwright-core';
import { launchChromium } from '../../kit/chromium';
import { quantile, type Row } from '../row';
import { openRoom } from './room';
import { buildSite } from './site';
import { type SlowVisit, visitSlowly } from './slow';
import { type Bytes, type Subject, type Visit, visit, weigh } from './visit';

/** What `--beside` names instead of a folder. */
export const LIBRARIES = 'libraries';
const RUNS = 3;
const SLOW_RUNS = 2;
/** How many times the processor is slowed down: not at all, and to that of a cheap phone. */
const RATES = [1, 4];

/** A row of the table. It shows one figure of the visits, `of`. */
interface Line<Of> {
  readonly name: string;
  readonly of: keyof Of;
  readonly limit: number | null;
  readonly goal?: number;
  readonly floorGoal?: number;
  readonly besideGoal?: number;
  readonly unit?: string;
  /** Which quantile of the measurements is shown. Without this, the median. */
  readonly part?: number;
}

/** The limits are a quarter above what was measured (DECISIONS 155, 216): the first for a processor of full speed, the second for 4 ×. */
const visitLines: readonly (Omit<Line<Visit>, 'limit'> & { readonly limits?: readonly [number, number] })[] = [
  {
    ...{ name: 'Log In to a room of 1000 messages painted', of: 'login' },
    ...{ limits: [2.3, 4.3], floorGoal: 1.4, besideGoal: 0.6 },
  },
  {
    ...{ name: 'Warm reload to the room painted', of: 'reload' },
    ...{ limits: [2.3, 4], floorGoal: 1.4, besideGoal: 0.6 },
  },
  { name: 'A received message to painted', of: 'receive', limits: [2.9, 3.9], floorGoal: 1.3 },
  { name: 'A received message to painted, p95', of: 'receive', part: 0.95 },
  { name: 'Enter to the own message painted', of: 'own' },
  { name: 'Enter to another client', of: 'other', limits: [1.6, 3.1], floorGoal: 1.5 },
  { name: 'Main thread per message at 20 a second', of: 'cost', besideGoal: 0.5 },
];

const byteLines: readonly Line<Bytes>[] = [
  { name: 'Until nothing more comes, empty cache', of: 'cold', limit: null, unit: 'kB' },
  { name: 'Until nothing more comes, reload', of: 'warm', limit: null, unit: 'kB' },
];

const slowLines: readonly Line<SlowVisit>[] = [
  { name: 'Slow link: something meaningful', of: 'meaningful', limit: null, goal: 1200 },
  { name: 'Slow link: login can be used', of: 'login', limit: null, goal: 4000 },
  { name: 'Slow link: a link to a chat, messages painted', of: 'chat', limit: null, goal: 5000 },
  { name: 'Slow link: layout shifts on that page', of: 'shifts', limit: null, goal: 0.02, unit: 'CLS' },
];

interface Options {
  /** The folder of another checkout, or 'libraries' for the bare page made of the app's libraries. It is measured in the same way. */
  readonly beside?: string | undefined;
  /** Measures a slow link, too. */
  readonly slow: boolean;
}

/** Measures the app as a member uses it, beside a bare page with the same server, libraries and messages, in real Chromium. */
export async function measureChat({ beside, slow }: Options): Promise<Row[]> {
  const room = await openRoom(process.cwd(), { STATIC_DIR: await buildSite() });
  const others = beside === undefined || beside === LIBRARIES ? [] : [await openRoom(beside)];
  const browser = await launchChromium();
  const subjects: Subject[] = [
    { room, address: 'floor.html' },
    { room, address: '#/gchat' },
    ...others.map((other) => ({ room: other, address: '#/gchat' })),
    ...(beside === LIBRARIES ? [{ room, address: 'libraries.html#/' }] : []),
  ];
  try {
    const rows = await rowsOf(browser, subjects, slow);
    // The goals beside another checkout are about the version of the app before.
    return beside === LIBRARIES ? rows.map((row) => ({ ...row, besideGoal: undefined })) : rows;
  } finally {
    await browser.close();
    for (const opened of [room, ...others]) await opened.close();
  }
}

async function rowsOf(browser: Browser, subjects: readonly Subject[], slow: boolean): Promise<Row[]> {
  /** Measures the subjects in turn, and all of them `runs` times. */
  const each = async <Of>(runs: number, measure: (subject: Subject) => Promise<Of>): Promise<Of[][]> => {
    const made = subjects.map((): Of[] => []);
    for (let run = 0; run < runs; run++)
      for (const [place, subject] of subjects.entries()) made[place]?.push(await measure(subject));
    return made;
  };
  const rows: Row[] = [];
  for (const [place, rate] of RATES.entries()) {
    const visits = await each(RUNS, (subject) => visit(browser, subject, rate));
    for (const { limits, ...line } of visitLines)
      rows.push(rowOf({ ...line, limit: limits?.[place] ?? null, name: `${line.name}, ${rate} ×` }, visits));
  }
  const bytes = await each(1, (subject) => weigh(browser, subject));
  rows.push(...byteLines.map((line) => rowOf(line, bytes)));
  if (!slow) return rows;
  const slowVisits = await each(SLOW_RUNS, (subject) => visitSlowly(browser, subject));
  return [...rows, ...slowLines.map((line) => rowOf(line, slowVisits))];
}

/** @param made the measurements of the floor, of ours, and of the other version, if there is one */
function rowOf<Of>(line: Line<Of>, made: readonly (readonly Of[])[]): Row {
  const { name, of, limit, goal, floorGoal, besideGoal, unit = 'ms', part = 0.5 } = line;
  const [floor = 0, ours = 0, beside] = made.map((all) =>
    quantile(
      all.flatMap((one) => one[of] as number | number[]),
      part,
    ),
  );
  const wanted = { limit, goal, floorGoal, besideGoal };
  return { name, unit, ...wanted, floor, ours, better: 'less', ...(beside === undefined ? {} : { beside }) };
}
