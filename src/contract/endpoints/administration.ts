import {
  AdminUsers,
  AuditEntries,
  BatchDeleteAnswer,
  BatchDeleteRequest,
  ClearChatAnswer,
  PendingUsers,
  ResetPasswordAnswer,
} from '../administration';
import { Archive, ArchiveEntries } from '../archives';
import { type Endpoint, idempotencyKey } from '../endpoint';
import { AnyAnswer } from '../primitives';
import { ExperienceRequest, PositionRequest, RolesRequest } from '../volunteers';

/** The calls with which admins and super admins manage members, S2 §7. DECISIONS P14 tells who may use which. */
export const peopleAdminEndpoints = {
  pendingUsers: { method: 'GET', path: '/api/admin/pending-users', answer: PendingUsers },
  authorizeUser: { method: 'PUT', path: '/api/admin/authorize/{userId}', answer: AnyAnswer },
  denyUser: { method: 'DELETE', path: '/api/admin/deny/{userId}', answer: AnyAnswer },
  setExperience: {
    method: 'PUT',
    path: '/api/admin/users/{id}/experience',
    body: ExperienceRequest,
    answer: AnyAnswer,
  },
  setPosition: { method: 'PUT', path: '/api/admin/users/{id}/position', body: PositionRequest, answer: AnyAnswer },
  setRoles: { method: 'PUT', path: '/api/admin/users/{id}/roles', body: RolesRequest, answer: AnyAnswer },
  adminUsers: { method: 'GET', path: '/api/admin/users', answer: AdminUsers },
  deleteUsers: {
    method: 'DELETE',
    path: '/api/admin/users/batch',
    headers: idempotencyKey,
    body: BatchDeleteRequest,
    answer: BatchDeleteAnswer,
  },
  resetPassword: { method: 'PUT', path: '/api/admin/users/{userId}/reset-password', answer: ResetPasswordAnswer },
  /** Beyond the specification: capability 'administration'. `before` is the id of the oldest entry that the client has. */
  auditLog: {
    method: 'GET',
    path: '/api/admin/audit',
    query: { action: 'administration', search: 'administration', before: 'administration' },
    answer: AuditEntries,
  },
} as const satisfies Record<string, Endpoint>;

/** Maintenance by super admins, S2 §7. The purge of notifications is with the notifications. */
export const maintenanceEndpoints = {
  clearGlobalChat: {
    method: 'DELETE',
    path: '/api/admin/clear-global-chat',
    query: { keep: null },
    answer: ClearChatAnswer,
  },
  resetApplication: {
    method: 'DELETE',
    path: '/api/admin/reset-application-keep-users',
    headers: idempotencyKey,
    answer: AnyAnswer,
  },
} as const satisfies Record<string, Endpoint>;

/** The archives of deleted incidents, for super admins. Beyond the specification (DECISIONS 29). */
export const archiveEndpoints = {
  archives: { method: 'GET', path: '/api/admin/archives', answer: ArchiveEntries },
  archive: { method: 'GET', path: '/api/admin/archives/{id}', answer: Archive },
} as const satisfies Record<string, Endpoint>;
