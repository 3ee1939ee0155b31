import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent, request } from 'node:https';
import type { LookupFunction } from 'node:net';

/** The time limit for the answer of a push service, in milliseconds. */
const ANSWER_WITHIN = 10_000;
/** The most simultaneous connections to one push service, and how long an idle one is kept open, in milliseconds. */
export const SOCKETS = 8;
const IDLE = 30_000;

interface PushMessage {
  readonly endpoint: URL;
  readonly authorization: string;
  readonly body: Buffer;
  /** How long the push service keeps the message for a device that is off, in seconds. */
  readonly ttl: number;
}

/** The answer of a push service: its status, and the pause that it asks for before another try, in milliseconds. */
interface PushAnswer {
  readonly status: number;
  readonly retryAfter: number | null;
}

interface Post {
  /** Sends a message to its push service. Redirects are not followed. */
  send(message: PushMessage): Promise<PushAnswer>;
  close(): void;
}

/** @param lookup finds the addresses of a push service when a connection is made, and may refuse them */
export function createPost(lookup: LookupFunction): Post {
  const settings = { keepAlive: true, maxSockets: SOCKETS, timeout: IDLE, lookup };
  const agents = { 'https:': new Agent(settings), 'http:': new HttpAgent(settings) };
  const ended = new AbortController();
  return {
    send: ({ endpoint, authorization, body, ttl }) =>
      new Promise((resolve, reject) => {
        const isSecure = endpoint.protocol === 'https:';
        const options = {
          method: 'POST',
          agent: agents[isSecure ? 'https:' : 'http:'],
          lookup,
          signal: AbortSignal.any([ended.signal, AbortSignal.timeout(ANSWER_WITHIN)]),
          headers: {
            authorization,
            ttl,
            urgency: 'high',
            'content-encoding': 'aes128gcm',
            'content-type': 'application/octet-stream',
            'content-length': body.length,
          },
        };
        const sent = (isSecure ? request : httpRequest)(endpoint, options, (answer) => {
          // The body of the answer is discarded, but must be read so that the connection can be reused.
          answer.on('error', () => {});
          answer.resume();
          resolve({ status: answer.statusCode ?? 0, retryAfter: pauseIn(answer.headers['retry-after']) });
        });
        sent.on('error', reject);
        sent.end(body);
      }),
    close() {
      ended.abort();
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** The pause in a Retry-After header, which is a number of seconds or a date, in milliseconds; null without a valid one. */
function pauseIn(header: string | undefined): number | null {
  if (header === undefined) return null;
  const pause = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(pause) ? null : Math.max(pause, 0);
}
