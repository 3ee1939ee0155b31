import type { GenericSchema, InferOutput } from 'valibot';
import { whenDraftsChange } from './draftNews';
import { openDraft } from './openDraft';

interface SharedDraftOptions<Schema extends GenericSchema> {
  readonly userId: string;
  readonly key: string;
  readonly schema: Schema;
  /** Called with the stored draft, if there is one. */
  restored(draft: InferOutput<Schema>): void;
  /** Called with what another tab has stored; null if the draft was sent or deleted. */
  changed(draft: InferOutput<Schema> | null): void;
}

/** Opens a member's draft like `openDraft`, and follows what other tabs make of it. */
export function openSharedDraft<Schema extends GenericSchema>({
  changed,
  ...options
}: SharedDraftOptions<Schema>): Pick<ReturnType<typeof openDraft<Schema>>, 'save' | 'close'> {
  const store = openDraft({ ...options, isShared: true });
  const stopFollowing = whenDraftsChange(options.userId, async () => {
    const draft = await store.readAgain();
    if (draft !== undefined) changed(draft);
  });
  return {
    save: store.save,
    close() {
      stopFollowing();
      store.close();
    },
  };
}
