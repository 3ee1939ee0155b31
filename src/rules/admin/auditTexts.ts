import type { AuditAction } from '../../contract/administration';
import { roleTitle } from '../people/volunteers';

/** The acts of the audit log in words. */
const auditTitles: Readonly<Record<AuditAction, string>> = {
  'signup.authorized': 'Sign-up authorized',
  'signup.denied': 'Sign-up denied',
  'roles.changed': 'Roles changed',
  'position.changed': 'Position changed',
  'experience.changed': 'Experience changed',
  'users.deleted': 'User deleted',
  'password.reset': 'Password reset',
  'incident.deleted': 'Incident deleted',
  'chat.cleared': 'Global chat cleared',
  'notifications.purged': 'Notifications purged',
  'application.reset': 'Application reset',
  'requisition.ownHandled': 'Own request handled',
};

/** An act in words. An act that this app does not know is shown as the server sent it. */
export const auditTitle = (action: string) => auditTitles[action as AuditAction] ?? action;

/** The details of an act, with roles and positions as they are called everywhere: '+Rescue Captain'. */
export const auditDetails = (action: string, details: string) =>
  ['roles.changed', 'position.changed'].includes(action)
    ? details.replace(/[A-Z]+(?:_[A-Z]+)*/g, (name) => roleTitle(name))
    : details;

export const AUDIT_FAILURE = 'Failed to fetch the audit log.';
export const ARCHIVES_FAILURE = 'Failed to fetch archives.';
export const DOWNLOAD_FAILURE = 'Failed to download the archive.';
