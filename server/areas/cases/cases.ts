import { eq } from 'drizzle-orm';
import type { Db } from '../../db/open';
import { caseMembers, cases, chats } from '../../db/schema';

/** Who is sent to an incident, and by whom. */
export interface Assignment {
  readonly incidentId: number;
  readonly teamName: string;
  readonly assignedBy: number;
  readonly userIds: readonly number[];
  /** What the team's chat is called. */
  readonly chatName: string;
  readonly openedAt: Date;
}

/**
 * Opens a case of an incident, with its team and their chat (DECISIONS 22).
 * @returns the ids of the case and of its chat.
 */
export async function openCase(
  db: Db,
  { userIds, chatName, ...fields }: Assignment,
): Promise<{ caseId: number; chatId: number }> {
  const [made] = await db.insert(cases).values(fields).returning({ id: cases.id });
  if (!made) throw new Error('a case was not stored');
  await db.insert(caseMembers).values(userIds.map((userId) => ({ caseId: made.id, userId })));
  const [chat] = await db.insert(chats).values({ caseId: made.id, name: chatName }).returning({ id: chats.id });
  if (!chat) throw new Error('a chat was not stored');
  return { caseId: made.id, chatId: chat.id };
}

/** Closes a case with the notes on how it ended. */
export async function closeCase(db: Db, caseId: number, resolutionNotes: string, closedAt: Date): Promise<void> {
  await db.update(cases).set({ resolutionNotes, closedAt }).where(eq(cases.id, caseId));
}
