import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The types of questions for an IPv4 and an IPv6 address (RFC 1035, RFC 3596). */
const [A, AAAA] = [1, 28];

/** A DNS server on this machine. */
export interface DnsServer {
  /** Its address with its port. */
  readonly address: string;
  close(): void;
}

/**
 * Starts a DNS server that answers for all names but those that begin with 'silent'.
 * @param known the only address of each name that has one, in hex: 8 digits for IPv4, 32 for IPv6
 */
export async function startDnsServer(known: Readonly<Record<string, string>>): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (asked, { address, port }) => {
    const answer = answerTo(asked, known);
    if (answer) socket.send(answer, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}

/** The answer to a question (RFC 1035 §4.1): a header of 12 bytes, the question again, and the address if there is one. */
function answerTo(asked: Buffer, known: Readonly<Record<string, string>>): Buffer | null {
  // The name is a list of words, each after its length, that ends with an empty one. Its type and class follow.
  const words: string[] = [];
  let at = 12;
  for (let length = asked.readUInt8(at); length > 0; length = asked.readUInt8(at)) {
    words.push(asked.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = words.join('.');
  if (name.startsWith('silent')) return null;
  const address = Buffer.from(known[name] ?? '', 'hex');
  const isAsked = asked.readUInt16BE(at + 1) === (address.length === 4 ? A : AAAA) && address.length > 0;
  const [yes, no] = [Buffer.of(0, 1), Buffer.of(0, 0)];
  // It is an answer (8180); it has one question, one address or none, and nothing else.
  const head = Buffer.concat([asked.subarray(0, 2), Buffer.of(0x81, 0x80), yes, isAsked ? yes : no, no, no]);
  const question = asked.subarray(12, at + 5);
  if (!isAsked) return Buffer.concat([head, question]);
  // The name is that of the question (c00c); then come its type and class, the seconds it holds, and the length of the address.
  const about = Buffer.concat([
    Buffer.of(0xc0, 0x0c),
    asked.subarray(at + 1, at + 5),
    Buffer.alloc(4),
    Buffer.of(0, address.length),
  ]);
  return Buffer.concat([head, question, about, address]);
}
