/** What the app uses of a BroadcastChannel. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

/**
 * Opens the BroadcastChannel of this name. Firefox refuses it where cookies and site data are blocked: then nothing is heard from other
 * tabs, and nothing told to them, but this tab works.
 */
export function openChannel(name: string): Channel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return { onmessage: null, postMessage() {}, close() {} };
  }
}
