/**
 * The text in a chunk of bytes from a client. Text frames of its WebSocket are masked (RFC 6455 §5.3), so they are unmasked first;
 * anything else is read as it is.
 */
function clientText(chunk: Buffer): string {
  const TEXT = 0x81;
  if (chunk[0] !== TEXT) return chunk.toString('latin1');
  let said = '';
  for (let at = 0; at + 6 <= chunk.length; ) {
    const short = (chunk[at + 1] ?? 0) & 0x7f;
    if (short === 127) break;
    const wide = short === 126 ? 2 : 0;
    const length = wide ? chunk.readUInt16BE(at + 2) : short;
    const mask = chunk.subarray(at + 2 + wide, at + 6 + wide);
    const payload = chunk.subarray(at + 6 + wide, at + 6 + wide + length);
    said += Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))).toString('latin1');
    at += 6 + wide + length;
  }
  return said;
}

/** Whether the chunk has a SEND of a client. Heart-beats, subscriptions and HTTP calls are none. */
export const carriesSend = (chunk: Buffer) => clientText(chunk).includes('"SEND\\n');

/** Whether the chunk has a MESSAGE of the server. For the client that sent the message it is the echo. */
export const carriesMessage = (chunk: Buffer) => chunk.includes('"MESSAGE\\n');
