import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { MemberNews } from '../../../src/contract/memberNews';
import { createRealtime } from '../../../src/services/realtime/realtime';
import { SockJS } from '../../../src/services/realtime/sockjs';
import { type OtherServer, startOtherServer } from '../../kit/otherServer';

const WAIT = { timeout: 15_000 };
let server: OtherServer;
const leaving: (() => void)[] = [];
beforeAll(async () => {
  server = await startOtherServer();
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  server.reset();
});
afterAll(() => server.close());

/** One connection of Mira's to a server that knows S1 alone, with all that the app listens to. */
function connecting() {
  const news: string[] = [];
  const heard: string[] = [];
  const returns = new Set<() => void>();
  const realtime = createRealtime({
    address: `${server.base}/ws`,
    token: () => server.tokenOf('mira'),
    userId: () => '583',
    can: () => false,
    isTokenGood: async () => true,
    watchPageReturns: (listener) => {
      returns.add(listener);
      return () => returns.delete(listener);
    },
  });
  const quiet = { opened: () => {}, changed: () => {} };
  const changed: (string | null)[] = [];
  const leaveIncidents = realtime.watchIncidents({ opened: () => {}, changed: (id) => changed.push(id) });
  const memberNews: unknown[] = [];
  const report = { opened: () => {}, changed: (_: string | null, news?: MemberNews) => memberNews.push(news) };
  const leaveMember = realtime.watchMemberNews('583', ['approvals.changed'], report);
  leaving.push(leaveIncidents, leaveMember, realtime.watchChats('583', quiet));
  const { publish, leave } = realtime.joinChat({ kind: 'global' }, (said) => {
    heard.push(said.type === 'messages.arrived' ? said.messages.map(({ text }) => text).join() : said.type);
  });
  leaving.push(
    leave,
    realtime.connect(({ type }) => news.push(type)),
  );
  return { news, heard, returns, publish, changed, leaveIncidents, memberNews, leaveMember };
}

it('a server that answers ERROR to unknown destinations is sent only those of S1, and nothing ends the connection', async () => {
  server.switches.errors = true;
  const { news, heard, publish } = connecting();
  await expect.poll(() => heard, WAIT).toEqual(['topic.opened']);
  publish('send', { text: 'Hello', clientMessageId: 'c1', parentMessageId: null, mediaUrl: null, mediaType: null });
  await expect.poll(() => heard, WAIT).toEqual(['topic.opened', 'Hello']);
  expect(news).toEqual(['connection.opened']);
  expect(server.beyond).toEqual([]);
});

it('incidents, people and supplies may have changed each time the page is looked at again: such a server does not tell', () => {
  const { returns, changed, leaveIncidents, memberNews, leaveMember } = connecting();
  for (const returned of returns) returned();
  expect([changed, memberNews]).toEqual([[null], [undefined]]);
  leaveIncidents();
  leaveMember();
  for (const returned of returns) returned();
  expect([changed, memberNews]).toEqual([[null], [undefined]]);
});

it('a server that offers no heart-beats does not count as dead, however long it is silent', async () => {
  // Only the date is set by hand, because timers stop while a device sleeps.
  vi.useFakeTimers({ toFake: ['Date'] });
  leaving.push(() => vi.useRealTimers());
  const { news, heard, returns } = connecting();
  await expect.poll(() => heard, WAIT).toEqual(['topic.opened']);
  vi.setSystemTime(Date.now() + 60_000);
  for (const returned of returns) returned();
  server.say('gchat', 'Still here');
  await expect.poll(() => heard, WAIT).toEqual(['topic.opened', 'Still here']);
  expect(news).toEqual(['connection.opened']);
});

it('what is sent while the connection closes is not sent, and that is said', async () => {
  const sockets: InstanceType<typeof SockJS>[] = [];
  const { addEventListener } = SockJS.prototype;
  const spy = vi.spyOn(SockJS.prototype, 'addEventListener').mockImplementation(function (
    this: InstanceType<typeof SockJS>,
    ...given: Parameters<typeof addEventListener>
  ) {
    sockets.push(this);
    addEventListener.apply(this, given);
  });
  leaving.push(() => spy.mockRestore());
  const { news, heard, publish } = connecting();
  await expect.poll(() => heard, WAIT).toEqual(['topic.opened']);
  expect(publish('react', { messageId: '1', reaction: '❤️' })).toBe(true);
  sockets.at(-1)?.close();
  // Only the next task tells that it is closed.
  expect(news).toEqual(['connection.opened']);
  expect(publish('react', { messageId: '1', reaction: '❤️' })).toBe(false);
});
