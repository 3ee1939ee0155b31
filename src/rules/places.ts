import type { Message } from '../contract/chats';

/**
 * Where each message of a list stands, by its id and by its sender's clientMessageId. Found out once per list, and handed on to
 * the next one where only a place changed or the end grew: searching 10,000 messages for each one that arrives would be felt.
 */
const known = new WeakMap<readonly Message[], Map<string, number>>();

const byId = (id: string) => `#${id}`;
const byClientId = ({ sender, clientMessageId }: Message) => `${sender.id}/${clientMessageId}`;

function note(places: Map<string, number>, message: Message, place: number): void {
  places.set(byId(message.id), place);
  if (message.clientMessageId !== null) places.set(byClientId(message), place);
}

function placesIn(list: readonly Message[]): Map<string, number> {
  const found = known.get(list);
  if (found) return found;
  const places = new Map<string, number>();
  list.forEach((message, place) => {
    note(places, message, place);
  });
  known.set(list, places);
  return places;
}

/** The last place of the message with this id, or −1. */
export function placeOfId(list: readonly Message[], id: string): number {
  const place = placesIn(list).get(byId(id)) ?? -1;
  return list[place]?.id === id ? place : -1;
}

/** The last place that one of its sender has with the clientMessageId of a message, or −1. */
export function placeOfClientId(list: readonly Message[], message: Message): number {
  if (message.clientMessageId === null) return -1;
  const place = placesIn(list).get(byClientId(message)) ?? -1;
  const found = list[place];
  return found?.clientMessageId === message.clientMessageId && found.sender.id === message.sender.id ? place : -1;
}

/** Makes `next` of a list, the same but for this message at this place: the end of the list, or one that is there. */
export function handOnPlaces(
  list: readonly Message[],
  next: readonly Message[],
  message: Message,
  place: number,
): void {
  const places = known.get(list);
  if (!places) return;
  // The old list has no use for them any more: hardly anybody asks where something stood.
  known.delete(list);
  note(places, message, place);
  known.set(next, places);
}
