import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatEndpoints } from '../../src/contract/endpoints/chat';
import { incidentEndpoints } from '../../src/contract/endpoints/incidents';
import { inventoryEndpoints } from '../../src/contract/endpoints/inventory';
import { sessionEndpoints } from '../../src/contract/endpoints/session';
import { signupEndpoints } from '../../src/contract/endpoints/signup';
import { CallFailure } from '../../src/contract/failure';
import { createApi } from '../../src/services/api/api';
import { serverNow } from '../../src/services/api/request';

/** What the server answers next, and what it was asked. */
let answer: { status: number; body: string; stall?: boolean; date?: string } = { status: 200, body: '{}' };
let asked: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];
const refusedTokens: (string | null)[] = [];
let token: string | null = 'the token';
/** The new token that has replaced a refused one. */
let successor: string | null = null;
let askedForPassword = 0;
let isOurServer = true;

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  asked.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
  if (answer.stall && answer.body === '') return;
  response
    .writeHead(answer.status, { 'Content-Type': 'application/json', ...(answer.date && { Date: answer.date }) })
    .write(answer.body);
  if (!answer.stall) response.end();
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  refusedTokens.length = 0;
  askedForPassword = 0;
  token = 'the token';
  successor = null;
  isOurServer = true;
});

const api = () =>
  createApi({
    base,
    can: () => isOurServer,
    token: () => token,
    onUnauthorized: async (refused) => {
      refusedTokens.push(refused);
      return successor;
    },
    onPasswordRequired: () => {
      askedForPassword += 1;
    },
  });
const credentials = { username: 'member', password: 'rescue-demo' };
const failureOf = (call: Promise<unknown>): Promise<CallFailure> =>
  call.then(
    () => expect.fail('The call should have failed.'),
    (error) => error,
  );

describe('a call', () => {
  it('carries the bearer token of the moment, parameters and query', async () => {
    answer = { status: 200, body: '[]' };
    const { call } = api();
    const query = { before: '17', limit: 50, other: undefined };
    await call(chatEndpoints.chatMessages, { params: { chatId: 'a/b' }, query });
    token = 'a newer one';
    await call(chatEndpoints.globalMessages, {});
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/chat/messages/a%2Fb?before=17&limit=50',
      'GET /api/gchat/messages',
    ]);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer the token', 'Bearer a newer one']);
  });

  it('asks a server that knows only the specification for nothing beyond it', async () => {
    isOurServer = false;
    answer = { status: 200, body: '[]' };
    await api().call(chatEndpoints.chatMessages, { params: { chatId: '7' }, query: { before: '17', limit: 50 } });
    answer = { status: 200, body: '{"message":"Gone."}' };
    const query = { seen: '2026-01-05T10:00:00.000Z', archive: true };
    await api().call(incidentEndpoints.deleteIncident, { params: { id: '7' }, query, body: { archive: true } });
    expect(asked.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'GET /api/chat/messages/7 ',
      'DELETE /api/incidents/7 {"archive":true}',
    ]);
    expect(Object.keys(asked[1]?.headers ?? {}).filter((name) => /idempotency|if-|^x-/.test(name))).toEqual([]);
  });

  it('carries its key if the server supports keys, so that a repeat creates nothing twice', async () => {
    const create = { body: { name: 'Wound care' }, headers: { 'Idempotency-Key': 'key-1' } };
    await api().call(inventoryEndpoints.createCategory, create);
    isOurServer = false;
    await api().call(inventoryEndpoints.createCategory, create);
    expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', undefined]);
  });

  it('sends a body as JSON, and no token to an open endpoint', async () => {
    answer = { status: 200, body: '{"token":"t"}' };
    expect(await api().call(sessionEndpoints.login, { body: credentials })).toEqual({ token: 't' });
    expect(asked[0]?.headers['content-type']).toBe('application/json');
    expect(asked[0]?.headers.authorization).toBe(undefined);
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual(credentials);
  });

  it('reads leniently: unknown fields fall away, absent ones have defaults, ids are text', async () => {
    answer = { status: 200, body: '[{"chatGroup":{"id":7,"name":"Dog","extra":1},"more":true}]' };
    expect(await api().call(chatEndpoints.chatGroups, {})).toEqual([
      { chatGroup: { id: '7', name: 'Dog', purposeId: null }, hasUnreadMessages: false, lastMessage: null },
    ]);
  });

  it('reads 204 as an empty list, and an empty answer to a report of another server as stored; what is fetched has a body', async () => {
    answer = { status: 204, body: '' };
    expect(await api().call(chatEndpoints.chatGroups, {})).toEqual([]);
    answer = { status: 200, body: '' };
    expect(await failureOf(api().call(chatEndpoints.chatGroups, {}))).toMatchObject({ kind: 'unreadable' });
    const report = () => api().call(incidentEndpoints.reportIncident, {});
    expect(await failureOf(report())).toMatchObject({ kind: 'unreadable' });
    isOurServer = false;
    expect(await report()).toEqual({ message: null, incidentId: null });
  });

  it('accepts an answer without a body if the content does not matter', async () => {
    answer = { status: 200, body: '' };
    const body = { ...credentials, firstName: 'M', lastName: 'S', phoneNumber: '9876543210' };
    const rest = { hasVehicle: false, vehicleType: '', canProvideShelter: false, hasMedicineBox: false } as const;
    const call = api().call(signupEndpoints.signup, {
      body: { ...body, ...rest, experienceLevel: 'Beginner', latitude: null, longitude: null },
    });
    expect(await call).toBe(undefined);
  });
});

describe('a call fails', () => {
  it.each([
    ['with the words of the server', 409, '{"message":"Taken."}', 'Taken.'],
    ['without words where there are none', 500, '{}', null],
    ['without words where they cannot be read', 502, '<html>Bad gateway</html>', null],
    ['without words where they are no text', 400, '{"message":{"a":1}}', null],
    ['without the text of something on the way', 400, 'Incorrect old password.', null],
  ])('%s', async (_, status, body, serverMessage) => {
    answer = { status, body };
    const failure = await failureOf(api().call(sessionEndpoints.profile, {}));
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({ kind: 'refused', status, serverMessage });
    expect(refusedTokens).toEqual([]);
  });

  it.each([
    ['with its words', 400, 'Incorrect old password.', 'Incorrect old password.'],
    ['with its words as a JSON text', 409, '"Taken."', 'Taken.'],
    ['without words that only name the status', 401, 'Unauthorized', null],
    ['without words that only name the status', 500, '500 Internal Server Error', null],
    ['without the words of a proxy', 503, 'no healthy upstream', null],
    ['without the words of a proxy', 522, 'error code: 522', null],
    ['without a text that is too long for a message', 500, 'at org.example.Case '.repeat(30), null],
  ])('%s, if another server writes no JSON', async (_, status, body, serverMessage) => {
    isOurServer = false;
    answer = { status, body };
    const failure = await failureOf(api().call(sessionEndpoints.profile, {}));
    expect(failure).toMatchObject({ kind: 'refused', status, serverMessage });
  });

  it.each(['{"id":7', 'null', '[]', '{"firstName":"no id"}'])('as unreadable when 2xx comes with %s', async (body) => {
    answer = { status: 200, body };
    const failure = await failureOf(api().call(sessionEndpoints.profile, {}));
    expect(failure).toMatchObject({ kind: 'unreadable', status: 200 });
  });

  it.each([
    [404, '404 page not found', 'network'],
    [405, '<html><h1>Not Allowed</h1></html>', 'network'],
    [403, '<!doctype html><title>Welcome to our hotel</title>', 'network'],
    [403, 'error code: 1020', 'network'],
    [403, 'RBAC: access denied', 'network'],
    [404, '', 'refused'],
    [404, '{"message":"Incident not found."}', 'refused'],
    [413, '<html>Request Entity Too Large</html>', 'refused'],
    [400, 'Bad Request', 'refused'],
  ])('%i with %s counts as %s: what something on the way says is no answer of the API', async (status, body, kind) => {
    answer = { status, body };
    expect(await failureOf(api().call(sessionEndpoints.profile, {}))).toMatchObject({ kind });
  });

  it.each([
    [404, '404 page not found', 'network'],
    [403, '<!doctype html><title>Welcome to our hotel</title>', 'network'],
    [403, 'Forbidden', 'network'],
    [403, 'You are not a member of this team.', 'refused'],
  ])('%i with %s from the address of another server counts as %s, and deletes nothing', async (status, body, kind) => {
    isOurServer = false;
    answer = { status, body };
    expect(await failureOf(api().call(sessionEndpoints.profile, {}))).toMatchObject({ kind, serverMessage: null });
  });

  it('as a network failure when nobody answers', async () => {
    const nobody = createApi({
      base: 'http://127.0.0.1:1',
      can: () => true,
      token: () => null,
      onUnauthorized: async () => null,
    });
    expect(await failureOf(nobody.call(sessionEndpoints.profile, {}))).toMatchObject({ kind: 'network', status: 0 });
  });

  it('as a network failure when the connection breaks', async () => {
    answer = { status: 200, body: '', stall: true };
    const cut = new AbortController();
    const call = failureOf(api().call(sessionEndpoints.profile, { signal: cut.signal }));
    await expect.poll(() => asked.length).toBe(1);
    cut.abort();
    expect(await call).toMatchObject({ kind: 'network', status: 0 });
    expect(await failureOf(api().call(sessionEndpoints.profile, { signal: cut.signal }))).toMatchObject({
      kind: 'network',
    });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['nothing comes', ''],
    ['the answer never ends', '[{"id":'],
  ])('as a network failure when a minute passes and %s', async (_, body) => {
    answer = { status: 200, body, stall: true };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = once(server, 'request');
    const call = failureOf(api().call(sessionEndpoints.profile, { signal: new AbortController().signal }));
    await arrived;
    vi.advanceTimersByTime(59_999);
    expect(await Promise.race([call, new Promise((soon) => setImmediate(soon, 'still waits'))])).toBe('still waits');
    vi.advanceTimersByTime(1);
    expect(await call).toMatchObject({ kind: 'network', status: 0 });
    vi.useRealTimers();
  });

  it('as 401 and tells which token was refused, even if there is a newer one by now', async () => {
    answer = { status: 401, body: '{"message":"Token expired."}' };
    const call = failureOf(api().call(sessionEndpoints.profile, {}));
    token = 'a newer one';
    expect(await call).toMatchObject({ kind: 'refused', status: 401 });
    expect(refusedTokens).toEqual(['the token']);
    expect(asked).toHaveLength(1);
  });

  it('as 401, and is made once more if a new token has replaced the refused one', async () => {
    answer = { status: 401, body: '{}' };
    successor = 'the fresh one';
    expect(await failureOf(api().call(sessionEndpoints.profile, {}))).toMatchObject({ status: 401 });
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer the token', 'Bearer the fresh one']);
    expect(refusedTokens).toEqual(['the token']);
  });

  it.each([
    [true, 'network', []],
    [false, 'refused', ['the token']],
  ])(
    "when a proxy's page comes with 401 before our server (%s), and does not end the session there",
    async (ours, kind, refused) => {
      isOurServer = ours;
      answer = { status: 401, body: '<html><h1>401 Authorization Required</h1></html>' };
      expect(await failureOf(api().call(sessionEndpoints.profile, {}))).toMatchObject({ kind });
      expect(refusedTokens).toEqual(refused);
    },
  );

  it('with 403, or with 401 or 403 at a login, without ending the session (DECISIONS 1, 2)', async () => {
    for (const status of [401, 403]) {
      answer = { status, body: '{"message":"No."}' };
      await failureOf(api().call(sessionEndpoints.login, { body: credentials }));
    }
    await failureOf(api().call(chatEndpoints.chatGroups, {}));
    expect(refusedTokens).toEqual([]);
  });
});

describe('a new password that is due', () => {
  it('is recognised by the 403 that our server gives to everything else, and by no other', async () => {
    for (const [status, message] of [
      [403, 'You need to be a Rescue Captain or higher to close incidents.'],
      [400, 'Please choose a new password first.'],
    ] as const) {
      answer = { status, body: JSON.stringify({ message }) };
      await failureOf(api().call(chatEndpoints.chatGroups, {}));
    }
    expect(askedForPassword).toBe(0);
    answer = { status: 403, body: '{"message":"Please choose a new password first."}' };
    expect(await failureOf(api().call(chatEndpoints.chatGroups, {}))).toMatchObject({ kind: 'refused', status: 403 });
    expect(askedForPassword).toBe(1);
  });

  it('is not asked for again by a late answer, when the member has chosen one or somebody else has logged in', async () => {
    answer = { status: 403, body: '{"message":"Please choose a new password first."}' };
    const call = failureOf(api().call(chatEndpoints.chatGroups, {}));
    token = 'the token after it';
    expect(await call).toMatchObject({ status: 403 });
    expect(askedForPassword).toBe(0);
  });
});

describe('a call made ahead', () => {
  const page = { params: { chatId: '7' }, query: { limit: 50 } };
  const addresses = () => asked.map(({ url }) => url);

  it('answers only the next equal call', async () => {
    answer = { status: 200, body: '[]' };
    const { call, callAhead } = api();
    callAhead(chatEndpoints.chatMessages, page);
    expect(await call(chatEndpoints.chatMessages, page)).toEqual([]);
    expect(addresses()).toEqual(['/api/chat/messages/7?limit=50']);
    await call(chatEndpoints.chatMessages, page);
    expect(addresses()).toHaveLength(2);
  });

  it('is made once, however often it is wanted', async () => {
    answer = { status: 200, body: '[]' };
    const { call, callAhead } = api();
    callAhead(chatEndpoints.chatMessages, page);
    callAhead(chatEndpoints.chatMessages, page);
    await call(chatEndpoints.chatMessages, page);
    expect(addresses()).toHaveLength(1);
  });

  it('is repeated with the next token if its token was refused', async () => {
    answer = { status: 401, body: '' };
    successor = 'the next token';
    const { call, callAhead } = api();
    callAhead(chatEndpoints.chatMessages, page);
    expect(await failureOf(call(chatEndpoints.chatMessages, page))).toMatchObject({ kind: 'refused', status: 401 });
    expect(refusedTokens).toEqual(['the token']);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer the token', 'Bearer the next token']);
  });

  it('answers no other address, and no other member', async () => {
    answer = { status: 200, body: '[]' };
    const { call, callAhead } = api();
    callAhead(chatEndpoints.chatMessages, page);
    await call(chatEndpoints.chatMessages, { ...page, params: { chatId: '8' } });
    token = 'the token of somebody else';
    await call(chatEndpoints.chatMessages, page);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer the token',
      'Bearer the token',
      'Bearer the token of somebody else',
    ]);
  });

  it('passes its failure to the call that uses it', async () => {
    answer = { status: 503, body: '{"message":"Later"}' };
    const { call, callAhead } = api();
    callAhead(chatEndpoints.chatMessages, page);
    expect(await failureOf(call(chatEndpoints.chatMessages, page))).toBeInstanceOf(CallFailure);
    expect(addresses()).toHaveLength(1);
  });

  it('is made again after 10 s', async () => {
    answer = { status: 200, body: '[]' };
    const { call, callAhead } = api();
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
    callAhead(chatEndpoints.chatMessages, page);
    now.mockReturnValue(1_010_001);
    await call(chatEndpoints.chatMessages, page);
    now.mockRestore();
    expect(addresses()).toHaveLength(2);
  });
});

it.each([1, -1])(
  "the server's time is known from its last answer, also where it is %s h ahead (DECISIONS 370)",
  async (hours) => {
    const ahead = () => Math.round((serverNow() - Date.now()) / 60_000);
    answer = { status: 200, body: '[]', date: new Date(Date.now() + hours * 3_600_000).toUTCString() };
    await api().call(chatEndpoints.chatGroups, {});
    expect(ahead()).toBe(hours * 60);
    // A Date that cannot be read changes nothing.
    answer = { status: 200, body: '[]', date: 'tomorrow' };
    await api().call(chatEndpoints.chatGroups, {});
    expect(ahead()).toBe(hours * 60);
  },
);
