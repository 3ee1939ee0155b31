import type { Reaction } from '../../src/contract/chats';
import type { ChatAddress } from '../../src/contract/topics';
import { reactToMessage, readMessages, sendMessages } from '../areas/chat/actions';
import type { Db } from '../db/open';
import type { Ago } from './ago';
import type { DemoIds } from './people';

type Name = keyof DemoIds;

/** One message of a demo conversation. */
interface Line {
  readonly by: Name;
  readonly at: Date;
  readonly text: string;
  /** The index of the line that this line answers. */
  readonly answers?: number;
  readonly seenBy?: readonly Name[];
  readonly reactions?: Readonly<Partial<Record<Name, Reaction>>>;
}

/** Creates the demo conversations in the case chat and the global chat (DECISIONS 15). */
export async function seedTalk(db: Db, ids: DemoIds, caseChatId: string, ago: Ago): Promise<void> {
  const team: readonly Name[] = ['member', 'ravi', 'tara', 'captain'];
  await talk(db, ids, { kind: 'incident', chatId: caseChatId }, [
    {
      by: 'captain',
      at: ago({ days: 1, hours: 3 }),
      text: 'Team, this is the dog below the tea stall. @Mira has the first-aid kit.',
      seenBy: team,
      reactions: { member: '👍', tara: '👍' },
    },
    { by: 'member', at: ago({ days: 1, hours: 2 }), text: 'On my way after work, there by six.', seenBy: team },
    { by: 'ravi', at: ago({ hours: 4 }), text: 'I can bring the crate on the bike.', seenBy: ['member', 'captain'] },
    {
      by: 'tara',
      at: ago({ hours: 3, minutes: 50 }),
      text: 'Please do, mine is too small for this one.',
      answers: 2,
      seenBy: ['member', 'ravi'],
      reactions: { ravi: '❤️' },
    },
    { by: 'ravi', at: ago({ minutes: 25 }), text: 'He is eating. Left front leg is swollen.' },
    { by: 'ravi', at: ago({ minutes: 24 }), text: '🙏' },
  ]);

  const everyone: readonly Name[] = ['member', 'captain', 'inventory', 'admin', 'superadmin', 'ravi', 'tara'];
  await talk(db, ids, { kind: 'global' }, [
    {
      by: 'admin',
      at: ago({ days: 9 }),
      text: 'Welcome to the global chat, @Everyone. Cases have chats of their own, this one is for the rest.',
      seenBy: everyone,
      reactions: { member: '❤️', ravi: '👍', tara: '👍', inventory: '🙏' },
    },
    {
      by: 'neel',
      at: ago({ days: 8, hours: 20 }),
      text: 'My last week with you: the crates are in the depot, the keys are with Indu.',
      seenBy: everyone,
      reactions: { inventory: '🙏' },
    },
    {
      by: 'inventory',
      at: ago({ days: 8, hours: 2 }),
      text: 'New bandages and saline have arrived.',
      seenBy: everyone,
    },
    { by: 'tara', at: ago({ days: 8, hours: 1 }), text: 'Just in time, thank you!', answers: 2, seenBy: everyone },
    { by: 'captain', at: ago({ days: 3 }), text: 'Heat wave this week: please put out water.', seenBy: everyone },
    {
      by: 'member',
      at: ago({ days: 2, hours: 23 }),
      text: 'Two bowls at the library steps, filled every morning.',
      answers: 4,
      seenBy: everyone,
      reactions: { captain: '❤️', admin: '👍', tara: '😮' },
    },
    {
      by: 'superadmin',
      at: ago({ days: 1, hours: 4 }),
      text: 'Sterilisation camp on Sunday at nine.',
      seenBy: everyone,
    },
    { by: 'superadmin', at: ago({ days: 1, hours: 4 }), text: 'Who can drive?', seenBy: everyone },
    {
      by: 'ravi',
      at: ago({ days: 1, hours: 3 }),
      text: 'I can, from the station.',
      answers: 7,
      seenBy: ['member', 'tara'],
    },
    { by: 'tara', at: ago({ hours: 5 }), text: 'The kittens from the depot found a home 😂', seenBy: ['ravi'] },
    { by: 'ravi', at: ago({ minutes: 50 }), text: 'All three of them?' },
    { by: 'tara', at: ago({ minutes: 48 }), text: 'All three!', answers: 9 },
  ]);
}

/** Sends the lines to a chat, and marks them as read and reacts to them as the members in each line. */
async function talk(db: Db, ids: DemoIds, address: ChatAddress, lines: readonly Line[]): Promise<void> {
  const sent: string[] = [];
  for (const { by, at, text, answers, seenBy = [], reactions = {} } of lines) {
    const body = {
      text,
      clientMessageId: `demo-${address.kind === 'global' ? 0 : address.chatId}-${sent.length}`,
      parentMessageId: answers === undefined ? null : (sent[answers] ?? null),
      mediaUrl: null,
      mediaType: null,
    };
    const [stored] = await sendMessages(db, address, [{ senderId: ids[by], body, sentAt: at }]);
    if (!stored || stored instanceof Error) throw stored;
    const { message } = stored;
    sent.push(message.id);
    for (const name of seenBy.filter((reader) => reader !== by))
      await readMessages(db, ids[name], address, [message.id]);
    for (const [name, reaction] of Object.entries(reactions) as [Name, Reaction][])
      await reactToMessage(db, ids[name], address, { messageId: message.id, reaction });
  }
}
