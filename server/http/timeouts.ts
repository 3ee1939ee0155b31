import type { IncomingMessage } from 'node:http';

/** How long the body of an upload may take to arrive, in milliseconds: 100 MB of video need as much at 250 kbit/s. */
export const UPLOAD_TIMEOUT = 60 * 60_000;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Cuts a request off whose body is not there within so many milliseconds, unless `waitForUpload` is called before. */
export function waitForBody(request: IncomingMessage, within: number): void {
  const timer = setTimeout(() => request.complete || request.destroy(), within);
  timers.set(request, timer);
  request.once('close', () => clearTimeout(timer));
}

/** Gives a request the time that an upload needs. Call it only when the caller may upload. */
export const waitForUpload = (request: IncomingMessage): void => clearTimeout(timers.get(request));
