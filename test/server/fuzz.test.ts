import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reactionSet } from '../../src/contract/chats';
import { endpoints } from '../../src/contract/endpoints';
import { inventoryEndpoints } from '../../src/contract/endpoints/inventory';
import { kitEndpoints } from '../../src/contract/endpoints/kits';
import { filesOf } from '../kit/media';
import { connectFrame, rawClient, rawSocket, sendFrame } from '../kit/raw';
import { call, signIn, startTestServer, type TestServer } from '../kit/server';

let server: TestServer;
let token: string;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer({
    limits: { waitingBytes: 64 * 1024, sendBurst: 100_000, reportsPerHour: 100_000, uploadsPerHour: 100_000 },
  });
  for (const name of ['member', 'captain', 'superadmin']) tokens[name] = await signIn(server.base, name);
  token = tokens.member ?? '';
});
afterAll(() => server.close());

/** Any text, also with half a character (a lone surrogate), which fast-check's units leave out. */
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\ud83d', 'half \udc15', '\ud83dtext'));
const supplies = { ...kitEndpoints, ...inventoryEndpoints };
const options = { numRuns: 60, endOnFailure: true };
const coordinate = fc.oneof(fc.double(), fc.constant(18.5), fc.constant(null), fc.string());
const ids = fc.oneof(
  fc.array(fc.oneof(fc.constantFrom('1', 6, -1, 1.5, '99999999999999999999', '0x1'), anyText)),
  fc.jsonValue(),
);
/** Any JSON, in which some fields nearly match the contract. */
const nearly = fc.oneof(
  fc.json(),
  fc
    .record(
      {
        text: fc.oneof(anyText, fc.constant(null), fc.jsonValue()),
        clientMessageId: fc.oneof(anyText, fc.integer()),
        parentMessageId: fc.oneof(fc.string(), fc.integer(), fc.constant(null)),
        messageId: fc.oneof(fc.constantFrom('1', '7', 8, -1, 1.5, '99999999999999999999'), fc.jsonValue()),
        reaction: fc.oneof(fc.constantFrom(...reactionSet), fc.string()),
        mediaUrl: fc.oneof(fc.webUrl(), fc.constant(null)),
        informerName: anyText,
        contactNumber: fc.oneof(fc.constant('9876543210'), fc.string()),
        animalType: fc.constantFrom('DOG', 'DRAGON', null),
        location: fc.oneof(anyText, fc.jsonValue()),
        description: anyText,
        latitude: coordinate,
        longitude: coordinate,
        reason: fc.oneof(anyText, fc.jsonValue()),
        archive: fc.oneof(fc.boolean(), fc.jsonValue()),
        userIds: ids,
        participatingUserIds: ids,
        resolutionNotes: anyText,
        finalLatitude: coordinate,
        finalLongitude: coordinate,
        username: anyText,
        password: anyText,
        inventoryItemId: fc.oneof(fc.constantFrom('1', 2, '999', 'x'), anyText),
        quantity: fc.oneof(fc.integer(), fc.constantFrom(0, 1, 5, 1e6, 1e300), fc.jsonValue()),
        personallyProcured: fc.constant(true),
        used: fc.oneof(fc.integer(), fc.constant(1)),
        name: fc.oneof(anyText, fc.constantFrom('Bandage', 'Dressings')),
        unit: anyText,
        lowStockThreshold: fc.oneof(fc.integer(), fc.constant(5)),
        categoryId: fc.oneof(fc.constantFrom('1', 2, null), anyText),
        barcode: fc.oneof(anyText, fc.constant('8901234500019')),
        delta: fc.oneof(fc.integer(), fc.constantFrom(1, -1, 1e6)),
        expiresOn: fc.oneof(fc.constantFrom('2030-01-01', '2030-02-31', null), anyText),
        note: anyText,
        csv: fc.oneof(
          anyText,
          anyText.map((text) => `Name,Quantity,Barcode\n${text},3,1\n"${text}`),
        ),
        apply: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
  anyText,
);
const header = fc.constantFrom('id', 'destination', 'receipt', 'content-length', 'heart-beat', 'ack', '__proto__', 'x');
const frame = fc.oneof(
  anyText,
  fc
    .tuple(fc.constantFrom('send', 'read', 'react', 'shout'), nearly)
    .map(([action, body]) => sendFrame(`/app/gchat/${action}`, body)),
  fc
    .tuple(
      fc.constantFrom('CONNECT', 'SUBSCRIBE', 'SEND', 'UNSUBSCRIBE', 'DISCONNECT', 'ACK', 'BEGIN', ''),
      fc.array(fc.tuple(header, fc.oneof(fc.string(), fc.constantFrom('/topic/gchat', '/topic/chat/1', '-1', '3')))),
      fc.string(),
    )
    .map(([command, headers, body]) => `${command}\n${headers.map((pair) => pair.join(':')).join('\n')}\n\n${body}\0`),
);

describe('whatever a client sends', () => {
  // Frames come before calls over HTTP: a call may reset the member's password, which ends the member's sessions.
  it('in STOMP frames, the server keeps running, and answers the next one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { minLength: 1, maxLength: 8 }), fc.boolean(), async (frames, isConnected) => {
        const raw = isConnected ? await rawClient(server.base, token) : await rawSocket(server.base);
        for (const text of frames) raw.send(text);
        raw.socket.destroy();
        const next = await rawClient(server.base, token);
        next.send(sendFrame('/app/gchat/read', { messageId: '7' }, 'receipt:r\n'));
        await next.hears(/receipt-id:r/);
        next.socket.destroy();
      }),
      options,
    );
    await expect.poll(() => server.connections.count).toBe(0);
    expect(server.broker.count()).toBe(0);
  });

  it('in WebSocket messages, the server keeps running', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.json(), anyText), { maxLength: 5 }), async (payloads) => {
        const raw = await rawSocket(server.base);
        for (const payload of payloads) raw.sendUnframed(payload);
        raw.send(connectFrame(token));
        raw.socket.destroy();
      }),
      options,
    );
    await expect.poll(() => server.connections.count).toBe(0);
    expect((await call(server.base, '/api/profile', { token })).status).toBe(200);
  });

  it('no frame makes the server fail inside', async () => {
    await fc.assert(
      fc.asyncProperty(frame, async (text) => {
        const raw = await rawClient(server.base, token);
        raw.send(`SUBSCRIBE\nid:e\ndestination:/topic/members/1\n\n\0${text}\0`);
        // The frame may be incomplete, so that the server waits for its end. These blanks are more than may wait, even if the first
        // of them complete the frame, so the connection ends in any case.
        for (let count = 0; count < 4; count++) raw.send(' '.repeat(30_000));
        await expect.poll(() => raw.frames.at(-1), { interval: 5 }).toMatch(/^c/);
        expect(raw.frames.join('')).not.toContain('Something went wrong');
        raw.socket.destroy();
      }),
      options,
    );
  });

  it('several messages after the one that ends the connection do no harm', async () => {
    const raw = await rawSocket(server.base);
    raw.sendUnframed(JSON.stringify(['DANCE\n\n\0', 'DANCE\n\n\0', 'DANCE\n\n\0']));
    await raw.hears(/ERROR/);
    raw.socket.destroy();
    expect((await call(server.base, '/api/profile', { token })).status).toBe(200);
  });

  it('over HTTP, the answer is never 5xx', async () => {
    const asked = fc.record({
      endpoint: fc.constantFrom(...Object.values(endpoints)),
      param: fc.oneof(fc.constantFrom('1', '3', '4', '5', '7', '8'), anyText),
      caller: fc.constantFrom('member', 'captain', 'superadmin'),
      query: fc.webQueryParameters(),
      before: fc.oneof(fc.string(), fc.integer().map(String)),
      body: nearly,
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ endpoint, param, caller, query, before, body }) => {
        const path = endpoint.path.replace(/\{\w+\}/g, encodeURIComponent(param.toWellFormed()));
        const url = `${path}?${query}&before=${encodeURIComponent(before.toWellFormed())}`;
        const { status } = await call(server.base, url, {
          token: tokens[caller] ?? '',
          method: endpoint.method,
          ...(endpoint.method === 'GET' ? {} : { body }),
        });
        expect(status).toBeLessThan(500);
      }),
      { ...options, numRuns: 200 },
    );
  });

  it('about supplies, with bodies of the right fields, the answer is never 5xx', async () => {
    const id = fc.oneof(fc.constantFrom('1', 2, '3', 999), anyText);
    const quantity = fc.oneof(fc.integer(), fc.constantFrom(0, 1, 2, 1e6));
    const item = fc.record(
      {
        name: fc.oneof(anyText, fc.constantFrom('Bandage', 'Gauze')),
        categoryId: id,
        quantity,
        unit: anyText,
        lowStockThreshold: quantity,
        barcode: anyText,
      },
      { requiredKeys: ['name', 'quantity', 'unit', 'lowStockThreshold'] },
    );
    const cell = fc.oneof(anyText, fc.constantFrom('Bandage', '5', '"', '=1+1', 'Tools'));
    const csv = fc
      .array(fc.array(cell, { maxLength: 5 }))
      .map((rows) => ['Name,Quantity,Category,Unit,Barcode', ...rows.map((cells) => cells.join(','))].join('\n'));
    const reason = fc.constantFrom('restock', 'use', 'correction', 'dispatch');
    const expiresOn = fc.oneof(fc.constantFrom('2030-01-01', '2030-02-31', '9999-12-31', null), anyText);
    const asked = fc.record({
      call: fc.oneof(
        fc.tuple(fc.constantFrom(supplies.createItem, supplies.updateItem), item),
        fc.tuple(fc.constant(supplies.changeStock), fc.record({ delta: quantity, reason, note: anyText, expiresOn })),
        fc.tuple(fc.constantFrom(supplies.createCategory, supplies.updateCategory), fc.record({ name: anyText })),
        fc.tuple(fc.constant(supplies.importItems), fc.record({ csv, apply: fc.boolean() })),
        fc.tuple(fc.constant(supplies.requestSupplies), fc.array(fc.record({ inventoryItemId: id, quantity }))),
        fc.tuple(fc.constant(supplies.useKitItem), fc.record({ used: quantity })),
        fc.tuple(fc.constant(supplies.setKitItem), fc.record({ quantity })),
      ),
      param: fc.oneof(fc.constantFrom('1', '2', '3', '5'), anyText),
      seen: fc.oneof(fc.constantFrom('', '1', '-1', '99999999999'), anyText),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ call: [endpoint, body], param, seen }) => {
        const filled = endpoint.path.replace('{userId}', '5');
        const path = filled.replace(/\{\w+\}/g, encodeURIComponent(param.toWellFormed()));
        const query = seen === '' ? '' : `?seen=${encodeURIComponent(seen.toWellFormed())}`;
        const { status } = await call(server.base, path + query, {
          token: tokens.superadmin ?? '',
          method: endpoint.method,
          body: JSON.stringify(body),
        });
        expect(status).toBeLessThan(500);
      }),
      { ...options, numRuns: 250 },
    );
  });

  it('in forms, the answer is never 5xx', async () => {
    const part = fc.tuple(
      fc.constantFrom('incident', 'details', 'note', 'media', 'mediaFiles', '__proto__', 'x'),
      fc.constantFrom('', '; filename="a"', '; filename="../a"', '; filename='),
      fc.constantFrom('', '\r\nContent-Type: application/json', '\r\nContent-Type: image/png', '\r\nContent-Type: x'),
      fc.oneof(nearly, fc.constantFrom('GIF89a', 'RIFF', '{"resolutionNotes":"Done."}', '{"text":"A\\u0000"}')),
    );
    const asked = fc.record({
      path: fc.constantFrom(
        '/api/incidents/report',
        '/api/incidents/4/notes',
        '/api/cases/4/close',
        '/api/cases/x/close',
        '/api/gchat/media',
      ),
      caller: fc.constantFrom('member', 'captain', 'superadmin'),
      key: fc.option(
        fc.string({ minLength: 1 }).map((text) => encodeURIComponent(text.toWellFormed())),
        { nil: '' },
      ),
      parts: fc.array(part, { maxLength: 4 }),
      end: fc.constantFrom('--b--\r\n', '--b', ''),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ path, caller, key, parts, end }) => {
        const heads = parts.map(
          ([name, file, type, content]) =>
            `--b\r\nContent-Disposition: form-data; name="${name}"${file}${type}\r\n\r\n${content}\r\n`,
        );
        const { status } = await call(server.base, path, {
          token: tokens[caller] ?? '',
          body: heads.join('') + end,
          headers: { 'content-type': 'multipart/form-data; boundary=b', ...(key ? { 'idempotency-key': key } : {}) },
        });
        expect(status).toBeLessThan(500);
      }),
      { ...options, numRuns: 150 },
    );
    expect((await filesOf(server)).incoming).toEqual([]);
  });
});
