/** What a phone has room for, and what a wider screen says after it, by the state of the realtime connection. */
export const connectionTexts: { readonly [state: string]: readonly [short: string, rest?: string] | undefined } = {
  connecting: ['Connecting…'],
  waiting: ['Connection lost.', ' Reconnecting…'],
  offline: ['You are offline.', ' Messages wait until you are back.'],
};

/**
 * What screen readers say of the connection, or null: once that it is lost and once that it is back, however often it was tried in
 * between. `told` is the state of which they said something last, 'connected' at first.
 */
export function connectionNews(told: string, state: string): string | null {
  if (state === told) return null;
  if (state === 'connected') return 'Connected again.';
  return state === 'connecting' ? null : (connectionTexts[state]?.join('') ?? null);
}
