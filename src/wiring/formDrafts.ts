import type { GenericSchema, InferOutput } from 'valibot';
import type { FormDraftCommand, FormDraftEvent } from '../machines/ports';
import { fromStream } from '../machines/supervision';
import { openFormDraft } from '../services/drafts/formDraft';

/**
 * The store of the draft of a form with files, as a port.
 * @param keyOf the key of the draft
 */
export const formDraftOf = <Schema extends GenericSchema<unknown, object>, Input extends { readonly userId: string }>(
  schema: Schema,
  keyOf: (input: Input) => string,
) =>
  fromStream<FormDraftCommand<InferOutput<Schema>>, Input>(({ input, sendBack, receive }) => {
    const say = (event: FormDraftEvent<InferOutput<Schema>>) => sendBack(event);
    const store = openFormDraft({
      userId: input.userId,
      form: keyOf(input),
      schema,
      earlierFiles: (draft: { readonly files?: readonly File[] | undefined }) => draft.files,
      restored: (draft) => say({ type: 'draft.restored', draft }),
      filesRestored: (files) => say({ type: 'files.restored', files }),
      keeping: (isKept) => say({ type: 'draft.keeping', isKept }),
      known: () => say({ type: 'draft.known' }),
    });
    receive((command) => {
      if (command.type === 'files.keep') store.keepFiles(command.files);
      else store.keepWritten(command.draft);
    });
    return store.close;
  });
