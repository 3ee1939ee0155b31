import type { IncomingMessage } from 'node:http';

/** The time limit for the body of an upload, in milliseconds. 100 MB of video take almost that long at 250 kbit/s. */
export const UPLOAD_TIMEOUT = 60 * 60_000;

/**
 * How long an idle connection stays open, in milliseconds. It is longer than proxies keep theirs (Caddy: two minutes): if the server closed
 * it first, a call that the proxy sends at that moment would fail with 502, and a login or a decision is not sent again by a proxy.
 */
export const IDLE_TIMEOUT = 150_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Ends a request whose body has not arrived within `within` milliseconds, unless `liftBodyTimeLimit` is called before that. */
export function limitBodyTime(request: IncomingMessage, within: number): void {
  const timer = setTimeout(() => request.complete || request.destroy(), within);
  timers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

/** Lifts the time limit of `limitBodyTime` for an upload. Call it only when the caller may upload. */
export const liftBodyTimeLimit = (request: IncomingMessage): void => clearTimeout(timers.get(request));
