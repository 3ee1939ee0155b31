import type { Address } from '../endpoint';

/**
 * The first calls of screens whose schemas are not in the app's first file. They are made while the code of the screen, which parses
 * the answers, is being fetched.
 */
export const screenCalls = {
  live: { method: 'GET', path: '/api/incidents/live' },
  incident: { method: 'GET', path: '/api/incidents/{id}' },
  myCases: { method: 'GET', path: '/api/cases/my-cases' },
} as const satisfies Record<string, Address>;
