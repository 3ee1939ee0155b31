// The server of the fan-out row, in a process of its own: it publishes to every subscriber, our way or the naive way.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sockjs, { type Connection } from 'sockjs';
import { Broker, subscriptionOf } from '../../../server/realtime/broker';
import { createOutgoing } from '../../../server/realtime/outgoing';
import { wireOf } from '../../../server/realtime/wire';
import { BURST, type Order, TOPIC } from './order';

const server = sockjs.createServer({ log: () => {} } as sockjs.ServerOptions);
const http = createServer();
server.installHandlers(http, { prefix: '/ws' });

const broker = new Broker();
const connections: Connection[] = [];
const outgoingOf = createOutgoing(Number.POSITIVE_INFINITY);
server.on('connection', (connection: Connection) => {
  connections.push(connection);
  broker.add(
    subscriptionOf(
      TOPIC,
      'sub-0',
      outgoingOf(wireOf(connection, 10_000), () => {}),
    ),
  );
  process.send?.({ connected: connections.length });
});

const message = {
  id: '42',
  clientMessageId: 'c-42',
  text: 'Dog with a swollen leg near the bridge, please bring a crate.',
  sender: { id: '7', firstName: 'Ravi', lastName: 'Menon' },
  timestamp: '2026-03-10T12:00:00.000Z',
  reactions: {},
  seenBy: [],
  parentMessageId: null,
  mediaUrl: null,
  mediaType: null,
};

/** The naive way: makes and writes a whole frame for each subscriber. */
function publishNaively(id: number): void {
  for (const connection of connections) {
    const headers = `subscription:sub-0\nmessage-id:${id}\ndestination:${TOPIC}\ncontent-type:application/json`;
    connection.write(`MESSAGE\n${headers}\n\n${JSON.stringify(message)}\0`);
  }
}

process.on('message', ({ way, messages }: Order) => {
  let sent = 0;
  const turn = () => {
    for (let of = 0; of < BURST && sent < messages; of++, sent++) {
      if (way === 'ours') broker.publish(TOPIC, message);
      else publishNaively(sent);
    }
    if (sent < messages) setImmediate(turn);
  };
  turn();
});
http.listen(0, '127.0.0.1', () => process.send?.({ port: (http.address() as AddressInfo).port }));
