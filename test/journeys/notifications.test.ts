import { expect, it } from 'vitest';
import { isFocused, openTestApp, type Person } from '../kit/browser';
import { passUntil, stopClock } from '../kit/clock';
import { reachesCardWhileScrolling } from '../kit/finger';
import { listenTo } from '../kit/heard';
import { shows } from '../kit/momentary';
import { handOn, passAgain } from './calls';
import { situationsOf } from './situations';

const testApp = openTestApp();
const situations = situationsOf(testApp);

/** The toasts with news from other screens. */
const toasts = ({ page }: Person) => page.getByRole('status', { name: 'News' });
const badge = ({ page }: Person, link: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).getByRole('img', { name: / new/ });
const card = ({ page }: Person, text: string | RegExp) => page.getByRole('article').filter({ hasText: text });
/** Waits until the news have started and the connection is open, because earlier news have no toast. */
async function isTold(person: Person): Promise<void> {
  await toasts(person).waitFor({ state: 'attached' });
  await person.chat.isConnected();
}

it('a member who looks at the live incidents is told within a second that she was assigned, and is led there', async () => {
  await testApp.act('member', 'PUT', '/api/notifications/read-all');
  const mira = await testApp.returning('member', { hasClock: true });
  await mira.open('/live');
  await isTold(mira);
  const incidentId = await situations.make('REPORTED');
  await expect.poll(() => mira.page.title()).toMatch(/^(\(\d+\) )?Live Incidents · Saathi$/);
  const before = Number(/^\((\d+)\)/.exec(await mira.page.title())?.[1] ?? 0);
  const profile = (await testApp.read('/api/profile', 'member')) as { id: string };
  await stopClock(mira.page);
  await testApp.act('captain', 'POST', `/api/incidents/${incidentId}/assignment/assign-team`, {
    userIds: [profile.id],
  });
  const toast = toasts(mira).getByRole('link', { name: /^You have been assigned to Team/ });
  expect(await passUntil(mira.page, () => toast.isVisible())).toBeLessThanOrEqual(1_000);
  await mira.page.clock.resume();
  await badge(mira, 'Notifications').waitFor();
  await expect.poll(async () => Number(/^\((\d+)\)/.exec(await mira.page.title())?.[1] ?? 0)).toBeGreaterThan(before);
  expect(await mira.page.locator('link[rel="icon"]').getAttribute('href')).toBe('./icon-dot.svg');
  // The place is at the end of the text, so a narrow toast has a third line.
  await mira.page.setViewportSize({ width: 360, height: 800 });
  expect(await toast.locator('strong').evaluate((words) => getComputedStyle(words).webkitLineClamp)).toBe('3');
  await toast.click();
  await mira.isAt(`/incident/${incidentId}`);
  expect(await toasts(mira).getByRole('link').count()).toBe(0);
});

it('a notification comes live in two tabs; what is read in one is read in both', async () => {
  await testApp.act('captain', 'DELETE', '/api/notifications/all');
  const kabir = await testApp.returning('captain');
  // The ages are told by the server's clock, also on a phone that is an hour ahead (DECISIONS 370).
  await kabir.page.clock.install({ time: Date.now() + 3_600_000 });
  await kabir.open('/notifications');
  await kabir.page.getByText('No notifications', { exact: true }).waitFor();
  await isTold(kabir);
  const other = await kabir.anotherTab();
  await other.open('/live');
  await isTold(other);
  const incidentId = await situations.make('REPORTED');
  await card(kabir, 'New report').getByText('just now').waitFor();
  await badge(other, 'Notifications').waitFor();
  await kabir.page.getByRole('link', { name: 'Unread', exact: true }).click();
  await card(kabir, 'New report').getByRole('link').click();
  await kabir.isAt(`/incident/${incidentId}`);
  await badge(kabir, 'Notifications').waitFor({ state: 'detached' });
  await badge(other, 'Notifications').waitFor({ state: 'detached' });
  await kabir.open('/notifications?filter=unread');
  await kabir.page.getByText('No unread notifications').waitFor();
});

it('counts news that came after a screen had asked for the chats and before the counting began', async () => {
  const chatId = await testApp.caseChat();
  const unread = async () =>
    ((await testApp.read('/api/chat/groups', 'ravi')) as { chatGroup: { id: string }; hasUnreadMessages: boolean }[])
      .filter(({ hasUnreadMessages }) => hasUnreadMessages)
      .map(({ chatGroup }) => chatGroup.id);
  const ravi = await testApp.returning('ravi');
  await ravi.open(`/chat/${chatId}`);
  await ravi.chat.isUsable();
  await expect.poll(unread).not.toContain(chatId);
  const before = (await unread()).length;
  const tab = await ravi.anotherTab();
  await ravi.page.close();
  let begin = () => {};
  const mayBegin = new Promise<void>((resolve) => {
    begin = resolve;
  });
  await tab.page.route(/\/assets\/news-[\w-]+\.js$/, async (route) => {
    await mayBegin;
    await route.continue();
  });
  await tab.open('/chat');
  await tab.page.getByRole('main').locator(`a[href$="/chat/${chatId}"]`).waitFor();
  await tab.chat.isConnected();
  await tab.menu.goTo('Leaderboard');
  await tab.isAt('/leaderboard');
  await testApp.say('tara', `chat/${chatId}`, 'She is bleeding');
  begin();
  await expect
    .poll(() => badge(tab, 'Incident Chats').getAttribute('aria-label'))
    .toMatch(new RegExp(`^${before + 1} new`));
});

it('a deletion that does not reach the server is taken back, and what arrived meanwhile stays', async () => {
  await testApp.act('captain', 'DELETE', '/api/notifications/all');
  await situations.make('REPORTED');
  const kabir = await testApp.returning('captain');
  await kabir.open('/notifications');
  const reports = card(kabir, 'New report');
  await expect.poll(() => reports.count()).toBe(1);
  let fail = () => {};
  const cut = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await kabir.page.route(/\/api\/notifications\/\d+$/, async (route) => {
    await cut;
    await route.abort();
  });
  await reports.getByRole('button', { name: 'Delete notification' }).click();
  await kabir.page.getByText('No notifications', { exact: true }).waitFor();
  await situations.make('REPORTED');
  await expect.poll(() => reports.count()).toBe(1);
  const heard = await listenTo(kabir.page);
  await kabir.page.getByRole('button', { name: 'Delete All' }).click();
  const dialog = kabir.page.getByRole('dialog', { name: 'Delete all notifications?' });
  await dialog.waitFor();
  fail();
  // The notice appears behind the dialog, and is heard in it.
  await expect.poll(heard).toEqual(['Failed to delete notification.']);
  await expect.poll(() => reports.count()).toBe(2);
  await passAgain(kabir.page, /\/api\/notifications\/\d+$/);
  await dialog.getByText(/^All 2 of your notifications will be deleted/).waitFor();
  // The call deletes what is there, so the open question counts what comes.
  await situations.make('REPORTED');
  await dialog.getByText(/^All 3 of your notifications will be deleted/).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // If the list shows only some of them, the server is asked, and again when something comes.
  await kabir.page.getByRole('link', { name: 'Unread', exact: true }).click();
  const counting = await handOn(kabir.page, (request) => request.url().includes('unreadOnly=false'));
  counting.hold();
  await kabir.page.getByRole('button', { name: 'Delete All' }).click();
  await situations.make('REPORTED');
  await expect.poll(() => reports.count()).toBe(4);
  await counting.free();
  await dialog.getByText(/^All 4 of your notifications will be deleted/).waitFor();
  await situations.make('REPORTED');
  await dialog.getByText(/^All 5 of your notifications will be deleted/).waitFor();
  await dialog.getByRole('button', { name: 'Delete All' }).click();
  await kabir.page.getByText('No unread notifications', { exact: true }).waitFor();
  await expect.poll(() => testApp.read('/api/notifications', 'captain')).toEqual([]);
  await expect.poll(async () => (await heard()).at(-1)).toBe('All notifications are deleted.');
});

it('who deletes with the keyboard goes on at the notification that follows, and at the heading when none is left', async () => {
  await testApp.act('captain', 'DELETE', '/api/notifications/all');
  await situations.make('REPORTED');
  await situations.make('REPORTED');
  await situations.make('REPORTED');
  const kabir = await testApp.returning('captain');
  await kabir.open('/notifications');
  const cards = card(kabir, 'New report');
  const deletion = (place: number) => cards.nth(place).getByRole('button', { name: 'Delete notification' });
  const entry = (place: number) => cards.nth(place).locator('[data-item]');
  await expect.poll(() => cards.count()).toBe(3);
  await deletion(1).press('Enter');
  await expect.poll(() => cards.count()).toBe(2);
  await expect.poll(() => isFocused(entry(1))).toBe(true);
  // After the last one comes the one before it.
  await deletion(1).press('Enter');
  await expect.poll(() => cards.count()).toBe(1);
  await expect.poll(() => isFocused(entry(0))).toBe(true);
  await deletion(0).press('Enter');
  await kabir.page.getByText('No notifications', { exact: true }).waitFor();
  await expect.poll(() => isFocused(kabir.page.getByRole('heading', { name: 'Notifications', level: 1 }))).toBe(true);
});

it('one without a link that is read goes from the unread ones, and the focus goes on to the next, as after a deletion', async () => {
  const kabir = await testApp.returning('captain');
  const one = (id: string) => ({
    id,
    type: 'RULES',
    message: `Rule ${id}`,
    isRead: false,
    createdAt: '2026-03-10T09:00:00Z',
  });
  await kabir.page.route('**/api/notifications?*', (route) => route.fulfill({ json: ['2', '1'].map(one) }));
  await kabir.page.route('**/api/notifications/*/read', (route) => route.fulfill({ json: {} }));
  await kabir.open('/notifications?filter=unread');
  const entry = (id: string) => card(kabir, `Rule ${id}`).locator('[data-item]');
  await entry('2').waitFor();
  const heard = await listenTo(kabir.page);
  await entry('2').press('Enter');
  await card(kabir, 'Rule 2').waitFor({ state: 'detached' });
  await expect.poll(() => isFocused(entry('1'))).toBe(true);
  await expect.poll(heard).toContain('Marked as read.');
});

it('messages of one chat are gathered; a muted chat is silent, but for a mention', async () => {
  const chatId = await testApp.caseChat();
  const say = (text: string) => testApp.say('ravi', `chat/${chatId}`, text);
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 800 }, hasClock: true });
  await mira.open('/live');
  await isTold(mira);
  await say('Where are you?');
  await toasts(mira).getByText('Ravi in Incident #3').waitFor();
  await say('I wait at the gate.');
  const toast = toasts(mira).getByRole('link', { name: /^2 new messages in Incident #3/ });
  await toast.click();
  await mira.isAt(`/chat/${chatId}`);
  await mira.chat.hears('I wait at the gate.');
  await say('Here you are.');
  await mira.chat.hears('Here you are.');
  expect(await toasts(mira).getByRole('link').count()).toBe(0);
  const mute = mira.page.getByRole('button', { name: 'Mute this chat' });
  await mute.click();
  await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('true');
  await mira.open('/live');
  await isTold(mira);
  await say('Not so loud');
  await say('But @Mira should know this');
  await toasts(mira).getByText('Ravi mentioned you in Incident #3').waitFor();
  expect(await toasts(mira).getByText('Not so loud').count()).toBe(0);
  await mira.page.getByRole('button', { name: /^Open menu: \d+ new, you are mentioned$/ }).waitFor();
  // A new toast is read out without those that are still there.
  expect(await toasts(mira).getAttribute('aria-atomic')).toBe('false');

  // The pressed button had the focus, and the mouse rests where the next one appears.
  await toasts(mira).getByRole('button', { name: 'Close' }).click();
  await toasts(mira).getByRole('button').waitFor({ state: 'detached' });
  await shows(mira.page, 'This too, @Mira', () => say('This too, @Mira'), '[aria-label=News]');
  await mira.page.clock.fastForward(8_000);
  await toasts(mira).getByRole('button').waitFor({ state: 'detached' });
});

it('a notification can be pressed while the list scrolls', async () => {
  const sara = await testApp.returning('superadmin', { viewport: { width: 360, height: 400 } });
  await sara.open('/notifications');
  await sara.page.getByRole('article').first().waitFor();
  expect(await reachesCardWhileScrolling(sara.page)).toBe(true);
});

it('a date in a notification stays in one line on a phone', async () => {
  // As tall as the whole list, of which only what can be seen is in the page.
  const mira = await testApp.returning('member', { viewport: { width: 360, height: 2_400 } });
  // Names of so many lengths that the end of a line comes at each place of the date.
  const texts = Array.from(
    { length: 12 },
    (_, at) => `In your first-aid kit: ${'x'.repeat(at + 1)} expires on 2026-12-12.`,
  );
  const one = (message: string, at: number) => ({
    id: String(at + 1),
    type: 'INVENTORY',
    message,
    isRead: true,
    createdAt: new Date().toISOString(),
  });
  await mira.page.route('**/api/notifications?*', (route) => route.fulfill({ json: texts.map(one) }));
  await mira.open('/notifications');
  // As the app says days everywhere (DECISIONS 350).
  const day = await mira.page.evaluate(() =>
    new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 11, 12)),
  );
  expect(day).not.toContain('2026-12');
  await card(mira, (texts[11] ?? '').replace('2026-12-12', day)).waitFor();
  const lines = () =>
    mira.page.evaluate((words) => {
      const found: number[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent?.replace(/\s/g, ' ').indexOf(words) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + words.length);
        found.push(new Set([...range.getClientRects()].map(({ top }) => top)).size);
      }
      return found;
    }, day);
  expect(await lines()).toEqual(texts.map(() => 1));
});
