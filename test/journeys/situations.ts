import { expect } from 'vitest';
import type { IncidentChange, IncidentHistory, IncidentStatus } from '../../src/contract/incidents';
import type { TestApp } from '../kit/browser';
import { type Sample, upload } from '../kit/media';
import { call } from '../kit/server';
import { rescuesOf } from './rescues';

export type Situations = ReturnType<typeof situationsOf>;

/** Acts of others on incidents, without a browser. */
export function situationsOf(testApp: TestApp) {
  const { assign, begin, assigned, begun, incident } = rescuesOf(testApp);

  async function put(username: string, path: string, body?: unknown): Promise<void> {
    const token = await testApp.token(username);
    const answer = await call(testApp.server.base, path, {
      method: 'PUT',
      token,
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }

  /** Asha deletes an incident. */
  async function remove(incidentId: string): Promise<void> {
    const answer = await call(testApp.server.base, `/api/incidents/${incidentId}`, {
      method: 'DELETE',
      token: await testApp.token('admin'),
      body: { archive: false },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }

  /** Asha changes the description of an incident. */
  async function describe(incidentId: string, description: string): Promise<void> {
    const { informerName, contactNumber, animalType, location } = await incident(incidentId);
    const details = { informerName, contactNumber, animalType, location, latitude: null, longitude: null };
    await put('admin', `/api/incidents/${incidentId}`, { ...details, description });
  }

  /** Tara reports a dog. @returns the id of the incident */
  async function report(media: readonly Sample[] = [], changes: object = {}): Promise<string> {
    const fields = {
      informerName: 'Asif Khan',
      contactNumber: '9876543210',
      animalType: 'DOG',
      description: 'Limping on the left.',
      location: `Lane ${crypto.randomUUID()}`,
      ...changes,
    };
    const answer = await upload(testApp.server.base, '/api/incidents/report', await testApp.token('tara'), media, {
      fields: { incident: JSON.stringify(fields) },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return String((answer.body as { incidentId: string }).incidentId);
  }

  /** The team of an incident completes its case. */
  async function complete(incidentId: string, media: readonly Sample[] = []): Promise<void> {
    const details = JSON.stringify({ resolutionNotes: 'Treated.', finalLatitude: null, finalLongitude: null });
    const answer = await upload(
      testApp.server.base,
      `/api/cases/${incidentId}/close`,
      await testApp.token('captain'),
      media,
      {
        field: 'mediaFiles',
        fields: { details },
      },
    );
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  }

  /** Makes an incident without coordinates, by the acts that lead to this status. @returns its id */
  async function make(status: IncidentStatus): Promise<string> {
    if (status === 'REPORTED') return report();
    if (status === 'CLOSED') {
      const id = await report();
      await put('captain', `/api/incidents/${id}/close`, { reason: 'A false alarm.' });
      return id;
    }
    if (status === 'ASSIGNED') return assigned('Mira', 'Ravi');
    const id = await begun('Mira', 'Ravi');
    if (status !== 'IN_PROGRESS') await complete(id);
    if (status === 'RESOLVED') await put('captain', `/api/incidents/${id}/resolve`);
    return id;
  }

  /** The newest line of an incident's history. */
  async function lastChange(incidentId: string): Promise<IncidentChange | undefined> {
    const { changes } = (await testApp.read(`/api/incidents/${incidentId}/history`, 'captain')) as IncidentHistory;
    return changes.at(-1);
  }

  return { put, remove, lastChange, describe, report, assign, begin, complete, make, incident };
}
