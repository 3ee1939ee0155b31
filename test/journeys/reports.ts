import { expect } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import type { Person, PersonOptions, TestApp } from '../kit/browser';
import { picture, wav } from '../kit/media';
import { ReportPage } from './pages/report';
import { situationsOf } from './situations';

/** The call that sends a report. */
export const REPORT = '**/api/incidents/report';
export const REPORT_PATH = '*/api/incidents/report';

/** A file that takes some time on a slow connection. */
export const bark = (bytes: number) => ({
  name: 'bark.wav',
  mimeType: 'audio/wav',
  buffer: Buffer.from(wav(bytes).content),
});
export const photo = async (width: number, height: number, name = 'dog.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(width, height).png().toBuffer(),
});
/** Writes a report with a photo. */
export async function writeWithPhoto(report: ReportPage, location: string): Promise<void> {
  await report.write({ location });
  await report.attach(await photo(40, 30));
  await expect.poll(() => report.files.allInnerTexts()).toEqual(['dog.png']);
}
/** The answer to a report, scripted by the test. */
export const answering =
  (status: number, body: string) =>
  ({ page }: Person) =>
    page.route(REPORT, (route) => route.fulfill({ status, body, contentType: 'application/json' }));

/** The Idempotency-Keys of all tries to send a report from now on, in their order. */
export function keysOf({ page }: Person) {
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/report') && request.method() === 'POST')
      keys.push(request.headers()['idempotency-key']);
  });
  return keys;
}

export type Reports = ReturnType<typeof reportsOf>;

/** Functions for the journeys around a report. */
export function reportsOf(testApp: TestApp) {
  /** Mira at the form; `prepare` comes before the page. */
  async function open<Prepared>(options?: PersonOptions, prepare?: (mira: Person) => Promise<Prepared>) {
    const mira = await testApp.returning('member', options);
    const prepared = (await prepare?.(mira)) as Prepared;
    await mira.open('/report');
    return { mira, report: new ReportPage(mira.page), prepared };
  }

  /** The server's incidents with this location, in any status. */
  async function incidentsAt(location: string): Promise<Incident[]> {
    const all = (await testApp.read('/api/incidents/summary', 'captain')) as Incident[];
    return all.filter((incident) => incident.location === location);
  }

  /** Another member reports an incident, without a browser. @returns its id */
  const reported = (location: string, more: object = {}) => situationsOf(testApp).report([], { location, ...more });

  return { open, incidentsAt, reported };
}
