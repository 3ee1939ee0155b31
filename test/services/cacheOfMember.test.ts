import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnyActorLogic, createActor, createMachine, toPromise } from 'xstate';
import type { Endpoint } from '../../src/contract/endpoint';
import { caseEndpoints } from '../../src/contract/endpoints/cases';
import { chatEndpoints } from '../../src/contract/endpoints/chat';
import { CallFailure } from '../../src/contract/failure';
import type { MemberNews } from '../../src/contract/memberNews';
import type { SessionRef } from '../../src/machines/session/session.machine';
import { nothingNew } from '../../src/rules/notifications/news';
import type { Gateways } from '../../src/wiring/gateways';
import { message } from '../rules/samples';
import { incident } from '../walks/cases/samples';
import { initiation, kitUse } from '../walks/submissions/samples';

// Only the wiring is tested here: what its files hand on needs a browser.
vi.mock('../../src/views/notifications/Toasts', () => ({ Toasts: null }));
vi.mock('../../src/views/shell/AppVersion', () => ({ AppVersion: null }));
// Node has no database of a browser. This one has what a member's device would have, by member and key.
const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
vi.mock('../../src/services/storage/answerCache', () => ({
  readCached: async (userId: string, key: string) => stored.get(`${userId} ${key}`),
  writeCached: async (userId: string, key: string, value: unknown) => void stored.set(`${userId} ${key}`, value),
  deleteCached: async (userId: string, key: string) => void stored.delete(`${userId} ${key}`),
  changeCached: async (userId: string, key: string, change: (value: unknown) => unknown) => {
    const name = `${userId} ${key}`;
    if (stored.has(name)) stored.set(name, change(stored.get(name)));
  },
  pruneCached: async () => {},
}));
const page = Object.assign(new EventTarget(), { requestIdleCallback: (task: () => void) => task() });
vi.stubGlobal('window', page);
vi.stubGlobal('document', new EventTarget());
vi.stubGlobal('navigator', {});

const { changeCacheAfter } = await import('../../src/wiring/cache/cacheAfter');
const { provideConversation } = await import('../../src/wiring/chat/conversation');
const { provideIncidentDetails } = await import('../../src/wiring/cases/incidentDetails');
const { readCachedIncident } = await import('../../src/wiring/incidents/cachedIncident');
const { fetchTeamThrough } = await import('../../src/wiring/cases/team');
const { fetchChatsAhead, followChatNews, markOpen } = await import('../../src/wiring/chat/chatsAhead');
const { provideNews } = await import('../../src/wiring/notifications/news');
const { globalNewestThrough } = await import('../../src/wiring/chat/globalNewest');
const { cacheProfile } = await import('../../src/wiring/session/cachedProfile');
const { pageStoreThrough } = await import('../../src/wiring/chat/pageStore');

const sent = '2026-03-10T12:00:00.000Z';
const chat = { kind: 'incident', chatId: '1' } as const;
const groups = [{ chatGroup: { id: '1', purposeId: null }, lastMessageAt: sent }];

/** The app's connections: who is signed in can change, and the server answers with one chat. */
function connections() {
  let userId: string | null = 'X';
  const asked: Endpoint[] = [];
  const gateways = {
    api: {
      call: async (endpoint: Endpoint) => {
        asked.push(endpoint);
        return endpoint === chatEndpoints.chatGroups ? groups : [];
      },
    },
    realtime: { hearAllMemberNews: () => () => {} },
    apiOptions: { can: () => true },
    userId: () => userId,
  } as unknown as Gateways;
  return { gateways, asked, becomes: (member: string | null) => (userId = member) };
}
const newsPort = (gateways: Gateways, name: 'deviceStore' | 'memberTopic') =>
  provideNews(gateways).implementations.actors[name] as AnyActorLogic;
/** Everything here is made of promises that are fulfilled at once, and all of these have run when the next task begins. */
const settled = () => new Promise(setImmediate);

describe.each([
  { next: 'X', of: 'while they are signed in' },
  { next: 'Y', of: 'not for somebody else, as whom another tab has logged in meanwhile' },
])('what a stream stores for its member, $of:', ({ next }) => {
  it.each([
    ['the page of an open chat', pageStoreThrough, { type: 'page.keep', page: [] }, 'X messages/chat/1'],
    [
      'the unread counts',
      (gateways: Gateways) => newsPort(gateways, 'deviceStore'),
      { type: 'counts.keep', counts: nothingNew },
      'X counts',
    ],
  ] as const)('%s', async (_, port, command, name) => {
    stored.clear();
    const { gateways, becomes } = connections();
    const stream = createActor(port(gateways) as AnyActorLogic, { input: { chat, userId: 'X' } }).start();
    await settled();
    becomes(next);
    stream.send(command);
    // A page is stored at the end of two seconds, or of the stream.
    stream.stop();
    expect([...stored.keys()]).toEqual(next === 'X' ? [name] : []);
  });
});

it('the newest page of an open chat is stored at once when the page of the browser is closed', async () => {
  stored.clear();
  const stream = createActor(pageStoreThrough(connections().gateways) as AnyActorLogic, { input: { chat } }).start();
  stream.send({ type: 'page.keep', page: [] });
  expect([...stored.keys()]).toEqual([]);
  page.dispatchEvent(new Event('pagehide'));
  expect([...stored.keys()]).toEqual(['X messages/chat/1']);
  stream.stop();
});

it('an incident has the facts of the list if that is newer, and is as old as its own copy', async () => {
  stored.clear();
  stored.set('X incident/3', { asOf: 5, value: incident({ description: 'Hit by a scooter.' }) });
  const listed = incident({ location: 'South gate', description: '' });
  stored.set('X live', { asOf: 9, value: [listed] });
  const { gateways } = connections();
  expect(await readCachedIncident(gateways, '3')).toMatchObject({ data: { location: 'South gate' }, asOf: 5 });
  stored.set('X live', { asOf: 4, value: [listed] });
  expect(await readCachedIncident(gateways, '3')).toMatchObject({ data: { location: incident().location }, asOf: 5 });
});

it('each profile of a member is stored, except one that asks for a new password (DECISIONS 182)', async () => {
  stored.clear();
  let profile: object | null = null;
  let tell = (_now: object) => {};
  const getSnapshot = () => ({ context: { me: { id: 'X' }, profile, asOf: null } });
  const subscribe = (listener: typeof tell) => {
    tell = listener;
  };
  cacheProfile({ getSnapshot, subscribe } as unknown as SessionRef);
  const becomes = async (next: object) => {
    profile = next;
    tell(getSnapshot());
    await vi.dynamicImportSettled();
    await settled();
  };
  await becomes({ id: 'X', hasVehicle: true });
  await becomes({ id: 'X', hasVehicle: false, mustChangePassword: true });
  expect(stored.get('X profile')).toMatchObject({ value: { hasVehicle: true } });
  await becomes({ id: 'X', hasVehicle: false });
  expect(stored.get('X profile')).toMatchObject({ value: { hasVehicle: false } });
});

it('a member who is deleted is not named any more by the newest message in the list of chats (DECISIONS 195)', async () => {
  stored.clear();
  const ofTara = message({ id: '1', sender: { id: '8', firstName: 'Tara', lastName: '' } });
  stored.set('X messages/gchat', { asOf: 5, value: [ofTara] });
  const { gateways } = connections();
  let hear = (_news: { type: 'member.left'; memberId: string }) => {};
  const joinChat = (_: unknown, listener: typeof hear) => {
    hear = listener;
    return { leave: () => {} };
  };
  Object.assign(gateways.realtime, { joinChat });
  const named: string[] = [];
  const list = createMachine({
    invoke: { src: globalNewestThrough(gateways) },
    on: { 'newest.changed': { actions: ({ event }) => named.push(event.message.sender.firstName) } },
  });
  const screen = createActor(list).start();
  await settled();
  hear({ type: 'member.left', memberId: '8' });
  expect(named).toEqual(['Tara', 'Former member']);
  screen.stop();
});

it('the pages of chats are fetched ahead again after Log Out, which deletes them, and not before', async () => {
  const { gateways, asked, becomes } = connections();
  const pages = () => asked.filter((endpoint) => endpoint === chatEndpoints.chatMessages).length;
  const fetchAhead = async () => {
    await fetchChatsAhead(gateways, false, new AbortController().signal);
    await settled();
  };
  const news = createActor(newsPort(gateways, 'memberTopic'), { input: { userId: 'X' } }).start();
  await fetchAhead();
  await fetchAhead();
  expect(pages()).toBe(1);
  becomes(null);
  news.stop();
  stored.clear();
  becomes('X');
  await fetchAhead();
  expect(pages()).toBe(2);
});

it("the member's cases are fetched for a chat of a case that is not theirs once, and again when they join its team", async () => {
  stored.clear();
  const { gateways } = connections();
  let team: { userId: string }[] = [];
  let isDown = true;
  let asked = 0;
  const call = async (endpoint: Endpoint) => {
    if (endpoint === chatEndpoints.chatGroups)
      return [{ chatGroup: { id: '1', purposeId: '3', incident: { team } }, lastMessageAt: null }];
    if (endpoint !== caseEndpoints.myCases) return [];
    asked++;
    if (isDown) throw new CallFailure('network', 0);
    return [];
  };
  const fetchAhead = async () => {
    await fetchChatsAhead({ ...gateways, api: { call } } as unknown as Gateways, false, new AbortController().signal);
    await settled();
    return asked;
  };
  expect(await fetchAhead()).toBe(1);
  isDown = false;
  expect(await fetchAhead()).toBe(2);
  expect(await fetchAhead()).toBe(2);
  team = [{ userId: 'X' }];
  expect(await fetchAhead()).toBe(3);
  expect(await fetchAhead()).toBe(3);
});

it('what a member has done is done in what this device has, too, when the server has got it (DECISIONS 242)', async () => {
  stored.clear();
  const kit = {
    items: [
      { id: 'b', quantity: 3 },
      { id: 'c', quantity: 1 },
    ],
  };
  stored.set('X kit', { asOf: 5, value: { kit, inventory: [], requests: [] } });
  stored.set('X cases', { asOf: 5, value: [{ incidentId: '3', status: 'ASSIGNED' }] });
  const { gateways } = connections();
  for (const sent of [kitUse('u1'), kitUse('u2', { itemId: 'c' }), initiation('i1')]) changeCacheAfter(gateways, sent);
  await settled();
  expect(stored.get('X kit')).toMatchObject({ asOf: 5, value: { kit: { items: [{ id: 'b', quantity: 2 }] } } });
  expect(stored.get('X cases')).toMatchObject({ asOf: 5, value: [{ incidentId: '3', status: 'IN_PROGRESS' }] });
});

describe("what this device has is given in place of a server's answer (DECISIONS 181)", () => {
  const copies = { chats: [{ chatGroup: { id: '1' } }], 'incident/3': { id: '3' }, 'team/3': { teamMembers: [] } };
  const portsOf = (gateways: Gateways) => ({
    chat: provideConversation(gateways).implementations.actors.fetchGroup,
    incident: provideIncidentDetails(gateways).implementations.actors.fetchIncident,
    team: fetchTeamThrough(gateways),
  });
  const lost = new CallFailure('network', 0);
  const outOfOrder = new CallFailure('refused', 503);
  const refused = new CallFailure('refused', 403);
  it.each([
    { of: 'chat', after: 'no network', failure: lost, gets: { group: { id: '1' }, isCopy: true } },
    { of: 'chat', after: 'a server out of order', failure: outOfOrder, gets: { group: { id: '1' }, isCopy: true } },
    { of: 'chat', after: 'a refusal', failure: refused, gets: refused },
    { of: 'another chat', after: 'a server out of order', failure: outOfOrder, gets: outOfOrder },
    { of: 'incident', after: 'no network', failure: lost, gets: { id: '3' } },
    // Its modal shows no time, so an old place and team would look like the present ones.
    { of: 'incident', after: 'a server out of order', failure: outOfOrder, gets: outOfOrder },
    { of: 'team', after: 'no network', failure: lost, gets: { teamMembers: [] } },
    // An old team must not be shown as the present one.
    { of: 'team', after: 'a server out of order', failure: outOfOrder, gets: outOfOrder },
  ])('$of, after $after', async ({ of, failure, gets }) => {
    stored.clear();
    for (const [key, value] of Object.entries(copies)) stored.set(`X ${key}`, { asOf: 0, value });
    const gateways = { ...connections().gateways, api: { call: () => Promise.reject(failure) } } as unknown as Gateways;
    const { chat, ...ports } = portsOf(gateways);
    const port = { ...ports, chat, 'another chat': chat }[of] as AnyActorLogic;
    const chatId = of === 'chat' ? '1' : '2';
    const actor = createActor(port, { input: { chatId, incidentId: '3' } });
    actor.subscribe({ error: () => {} });
    expect(await toPromise(actor.start()).catch((error) => error)).toEqual(gets);
  });
});

describe('a message in a chat that is not open (DECISIONS 203)', () => {
  const news = (chatId: string, isMyCase = true) =>
    ({ type: 'chats.changed', chatId, isGlobal: false, count: 1, message: { messageId: '9', isMyCase } }) as MemberNews;
  const pagesOf = (asked: readonly Endpoint[]) => asked.filter((one) => one === chatEndpoints.chatMessages).length;
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('lets the device fetch its newest page once in 5 to 10 s, to be read in a dead zone', async () => {
    const { gateways, asked } = connections();
    for (let count = 0; count < 5; count++) followChatNews(gateways, news('11'));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(pagesOf(asked)).toBe(0);
    await vi.advanceTimersByTimeAsync(5_001);
    expect(pagesOf(asked)).toBe(1);
    followChatNews(gateways, news('11'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pagesOf(asked)).toBe(2);
  });

  it("does not if it is of other people's case, if the chat is opened meanwhile, or for somebody who has logged out", async () => {
    const { gateways, asked, becomes } = connections();
    followChatNews(gateways, news('12', false));
    followChatNews(gateways, news('13'));
    const close = markOpen(gateways, { kind: 'incident', chatId: '13' });
    await vi.advanceTimersByTimeAsync(10_000);
    close();
    followChatNews(gateways, news('14'));
    becomes('Y');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(pagesOf(asked)).toBe(0);
  });
});
