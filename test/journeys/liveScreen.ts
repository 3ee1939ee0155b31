import type { Incident } from '../../src/contract/incidents';
import type { Person, PersonOptions, TestApp } from '../kit/browser';
import { LivePage } from './pages/live';

export const LIVE = '**/api/incidents/live';
const SUMMARY = '**/api/incidents/summary';

/** Opens the live incidents as Mira. */
export const liveScreenOf =
  (testApp: TestApp) =>
  async (route = '/live', prepare: (mira: Person) => Promise<unknown> = async () => {}, options?: PersonOptions) => {
    const mira = await testApp.returning('member', options);
    await prepare(mira);
    await mira.open(route);
    return { mira, live: new LivePage(mira.page) };
  };

/** Scripts the server's list; there is no realtime connection. */
export const listing = (incidents: readonly Incident[]) => async (mira: Person) => {
  await mira.page.route('**/ws/**', (route) => route.abort());
  await mira.page.route(LIVE, (route) => route.fulfill({ json: incidents }));
  await mira.page.route(SUMMARY, (route) => route.fulfill({ json: incidents }));
};

/** The time some milliseconds ago, as in the API. */
export const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
