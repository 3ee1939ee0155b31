import type { Can } from '../../contract/capabilities';
import { type Address, known, pathOf } from '../../contract/endpoint';

/**
 * The most time that a call may take until its whole answer has arrived, in milliseconds. Files are uploaded by upload.ts, without
 * this limit.
 */
const TIMEOUT = 60_000;

/** The server that is called. */
export interface Target {
  /** The part of the address before every path. Empty if the API has the same address as the app. */
  readonly base: string;
  /** Tells which capabilities beyond the specification the server has. */
  readonly can: Can;
}

/** The parameters in the address of a call. */
export interface AddressOptions {
  readonly params?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

/** An answer of the server, not parsed yet. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * The address of a call, with the query parameters that the server knows.
 * @throws Error when a parameter that the path names is missing.
 */
export function addressOf({ base, can }: Target, endpoint: Address, { params, query }: AddressOptions): string {
  const given = known(query, endpoint.query, can);
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return base + pathOf(endpoint, params) + (given.length > 0 ? `?${parameters}` : '');
}

interface Sent {
  readonly method: Address['method'];
  /** Null if the call needs none. */
  readonly token: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** How far the server's clock is ahead of this device's, in milliseconds, by the last answer that said its time. */
let serverAhead = 0;

/** What the server's clock said when this device's clock said `time`, to about a second, in milliseconds since 1970. */
export const onServer = (time: number) => time + serverAhead;

/** The server's time: for rules by the server's clock, because that of a phone may be hours off (DECISIONS 370). */
export const serverNow = () => onServer(Date.now());

/** Sends a request. Rejects with the browser's error unless the whole answer arrives in time. */
export async function request(address: string, sent: Sent): Promise<Answer> {
  // AbortSignal.any would join the two reasons to stop, but older browsers lack it (DECISIONS 404).
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const timer = setTimeout(stop, TIMEOUT);
  sent.signal?.addEventListener('abort', stop);
  if (sent.signal?.aborted) stop();
  try {
    return await fetched(address, { ...sent, signal: stopping.signal });
  } finally {
    clearTimeout(timer);
    sent.signal?.removeEventListener('abort', stop);
  }
}

async function fetched(address: string, { method, token, headers, body, signal }: Sent): Promise<Answer> {
  const answer = await fetch(address, {
    method,
    headers: {
      Accept: 'application/json',
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    // JSON.stringify(undefined) is undefined, so such a call has no body.
    body: JSON.stringify(body),
    signal: signal ?? null,
  });
  // The browser does not show this header to a page of another origin, unless that server allows it.
  const sentAt = Date.parse(answer.headers.get('Date') ?? '');
  if (sentAt) serverAhead = sentAt - Date.now();
  return { status: answer.status, text: await answer.text() };
}
