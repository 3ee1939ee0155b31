import type { Message } from '../../../src/contract/chats';

/** What both pages of the list row offer to the measuring process, as `window.bench`. */
export interface BenchPage {
  /** Removes the list that is shown, and makes this many messages. */
  prepare(count: number): void;
  /** Renders a list of the messages that were prepared. Resolves when the newest of them has been painted. */
  mount(): Promise<void>;
  /** One more message arrives. */
  append(): void;
  /** Resolves when the newest message has been painted. */
  settled(): Promise<void>;
  /** Resolves when the next frame has been painted. */
  nextFrame(): Promise<void>;
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}

const SENDERS = ['Mira', 'Kabir', 'Ravi', 'Tara'];
const WORDS = 'dog near the bridge is limping please bring a crate and water we are on our way to the tea stall'.split(
  ' ',
);
const START = Date.parse('2026-03-01T06:00:00Z');

/** The message at this place of the conversation: several senders in turn, one to twenty words, 40 seconds apart. */
export function messageAt(place: number): Message {
  const sender = Math.floor(place / 3) % SENDERS.length;
  return {
    id: String(place + 1),
    clientMessageId: `c${place + 1}`,
    text: `${place + 1}: ${WORDS.slice(0, 1 + ((place * 7) % WORDS.length)).join(' ')}`,
    sender: { id: String(sender + 1), firstName: SENDERS[sender] ?? '', lastName: '' },
    timestamp: new Date(START + place * 40_000).toISOString(),
    reactions: {},
    seenBy: [{ id: '1', firstName: 'Mira', lastName: '' }],
    parentMessageId: null,
    mediaUrl: null,
    mediaType: null,
  };
}

export const messagesTo = (count: number) => Array.from({ length: count }, (_, place) => messageAt(place));

/** Resolves when the list contains a text and the frame that shows it has been painted. */
export async function painted(text: string): Promise<void> {
  const isThere = () => document.querySelector('[data-list]')?.textContent?.includes(text);
  while (!isThere()) await nextFrame();
  await nextFrame();
}

export const nextFrame = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });
