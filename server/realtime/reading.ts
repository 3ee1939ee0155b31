import type { IFrame } from '@stomp/stompjs';
import { Refused } from '../http/refused';

/** A frame that no client would send which follows STOMP 1.2: answered with ERROR, and the connection ends. */
export class Violation extends Error {}

/** A header that the frame must have. @throws Violation */
export function required(headers: IFrame['headers'], name: string): string {
  const value = headers[name];
  if (value === undefined) throw new Violation(`The frame needs the header ${name}.`);
  return value;
}

/** The body of a SEND. @throws Refused 400 when it is no JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refused(400, 'The body must be JSON.');
  }
}

/** The clientMessageId of a refused SEND, so that its sender knows which message it was. */
export function clientMessageIdIn(frame: IFrame): string | null {
  try {
    const { clientMessageId } = JSON.parse(frame.body);
    return typeof clientMessageId === 'string' ? clientMessageId : null;
  } catch {
    return null;
  }
}
