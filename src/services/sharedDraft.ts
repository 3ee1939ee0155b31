import type { GenericSchema, InferOutput } from 'valibot';
import { DRAFT_NEWS } from './chatDrafts';
import { openDraft, readDraft } from './drafts';

interface SharedDraftOptions<Schema extends GenericSchema> {
  readonly userId: string;
  readonly chat: string;
  readonly schema: Schema;
  /** Called with the stored draft, if there is one. */
  restored(draft: InferOutput<Schema>): void;
  /** Called with what another tab has stored; null if the draft was sent or deleted. */
  changed(draft: InferOutput<Schema> | null): void;
}

/** Opens a member's draft like `openDraft`, and follows what other tabs make of it. It must be JSON, without files. */
export function openSharedDraft<Schema extends GenericSchema>({
  userId,
  chat,
  schema,
  restored,
  changed,
}: SharedDraftOptions<Schema>): ReturnType<typeof openDraft<Schema>> {
  type Draft = InferOutput<Schema>;
  /** The draft that this page last read from the store, as JSON. */
  let known = 'null';
  /** The draft that this page shows, as JSON. */
  let shown = 'null';
  let isOpen = true;
  const store = openDraft({
    userId,
    chat,
    schema,
    restored(draft) {
      known = shown = JSON.stringify(draft);
      restored(draft);
    },
  });
  const follow = async () => {
    const before = shown;
    const draft = await readDraft(userId, chat, schema);
    const stored = JSON.stringify(draft);
    // An unchanged one is old if this browser could not store what is shown here.
    if (!isOpen || shown !== before || stored === known) return;
    known = stored;
    if (stored === shown) return;
    shown = stored;
    changed(draft);
  };
  const news = new BroadcastChannel(DRAFT_NEWS);
  news.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === userId) follow().catch((error) => console.error('A draft of another tab cannot be read', error));
  };
  return {
    order(draft: Draft | null) {
      shown = JSON.stringify(draft);
      store.order(draft);
    },
    close() {
      isOpen = false;
      news.close();
      store.close();
    },
  };
}
