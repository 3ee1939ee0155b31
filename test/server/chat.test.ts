import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/contract/chats';
import { signIn, startTestServer, stompClient, type TestServer } from '../kit/server';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('a chat', () => {
  it('sends, reads and reacts live', async () => {
    const mira = await stompClient(server.base, await signIn(server.base, 'member'));
    const ravi = await stompClient(server.base, await signIn(server.base, 'ravi'));
    const inbox = await ravi.subscribe('/topic/gchat');
    await mira.sendAndWait('/app/gchat/send', { text: ' hello ', clientMessageId: 'c1', parentMessageId: null });
    const heard = await inbox.next<Message>();
    expect(heard).toMatchObject({ text: 'hello', clientMessageId: 'c1', seenBy: [], reactions: {} });
    ravi.send('/app/gchat/read', { messageId: heard.id });
    expect((await inbox.next<Message>()).seenBy).toMatchObject([{ firstName: 'Ravi' }]);
    ravi.send('/app/gchat/react', { messageId: heard.id, reaction: '👍' });
    expect((await inbox.next<Message>()).reactions).toMatchObject({ '👍': [{ firstName: 'Ravi' }] });
    await mira.close();
    await ravi.close();
  });
});
