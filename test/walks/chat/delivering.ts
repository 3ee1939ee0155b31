import { type ActorRef, createActor, SimulatedClock, type Snapshot } from 'xstate';
import type { Message } from '../../../src/contract/chats';
import { type DeliveryReport, deliveryMachine } from '../../../src/machines/chat/delivery.machine';
import { recorder, streamPort } from '../../kit/walk';
import { outgoing, picture } from './samples';

type Outbox = ActorRef<Snapshot<unknown>, DeliveryReport>;

/** The scripted surroundings of a delivery. */
export const props = () => ({
  ports: { chatTopic: streamPort(), uploadMedia: streamPort() },
  outbox: recorder<Outbox>(),
});

/** What the server says when it does not take a message: c1, unless it says otherwise. */
export const refusal = (status: number, clientMessageId: string | null = 'c1') => ({
  type: 'refusal.arrived' as const,
  refusal: { destination: '/app/gchat/send', status, message: 'This case is closed.', clientMessageId },
});

export const arrived = (...messages: Message[]) => ({ type: 'messages.arrived' as const, messages });

/** What is handed to the connection for the text c1. */
export const published = {
  type: 'chat.publish',
  action: 'send',
  body: { text: 'Text c1', clientMessageId: 'c1', parentMessageId: null, mediaUrl: null, mediaType: null },
};

export const progress = (value: number | null) => ({
  type: 'delivery.progressed',
  clientMessageId: 'c1',
  progress: value,
});

/** Where the server keeps the picture of c1. */
export const address = { mediaUrl: '/media/7', mediaType: 'IMAGE' };
export const publishedPicture = { ...published, body: { ...published.body, ...address } };

/** What the outbox is told when the picture of c1 is there. */
export const uploaded = {
  type: 'delivery.uploaded',
  clientMessageId: 'c1',
  outgoing: { ...picture('c1'), body: { ...picture('c1').body, ...address } },
};

/** A delivery with scripted ports. */
export function delivering(item = outgoing('c1')) {
  const clock = new SimulatedClock();
  const { ports, outbox } = props();
  const actors = { chatTopic: ports.chatTopic.logic, uploadMedia: ports.uploadMedia.logic };
  const input = { outbox: outbox.ref, me: 'mira', outgoing: item };
  const actor = createActor(deliveryMachine.provide({ actors: actors as never }), { clock, input }).start();
  return { actor, clock, topic: ports.chatTopic, upload: ports.uploadMedia, outbox };
}
