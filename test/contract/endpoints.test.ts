import { parse } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint';
import { endpoints } from '../../src/contract/endpoints';
import { screenCalls } from '../../src/contract/endpoints/screens';
import { problemsOf } from '../../src/contract/problems';
import { signupForm } from '../kit/signupForm';

/** A call as the specification describes it. */
interface Call {
  /** Its name in the project. */
  readonly name: keyof typeof endpoints;
  readonly call: string;
  /** What is sent as JSON, and what the answer is read for; without it nothing of the answer is used. */
  readonly sends?: unknown;
  readonly answers?: unknown;
}

const at = '2026-03-10T08:00:00Z';
const place = { latitude: 12.9716, longitude: 77.5946 };
const form = {
  informerName: 'Lata Rao',
  contactNumber: '9876543210',
  animalType: 'DOG',
  description: 'A dog with a hurt leg.',
  location: 'MG Road',
};
const incident = { id: '5', status: 'REPORTED', ...form, ...place, reportedAt: at, lastUpdated: at, caseCount: 1 };
const message = { id: '12', clientMessageId: 'c1', text: 'Hi', sender: { id: 'u1' }, timestamp: at, seenBy: [] };
const chatGroup = { id: '2', name: 'Incident #5', purposeId: '5' };
const upload = { mediaUrl: '/media/m1', mediaType: 'IMAGE' };
const team = { teamName: 'Team 2', teamMembers: [{ userId: 'u1', firstName: 'Mira' }] };
const profile = { id: 'u1', firstName: 'Mira', hasMedicineBox: true, roles: ['MEMBER'], hearts: 3 };
const item = { name: 'Bandage', categoryId: '3', quantity: 0, unit: 'pieces', lowStockThreshold: 5 };
const requisition = { id: 'q1', status: 'PENDING', userName: 'Mira', items: [{ id: 'r1', quantity: 2 }] };

/** S1 §7. */
const first: Call[] = [
  {
    name: 'login',
    call: 'POST /api/auth/login',
    sends: { username: 'mira', password: 'rescue-demo' },
    answers: { token: 'a.b.c' },
  },
  {
    name: 'signup',
    call: 'POST /api/auth/signup',
    sends: signupForm(),
  },
  {
    name: 'chatGroups',
    call: 'GET /api/chat/groups',
    answers: [{ chatGroup, hasUnreadMessages: true, lastMessage: 'Hi' }],
  },
  { name: 'chatMessages', call: 'GET /api/chat/messages/{chatId}', answers: [message] },
  { name: 'chatMedia', call: 'POST /api/chat/{chatId}/media', answers: upload },
  { name: 'globalMessages', call: 'GET /api/gchat/messages', answers: [message] },
  { name: 'globalMedia', call: 'POST /api/gchat/media', answers: upload },
  { name: 'profile', call: 'GET /api/profile', answers: profile },
  { name: 'incident', call: 'GET /api/incidents/{id}', answers: incident },
  { name: 'team', call: 'GET /api/incidents/{id}/assignment/team', answers: { ...team, assignedBy: 'Kabir' } },
  { name: 'liveIncidents', call: 'GET /api/incidents/live', answers: [incident] },
  { name: 'incidentSummary', call: 'GET /api/incidents/summary', answers: [incident] },
  { name: 'reportIncident', call: 'POST /api/incidents/report', answers: { message: 'Thank you.', incidentId: '5' } },
  {
    name: 'leaderboard',
    call: 'GET /api/standings/leaderboard',
    answers: [{ id: 'u1', firstName: 'Mira', rank: 1, points: 42, casesCompleted: 4 }],
  },
];

/** S2 §7, without the calls that S1 has, too. */
const second: Call[] = [
  {
    name: 'teamKit',
    call: 'GET /api/incidents/{id}/assignment/team/items',
    answers: ['Bandage × 2 (Mira, Ravi)'],
  },
  {
    name: 'candidates',
    call: 'GET /api/incidents/{id}/assignment/volunteers',
    answers: [{ userId: 'u1', experienceLevel: 'Expert', hasShownInterest: true, distanceFromIncident: 3.2 }],
  },
  {
    name: 'assignTeam',
    call: 'POST /api/incidents/{id}/assignment/assign-team',
    sends: { userIds: [583, 'u1'] },
    answers: { caseId: 'c2', ...team },
  },
  { name: 'addInterest', call: 'POST /api/incidents/{id}/interest' },
  { name: 'removeInterest', call: 'DELETE /api/incidents/{id}/interest' },
  { name: 'locateIncident', call: 'PUT /api/incidents/{id}/location', sends: place, answers: incident },
  { name: 'resolveIncident', call: 'PUT /api/incidents/{id}/resolve' },
  { name: 'reactivateIncident', call: 'PUT /api/incidents/{id}/reactivate' },
  { name: 'closeIncident', call: 'PUT /api/incidents/{id}/close', sends: { reason: 'Not found.' } },
  { name: 'editIncident', call: 'PUT /api/incidents/{id}', sends: { ...form, ...place }, answers: incident },
  { name: 'deleteIncident', call: 'DELETE /api/incidents/{id}', sends: { archive: true } },
  {
    name: 'incidentHistory',
    call: 'GET /api/incidents/{id}/history',
    answers: { cases: [{ caseId: 'c2', closedAt: at, assignedBy: 'Kabir', resolutionNotes: 'Treated.', ...team }] },
  },
  { name: 'deleteIncidentMedia', call: 'DELETE /api/incidents/{id}/media/{mediaId}' },
  {
    name: 'myCases',
    call: 'GET /api/cases/my-cases',
    answers: [{ caseId: 'c2', incidentId: '5', status: 'ASSIGNED' }],
  },
  {
    name: 'initiateCase',
    call: 'POST /api/cases/{incidentId}/initiate-confirm',
    sends: { participatingUserIds: ['u1'] },
  },
  { name: 'completeCase', call: 'POST /api/cases/{incidentId}/close' },
  { name: 'setAvailability', call: 'PUT /api/profile/availability', sends: { availabilityStatus: 'Unavailable' } },
  { name: 'setMedicineBox', call: 'PUT /api/profile/medicine-box', sends: { hasMedicineBox: true } },
  { name: 'setShelter', call: 'PUT /api/profile/shelter', sends: { canProvideShelter: true } },
  { name: 'setVehicle', call: 'PUT /api/profile/vehicle', sends: { hasVehicle: false, vehicleType: null } },
  { name: 'setProfileLocation', call: 'PUT /api/profile/location', sends: place },
  {
    name: 'changePassword',
    call: 'PUT /api/profile/password',
    sends: { oldPassword: 'rescue-demo', newPassword: 'rescue-demo-2' },
    answers: { token: 'a.b.c' },
  },
  {
    name: 'subscribe',
    call: 'POST /api/notifications/subscribe',
    sends: { endpoint: 'https://push.example.org/abc', p256dh: 'BEl62i', auth: 'Zm9v' },
  },
  {
    name: 'pendingUsers',
    call: 'GET /api/admin/pending-users',
    answers: [{ userId: 'u8', firstName: 'Pavan', motivation: 'I like dogs.' }],
  },
  { name: 'authorizeUser', call: 'PUT /api/admin/authorize/{userId}' },
  { name: 'denyUser', call: 'DELETE /api/admin/deny/{userId}' },
  {
    name: 'volunteers',
    call: 'GET /api/volunteers',
    answers: [{ id: 'u1', fullName: 'Mira Nair', position: 'MEMBER', availabilityStatus: 'Available' }],
  },
  {
    name: 'volunteer',
    call: 'GET /api/volunteers/{id}',
    answers: { id: 'u1', joinedSince: '2024-05-01', experienceLevel: 'Expert', roles: ['MEMBER'] },
  },
  { name: 'setExperience', call: 'PUT /api/admin/users/{id}/experience', sends: { experience: 'Advanced' } },
  { name: 'setPosition', call: 'PUT /api/admin/users/{id}/position', sends: { position: 'PRESIDENT' } },
  { name: 'setRoles', call: 'PUT /api/admin/users/{id}/roles', sends: ['RESCUE_CAPTAIN'] },
  { name: 'adminUsers', call: 'GET /api/admin/users', answers: [{ userId: 'u1', username: 'mira' }] },
  {
    name: 'deleteUsers',
    call: 'DELETE /api/admin/users/batch',
    sends: { userIds: ['u1'], notifyUsers: false },
    answers: { deleted: [{ userId: 'u1' }], skipped: [{ userId: 'u9', reason: 'A super admin.' }] },
  },
  {
    name: 'resetPassword',
    call: 'PUT /api/admin/users/{userId}/reset-password',
    answers: { password: 'warm-river-12' },
  },
  {
    name: 'clearGlobalChat',
    call: 'DELETE /api/admin/clear-global-chat',
    answers: { messages_deleted: 12, error: null },
  },
  { name: 'resetApplication', call: 'DELETE /api/admin/reset-application-keep-users' },
  {
    name: 'kit',
    call: 'GET /api/first-aid-kit/{userId}',
    answers: { items: [{ id: 'f1', inventoryItemName: 'Bandage', quantity: 2, personallyProcured: true }] },
  },
  {
    name: 'addKitItem',
    call: 'POST /api/first-aid-kit/{userId}/items',
    sends: { inventoryItemId: '3', quantity: 1, personallyProcured: true },
  },
  { name: 'setKitItem', call: 'PUT /api/first-aid-kit/{userId}/items/{itemId}', sends: { quantity: 2 } },
  { name: 'deleteKitItem', call: 'DELETE /api/first-aid-kit/{userId}/items/{itemId}' },
  {
    name: 'supplyStats',
    call: 'GET /api/inventory/dashboard-stats',
    answers: { pendingRequisitions: 3, readyForPickup: 2, lowStockItems: 1 },
  },
  { name: 'requisitions', call: 'GET /api/inventory/requisitions', answers: [requisition] },
  { name: 'approveRequisition', call: 'POST /api/inventory/requisitions/{id}/approve' },
  { name: 'denyRequisition', call: 'POST /api/inventory/requisitions/{id}/deny' },
  { name: 'dispatchRequisition', call: 'POST /api/inventory/requisitions/{id}/dispatch' },
  { name: 'inventoryItems', call: 'GET /api/inventory/items', answers: [{ id: 'i1', ...item }] },
  { name: 'createItem', call: 'POST /api/inventory/items', sends: item },
  { name: 'updateItem', call: 'PUT /api/inventory/items/{id}', sends: item },
  { name: 'deleteItem', call: 'DELETE /api/inventory/items/{id}' },
  {
    name: 'itemUsage',
    call: 'GET /api/inventory/items/{id}/usage',
    answers: { inUse: true, userNames: ['Mira Nair'] },
  },
  { name: 'categories', call: 'GET /api/inventory/categories', answers: [{ id: 'k1', name: 'Dressings' }] },
  { name: 'createCategory', call: 'POST /api/inventory/categories', sends: { name: 'Dressings' } },
  { name: 'updateCategory', call: 'PUT /api/inventory/categories/{id}', sends: { name: 'Dressings' } },
  { name: 'deleteCategory', call: 'DELETE /api/inventory/categories/{id}', sends: { name: 'Dressings' } },
  { name: 'myRequisitions', call: 'GET /api/requisitions/my-requests', answers: [requisition] },
  { name: 'requestSupplies', call: 'POST /api/requisitions', sends: [{ inventoryItemId: '3', quantity: 2 }] },
  { name: 'acknowledgeRequisition', call: 'POST /api/requisitions/{id}/acknowledge' },
  {
    name: 'notifications',
    call: 'GET /api/notifications',
    answers: [{ id: '1', type: 'INCIDENT', message: 'New.', isRead: true, relatedEntityId: '5' }],
  },
  { name: 'readNotification', call: 'PUT /api/notifications/{id}/read' },
  { name: 'readAllNotifications', call: 'PUT /api/notifications/read-all' },
  { name: 'deleteNotification', call: 'DELETE /api/notifications/{id}' },
  { name: 'deleteAllNotifications', call: 'DELETE /api/notifications/all' },
  { name: 'purgeNotifications', call: 'DELETE /api/notifications/older-than/{days}' },
];

/** Beyond the specification. */
const beyond: Call[] = [
  { name: 'chatGroup', call: 'GET /api/chat/groups/{chatId}', answers: { ...chatGroup, isClosed: true } },
  { name: 'editMessage', call: 'PUT /api/messages/{messageId}', sends: { text: 'Hi' }, answers: { changedAt: at } },
  { name: 'deleteMessage', call: 'DELETE /api/messages/{messageId}', answers: { changedAt: at } },
  { name: 'pinMessage', call: 'PUT /api/messages/{messageId}/pin', answers: { changedAt: at } },
  { name: 'unpinMessage', call: 'DELETE /api/messages/{messageId}/pin', answers: { changedAt: at } },
  {
    name: 'messageVersions',
    call: 'GET /api/messages/{messageId}/versions',
    answers: [{ text: 'Hy', replacedAt: at }],
  },
  { name: 'addNote', call: 'POST /api/incidents/{id}/notes' },
  { name: 'move', call: 'PUT /api/cases/{incidentId}/movement', sends: { movement: 'ARRIVED' } },
  {
    name: 'archives',
    call: 'GET /api/admin/archives',
    answers: [{ id: 'a1', incidentId: '5', archivedAt: at }],
  },
  {
    name: 'archive',
    call: 'GET /api/admin/archives/{id}',
    answers: { id: 'a1', incidentId: '5', archivedAt: at, snapshot: { cases: [] } },
  },
  { name: 'auditLog', call: 'GET /api/admin/audit', answers: [{ id: '9', at, action: 'roles.changed' }] },
  { name: 'vapidPublicKey', call: 'GET /api/notifications/vapid-public-key', answers: 'BEl62i' },
  {
    name: 'unsubscribe',
    call: 'DELETE /api/notifications/subscribe',
    sends: { endpoint: 'https://push.example.org/abc' },
  },
  {
    name: 'searchMessages',
    call: 'GET /api/search/messages',
    answers: { hits: [{ id: '12', chatName: 'Incident #5', timestamp: at }], hasMore: true },
  },
  {
    name: 'searchIncidents',
    call: 'GET /api/search/incidents',
    answers: { hits: [{ id: '5', status: 'REPORTED', excerpt: 'A dog' }], hasMore: false },
  },
  {
    name: 'changeStock',
    call: 'POST /api/inventory/items/{id}/stock',
    sends: { delta: 3, reason: 'restock' },
  },
  {
    name: 'stockEvents',
    call: 'GET /api/inventory/items/{id}/ledger',
    answers: [{ id: '1', at, reason: 'restock', delta: 3, quantity: 15 }],
  },
  {
    name: 'itemBatches',
    call: 'GET /api/inventory/items/{id}/batches',
    answers: [{ itemId: 'i1', expiresOn: '2027-03-31', quantity: 4 }],
  },
  {
    name: 'expiringBatches',
    call: 'GET /api/inventory/expiring',
    answers: [{ itemId: 'i1', expiresOn: '2027-03-31', quantity: 4 }],
  },
  { name: 'exportItems', call: 'GET /api/inventory/export', answers: { csv: 'Name,Quantity' } },
  {
    name: 'importItems',
    call: 'POST /api/inventory/import',
    sends: { csv: 'Name,Quantity', apply: true },
    answers: { isApplied: true, state: 's1', errors: [], changes: [] },
  },
  { name: 'health', call: 'GET /api/health', answers: { status: 'ok' } },
  { name: 'useKitItem', call: 'POST /api/first-aid-kit/{userId}/items/{itemId}/use', sends: { used: 1 } },
];
const calls = [...first, ...second, ...beyond];
const endpointOf = (name: keyof typeof endpoints): Endpoint => endpoints[name];
/** What the calls have of a kind, by name, without those that have none. */
const having = (part: 'query' | 'headers' | 'open') =>
  Object.fromEntries(
    calls.flatMap(({ name }) => {
      const has = endpointOf(name)[part];
      return has === undefined ? [] : [[name, has]];
    }),
  );
/** Calls with a body that a client may leave out. */
const withOptionalBody = ['deleteIncident', 'denyRequisition', 'deleteCategory'];

describe.each(calls.map((each) => [each.call, each] as const))('%s', (call, { name, sends, answers }) => {
  it('has this method and path', () => {
    const { method, path } = endpointOf(name);
    expect(`${method} ${path}`).toBe(call);
  });

  it('sends what the specification says', () => {
    const { body } = endpointOf(name);
    if (sends !== undefined) expect(body && problemsOf(body, sends)).toEqual({});
    const canSendNothing = !body || Object.keys(problemsOf(body, undefined)).length === 0;
    expect(canSendNothing).toBe(sends === undefined || withOptionalBody.includes(name));
  });

  it('reads of the answer what the specification says', () => {
    const { answer } = endpointOf(name);
    if (answers === undefined) expect(() => parse(answer, undefined)).not.toThrow();
    else if (typeof answers === 'string') expect(parse(answer, answers)).toBe(answers);
    else expect(parse(answer, answers)).toMatchObject(answers as object);
  });
});

it('there are no other calls', () => {
  expect(Object.keys(endpoints).toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
});

it('only login and sign-up need no token (S1 §1), and the health check (306)', () => {
  expect(having('open')).toEqual({ login: true, signup: true, health: true });
});

it('what a query has beyond the specification needs a capability', () => {
  const seen = { seen: 'seen' };
  const paging = { before: 'historyPaging', limit: 'historyPaging' };
  expect(having('query')).toEqual({
    chatMessages: paging,
    globalMessages: paging,
    assignTeam: seen,
    resolveIncident: seen,
    reactivateIncident: seen,
    closeIncident: seen,
    editIncident: seen,
    deleteIncident: { ...seen, archive: 'deleteQuery' },
    clearGlobalChat: { keep: null },
    requisitions: { status: null },
    updateItem: { seen: 'supplies' },
    setKitItem: { seen: 'supplies' },
    notifications: { unreadOnly: null, limit: 'notificationPaging', before: 'notificationPaging' },
    auditLog: { action: 'administration', search: 'administration', before: 'administration' },
    searchMessages: { text: 'search', chat: 'search', before: 'search' },
    searchIncidents: { text: 'search', before: 'search' },
    stockEvents: { before: 'supplies' },
  });
});

it("calls that create something, and captains' and super admins' acts, can be repeated safely with a key (DECISIONS 9, 281)", () => {
  const once = { 'Idempotency-Key': 'idempotencyKeys' };
  expect(having('headers')).toEqual({
    reportIncident: once,
    completeCase: once,
    addNote: once,
    requestSupplies: once,
    addKitItem: once,
    useKitItem: once,
    createItem: once,
    createCategory: once,
    changeStock: once,
    importItems: once,
    assignTeam: once,
    editIncident: once,
    closeIncident: once,
    resolveIncident: once,
    reactivateIncident: once,
    deleteIncident: once,
    deleteUsers: once,
    resetApplication: once,
  });
});

it('what a screen needs first is asked for by these calls, while its code is still being fetched', () => {
  expect(Object.values(screenCalls).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/profile',
    'GET /api/chat/groups',
    'GET /api/chat/messages/{chatId}',
    'GET /api/gchat/messages',
    'GET /api/incidents/live',
    'GET /api/incidents/{id}',
    'GET /api/cases/my-cases',
  ]);
});
