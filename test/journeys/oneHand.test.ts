import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { isFocused, openTestApp } from '../kit/browser';
import { listenTo } from '../kit/heard';
import { photo } from '../kit/media';
import { holdAnswers, passAgain } from './calls';
import { AssignmentPage, IncidentModalPage } from './pages/cases';
import { IncidentPage } from './pages/incident';
import { LivePage } from './pages/live';
import { reportsOf } from './reports';
import { situationsOf } from './situations';

/** Small things that a tired person with a phone in one hand meets on every screen. */
const testApp = openTestApp({}, 'no-preference');
const reports = reportsOf(testApp);
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

const middleOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error('It is not on the screen.');
  return [box.x + box.width / 2, box.y + box.height / 2] as const;
};

it('Back closes what is open over the page, and only that', async () => {
  const mira = await testApp.returning('member', phone);
  const incident = new IncidentPage(mira.page);
  await mira.open('/chat');
  await mira.drawer.open();
  await mira.drawer.links.getByRole('link', { name: 'Leaderboard' }).click();
  await mira.isAt('/leaderboard');
  await mira.drawer.isClosed();

  await mira.drawer.open();
  await mira.page.goBack();
  await mira.drawer.isClosed();
  await mira.isAt('/leaderboard');
  await mira.page.getByRole('button', { name: /Ravi/ }).first().click();
  await incident.dialog.waitFor();
  await mira.page.goBack();
  await incident.closed();
  await mira.isAt('/leaderboard');

  // If nothing is open, it goes back.
  await mira.page.goBack();
  await mira.isAt('/chat');

  await mira.drawer.open();
  await mira.drawer.links.getByRole('link', { name: 'Live Incidents' }).click();
  await mira.isAt('/live');
  await new LivePage(mira.page).show('Map');
  await mira.page.getByRole('button', { name: /^Bird, IN PROGRESS, City park/ }).press('Enter');
  const popup = mira.page.getByText(/^Incident #\d+$/).filter({ visible: true });
  await popup.waitFor();
  await mira.page.goBack();
  await popup.waitFor({ state: 'detached' });
  await mira.isAt('/live');

  const { chat, media, page, tray } = mira;
  await mira.drawer.open();
  await mira.drawer.links.getByRole('link', { name: 'Global Chat' }).click();
  await chat.isUsable();
  await chat.message('All three!').press('Enter');
  await chat.menu.waitFor();
  await page.goBack();
  await chat.menu.waitFor({ state: 'detached' });
  await media.pick(await photo());
  await chat.send.click();
  await media.picture(chat.messages).last().click();
  await media.viewer.waitFor();
  await page.goBack();
  await media.viewer.waitFor({ state: 'detached' });
  await mira.setOffline(true);
  await chat.say('Waits for the network');
  await tray.bar.click();
  await tray.panel.waitFor();
  await page.goBack();
  await tray.panel.waitFor({ state: 'detached' });
  await mira.isAt('/gchat');
});

it('after Back has closed a dialog that leads to another screen, the next Back leads to the screen of its address', async () => {
  const id = await situationsOf(testApp).report();
  const kabir = await testApp.returning('captain', phone);
  const assignment = new AssignmentPage(kabir.page);
  await kabir.open(`/incident/${id}`);
  await new IncidentPage(kabir.page).press('Assign Team');
  await assignment.card('Indu').click();
  await assignment.assign.click();
  await assignment.dialog.getByText('Team Assigned!').waitFor();
  await kabir.page.goBack();
  await kabir.isAt('/live');
  await kabir.page.goBack();
  await kabir.isAt(`/incident/${id}/assign`);
  await kabir.page.getByRole('heading', { name: 'Reassign Team' }).waitFor();
});

it('the menu does not stay over another page, and a closing dialog does not swallow the next press', async () => {
  const mira = await testApp.returning('member', phone);
  const incident = new IncidentPage(mira.page);
  await mira.open('/live');
  await mira.drawer.open();
  await mira.page.evaluate("location.hash = '#/incident/3'");
  await incident.isShown('3');
  await mira.drawer.isClosed();

  // The app closes the dialog in the press itself. Until the browser's own event came, an answer of the server could change the dialog.
  await incident.button('View Team').click();
  const close = incident.dialog.getByRole('button', { name: 'Close' }).first();
  await close.waitFor();
  const isThere = await close.evaluate(async (button: HTMLElement) => {
    const dialog = button.closest('dialog');
    button.click();
    for (let step = 0; step < 20; step++) await null;
    return dialog?.isConnected;
  });
  expect(isThere).toBe(false);

  const timeline = mira.page.getByRole('button', { name: 'Timeline' });
  await timeline.scrollIntoViewIfNeeded();
  const [x, y] = await middleOf(timeline);
  // 'View Team' is pressed without scrolling, so that the position measured above stays right.
  await incident.button('View Team').dispatchEvent('click');
  // Waits until the dialog no longer moves.
  await close.click({ trial: true });
  const [closeX, closeY] = await middleOf(close);
  await mira.page.mouse.click(closeX, closeY);
  // The next press comes two frames later, as fast as a thumb can be.
  await mira.page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
  await mira.page.mouse.click(x, y);
  await incident.isTimeline();
});

it("a screen's address without its '#' leads to the screen", async () => {
  const mira = await testApp.returning('member', phone);
  await mira.page.goto(`${testApp.server.base}/live`);
  await mira.page.getByRole('heading', { name: 'Live Incidents' }).waitFor();
  await mira.isAt('/live');
});

it('a button that cannot act yet says why when it is pressed', async () => {
  const kabir = await testApp.returning('captain', phone);
  await kabir.open('/incident/2/assign');
  const assign = kabir.page.getByRole('button', { name: /^Assign Team/ });
  await assign.waitFor();
  expect(await assign.isDisabled()).toBe(true);
  const reason = kabir.page.getByText('Choose at least one volunteer first.', { exact: true });
  expect(await reason.isVisible()).toBe(false);
  await assign.click({ force: true });
  await reason.waitFor();

  const { page, chat, media, voice } = kabir;
  const says = async (button: Locator, words: string) => {
    await button.tap({ force: true });
    await button.getByText(words, { exact: true }).waitFor();
  };
  await kabir.open('/gchat');
  await says(chat.send, 'Write or attach something first.');
  // It is gone with the next press, and does not come back by itself.
  await chat.box.tap();
  await page.getByText('Write or attach something first.').waitFor({ state: 'hidden' });
  await voice.record.click();
  // Less than half a second is no recording.
  await voice.hasRecorded(1);
  for (const button of [media.attach, chat.send]) await says(button, 'Stop or cancel the recording first.');
  await voice.listenFirst.click();
  await voice.recording.waitFor();
  for (const button of [media.attach, voice.record]) await says(button, 'Send or discard the recording first.');
  await voice.discard.click();

  await kabir.open('/notifications');
  await page.getByRole('button', { name: 'Mark all read' }).tap();
  await says(page.getByRole('button', { name: 'Mark all read' }), 'There is nothing unread.');
  const deleteAll = page.getByRole('button', { name: 'Delete All' });
  await deleteAll.tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete All' }).tap();
  await says(deleteAll, 'There is nothing to delete.');
});

it('a tap on an own message shows its time, and leaves nothing invisible over it', async () => {
  const { chat, open } = await testApp.returning('member', phone);
  await open('/gchat');
  await chat.isUsable();
  for (const text of ['The gate is open', 'The dog is inside']) await chat.say(text);
  await chat.isTicked('The dog is inside', 'Sent');
  const time = chat.message('The gate is open').getByText(/^\d\d:\d\d$/);
  expect(await time.count()).toBe(0);
  await chat.bubble('The gate is open').tap();
  await time.waitFor();
  await chat.bubble('The dog is inside').tap();
  // The button of its menu is for those who use a keyboard.
  await chat
    .message('The dog is inside')
    .getByRole('button', { name: 'React or reply' })
    .waitFor({ state: 'attached' });
  const isFree = await chat.bubble('The dog is inside').evaluate((bubble) => {
    const { right, top, height } = bubble.getBoundingClientRect();
    return bubble.contains(document.elementFromPoint(right - 18, top + height / 2));
  });
  expect(isFree).toBe(true);
});

it('a member of the team reports being on the way, and without a network having arrived (DECISIONS 154)', async () => {
  const mira = await testApp.returning('member', phone);
  await mira.open('/incident/3');
  const way = mira.page.getByRole('region', { name: 'On the Way' });
  await way.getByText('Nobody has said that they are on the way.', { exact: true }).waitFor();
  // What somebody on the way needs can be pressed without scrolling.
  for (const act of [
    way.getByRole('button', { name: "I'm on My Way" }),
    way.getByRole('link', { name: 'Open Chat' }),
    way.getByRole('link', { name: 'Call Lakshmi Iyer' }),
    way.getByRole('link', { name: 'Directions' }),
  ]) {
    const { y = 0, height = 0 } = (await act.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(phone.viewport.height);
  }
  // A captain sees on the card that nobody is on the way, as long as that is so.
  await reports.reported('Canal lock, the upper gate', { severity: 'NOW' });
  const kabir = await testApp.returning('captain');
  await kabir.open('/live');
  const cards = new LivePage(kabir.page);
  const nobody = cards.card('Old bridge').getByText('Nobody on the way');
  await nobody.waitFor();
  // No other tag is as loud as ATTENTION!, which alone is filled with the colour of danger.
  const ground = (tag: Locator) => tag.evaluate((it) => getComputedStyle(it).backgroundColor);
  const attention = cards.card('Ring road').getByText('ATTENTION!', { exact: true });
  const danger = await attention.evaluate((tag) => {
    const sample = document.createElement('i');
    sample.style.color = 'var(--danger)';
    tag.append(sample);
    const { color } = getComputedStyle(sample);
    sample.remove();
    return color;
  });
  expect(await ground(attention)).toBe(danger);
  for (const tag of [cards.card('Canal lock').getByText('Help needed now', { exact: true }), nobody])
    expect(await ground(tag)).not.toBe(danger);
  // An open chat of the case says it, too.
  const chatId = await testApp.caseChat();
  const ravi = await testApp.returning('ravi', phone);
  await ravi.open(`/chat/${chatId}`);
  const inOpenChat = (line: string) => ravi.page.getByRole('main').getByText(line, { exact: true }).waitFor();
  await inOpenChat('Nobody has said that they are on the way.');
  await mira.setOffline(true);
  await way.getByRole('button', { name: "I'm on My Way" }).click();
  // It waits to be sent. Nothing beside it says the opposite.
  await way.getByText('Waits to be sent').waitFor();
  await way.getByText('Nobody has said that they are on the way.').waitFor({ state: 'detached' });
  await way.getByRole('listitem').filter({ hasText: 'Mira' }).getByText('On the way', { exact: true }).waitFor();
  await way.getByRole('link', { name: 'Go to My Cases' }).waitFor();
  await mira.setOffline(false);
  await way.getByText('You are on your way.', { exact: true }).waitFor();
  const mine = way.getByRole('listitem').filter({ hasText: 'Mira' });
  await mine.getByText(/^On the way since \d/).waitFor();
  await nobody.waitFor({ state: 'detached' });
  // The chat of the case says it, too; its info button tells since when.
  await inOpenChat('On the way: Mira');
  const inChat = async (since: RegExp) => {
    await kabir.open(`/chat/${chatId}`);
    const details = new IncidentModalPage(kabir.page);
    await details.info.click();
    const team = details.dialog.getByRole('list', { name: 'Team' }).getByRole('listitem');
    await team.filter({ hasText: 'Mira' }).getByText(since).waitFor();
    await kabir.page.keyboard.press('Escape');
    await details.dialog.waitFor({ state: 'detached' });
  };
  await inChat(/^On the way since \d/);

  await mira.setOffline(true);
  await way.getByRole('button', { name: "I've Arrived" }).click();
  await way.getByText('Waits to be sent').waitFor();
  await way.getByText('You have arrived.').waitFor();
  // The others do not know yet that she has arrived.
  await kabir.open('/incident/3');
  const seen = kabir.page.getByRole('region', { name: 'On the Way' }).getByRole('listitem').filter({ hasText: 'Mira' });
  await seen.getByText(/^On the way since \d/).waitFor();
  // What was sent stays on the screen, also if the incident cannot be fetched afterwards.
  const incident = '**/api/incidents/3';
  await mira.page.route(incident, (route) => route.abort());
  await mira.setOffline(false);
  await seen.getByText(/^Arrived since \d/).waitFor();
  await mine.getByText(/^Arrived since \d/).waitFor();
  await way.getByText('Waits to be sent').waitFor({ state: 'detached' });
  await way.getByText('You have arrived.').waitFor();
  await passAgain(mira.page, incident);
  await inChat(/^Arrived since \d/);
  await inOpenChat('Arrived: Mira');

  // Another movement is sent while the next answer is on its way: however late that one comes, it does not bring back what was before.
  const late = await holdAnswers(mira.page, incident);
  const heard = await listenTo(mira.page);
  await way.getByRole('button', { name: 'Undo' }).focus();
  await mira.page.keyboard.down('Enter');
  await expect.poll(heard).toEqual(["Undone: I've Arrived"]);
  // The focus stays with the movement, whose button has gone (DECISIONS 260).
  await expect.poll(() => isFocused(way.getByRole('button', { name: "I'm on My Way" }))).toBe(true);
  // A key that is still held down does not press it as well.
  await mira.page.keyboard.down('Enter');
  await mira.page.keyboard.up('Enter');
  expect(await heard()).toEqual(["Undone: I've Arrived"]);
  await late.isHeld();
  await way.getByRole('button', { name: "I've Arrived" }).click();
  await way.getByText('You have arrived.').waitFor();
  await way.getByText('Waits to be sent').waitFor({ state: 'detached' });
  late.release();
  // It is shown once the incident is asked for again.
  await late.isHeld();
  expect(await way.getByText('You have arrived.').count()).toBe(1);
  late.free();
});

it('each status has a shape of its own, which its markers have, too, so that colour is not the only difference', async () => {
  const { open, page } = await testApp.returning('member');
  await open('/live?view=map');
  const legend = page.getByRole('list', { name: 'Legend' });
  const shapesIn = (place: Locator) => place.locator('svg').evaluateAll((all) => all.map(({ innerHTML }) => innerHTML));
  await expect.poll(async () => new Set(await shapesIn(legend)).size).toBe(6);
  const inProgress = await shapesIn(legend.getByRole('listitem').filter({ hasText: 'IN PROGRESS' }));
  const marker = page.getByRole('button', { name: /^Bird, IN PROGRESS, City park/ });
  await expect.poll(() => shapesIn(marker)).toEqual([expect.any(String), ...inProgress]);

  // The three statuses of a rescue in progress differ in colour as well, and their markers have the colours of the legend.
  const colourOf = (target: Locator) => target.evaluate((it) => getComputedStyle(it).color);
  const statuses = ['ASSIGNED', 'IN PROGRESS', 'ONGOING'];
  const inLegend = await Promise.all(statuses.map((name) => colourOf(legend.getByText(name, { exact: true }))));
  expect(new Set(inLegend).size).toBe(3);
  const markerOf = (status: string) => page.getByRole('button', { name: `, ${status}, ` });
  expect(await Promise.all(statuses.map((status) => colourOf(markerOf(status))))).toEqual(inLegend);
});

it('a reaction can be pressed within 44 px', async () => {
  const mira = await testApp.returning('member', phone);
  await mira.open(`/chat/${await testApp.caseChat()}`);
  const chip = mira.page.getByRole('button', { name: /^2 reactions/ });
  const missed = () =>
    chip.evaluate((it) => {
      it.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = it.getBoundingClientRect();
      const [x, y, reach] = [left + width / 2, top + height / 2, 21.5];
      const places = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ] as const;
      return places.filter(([across, down]) => !it.contains(document.elementFromPoint(across, down)));
    });
  await expect.poll(missed).toEqual([]);
});

it('the brand bar makes room while a phone’s keyboard is up', async () => {
  const mira = await testApp.returning('member', phone);
  await mira.open('/gchat');
  const text = mira.page.getByRole('textbox').last();
  // On the narrowest phone the empty box has one line, too.
  await mira.page.setViewportSize({ width: 320, height: 640 });
  await expect.poll(async () => (await text.boundingBox())?.height).toBeLessThan(50);
  await mira.page.setViewportSize(phone.viewport);
  await text.focus();
  const menu = mira.page.getByRole('button', { name: 'Open menu' });
  expect(await menu.isVisible()).toBe(true);
  // The height that an open keyboard leaves.
  await mira.page.setViewportSize({ width: 360, height: 400 });
  await menu.waitFor({ state: 'hidden' });
  // The chat uses the room of the hidden menu: its text box is at the end of the window.
  await expect
    .poll(async () => {
      const [, y] = await middleOf(text);
      return y;
    })
    .toBeGreaterThan(340);
  await text.blur();
  await menu.waitFor();
});
