import type { ConversationSnapshot } from './conversation.machine';

// What only parts of the screen ask for that come late themselves (architecture.md).

/** Who has seen a message is listed in case chats: the global chat has too many readers. */
export const selectListsReaders = ({ context }: ConversationSnapshot) => context.chat.kind === 'incident';
