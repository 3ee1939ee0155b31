import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'valibot';
import { type Message, Messages } from '../../src/contract/chats';
import { topics } from '../../src/contract/topics';
import type { Me } from '../../src/machines/session/member';
import { type ServerProcess, startServerProcess } from '../kit/process';
import { call, signIn } from '../kit/server';
import type { Account } from './member';
import { pass, type Times, waitUntil } from './times';

/** The server of all runs, and those who use it. */
export interface Setup {
  readonly server: ServerProcess;
  readonly port: number;
  /** Two members who use the app, and two with naive clients, who write in the chat of a case. */
  readonly members: readonly Account[];
  readonly naive: readonly Account[];
  readonly caseChatId: string;
  /** The texts of the global messages that fit, oldest first. Reads back from the newest until a page has none that fits. */
  textsSince(fits: (text: string) => boolean): Promise<string[]>;
  /** The same in the case's chat. */
  caseTextsSince(fits: (text: string) => boolean): Promise<string[]>;
  /** The same, but only of messages with a file that can be fetched. */
  photosSince(fits: (text: string) => boolean): Promise<string[]>;
  /** Makes the server's disk full, or free again. */
  fillDisk(isFull: boolean): Promise<void>;
  /** Kills the server's PostgreSQL, which the server starts again by itself. Resolves when the server answers again. */
  killDatabase(): Promise<void>;
  /** How many connections there are, and how many subscriptions, in all and by topic. */
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

  const sinceIn = async (path: string, reader: string, fits: (text: string) => boolean): Promise<Message[]> => {
    const found: Message[] = [];
    for (let before = ''; ; ) {
      const { body } = await call(server.base, `${path}?limit=200${before}`, { token: reader });
      const page = parse(Messages, body);
      const fitting = page.filter(({ text }) => fits(text ?? ''));
      found.unshift(...fitting);
      if (fitting.length === 0 || page.length < 200) return found;
      before = `&before=${page[0]?.id}`;
    }
  };
  const since = (fits: (text: string) => boolean) => sinceIn('/api/gchat/messages', token, fits);
  const caseToken = naive[0]?.token ?? '';
  /** Whether a message has a file that can be fetched. */
  const hasFile = async ({ mediaUrl }: Message) => {
    if (mediaUrl === null) return false;
    const answer = await fetch(new URL(mediaUrl, server.base), { headers: { authorization: `Bearer ${token}` } });
    return answer.ok && (await answer.arrayBuffer()).byteLength > 0;
  };

  const hasSaid = async (words: RegExp, signal: NodeJS.Signals): Promise<string> => {
    const said = () => server.output().match(words) ?? [];
    const before = said().length;
    server.signal(signal);
    const { held } = await waitUntil(() => said().length > before, 30_000);
    if (!held) throw new Error(`The server does not say ${words}.`);
    return said().at(-1) ?? '';
  };

  return {
    server,
    port: Number(new URL(server.base).port),
    members,
    naive,
    caseChatId: group.chatGroup.id,
    textsSince: async (fits) => (await since(fits)).map(({ text }) => text ?? ''),
    caseTextsSince: async (fits) =>
      (await sinceIn(`/api/chat/messages/${group.chatGroup.id}`, caseToken, fits)).map(({ text }) => text ?? ''),
    async photosSince(fits) {
      const photos: string[] = [];
      for (const message of await since(fits)) if (await hasFile(message)) photos.push(message.text ?? '');
      return photos;
    },
    async fillDisk(isFull) {
      await hasSaid(isFull ? /^disk full$/gm : /^disk free$/gm, 'SIGHUP');
    },
    async killDatabase() {
      process.kill(
        Number.parseInt(readFileSync(join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10),
        'SIGKILL',
      );
      const answers = () => call(server.base, '/api/profile', { token }).then(({ status }) => status === 200);
      while (!(await answers().catch(() => false))) await pass(50);
    },
    async subscriptions() {
      return JSON.parse((await hasSaid(/^subscriptions .*$/gm, 'SIGUSR2')).slice('subscriptions '.length));
    },
  };
}
