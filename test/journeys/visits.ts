import type { BrowserContextOptions, Route } from 'playwright-core';
import type { Person, TestApp } from '../kit/browser';
import { IncidentPage } from './pages/incident';

export interface Visit {
  readonly options?: BrowserContextOptions;
  /** Called before the page is opened. */
  prepare?(person: Person): Promise<unknown>;
}

/** A member opens the page of an incident. */
export async function openIncident(testApp: TestApp, username: string, id: string, { options, prepare }: Visit = {}) {
  const person = await testApp.returning(username, options);
  await prepare?.(person);
  await person.open(`/incident/${id}`);
  return { person, incident: new IncidentPage(person.page) };
}

/** The same, and waits until the incident is shown. */
export async function visitIncident(testApp: TestApp, username: string, id: string, visit?: Visit) {
  const opened = await openIncident(testApp, username, id, visit);
  await opened.incident.isShown(id);
  return opened;
}

/** Makes the server answer with a status, and maybe with a message. With null the server cannot be reached. */
export const failing = (status: number | null, message?: string) => (route: Route) =>
  status ? route.fulfill({ status, json: message ? { message } : {} }) : route.abort();

/** Takes the realtime connection away, so that no news makes the page fetch again. */
export const alone = ({ page }: Person) => page.route('**/ws/**', (route) => route.abort());
