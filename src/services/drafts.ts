import { type GenericSchema, type InferOutput, safeParse } from 'valibot';
import { database, whenOpenedLate } from './database';
import { whenForgotten } from './forget';
import { noteUnread, setAside } from './quarantine';

/** A draft is written down when the member has paused for so long, in milliseconds. */
const PAUSE = 300;

/** A kept draft of one member in one place, such as a chat. */
interface DraftStore<Draft> {
  /** Keeps the draft in a moment; null forgets it. */
  order(draft: Draft | null): void;
  /** Writes down at once what is not written yet. */
  close(): void;
}

interface DraftOptions<Schema extends GenericSchema> {
  readonly userId: string;
  /** The name of the place that the draft belongs to. */
  readonly chat: string;
  /** What a kept draft must be. One that is something else is set aside, and the draft starts empty. */
  readonly schema: Schema;
  /** Called when there is a draft from the last time. */
  restored(draft: InferOutput<Schema>): void;
  /** In milliseconds. What is not typed letter by letter needs none. */
  readonly pause?: number;
}

/** The drafts that this page has open, with what each has still to write. */
const opened = new Set<{ readonly userId: string; readonly chat: string; write(): Promise<void> }>();

/** Writes down at once what some drafts have still to write: their places are about to be emptied, and a late writer would fill them again. */
export async function writeDrafts(userId: string, chats: readonly string[]): Promise<void> {
  const due = [...opened].filter((draft) => draft.userId === userId && chats.includes(draft.chat));
  await Promise.all(due.map((draft) => draft.write()));
}

/** Opens a member's draft. */
export function openDraft<Schema extends GenericSchema>({
  userId,
  chat,
  schema,
  restored,
  pause = PAUSE,
}: DraftOptions<Schema>): DraftStore<InferOutput<Schema>> {
  type Draft = InferOutput<Schema>;
  let pending: { draft: Draft | null } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOpen = true;
  let isForgotten = false;
  /** Takes this draft from those that the tray lists as not read. */
  let settle: (() => void) | null = null;

  const find = async () => {
    const row: { draft?: unknown } | undefined = await (await database()).get('drafts', [userId, chat]);
    settle?.();
    settle = null;
    if (!row) return;
    const { success, output } = safeParse(schema, row.draft);
    if (!success) await setAside(userId, 'draft', row, { store: 'drafts', key: [userId, chat] });
    else if (isOpen) restored(output);
  };
  /** A database that opens late is read then; a draft that this browser does not give us stays where it is, and is told. */
  const restore = async () => {
    const isThere = await database().then(
      () => true,
      () => false,
    );
    if (!isThere) return whenOpenedLate(() => isOpen && restore());
    await find().catch((error) => {
      console.error('A draft of this browser cannot be read', error);
      settle ??= noteUnread(userId, chat, restore);
    });
  };
  const put = async (draft: Draft | null) => {
    const db = await database();
    if (isForgotten) return;
    const transaction = db.transaction('drafts', 'readwrite');
    const change =
      draft === null ? transaction.store.delete([userId, chat]) : transaction.store.put({ userId, chat, draft });
    // Said outright, or a page that goes away this very moment takes the change back.
    transaction.commit();
    await Promise.all([change, transaction.done]);
    settle?.();
    settle = null;
  };
  const write = async () => {
    clearTimeout(timer);
    if (!pending) return;
    const { draft } = pending;
    pending = null;
    await put(draft).catch((error) => console.error('This browser cannot keep a draft', error));
  };
  const entry = { userId, chat, write };
  opened.add(entry);
  void restore();
  window.addEventListener('pagehide', write);
  const ignoreForgetting = whenForgotten(userId, () => {
    isForgotten = true;
  });

  return {
    order(draft) {
      pending = { draft };
      clearTimeout(timer);
      timer = setTimeout(write, pause);
    },
    close() {
      isOpen = false;
      window.removeEventListener('pagehide', write);
      void write();
      opened.delete(entry);
      ignoreForgetting();
    },
  };
}
