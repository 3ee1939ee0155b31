import { Archive, ArchiveEntries } from '../archives';
import type { Endpoint } from '../endpoint';

/** The archives of deleted incidents, for super admins. Beyond the specification (DECISIONS 29). */
export const archiveEndpoints = {
  archives: { method: 'GET', path: '/api/admin/archives', answer: ArchiveEntries },
  archive: { method: 'GET', path: '/api/admin/archives/{id}', answer: Archive },
} as const satisfies Record<string, Endpoint>;
