import { fromPromise } from 'xstate';
import { draftKeys, FilesDraft, formFilesOf, MessageDraft, ReportDraft } from '../contract/drafts';
import { chatKey } from '../contract/topics';
import { uploadLimits } from '../contract/uploads';
import { emptyIncidentForm } from '../machines/incidents/incidentForm';
import { shareMachine } from '../machines/share/share.machine';
import { PREPARATION_LIMIT } from '../rules/media/media';
import { below, type Shared } from '../rules/share';
import { changeDraft, readDraft } from '../services/drafts/unopenedDrafts';
import { dropShared, handOverShared, leaveForChat, readShared } from '../services/storage/share';
import { chatFeed } from './chat/chatList';
import type { Gateways } from './gateways';
import { prepare } from './prepareFile';

export { ShareScreen } from '../views/share/ShareScreen';

/**
 * Adds what was shared to the draft of a report: images compressed, the text below the description. It goes on if the screen is left.
 * 'full': too many files, none added.
 */
async function toReport(gateways: Gateways, userId: string, { text, files }: Shared): Promise<'full' | 'handed'> {
  const attached = (await readDraft(userId, formFilesOf(draftKeys.report), FilesDraft)) ?? [];
  if (attached.length + files.length > uploadLimits.formFiles) return 'full';
  const prepared: File[] = [];
  for (const file of files)
    prepared.push(await prepare(file, AbortSignal.timeout(PREPARATION_LIMIT)).catch(() => file));
  // Log Out has deleted what was shared, and 'Forget this device' the drafts. Nothing of it may come back.
  if (gateways.userId() !== userId) return 'handed';
  if (text !== '')
    await changeDraft(userId, draftKeys.report, ReportDraft, (draft) => ({
      ...(draft ?? emptyIncidentForm),
      description: below(draft?.description, text),
    }));
  // After the text, because the next try would add these once more. On a full device they are what finds no room.
  if (prepared.length > 0)
    await changeDraft(userId, formFilesOf(draftKeys.report), FilesDraft, (photos) => [...(photos ?? []), ...prepared]);
  await dropShared();
  return 'handed';
}

/** Adds the text to the draft of the chat's message, and leaves the files for its composer. */
async function toChat(userId: string, { text, files }: Shared, chat: string): Promise<'handed'> {
  if (text !== '')
    await changeDraft(userId, chat, MessageDraft, (draft) => ({
      replyTo: null,
      ...draft,
      text: below(draft?.text, text),
    }));
  await (files.length > 0 ? leaveForChat(userId, chat) : dropShared());
  return 'handed';
}

/** The screen for what other apps share, with its ports. */
export const provideShare = (gateways: Gateways) =>
  shareMachine.provide({
    actors: {
      feed: chatFeed(gateways),
      readShared: fromPromise(({ input }) => readShared(input.userId)),
      handOver: fromPromise(({ input: { userId, shared, target } }) =>
        handOverShared<'full' | 'handed'>(
          userId,
          () =>
            target.kind === 'report'
              ? toReport(gateways, userId, shared)
              : toChat(userId, shared, chatKey(target.chat)),
          'handed',
        ),
      ),
      dropShared: fromPromise(dropShared),
    },
  });
