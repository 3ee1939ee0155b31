import type { Message } from '../contract/chats';

/**
 * The index of each message in a list, by id and by its sender's clientMessageId. Built once per list and passed on to the next
 * one if only one message changed or the end grew, because searching 10,000 messages for each arrival would be slow.
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

/** The last index of the message with this id, or −1. */
export function placeOfId(list: readonly Message[], id: string): number {
  const place = placesIn(list).get(byId(id)) ?? -1;
  return list[place]?.id === id ? place : -1;
}

/** The last index of a message with the same sender and clientMessageId, or −1. */
export function placeOfClientId(list: readonly Message[], message: Message): number {
  if (message.clientMessageId === null) return -1;
  const place = placesIn(list).get(byClientId(message)) ?? -1;
  const found = list[place];
  return found?.clientMessageId === message.clientMessageId && found.sender.id === message.sender.id ? place : -1;
}

/** Passes the index on to `next`: the same list with this message put at this place or appended. */
export function handOnPlaces(
  list: readonly Message[],
  next: readonly Message[],
  message: Message,
  place: number,
): void {
  const places = known.get(list);
  if (!places) return;
  // Moved, not copied: the old list is hardly ever searched again.
  known.delete(list);
  note(places, message, place);
  known.set(next, places);
}
