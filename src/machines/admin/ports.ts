import type { EventObject } from 'xstate';
import type { AuditEntry } from '../../contract/administration';
import type { ArchiveEntry } from '../../contract/archives';
import type { AdminOrder, AdminOutcome } from '../../rules/admin/adminTasks';
import { call, stream } from '../ports';

/** Carries out one administrative act (S2 §7). Rejects with a CallFailure. */
export const runTask = call<AdminOutcome, { readonly order: AdminOrder }>('runTask');

/** GET /api/admin/archives (DECISIONS 29). Rejects with a CallFailure. */
export const fetchArchives = call<readonly ArchiveEntry[]>('fetchArchives');

/** Fetches one archive and gives it to the browser as a file. Rejects with a CallFailure. */
export const downloadArchive = call<void, { readonly archive: ArchiveEntry }>('downloadArchive');

/** The filter of the audit log; '' means all. */
export interface AuditFilter {
  readonly action: string;
  readonly search: string;
}

/** Sends `log.outdated` when the admin comes back to the page, or the connection is back. */
export const auditNews = stream<EventObject, undefined>('auditNews');

/**
 * One page of GET /api/admin/audit, newest first; `before` is the id of the oldest entry that is already fetched. Rejects with a
 * CallFailure.
 */
export const fetchAudit = call<readonly AuditEntry[], AuditFilter & { readonly before?: string | undefined }>(
  'fetchAudit',
);
