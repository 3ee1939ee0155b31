import type { Notification } from '../../../src/contract/notifications';

/** A notification with a number: the higher, the newer. */
export const notification = (number: number, fields: Partial<Notification> = {}): Notification => ({
  id: String(number),
  type: 'INCIDENT',
  message: `Number ${number}`,
  isRead: false,
  createdAt: new Date(Date.parse('2026-03-10T08:00:00Z') + number * 60_000).toISOString(),
  relatedEntityId: '3',
  incidentStatus: 'REPORTED',
  triggeringUserName: 'Ravi Rao',
  ...fields,
});
