import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { most, type Row } from '../row';
import type { Order } from './order';

const SUBSCRIBERS = 1000;
const MESSAGES = 100;
const RUNS = 3;
/** The end of a STOMP frame inside a SockJS frame: a zero byte, escaped as in JSON. */
const END = Buffer.from('\\u0000');

/** Deliveries per second to 1,000 subscribers by our way of publishing, beside a way that makes and writes a frame for each. */
export async function measureFanout(): Promise<Row[]> {
  const server = fork(new URL('./server.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const [{ port }] = (await once(server, 'message')) as [{ port: number }];
  const counter = { received: 0, wanted: 0, done: () => {} };
  const subscribers: Socket[] = [];
  for (let index = 0; index < SUBSCRIBERS; index++) subscribers.push(await subscribe(server, port, counter));

  const rates: Record<Order['way'], number[]> = { ours: [], naive: [] };
  await deliver(server, counter, { way: 'ours', messages: 20 });
  for (let run = 0; run < RUNS; run++) {
    for (const way of ['naive', 'ours'] as const)
      rates[way].push(await deliver(server, counter, { way, messages: MESSAGES }));
  }
  for (const subscriber of subscribers) subscriber.destroy();
  server.kill();
  return [
    {
      name: `Fan-out to ${SUBSCRIBERS} subscribers`,
      unit: 'deliveries/s',
      ours: most(rates.ours),
      floor: most(rates.naive),
      limit: 2,
      better: 'more',
    },
  ];
}

interface Counter {
  received: number;
  wanted: number;
  done(): void;
}

/** @returns deliveries per second */
async function deliver(server: ChildProcess, counter: Counter, order: Order): Promise<number> {
  counter.received = 0;
  counter.wanted = order.messages * SUBSCRIBERS;
  const all = new Promise<void>((resolve) => {
    counter.done = resolve;
  });
  const start = performance.now();
  server.send(order);
  await all;
  return counter.wanted / ((performance.now() - start) / 1000);
}

/** A subscriber that only counts what arrives, so that it takes little time from the server, which is measured. */
async function subscribe(server: ChildProcess, port: number, counter: Counter): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  const path = `/ws/000/${randomBytes(8).toString('hex')}/websocket`;
  const key = randomBytes(16).toString('base64');
  const upgrade = [
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${key}`,
    'Sec-WebSocket-Version: 13',
  ];
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${upgrade.join('\r\n')}\r\n\r\n`);
  // The network may cut the end of a frame in two, so the last bytes of a chunk are read again with the next one.
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let at = bytes.indexOf(END); at >= 0; at = bytes.indexOf(END, from)) {
      from = at + END.length;
      counter.received++;
    }
    rest = Buffer.from(bytes.subarray(Math.max(from, bytes.length - END.length + 1)));
    if (counter.received >= counter.wanted) counter.done();
  });
  await once(server, 'message');
  return socket;
}
