import { database } from './database';

/** A draft is written down when the member has paused for so long, in milliseconds. */
const PAUSE = 300;

/** A kept draft of one member in one chat. */
export interface DraftStore<Draft> {
  /** Keeps the draft in a moment; null forgets it. */
  order(draft: Draft | null): void;
  /** Writes down at once what is not written yet. */
  close(): void;
}

/**
 * Opens a member's draft of a chat; `restored` is called when there is one from the last time. `pause` is in milliseconds: what
 * is not typed letter by letter needs none.
 */
export function openDraft<Draft>(
  userId: string,
  chat: string,
  restored: (draft: Draft) => void,
  pause = PAUSE,
): DraftStore<Draft> {
  let pending: { draft: Draft | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;

  const put = async (draft: Draft | null) => {
    const transaction = (await database()).transaction('drafts', 'readwrite');
    const change =
      draft === null ? transaction.store.delete([userId, chat]) : transaction.store.put({ userId, chat, draft });
    // Said outright, or a page that goes away this very moment takes the change back.
    transaction.commit();
    await Promise.all([change, transaction.done]);
  };
  const write = () => {
    clearTimeout(timer);
    if (!pending) return;
    const { draft } = pending;
    pending = null;
    put(draft).catch((error) => console.error('This browser cannot keep a draft', error));
  };
  database()
    .then((db) => db.get('drafts', [userId, chat]))
    .then(
      (row) => isOpen && row && restored(row.draft as Draft),
      (error) => console.error('The drafts of this browser cannot be read', error),
    );
  window.addEventListener('pagehide', write);

  return {
    order(draft) {
      pending = { draft };
      clearTimeout(timer);
      timer = setTimeout(write, pause);
    },
    close() {
      isOpen = false;
      window.removeEventListener('pagehide', write);
      write();
    },
  };
}
