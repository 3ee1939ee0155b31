import { FrameImpl } from '@stomp/stompjs';

/** Escapes a text for use inside a JSON string, because SockJS carries texts as JSON strings. */
const quotedInside = (text: string) => JSON.stringify(text).slice(1, -1);

/** A whole STOMP frame, quoted for SockJS. */
export const quotedFrame = (command: string, headers: Record<string, string>, body = '') =>
  JSON.stringify(new FrameImpl({ command, headers, body, escapeHeaderValues: true }).serialize());

/**
 * A MESSAGE frame differs between two subscribers only in its first lines. So it is built and quoted in two parts: the head once per
 * subscription, the rest once per message.
 */
export function headOf(subscriptionId: string): string {
  const head = new FrameImpl({
    command: 'MESSAGE',
    headers: { subscription: subscriptionId },
    escapeHeaderValues: true,
  });
  // Without the empty line that ends the headers, because those of `restOf` follow.
  return quotedInside(head.toString().slice(0, -1));
}

/** The rest of a MESSAGE frame: its other headers and its body. See `headOf`. */
export function restOf(destination: string, messageId: string, payload: unknown): string {
  const frame = new FrameImpl({
    command: 'MESSAGE',
    headers: { destination, 'message-id': messageId, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    escapeHeaderValues: true,
  });
  return quotedInside(String(frame.serialize()).slice('MESSAGE\n'.length));
}

/** A whole MESSAGE frame, quoted for SockJS. See `headOf`. */
export const joined = (head: string, rest: string) => `"${head}${rest}"`;

/** A STOMP heart-beat is a single line feed. */
export const HEARTBEAT_TEXT = JSON.stringify('\n');
