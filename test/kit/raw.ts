import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';

/** A WebSocket to a SockJS server on which a test reads and writes every frame itself. stompjs would hide them. */
export interface RawSocket {
  readonly socket: Socket;
  /** The received SockJS frames: 'o', 'a[…]', 'c[…]'. */
  readonly frames: string[];
  /** Sends STOMP text, in one WebSocket message. */
  send(text: string): void;
  /** Sends a WebSocket message without SockJS framing. */
  sendUnframed(payload: string): void;
  /** Sends a pong, which no ping has asked for. */
  pong(payload: string): void;
  /** Waits until the received STOMP text matches the pattern. @returns all received STOMP text, joined */
  hears(pattern: RegExp): Promise<string>;
  readonly closed: Promise<unknown>;
}

/** Opens one by the handshake of RFC 6455. */
export async function rawSocket(base: string, path = `/ws/000/${randomUUID()}/websocket`): Promise<RawSocket> {
  const upgrade = request(base + path, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
  }).end();
  const [, socket, head] = (await once(upgrade, 'upgrade')) as [unknown, Socket, Buffer];
  socket.on('error', () => socket.destroy());

  const frames: string[] = [];
  let waiting: (() => void)[] = [];
  let unread = head;
  const read = (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk]);
    for (let frame = takeFrame(); frame !== null; frame = takeFrame()) if (frame) frames.push(frame);
    const looks = waiting;
    waiting = [];
    for (const look of looks) look();
  };

  /** Takes the next text frame of the server: '' for another kind of frame, null if it is not complete yet. */
  function takeFrame(): string | null {
    const [kind = 0, short = 0] = unread;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (unread.length < Math.max(2, start)) return null;
    const length = short < 126 ? short : short === 126 ? unread.readUInt16BE(2) : Number(unread.readBigUInt64BE(2));
    if (unread.length < start + length) return null;
    const payload = unread.subarray(start, start + length).toString();
    unread = unread.subarray(start + length);
    return (kind & 0x0f) === 1 ? payload : '';
  }

  const heard = () =>
    frames.flatMap((frame) => (frame.startsWith('a') ? (JSON.parse(frame.slice(1)) as string[]) : [])).join('');
  socket.on('data', read);
  read(Buffer.alloc(0));
  const sendUnframed = (payload: string) => socket.write(masked(Buffer.from(payload)));
  return {
    socket,
    frames,
    sendUnframed,
    send: (text) => sendUnframed(JSON.stringify([text])),
    pong: (payload) => socket.write(masked(Buffer.from(payload), 0x8a)),
    hears: (pattern) =>
      new Promise((resolve) => {
        const look = () => (pattern.test(heard()) ? resolve(heard()) : waiting.push(look));
        look();
      }),
    closed: once(socket, 'close'),
  };
}

/** A client's frame, a text unless said otherwise: clients must mask what they send. */
export function masked(payload: Buffer, kind = 0x81): Buffer {
  const mask = randomBytes(4);
  const length = payload.length;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head.writeUInt8(kind, 0);
  head.writeUInt8(0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127), 1);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, mask, payload.map((byte, index) => byte ^ (mask[index % 4] as number))]);
}

/** The CONNECT frame with a token. */
export const connectFrame = (token: string, more = '') =>
  `CONNECT\naccept-version:1.2\nhost:test\nAuthorization:Bearer ${token}\n${more}\n\0`;

/** Opens a raw socket and connects. */
export async function rawClient(base: string, token: string, headers = ''): Promise<RawSocket> {
  const raw = await rawSocket(base);
  raw.send(connectFrame(token, headers));
  await raw.hears(/^CONNECTED\n/);
  return raw;
}

/** A SEND frame with a JSON body. */
export const sendFrame = (destination: string, body: unknown, headers = '') =>
  `SEND\ndestination:${destination}\n${headers}\n${typeof body === 'string' ? body : JSON.stringify(body)}\0`;
