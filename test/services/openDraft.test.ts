import { expect, it, vi } from 'vitest';
import { MessageDraft } from '../../src/contract/drafts';

// Node has no database of a browser. This one keeps what is stored.
const { stored } = vi.hoisted(() => ({ stored: [] as unknown[] }));
vi.mock('../../src/services/storage/database', () => ({
  database: async () => ({
    get: async () => undefined,
    transaction: () => ({
      store: {
        put: async ({ draft }: { draft: unknown }) => void stored.push(draft),
        transaction: { commit: () => {}, done: Promise.resolve() },
      },
    }),
  }),
}));
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('localStorage', {});
vi.stubGlobal('BroadcastChannel', undefined);

const { openDraft } = await import('../../src/services/drafts/openDraft');

it('a draft is stored when its member has not typed for 300 ms (DECISIONS 176)', async () => {
  vi.useFakeTimers();
  const draft = openDraft({ userId: '7', key: 'gchat', schema: MessageDraft, restored: () => {}, isShared: true });
  const typed = (text: string) => ({ text, replyTo: null });
  await vi.advanceTimersByTimeAsync(0);
  draft.save(typed('The d'));
  await vi.advanceTimersByTimeAsync(200);
  draft.save(typed('The dog'));
  await vi.advanceTimersByTimeAsync(299);
  expect(stored).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(stored).toEqual([typed('The dog')]);
  draft.close();
  vi.useRealTimers();
});
