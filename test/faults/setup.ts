import { parse } from 'valibot';
import { type Message, Messages } from '../../src/contract/chats';
import { topics } from '../../src/contract/topics';
import type { Me } from '../../src/machines/world';
import { type ServerProcess, startServerProcess } from '../kit/process';
import { call, signIn } from '../kit/server';
import type { Account } from './member';
import { type Times, waitUntil } from './times';

/** The server of all runs, with those who use it. */
export interface Setup {
  readonly server: ServerProcess;
  readonly port: number;
  /** Two members with the app's own charts, and two with naive clients, who share a case. */
  readonly members: readonly Account[];
  readonly naive: readonly Account[];
  readonly caseChatId: string;
  /** The texts of all global messages from the newest back to the first that fits, oldest first. */
  textsSince(fits: (text: string) => boolean): Promise<string[]>;
  /** The same, of those that carry a file. */
  photosSince(fits: (text: string) => boolean): Promise<string[]>;
  /** How many connections there are, and subscriptions: in all, and by topic. */
  subscriptions(): Promise<Record<string, number>>;
}

/** Starts a server with the demo organisation. */
export async function openSetup(times: Times): Promise<Setup> {
  const server = await startServerProcess(
    { TEST_HEARTBEAT: String(times.heartbeat), TEST_TOPICS: topics.globalChat },
    { entry: 'test/faults/server.ts' },
  );
  const account = async (username: string): Promise<Account> => {
    const token = await signIn(server.base, username);
    const { id, firstName, lastName } = (await call(server.base, '/api/profile', { token })).body as Me;
    return { token, me: { id, firstName, lastName, username } };
  };
  const members = [await account('member'), await account('captain')];
  const naive = [await account('ravi'), await account('tara')];
  const token = members[0]?.token ?? '';
  const groups = (await call(server.base, '/api/chat/groups', { token: naive[0]?.token ?? '' })).body;
  const [group] = groups as { chatGroup: { id: string } }[];
  if (!group) throw new Error('The demo organisation has no case with a chat.');

  const since = async (fits: (text: string) => boolean): Promise<Message[]> => {
    const found: Message[] = [];
    for (let before = ''; ; ) {
      const { body } = await call(server.base, `/api/gchat/messages?limit=200${before}`, { token });
      const page = parse(Messages, body);
      const fitting = page.filter(({ text }) => fits(text ?? ''));
      found.unshift(...fitting);
      if (fitting.length === 0 || page.length < 200) return found;
      before = `&before=${page[0]?.id}`;
    }
  };

  return {
    server,
    port: Number(new URL(server.base).port),
    members,
    naive,
    caseChatId: group.chatGroup.id,
    textsSince: async (fits) => (await since(fits)).map(({ text }) => text ?? ''),
    photosSince: async (fits) =>
      (await since(fits)).filter(({ mediaUrl }) => mediaUrl !== null).map(({ text }) => text ?? ''),
    async subscriptions() {
      const said = () => server.output().match(/^subscriptions .*$/gm) ?? [];
      const before = said().length;
      server.signal('SIGUSR2');
      const { held } = await waitUntil(() => said().length > before, 10_000);
      if (!held) throw new Error('The server does not say who is subscribed.');
      return JSON.parse(said().at(-1)?.slice('subscriptions '.length) ?? '');
    },
  };
}
