import { Archive, ArchiveEntries } from '../archives';
import type { Endpoint } from '../endpoint';

/** What is kept of deleted incidents, for super admins; beyond the specification (DECISIONS 29). */
export const archiveEndpoints = {
  archives: { method: 'GET', path: '/api/admin/archives', answer: ArchiveEntries },
  archive: { method: 'GET', path: '/api/admin/archives/{id}', answer: Archive },
} as const satisfies Record<string, Endpoint>;
