import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { pushSubscriptions } from '../../server/db/schema';
import type { PushPayload } from '../../src/contract/notifications';
import { bytesOf } from './forms';
import { type SignedInServer, startSignedInServer } from './incidents';
import { call } from './server';

/** A delivered push message, after decryption. */
interface Delivered {
  readonly payload: PushPayload;
  readonly headers: IncomingMessage['headers'];
  /** The claims of the VAPID token. `publicKey` is the key that it is signed with. */
  readonly claims: { readonly aud?: unknown; readonly sub?: unknown; readonly exp?: unknown };
  readonly publicKey: string;
}

/** A subscribed browser: the data of its subscription, and the messages that it got. */
export interface TestBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The delivered messages, oldest first. */
  readonly delivered: Delivered[];
}

/** The answer to an attempt: its status, also with headers; 'never' gives no answer, 'cut' ends the connection. */
type Answer = number | 'never' | 'cut' | { readonly status: number; readonly headers: OutgoingHttpHeaders };

export interface PushService {
  readonly origin: string;
  /** Makes a browser with an address of its own. */
  browser(answer?: (attempt: number) => Answer | Promise<Answer>): TestBrowser;
  /** The number of messages that came, whatever the answer was. */
  readonly count: () => number;
  /** What was wrong with messages, such as a signature, a key or a header. */
  readonly problems: string[];
  close(): Promise<void>;
}

/**
 * A push service on this machine (RFC 8030). It also does the browser's part: it checks the signature (RFC 8292) and decrypts
 * (RFC 8291).
 */
export async function openPushService(): Promise<PushService> {
  const browsers = new Map<string, (request: IncomingMessage, body: Buffer) => Promise<Answer>>();
  const problems: string[] = [];
  let count = 0;
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request);
    count++;
    const take = browsers.get(request.url ?? '');
    try {
      const answer = (await take?.(request, body)) ?? 404;
      if (answer === 'never') return;
      if (answer === 'cut') return request.socket.destroy();
      if (typeof answer === 'number') response.writeHead(answer).end('a body that nobody reads');
      else response.writeHead(answer.status, answer.headers).end();
    } catch (error) {
      problems.push(String(error));
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    problems,
    count: () => count,
    browser(answer = () => 201) {
      const path = `/push/${randomBytes(8).toString('hex')}`;
      const ecdh = createECDH('prime256v1');
      const [p256dh, auth] = [ecdh.generateKeys(), randomBytes(16)];
      const delivered: Delivered[] = [];
      let attempts = 0;
      browsers.set(path, async (request, body) => {
        const said = await answer(++attempts);
        if (said === 'never' || said === 'cut') return said;
        const proof = await proofIn(request, origin);
        const payload = JSON.parse(decrypt(body, ecdh, auth)) as PushPayload;
        delivered.push({ payload, headers: request.headers, ...proof });
        return said;
      });
      return {
        endpoint: origin + path,
        p256dh: p256dh.toString('base64url'),
        auth: auth.toString('base64url'),
        delivered,
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Checks the sender's signature in the Authorization header. @throws Error if it is not valid */
async function proofIn({ headers }: IncomingMessage, origin: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== 65 || point[0] !== 4) throw new Error('this is no public key');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
  const { payload: claims } = await jwtVerify(token, key, { audience: origin, algorithms: ['ES256'] });
  return { claims, publicKey };
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const hash = createHmac('sha256', key);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Decrypts by the steps of RFC 8291 §3.4 and RFC 8188 §2. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const length = body.readUInt32BE(16);
  const keyLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  if (record.length > length) throw new Error('there is more than one record');
  const one = Buffer.of(1);
  const prk = hmac(auth, ecdh.computeSecret(theirs));
  const ikm = hmac(prk, 'WebPush: info\0', ecdh.getPublicKey(), theirs, one);
  const secret = hmac(salt, ikm);
  const key = hmac(secret, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16);
  const nonce = hmac(secret, 'Content-Encoding: nonce\0', one).subarray(0, 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  // The delimiter byte 2 ends the text; padding may follow it.
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end).toString();
}

/** Subscribes a browser in a member's name. @returns the status. */
export const subscribe = async (base: string, token: string, { endpoint, p256dh, auth }: TestBrowser) =>
  (await call(base, '/api/notifications/subscribe', { token, body: { endpoint, p256dh, auth } })).status;

/** What tests of push messages need. It is there while they run. */
interface PushTests {
  readonly signedIn: SignedInServer;
  readonly service: PushService;
  /** The lines of the server's log since the test began. */
  readonly said: string[];
}

/** Declares that the tests of a file have a server and a push service, and begin without subscriptions. */
export function testPush(): PushTests {
  const said: string[] = [];
  let signedIn: SignedInServer;
  let service: PushService;
  beforeAll(async () => {
    service = await openPushService();
    signedIn = await startSignedInServer(
      { pushToLoopback: true, logLevel: 'debug' },
      { log: { write: (line) => said.push(line) } },
    );
  });
  afterAll(async () => {
    await signedIn.server.close();
    await service.close();
  });
  beforeEach(() => {
    said.length = 0;
  });
  afterEach(async () => {
    expect(service.problems).toEqual([]);
    await signedIn.server.db.delete(pushSubscriptions);
  });
  return {
    said,
    get signedIn() {
      return signedIn;
    },
    get service() {
      return service;
    },
  };
}
