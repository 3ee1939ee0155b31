import { expect } from 'vitest';
import type { Incident } from '../../src/contract/incidents';
import type { Candidate } from '../../src/contract/teams';
import type { TestApp } from '../kit/browser';
import { picture, upload } from '../kit/media';
import { call } from '../kit/server';

/** A picture to choose in a file dialog. It is larger than what the app sends. */
export const photo = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await picture(1600, 1200).png().toBuffer(),
});

/** Acts of other members on incidents and cases, without a browser. */
export function rescuesOf(testApp: TestApp) {
  async function act<Answer = unknown>(username: string, path: string, body: unknown): Promise<Answer> {
    const answer = await call(testApp.server.base, path, { body, token: await testApp.token(username) });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body as Answer;
  }

  /** The ids of members by first name. */
  async function idsOf(...firstNames: string[]): Promise<string[]> {
    const all = (await testApp.read('/api/incidents/1/assignment/volunteers', 'captain')) as Candidate[];
    return firstNames.map((name) => all.find(({ firstName }) => firstName === name)?.userId ?? '');
  }

  /** Tara reports a dog. @returns the id of the incident */
  async function reported(): Promise<string> {
    const incident = {
      informerName: 'Lakshmi Iyer',
      contactNumber: '9812345670',
      animalType: 'DOG',
      description: 'Limping.',
      location: `Lane ${crypto.randomUUID()}`,
    };
    const answer = await upload(testApp.server.base, '/api/incidents/report', await testApp.token('tara'), [], {
      fields: { incident: JSON.stringify(incident) },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return String((answer.body as { incidentId: string }).incidentId);
  }

  /** Kabir assigns a team to an incident. */
  async function assign(incidentId: string, ...firstNames: string[]): Promise<void> {
    const userIds = await idsOf(...firstNames);
    await act('captain', `/api/incidents/${incidentId}/assignment/assign-team`, { userIds });
  }

  /** Initiates the case of an incident with its whole team. */
  async function begin(incidentId: string, ...firstNames: string[]): Promise<void> {
    const participatingUserIds = await idsOf(...firstNames);
    await act('captain', `/api/cases/${incidentId}/initiate-confirm`, { participatingUserIds });
  }

  /** Kabir corrects where an incident is. */
  async function correct(incidentId: string, location: string): Promise<void> {
    const { informerName, contactNumber, animalType, description } = await incident(incidentId);
    const body = { informerName, contactNumber, animalType, description, location, latitude: null, longitude: null };
    const token = await testApp.token('captain');
    const answer = await call(testApp.server.base, `/api/incidents/${incidentId}`, { method: 'PUT', body, token });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }

  /** Makes an incident with a team. @returns its id */
  async function assigned(...firstNames: string[]): Promise<string> {
    const incidentId = await reported();
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
  async function complete(incidentId: string, resolutionNotes: string): Promise<void> {
    const details = JSON.stringify({ resolutionNotes, finalLatitude: null, finalLongitude: null });
    const path = `/api/cases/${incidentId}/close`;
    const answer = await upload(testApp.server.base, path, await testApp.token('captain'), [], { fields: { details } });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }

  /** Resolves and deletes an incident whose case is completed. */
  async function remove(incidentId: string): Promise<void> {
    const token = await testApp.token('captain');
    for (const [method, path] of [
      ['PUT', `/api/incidents/${incidentId}/resolve`],
      ['DELETE', `/api/incidents/${incidentId}`],
    ] as const)
      expect((await call(testApp.server.base, path, { method, token })).status).toBe(200);
  }

  const incident = async (incidentId: string) =>
    (await testApp.read(`/api/incidents/${incidentId}`, 'captain')) as Incident;
  const statusOf = async (incidentId: string) => (await incident(incidentId)).status;

  return { act, idsOf, reported, assign, begin, correct, assigned, begun, complete, remove, incident, statusOf };
}
