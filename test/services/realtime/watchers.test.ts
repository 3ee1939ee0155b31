import { expect, it } from 'vitest';
import type { Hub, TopicListener } from '../../../src/services/realtime/hub';
import { createWatchers } from '../../../src/services/realtime/watchers';

/** The topics of a server, on which the test publishes. */
function watching() {
  const listeners = new Set<TopicListener>();
  const listen: Hub['listen'] = (_, listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const watchers = createWatchers(
    { listen } as Hub,
    () => true,
    () => () => {},
  );
  const publish = (news: object) => {
    for (const { arrived } of listeners) arrived?.(JSON.stringify(news));
  };
  const open = () => {
    for (const { opened } of listeners) opened?.({ quietFor: Number.POSITIVE_INFINITY });
  };
  return { watchers, publish, open };
}

it('the list of chats is not fetched again for each message of the global chat, which it does not contain', () => {
  const { watchers, publish } = watching();
  let changes = 0;
  watchers.watchChats('7', { opened: () => {}, changed: () => changes++ });
  publish({ type: 'chats.changed', isGlobal: true });
  expect(changes).toBe(0);
  publish({ type: 'chats.changed', chatId: '1' });
  publish({ type: 'member.left', memberId: '8' });
  expect(changes).toBe(2);
});

it.each([
  [100, 100],
  // Not all of them were kept, so none counts, and everything is fetched.
  [101, 0],
])('of %i pieces of news that come before anybody hears them, %i are told', async (count, told) => {
  const { watchers, publish, open } = watching();
  watchers.keepEarlyNews('7');
  open();
  for (let piece = 0; piece < count; piece++) publish({ type: 'kit.changed' });
  const heard: unknown[] = [];
  watchers.hearAllMemberNews('7', { opened: () => {}, heard: (news) => heard.push(news) });
  await Promise.resolve();
  expect(heard).toHaveLength(told);
});
