import { expect, it, vi } from 'vitest';
import { screenCalls } from '../../src/contract/endpoints/screens';
import { askedSince, createAhead } from '../../src/services/api/ahead';
import { fetchChatGroups, fetchOrReuseChatGroups } from '../../src/wiring/chat/chatCalls';
import { firstCallsOf } from '../../src/wiring/firstCalls';
import type { Gateways } from '../../src/wiring/gateways';

it('askedSince is the time of the first request until the app has run for 20 s after it, and the present time later', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  const wall = vi.spyOn(Date, 'now').mockReturnValue(500_000);
  const ahead = createAhead<string>();
  ahead.keep('chats', Promise.resolve('the answer'));
  now.mockReturnValue(5_000);
  ahead.keep('profile', Promise.resolve('another'));
  now.mockReturnValue(21_000);
  // The device has slept meanwhile. The screen shows the answer that it had before.
  wall.mockReturnValue(900_000);
  expect(askedSince()).toEqual({ awake: 1_000, wall: 500_000 });
  now.mockReturnValue(21_001);
  expect(askedSince()).toEqual({ awake: 21_001, wall: 900_000 });
  now.mockRestore();
  wall.mockRestore();
});

it.each([
  ['the app runs on', 0, 10_000],
  ['the device sleeps', 10_000, 0],
  ['its clock is set back by hours', -7_200_000, 10_000],
])('an answer may be used for 10 s, also while %s', (_, wallPassed, awakePassed) => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const wall = vi.spyOn(Date, 'now').mockReturnValue(9_000_000);
  const ahead = createAhead<string>();
  ahead.keep('chats', Promise.resolve('the answer'));
  now.mockReturnValue(awakePassed);
  wall.mockReturnValue(9_000_000 + wallPassed);
  expect(ahead.has('chats')).toBe(true);
  now.mockReturnValue(awakePassed + 1);
  wall.mockReturnValue(9_000_001 + wallPassed);
  expect(ahead.has('chats')).toBe(false);
  now.mockRestore();
  wall.mockRestore();
});

it('a failed answer is given to those who wait for it, and not kept for those who come later', async () => {
  const ahead = createAhead<string>();
  ahead.keep('chats', Promise.reject(new Error('no network')));
  ahead.keep('profile', Promise.reject(new Error('no network')));
  const waiting = ahead.take('chats');
  await expect(waiting).rejects.toThrow('no network');
  expect([ahead.has('profile'), ahead.take('profile')]).toEqual([false, null]);
  // What was requested again meanwhile stays.
  const first = Promise.reject(new Error('no network'));
  ahead.keep('live', first);
  ahead.keep('live', Promise.resolve('the answer'));
  await first.catch(() => {});
  expect(await ahead.take('live')).toBe('the answer');
});

it('the list of chats of a screen is used again for 10 s; the time that the device sleeps counts', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const wall = vi.spyOn(Date, 'now').mockReturnValue(500_000);
  let asked = 0;
  const gateways = { api: { call: async () => [asked++] }, userId: () => '7' } as unknown as Gateways;
  const { signal } = new AbortController();
  const again = () => fetchOrReuseChatGroups(gateways, true, signal);
  expect(await fetchChatGroups(gateways, signal)).toEqual([0]);
  now.mockReturnValue(5_000);
  wall.mockReturnValue(510_000);
  expect(await again()).toEqual([0]);
  wall.mockReturnValue(510_001);
  expect(await again()).toEqual([1]);
  now.mockRestore();
  wall.mockRestore();
});

it('what a screen shows first is asked for at the start; beside the global chat that is the list of chats, too', () => {
  const asked = (path: string, hasTwoPanes: boolean) => firstCallsOf(path, hasTwoPanes).map(({ endpoint }) => endpoint);
  const { chatGroups, chatMessages, globalMessages } = screenCalls;
  expect(asked('/gchat', false)).toEqual([globalMessages]);
  expect(asked('/gchat', true)).toEqual([globalMessages, chatGroups]);
  expect(asked('/chat/3', false)).toEqual([chatMessages, chatGroups]);
  expect(asked('/incident/3/team', true)).toEqual([]);
});
