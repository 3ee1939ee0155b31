import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { ChatGroupEntry, Message } from '../../src/contract/chats';
import type { IncidentHistory } from '../../src/contract/incidents';
import { openTestApp, type Person } from '../kit/browser';
import { newFolder } from '../kit/folder';
import { drawn } from '../kit/workbench';
import { knownOf } from './device';
import { IncidentModalPage, MyCasesPage } from './pages/cases';
import { ReportPage } from './pages/report';
import { reportsOf } from './reports';
import { holdHeavy, updateOf } from './serviceWorker';
import { photo, situationsOf } from './situations';

/** The folder from which the app is served here. A test replaces the app in it by the next version. */
const folder = newFolder();
cpSync('dist', folder, { recursive: true });
// What a build keeps of the release before is not for the service worker.
const { formerFiles } = await import(resolve('scripts', 'kit', 'release.mjs'));
for (const file of formerFiles(folder)) rmSync(join(folder, file));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const testApp = openTestApp({ STATIC_DIR: folder });
const reports = reportsOf(testApp);
const situations = situationsOf(testApp);
const options = { serviceWorkers: 'allow' } as const;

/** Scripts and style sheets of the app; the workbench is a page of its own. */
const code = readdirSync(join(folder, 'assets')).filter(
  (name) => /\.(js|css)$/.test(name) && !/inspector|elk/.test(name),
);

/** The names of the files that this browser keeps, one list for each version. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('saathi.app.'));
    const lists = names.map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname.replace('/assets/', '')),
    );
    return Promise.all(lists);
  });

/** Waits until the browser has stored all parts of the app, and serves them itself. */
async function isKept({ page }: Person): Promise<void> {
  const left = async () => {
    const kept = new Set((await keptBy(page)).flat());
    return ['/', ...code].filter((name) => !kept.has(name));
  };
  await expect.poll(left, { timeout: 30_000 }).toEqual([]);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
/** The files that the worker of this version is to keep when the browser is idle. */
const heavy = (
  JSON.parse(/"heavy":(\[.*?\])/.exec(readFileSync(join(folder, 'sw.js'), 'utf8'))?.[1] ?? '[]') as string[]
).map((file) => file.replace('assets/', ''));

const mark = ({ page }: Person) => page.evaluate(() => Object.assign(window, { isMarked: true }));
const isMarked = ({ page }: Person) => page.evaluate(() => 'isMarked' in window);

describe('the app on this device', () => {
  it('opens without a network: what was seen can be read, and a report made there arrives once', async () => {
    const location = 'Glass harbour, below the crane';
    const chatId = await testApp.caseChat();
    const mira = await testApp.member('member', options);
    const { id } = (await testApp.read('/api/profile', 'member')) as { id: string };
    const [myCase] = (await testApp.read('/api/cases/my-cases', 'member')) as { location: string }[];
    const [incident] = (await testApp.read('/api/incidents/live', 'member')) as { id: string; location: string }[];
    // Each screen, with something on it that only the server can have sent.
    const seen: Readonly<Record<string, (main: Locator) => Locator>> = {
      '/chat': (main) => main.getByRole('link').getByText('🙏'),
      [`/chat/${chatId}`]: (main) => main.getByText('He is eating. Left front leg is swollen.'),
      '/live': (main) => main.getByRole('feed', { name: 'Incidents' }).getByRole('article'),
      [`/incident/${incident?.id}`]: (main) => main.getByText(incident?.location ?? ''),
      '/my-cases': (main) => main.getByText(myCase?.location ?? ''),
      '/profile': (main) => main.getByText('@member'),
      [`/profile/first-aid-kit/${id}`]: (main) => main.getByText('Bandage'),
    };
    const readAll = async ({ open, page }: Person) => {
      for (const [route, words] of Object.entries(seen)) {
        await open(route);
        await words(page.getByRole('main')).first().waitFor();
      }
    };
    await readAll(mira);
    // Messages that arrive in an open chat are stored, too.
    await mira.open('/gchat');
    await mira.chat.isUsable();
    const text = 'The gate is open now';
    await testApp.say('ravi', 'gchat', text);
    // So are those that arrive in the closed chat of a case.
    const unread = 'The owner is here, too';
    await testApp.say('ravi', `chat/${chatId}`, unread);
    await mira.chat.hears(text);
    await expect.poll(() => knownOf(mira, 'messages/gchat')).toContain(text);
    await expect.poll(() => knownOf(mira, `messages/chat/${chatId}`), { timeout: 20_000 }).toContain(unread);
    await isKept(mira);
    expect((await keptBy(mira.page)).flat().filter((path) => /inspector|elk/.test(path))).toEqual([]);
    // The workbench opens without network after it was opened once.
    const rules = await mira.context.newPage();
    await rules.goto(`${testApp.server.base}/inspector.html#/clock/drawing`);
    await drawn(rules).waitFor();
    await rules.close();
    await mira.page.close();
    await mira.setOffline(true);

    const again = await mira.anotherTab();
    await readAll(again);
    const rulesAgain = await mira.context.newPage();
    await rulesAgain.goto(`${testApp.server.base}/inspector.html#/clock/drawing`);
    await drawn(rulesAgain).waitFor();
    await rulesAgain.close();
    // An address without its '#', as it is typed.
    await again.page.goto(`${testApp.server.base}/live?view=list`);
    await again.page.getByRole('heading', { name: 'Live Incidents' }).waitFor();
    await again.isAt('/live');
    await again.open('/chat');
    await again.page.getByText(/^Could not connect to server\. As of \d?\d:\d\d\.$/).waitFor();
    await again.open('/profile');
    await again.page.getByText(/^Failed to fetch profile\. As of \d?\d:\d\d\.$/).waitFor();
    await again.open('/gchat');
    await again.chat.hears(text);
    await again.page.getByText(/^As of \d?\d:\d\d\.$/).waitFor();
    await again.open(`/chat/${chatId}`);
    await again.chat.hears(unread);
    await again.open('/report');
    const report = new ReportPage(again.page);
    await report.write({ location });
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    await again.open('/leaderboard');
    await again.page.getByRole('heading', { level: 1, name: 'Leaderboard' }).waitFor();
    // After a reload without a network the app is shown.
    await again.page.reload();
    await again.tray.bar.waitFor();
    expect(await reports.incidentsAt(location)).toEqual([]);

    await again.setOffline(false);
    await again.tray.bar.waitFor({ state: 'detached' });
    expect(await reports.incidentsAt(location)).toHaveLength(1);

    // Log Out deletes all of it from the device.
    expect(await knownOf(again)).toContain('chats');
    await again.menu.logOut();
    await again.login.isShown();
    await expect.poll(() => knownOf(again)).toEqual([]);
  });

  it('a case and a global chat that nobody has opened are written to, and the case is begun and completed, and another animal is reported, from a cold start; all arrives once', async () => {
    const small = { ...options, viewport: { width: 360, height: 740 } };
    const mira = await testApp.member('member', small);
    // Waits until the news have started: they have fetched what there was, and listen to what comes.
    await mira.page.getByRole('status', { name: 'News' }).waitFor({ state: 'attached' });
    await expect.poll(() => knownOf(mira)).toContain(`messages/chat/${await testApp.caseChat()}`);
    await expect.poll(() => knownOf(mira)).toContain('messages/gchat');
    // The copy of the incident that she has from before the assignment is of no use afterwards.
    const incidentId = await situations.report();
    await mira.open(`/incident/${incidentId}`);
    await expect.poll(() => knownOf(mira, `incident/${incidentId}`)).toContain('REPORTED');
    await mira.open('/live');
    await situations.assign(incidentId, 'Mira', 'Ravi');
    const groups = (await testApp.read('/api/chat/groups', 'ravi')) as ChatGroupEntry[];
    const chatId = groups.find(({ chatGroup }) => chatGroup.purposeId === incidentId)?.chatGroup.id;
    const { location } = (await testApp.read(`/api/incidents/${incidentId}`, 'member')) as { location: string };
    for (const key of [`messages/chat/${chatId}`, `incident/${incidentId}`, `team/${incidentId}`])
      await expect.poll(() => knownOf(mira)).toContain(key);
    await expect.poll(() => knownOf(mira, `incident/${incidentId}`)).toContain('ASSIGNED');
    await expect.poll(() => knownOf(mira, 'cases')).toContain(location);
    await isKept(mira);
    await mira.page.close();
    await mira.setOffline(true);

    const again = await mira.anotherTab();
    await again.open(`/incident/${incidentId}`);
    await again.page.getByRole('main').getByText(location).first().waitFor();
    await again.page.getByRole('button', { name: "I'm on My Way" }).waitFor();
    await again.page.getByRole('link', { name: 'Open Chat' }).click();
    await again.isAt(`/chat/${chatId}`);
    const details = new IncidentModalPage(again.page);
    await details.info.click();
    await details.dialog.getByText(location).waitFor();
    await again.page.keyboard.press('Escape');
    await again.page.getByRole('link', { name: `Incident #${incidentId}` }).waitFor();
    const text = 'Rope and blanket are in my bag';
    await again.chat.say(text);
    await again.tray.bar.waitFor();
    await again.open('/my-cases');
    const cases = new MyCasesPage(again.page);
    await cases.card(incidentId).getByText(location).waitFor();
    await cases.keepInitiation(incidentId, 'Mira Nair');
    await cases.keepCompletion(incidentId, 'Out of the water.', await photo('calf.png'));
    await again.tray.bar
      .filter({ hasText: '1 message, 1 initiation and 1 completed case waiting to be sent' })
      .waitFor();
    expect(await situations.statusOf(incidentId)).toBe('ASSIGNED');
    await again.open('/report');
    const report = new ReportPage(again.page);
    const reportedAt = 'Glass harbour, the second ladder';
    await report.write({ location: reportedAt });
    await report.submit.click();
    await report.modal('Kept for Later');
    await report.press('OK');
    // The global chat was never opened on this device either.
    await again.open('/gchat');
    await again.chat.hears('All three!');
    const toAll = 'Who has a second rope?';
    await again.chat.say(toAll);

    await again.setOffline(false);
    await again.tray.bar.waitFor({ state: 'detached' });
    expect(await reports.incidentsAt(reportedAt)).toHaveLength(1);
    const messages = (await testApp.read(`/api/chat/messages/${chatId}`, 'ravi')) as Message[];
    expect(messages.map((message) => message.text)).toEqual([text]);
    const global = (await testApp.read('/api/gchat/messages', 'ravi')) as Message[];
    expect(global.filter((message) => message.text === toAll)).toHaveLength(1);
    expect(await situations.incident(incidentId)).toMatchObject({ status: 'ONGOING', mediaFileCount: 1 });
    const history = (await testApp.read(`/api/incidents/${incidentId}/history`, 'captain')) as IncidentHistory;
    expect(history.cases.map(({ resolutionNotes }) => resolutionNotes)).toEqual(['Out of the water.']);
  });

  it('has the place of the case, its phone numbers, those of its team, and those of a live incident that was never opened, if the server cannot be reached', async () => {
    const mira = await testApp.returning('member');
    const [myCase] = (await testApp.read('/api/cases/my-cases', 'member')) as { incidentId: string }[];
    const incidentId = myCase?.incidentId ?? '';
    const route = `/incident/${incidentId}`;
    const numbersIn = (place: Locator) =>
      place.locator('a[href^="tel:"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const { contactNumber } = (await testApp.read(`/api/incidents/${incidentId}`, 'member')) as {
      contactNumber: string;
    };
    const { teamMembers } = (await testApp.read(`/api/incidents/${incidentId}/assignment/team`, 'member')) as {
      teamMembers: { phoneNumber: string }[];
    };
    const ofTeam = teamMembers.map(({ phoneNumber }) => `tel:${phoneNumber}`);
    expect(ofTeam.length).toBeGreaterThan(1);
    const showNumbers = async ({ open, page }: Person) => {
      await open('/my-cases');
      await expect.poll(() => numbersIn(page.getByRole('main'))).toContain(`tel:${contactNumber}`);
      await open(route);
      await expect.poll(() => numbersIn(page.getByRole('main'))).toContain(`tel:${contactNumber}`);
    };
    await showNumbers(mira);
    const other = await situations.report();
    const { location, contactNumber: informer } = await situations.incident(other);
    await mira.open('/live');
    await expect.poll(() => knownOf(mira, 'live')).toContain(location);
    expect(await knownOf(mira)).not.toContain(`incident/${other}`);

    // Where the animal is was corrected while another screen was shown. The incident's own copy is older than the list that tells it.
    const corrected = ['Glass harbour, the north ramp', 'Glass harbour, the south ramp'] as const;
    const place = (text: string) => mira.page.getByRole('main').getByText(text).first();
    await situations.change(incidentId, { location: corrected[0] });
    await expect.poll(() => knownOf(mira, 'live')).toContain(corrected[0]);
    expect(await knownOf(mira, `incident/${incidentId}`)).not.toContain(corrected[0]);
    await mira.setOffline(true);
    await mira.open(route);
    await place(corrected[0]).waitFor();
    await mira.setOffline(false);
    // The device fetches the incident anew as soon as it knows that its case is somewhere else.
    await mira.open('/my-cases');
    await situations.change(incidentId, { location: corrected[1] });
    await expect.poll(() => knownOf(mira, `incident/${incidentId}`)).toContain(corrected[1]);
    // The member has not opened the team yet.
    await expect.poll(() => knownOf(mira)).toContain(`team/${incidentId}`);
    await mira.page.close();

    // Only the files of the app still come.
    const again = await mira.anotherTab();
    await again.page.route(/\/(api|ws)\//, (route) => route.abort());
    await showNumbers(again);
    await again.page.getByRole('button', { name: 'View Team', exact: true }).click();
    const team = again.page.getByRole('dialog');
    await expect.poll(() => numbersIn(team)).toEqual(ofTeam);

    await again.open(`/incident/${other}`);
    await again.page.getByRole('main').getByText(location).first().waitFor();
    await expect.poll(() => numbersIn(again.page.getByRole('main'))).toEqual([`tel:${informer}`]);
    await again.page.getByText(/As of \d?\d:\d\d\.$/).waitFor();
  });

  it('offers a new version, never reloads a draft away, and lets an old tab go on with its own files', async () => {
    const mira = await testApp.visitor(options);
    await holdHeavy(mira);
    await mira.open('/login');
    await mira.login.logIn('member');
    // Large files come last, when the browser is idle.
    await mira.page.waitForFunction(() => 'heavyOrder' in window);
    const early = (await keptBy(mira.page)).flat();
    expect(early.filter((name) => heavy.includes(name))).toEqual([]);
    expect(heavy.length).toBeGreaterThan(0);
    expect(code.filter((name) => !early.includes(name) && !heavy.includes(name))).toEqual([]);
    const wasIdle = await mira.page.evaluate(() => {
      const { isIdle, send } = (window as unknown as { heavyOrder: { isIdle: boolean; send(): void } }).heavyOrder;
      send();
      return isIdle;
    });
    expect(wasIdle).toBe(true);
    await isKept(mira);
    await mira.open('/gchat');
    await mira.chat.isUsable();
    await mira.chat.box.fill('half a sen');
    await mark(mira);
    const other = await mira.anotherTab();
    await other.open('/chat');
    await other.chats.greets('Mira');
    await mark(other);

    // A next version of which a file is missing, or whose page is not there yet, is neither kept in part nor offered.
    const worker = join(folder, 'sw.js');
    const script = readFileSync(worker, 'utf8');
    for (const end of ['.br', '.gz']) rmSync(worker + end, { force: true });
    const offer = mira.page.getByRole('button', { name: 'New version: reload' });
    const [whole] = await keptBy(mira.page);
    for (const [list, file] of [
      ['files', 'assets/missing-0.js'],
      ['named', 'assets/another-0.js'],
    ]) {
      const next = script.replace(/"version":"[^"]+"/, `"version":"half ${list}"`);
      writeFileSync(worker, next.replace(`"${list}":[`, `"${list}":["${file}",`));
      await expect.poll(() => updateOf(mira)).toBe('redundant');
      expect(await keptBy(mira.page)).toEqual([whole]);
      expect(await offer.count()).toBe(0);
    }

    // Makes the next version: its worker differs, and the server no longer has some files of the old version.
    const lazy = /assets\/leaderboard-[\w-]+\.js/.exec(script)?.[0] ?? 'not found';
    for (const end of ['', '.br', '.gz']) rmSync(join(folder, lazy + end), { force: end !== '' });
    // A check that the browser began for the last version may still run. It then counts as this check, too, and finds nothing new.
    const check = () => mira.page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    // Another one comes before it and is never used.
    for (const [place, version] of ['between', 'next'].entries()) {
      writeFileSync(worker, script.replace(/"version":"[^"]+"/, `"version":"${version}"`).replace(`"${lazy}",`, ''));
      const kept = () => check().then(() => keptBy(mira.page));
      await expect.poll(kept, { interval: 500 }).toHaveLength(place + 2);
    }
    await offer.waitFor();
    expect(await isMarked(mira)).toBe(true);
    await offer.click();
    await expect.poll(() => isMarked(mira).catch(() => true)).toBe(false);
    await expect.poll(() => mira.chat.box.inputValue()).toBe('half a sen');

    // The other tab was not reloaded. It offers the new version, too, and still opens screens of its own version.
    expect(await isMarked(other)).toBe(true);
    await other.page.getByRole('button', { name: 'New version: reload' }).waitFor();
    await other.page.getByRole('button', { name: 'Dismiss' }).click();
    await (await mira.context.newCDPSession(mira.page)).send('Network.clearBrowserCache');
    await other.menu.goTo('Leaderboard');
    await other.isAt('/leaderboard');
    await other.page.getByRole('heading', { level: 1 }).filter({ hasText: 'Leaderboard' }).waitFor();
    expect(await isMarked(other)).toBe(true);

    // Tabs of both versions send what is written in them, once.
    await other.menu.goTo('Global Chat');
    await other.chat.isUsable();
    const texts = ['from the old version', 'half a sentence'];
    await other.chat.say('from the old version');
    await mira.chat.say('half a sentence');
    await other.chat.isTicked('from the old version', 'Sent');
    await mira.chat.isTicked('half a sentence', 'Sent');
    expect(await isMarked(other)).toBe(true);
    const stored = (await testApp.read('/api/gchat/messages', 'ravi')) as Message[];
    expect(stored.flatMap(({ text }) => (text && texts.includes(text) ? [text] : [])).sort()).toEqual(texts);
  });
});
