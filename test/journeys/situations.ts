import { expect } from 'vitest';
import type { Incident, IncidentHistory, IncidentStatus } from '../../src/contract/incidents';
import type { Candidate } from '../../src/contract/teams';
import type { TestApp } from '../kit/browser';
import { picture, type Sample, upload } from '../kit/media';

/** A picture to choose in a file dialog. It is larger than what the app sends. */
export const photo = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(1600, 1200).png().toBuffer(),
});

export type Situations = ReturnType<typeof situationsOf>;

/** Acts of others on incidents and cases, without a browser. */
export function situationsOf(testApp: TestApp) {
  /** Somebody sends a form with files, to a path of the API. */
  async function send(username: string, path: string, files: readonly Sample[], form: object): Promise<unknown> {
    const answer = await upload(testApp.server.base, path, await testApp.token(username), files, form);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body;
  }

  /** The ids of members by first name. */
  async function idsOf(...firstNames: string[]): Promise<string[]> {
    const all = (await testApp.read('/api/incidents/1/assignment/volunteers', 'captain')) as Candidate[];
    return firstNames.map((name) => all.find(({ firstName }) => firstName === name)?.userId ?? '');
  }

  /** Tara reports a dog. @returns the id of the incident */
  async function report(media: readonly Sample[] = [], changes: object = {}): Promise<string> {
    const incident = {
      informerName: 'Lakshmi Iyer',
      contactNumber: '9812345670',
      animalType: 'DOG',
      description: 'Limping.',
      location: `Lane ${crypto.randomUUID()}`,
      ...changes,
    };
    const fields = { incident: JSON.stringify(incident) };
    const { incidentId } = (await send('tara', '/api/incidents/report', media, { fields })) as { incidentId: unknown };
    return String(incidentId);
  }

  /** Asha corrects what is known about an incident, and removes its coordinates. */
  async function change(incidentId: string, changes: { description?: string; location?: string }): Promise<void> {
    const { informerName, contactNumber, animalType, description, location } = await incident(incidentId);
    const details = { informerName, contactNumber, animalType, description, location, latitude: null, longitude: null };
    await testApp.act('admin', 'PUT', `/api/incidents/${incidentId}`, { ...details, ...changes });
  }

  /** Kabir assigns a team to an incident. */
  async function assign(incidentId: string, ...firstNames: string[]): Promise<void> {
    const userIds = await idsOf(...firstNames);
    await testApp.act('captain', 'POST', `/api/incidents/${incidentId}/assignment/assign-team`, { userIds });
  }

  /** Initiates the case of an incident with its whole team. */
  async function begin(incidentId: string, ...firstNames: string[]): Promise<void> {
    const participatingUserIds = await idsOf(...firstNames);
    await testApp.act('captain', 'POST', `/api/cases/${incidentId}/initiate-confirm`, { participatingUserIds });
  }

  /** Makes an incident with a team. @returns its id */
  async function assigned(...firstNames: string[]): Promise<string> {
    const incidentId = await report();
    await assign(incidentId, ...firstNames);
    return incidentId;
  }

  /** Makes an incident whose whole team is at work. @returns its id */
  async function begun(...firstNames: string[]): Promise<string> {
    const incidentId = await assigned(...firstNames);
    await begin(incidentId, ...firstNames);
    return incidentId;
  }

  /** Completes the case of an incident. */
  async function complete(
    incidentId: string,
    resolutionNotes = 'Treated.',
    media: readonly Sample[] = [],
  ): Promise<void> {
    const details = JSON.stringify({ resolutionNotes, finalLatitude: null, finalLongitude: null });
    await send('captain', `/api/cases/${incidentId}/close`, media, { field: 'mediaFiles', fields: { details } });
  }

  /** Asha changes the status of an incident; it is closed with a reason. */
  async function move(incidentId: string, act: 'resolve' | 'reactivate' | 'close', reason?: string): Promise<void> {
    await testApp.act('admin', 'PUT', `/api/incidents/${incidentId}/${act}`, reason && { reason });
  }

  /** Asha deletes an incident that is over. */
  async function remove(incidentId: string): Promise<void> {
    await testApp.act('admin', 'DELETE', `/api/incidents/${incidentId}`, { archive: false });
  }

  /** Makes an incident without coordinates, by the acts that lead to this status. @returns its id */
  async function make(status: IncidentStatus): Promise<string> {
    if (status === 'ASSIGNED') return assigned('Mira', 'Ravi');
    if (status === 'REPORTED' || status === 'CLOSED') {
      const id = await report();
      if (status === 'CLOSED') await move(id, 'close', 'A false alarm.');
      return id;
    }
    const id = await begun('Mira', 'Ravi');
    if (status !== 'IN_PROGRESS') await complete(id);
    if (status === 'RESOLVED') await move(id, 'resolve');
    return id;
  }

  const history = async (incidentId: string) =>
    (await testApp.read(`/api/incidents/${incidentId}/history`, 'captain')) as IncidentHistory;
  /** The newest line of an incident's history. */
  const lastChange = async (incidentId: string) => (await history(incidentId)).changes.at(-1);
  /** The notes of the completed cases of an incident. */
  const caseNotes = async (incidentId: string) =>
    (await history(incidentId)).cases.map(({ resolutionNotes }) => resolutionNotes);

  const incident = async (incidentId: string) =>
    (await testApp.read(`/api/incidents/${incidentId}`, 'captain')) as Incident;
  const statusOf = async (incidentId: string) => (await incident(incidentId)).status;

  return {
    ...{ idsOf, report, change, assign, begin, assigned, begun, complete, move, remove, make },
    ...{ lastChange, caseNotes, incident, statusOf },
  };
}
