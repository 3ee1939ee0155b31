import { describe, expect, it } from 'vitest';
import {
  type ChatAction,
  type ChatAddress,
  capabilityOf,
  chatKey,
  destinationOf,
  HEARTBEAT,
  JOIN_GAP,
  REALTIME_PATH,
  RECONNECT_DELAY,
  readDestination,
  readTopic,
  topicOf,
  topics,
} from '../../src/contract/topics';

const global: ChatAddress = { kind: 'global' };
const chat5: ChatAddress = { kind: 'incident', chatId: '5' };

it('the connection is at /ws, with heart-beats of 10 s, and is made again after 5 s', () => {
  expect([REALTIME_PATH, HEARTBEAT, RECONNECT_DELAY, JOIN_GAP]).toEqual(['/ws', 10_000, 5_000, 2_000]);
});

describe('a topic', () => {
  it.each([
    ['the chat of an incident (S1 §7)', topicOf(chat5), '/topic/chat/5', null, { kind: 'chat', id: '5' }],
    ['the global chat (S1 §7)', topicOf(global), '/topic/gchat', null, { kind: 'globalChat', id: '' }],
    ['changed incidents', topics.incidents, '/topic/incidents', 'incidentTopic', { kind: 'incidents', id: '' }],
    ['who is typing in a chat', topics.typing('5'), '/topic/typing/5', 'typing', { kind: 'typing', id: '5' }],
    ['news for one member', topics.member('7'), '/topic/members/7', 'personalTopic', { kind: 'member', id: '7' }],
  ])('for %s', (_, topic, address, capability, read) => {
    expect(topic).toBe(address);
    expect(capabilityOf(topic)).toBe(capability);
    expect(readTopic(topic)).toEqual(read);
  });

  it.each([
    '',
    '/topic/gchat/5',
    '/topic/incidents/',
    '/topic/chat/',
    '/topic/members/',
    '/topic/chats/5',
    '/topic/chat/5\n6',
    'x/topic/gchat',
  ])('%j does not exist', (topic) => {
    expect(readTopic(topic)).toBeNull();
  });

  it('that only contains the address of another needs nothing', () => {
    expect(['/topic/chat//topic/typing/5', '/topic/chat//topic/members/5'].map(capabilityOf)).toEqual([null, null]);
  });
});

it("a chat's key in maps and storage tells chats apart", () => {
  expect([chat5, { ...chat5, chatId: '6' }, global].map(chatKey)).toEqual(['chat/5', 'chat/6', 'gchat']);
});

describe('a destination', () => {
  it.each<[ChatAddress, ChatAction, string]>([
    [chat5, 'send', '/app/chat/5/send'],
    [chat5, 'read', '/app/chat/5/read'],
    [chat5, 'react', '/app/chat/5/react'],
    [chat5, 'typing', '/app/chat/5/typing'],
    [global, 'send', '/app/gchat/send'],
    [global, 'read', '/app/gchat/read'],
    [global, 'react', '/app/gchat/react'],
  ])('of %j for %s is %s, and is read back (S1 §7)', (chat, action, destination) => {
    expect(destinationOf(chat, action)).toBe(destination);
    expect(readDestination(destination)).toEqual({ chat, action });
  });

  it('may have a chat id of several characters', () => {
    expect(readDestination('/app/chat/case-12/send')).toEqual({
      chat: { kind: 'incident', chatId: 'case-12' },
      action: 'send',
    });
  });

  it.each([
    '',
    '/app/gchat/typing',
    '/app/gchat/delete',
    '/app/gchat',
    '/app/chat/send',
    '/app/chat//send',
    '/app/chat/5/6/send',
    '/app/chat/5/sending',
    '/app/chat/5/send/',
    ' /app/chat/5/send',
    '/topic/app/gchat/send',
    '/app/other/5/send',
  ])('%j does not exist', (destination) => {
    expect(readDestination(destination)).toBeNull();
  });
});
