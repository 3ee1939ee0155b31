import { FrameImpl, type IFrame, type IRawFrameType } from '@stomp/stompjs';
import { HttpError } from '../http/httpError';

/** A frame that violates STOMP 1.2: it is answered with ERROR, and the connection ends. */
export class Violation extends Error {}

/** The escape sequences of STOMP 1.2 in header values, with the characters that they mean. */
const ESCAPES: Readonly<Record<string, string>> = { '\\r': '\r', '\\n': '\n', '\\c': ':', '\\\\': '\\' };

/**
 * The frame that was parsed. The library's `fromRawFrame` would block the server: it trims with a pattern whose time grows with the
 * square of the blanks within a header. Of a repeated header the first value counts, and CONNECT has no escapes (STOMP 1.2).
 */
export function frameOf({ command, headers, binaryBody }: IRawFrameType): IFrame {
  const isEscaped = command !== 'CONNECT';
  const readValue = (text: string) =>
    isEscaped ? text.trim().replace(/\\[rnc\\]/g, (found) => ESCAPES[found] ?? found) : text.trim();
  return new FrameImpl({
    command: command ?? '',
    headers: Object.fromEntries(headers.toReversed().map(([name, value]) => [name.trim(), readValue(value)])),
    binaryBody,
    escapeHeaderValues: true,
  });
}

/** The error itself if it is a refusal. @throws the error if it is anything else, such as a failure of the database. */
export function refusalIn(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  throw error;
}

/** The value of a mandatory header. @throws Violation when it is missing. */
export function required(headers: IFrame['headers'], name: string): string {
  const value = headers[name];
  if (value === undefined) throw new Violation(`The frame needs the header ${name}.`);
  return value;
}

/** The body of a SEND. @throws HttpError 400 when it is not JSON. */
export function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new HttpError(400, 'The body must be JSON.');
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

/** The approximate memory that a waiting frame needs, in bytes. */
export const bytesOf = ({ headers, binaryBody }: IFrame): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, binaryBody.length);

/** The longest header or id that is kept of a refused SEND, in characters. None of our ids and destinations is longer. */
const STUB = 200;

/** A refused SEND without its content: enough to tell the sender that it was refused. */
export function stubOf(frame: IFrame): IFrame {
  const short = ([name, value]: [string, string]) => ['destination', 'receipt'].includes(name) && value.length <= STUB;
  const clientMessageId = clientMessageIdIn(frame);
  return new FrameImpl({
    command: frame.command,
    headers: Object.fromEntries(Object.entries(frame.headers).filter(short)),
    body: clientMessageId && clientMessageId.length <= STUB ? JSON.stringify({ clientMessageId }) : '',
  });
}
