import { describe, expect, it } from 'vitest';
import type { Incident, IncidentHistory } from '../../src/contract/incidents';
import { openTestApp, type Person } from '../kit/browser';
import { listenTo } from '../kit/heard';
import { isInView } from '../kit/inView';
import { call } from '../kit/server';
import { signupForm } from '../kit/signupForm';
import { answers, type Calls, handOn, isLost, passes } from './calls';
import { AssignmentPage, MyCasesPage } from './pages/cases';
import { photo, situationsOf } from './situations';
import { alone } from './visits';

const testApp = openTestApp();
const situations = situationsOf(testApp);

const UNREACHABLE = 'Could not connect to the server.';
const ONLY_CAPTAINS = "You need to have the 'Rescue Captain' or a higher role to assign a team to a case.";

describe('a rescue', () => {
  it('leads from the choice of two volunteers to a completed case with a photo', async () => {
    const mira = await testApp.returning('member', {
      geolocation: { latitude: 18.5, longitude: 73.8 },
      permissions: ['geolocation'],
    });
    await mira.open('/chat');
    await mira.chats.card('Incident #3').waitFor();
    expect(await mira.chats.card('Incident #2').count()).toBe(0);

    const kabir = await testApp.returning('captain');
    await kabir.open('/incident/2/assign');
    const assignment = new AssignmentPage(kabir.page);
    await assignment.card('Mira').waitFor();
    expect(await assignment.assign.innerText()).toBe('Assign Team (0 Selected)');
    expect(await assignment.assign.isDisabled()).toBe(true);
    for (const name of ['Asha', 'Mira', 'Indu', 'Asha']) await assignment.card(name).click();
    expect((await assignment.selected()).toSorted()).toEqual(['Indu', 'Mira']);
    expect(await assignment.assign.innerText()).toBe('Assign Team (2 Selected)');
    await assignment.assign.click();
    await assignment.dialog.getByText(/^#\d+$/).waitFor();
    await assignment.dialog.getByText('Team 2', { exact: true }).waitFor();
    expect(await assignment.dialog.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Indu'),
      expect.stringContaining('Mira'),
    ]);
    // Without a reload.
    await mira.chats.card('Incident #2').waitFor();
    await assignment.close('Done');
    await kabir.isAt('/live');

    await mira.open('/my-cases');
    const cases = new MyCasesPage(mira.page);
    await cases.card('2').getByText('ASSIGNED', { exact: true }).waitFor();
    expect(await cases.card('2').getByRole('button', { name: 'Mark as Done' }).count()).toBe(0);
    await cases.initiate('2');
    await cases.participant('Indu Rao').uncheck();
    await cases.participant('Mira Nair').uncheck();
    await cases.confirm.click();
    await cases.fails('Please select at least one participating member.');
    await cases.participant('Mira Nair').check();
    const heard = await listenTo(mira.page);
    await cases.confirm.click();
    await cases.dialog.waitFor({ state: 'detached' });
    await expect.poll(heard).toEqual(['Case started.']);
    // Controls of several cases have different names, and each case a heading.
    await cases.card('2').getByRole('link', { name: 'Chat incident #2', exact: true }).waitFor();
    await cases.card('2').getByRole('button', { name: 'Mark as Done incident #2', exact: true }).waitFor();
    await cases.card('2').getByRole('heading', { name: 'Incident #2', exact: true }).waitFor();
    await cases.card('2').getByText('IN PROGRESS', { exact: true }).waitFor();
    expect(await cases.card('2').getByRole('button', { name: 'Initiate Case' }).count()).toBe(0);

    await cases.finish('2');
    await cases.notes.fill('The leg is splinted. She stands.');
    await cases.media.setInputFiles(await photo('cow.png'));
    await cases.complete.click();
    await cases.says('Case completed successfully!');
    await cases.dialog.getByRole('button', { name: 'Done' }).click();
    await cases.card('2').waitFor({ state: 'detached' });
    const incident = (await testApp.read('/api/incidents/2', 'captain')) as Incident;
    expect([incident.status, incident.caseCount, incident.mediaFileCount]).toEqual(['ONGOING', 1, 1]);
    const { cases: history } = (await testApp.read('/api/incidents/2/history', 'captain')) as IncidentHistory;
    expect(history[0]).toMatchObject({ resolutionNotes: 'The leg is splinted. She stands.', teamName: 'Team 2' });
    const [file] = incident.mediaFiles;
    expect([file?.mediaType, file?.caseId]).toEqual(['IMAGE', history[0]?.caseId]);
    // The original is 1600 px wide: the compressed image was sent.
    const sent = new Uint8Array(await (await fetch(testApp.server.base + file?.url)).arrayBuffer());
    expect([...sent.slice(0, 2)]).toEqual([0xff, 0xd8]);
  });
});

describe('the assignment of a team', () => {
  const open = async (username: string, incidentId: string, prepare?: (person: Person) => Promise<unknown>) => {
    const person = await testApp.returning(username);
    await prepare?.(person);
    await person.open(`/incident/${incidentId}/assign`);
    return { person, assignment: new AssignmentPage(person.page) };
  };

  it('sorts by experience, proximity and suggestion, and says in words what its icons mean', async () => {
    const { person, assignment } = await open('captain', '5');
    await assignment.card('Mira').waitFor();
    expect(await assignment.sort.inputValue()).toBe('Suggested');
    await assignment.card('Sara').getByText('Expert, but distance not known').waitFor();
    await assignment.sort.selectOption('Default');
    const byName = await assignment.names();
    expect(byName).toEqual(['Asha', 'Indu', 'Kabir', 'Mira', 'Ravi', 'Sara', 'Tara'].filter((n) => byName.includes(n)));
    const kilometres = async () =>
      (await assignment.cards.allInnerTexts()).map((text) => Number(/(\d+\.\d) km/.exec(text)?.[1] ?? Number.NaN));
    await assignment.sort.selectOption('Experience');
    const levels = ['Expert', 'Advanced', 'Intermediate', 'Beginner'];
    const ranks = (await assignment.cards.allInnerTexts()).map((text) =>
      levels.findIndex((level) => text.includes(level)),
    );
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks)).toEqual(new Set([0, 1, 2, 3]));
    await assignment.sort.selectOption('Proximity');
    const known = (await kilometres()).filter((km) => !Number.isNaN(km));
    expect(known.length).toBeGreaterThan(1);
    expect(await kilometres()).toEqual([
      ...known.toSorted((a, b) => a - b),
      ...Array(byName.length - known.length).fill(Number.NaN),
    ]);
    await assignment.sort.selectOption('Default');
    expect(await assignment.names()).toEqual(byName);
    // Tara has no kit. Mira has everything except gauze, which only Ravi has.
    await assignment.card('Tara').click();
    await assignment.says('Nobody in this team has: Antiseptic, Bandage, Gauze, Gloves, Slip leash');
    await assignment.card('Mira').click();
    await assignment.says('Nobody in this team has: Gauze');
    await assignment.card('Ravi').click();
    await person.page.getByText('Nobody in this team has').waitFor({ state: 'detached' });
    expect(await person.page.getByText('but distance not known').count()).toBe(0);
  });

  it('has an icon with words for each of the six traits, and for being unavailable', async () => {
    const { assignment } = await open('captain', '5', async ({ page }) => {
      const all = {
        userId: '1',
        firstName: 'Tara',
        experienceLevel: 'Expert',
        availabilityStatus: 'Unavailable',
        isEngagedInActiveCase: true,
        hasPreviouslyWorkedOnIncident: true,
        hasShownInterest: true,
        hasVehicle: true,
        hasMedicineBox: true,
        canProvideShelter: true,
      };
      const json = [all, { userId: '2', firstName: 'Ravi', experienceLevel: 'Beginner', distanceFromIncident: 3.04 }];
      await page.route('**/assignment/volunteers', (route) => route.fulfill({ json }));
    });
    // What the suggestion says is read once, although it is shown twice.
    const engaged = assignment.card('Tara').getByText('Engaged in another case', { exact: true });
    const isHushed = () => engaged.evaluate((trait) => trait.closest('[aria-hidden]') !== null);
    await assignment
      .card('Tara')
      .getByText(/but .*engaged in another case/)
      .waitFor();
    expect(await isHushed()).toBe(true);
    await assignment.sort.selectOption('Default');
    await expect.poll(isHushed).toBe(false);
    await assignment.card('Ravi').getByText('3.0 km away', { exact: true }).waitFor();
    await assignment.card('Tara').getByText('distance not known', { exact: true }).waitFor();
    expect(await assignment.traits('Ravi')).toEqual([]);
    expect(await assignment.traits('Tara')).toEqual([
      'Unavailable',
      'Previously worked on this incident',
      'Engaged in another case',
      'Has shown interest',
      'Has a vehicle',
      'Has a medicine box',
      'Can provide shelter',
    ]);
  });

  it('keeps who is chosen when the page is reloaded, and where the list is scrolled to', async () => {
    const { person, assignment } = await open('captain', '1', ({ page }) =>
      page.setViewportSize({ width: 360, height: 640 }),
    );
    await assignment.card('Mira').click();
    const last = assignment.cards.last();
    const row = person.page.getByRole('list', { name: 'Volunteers' }).getByRole('listitem').last();
    /** Further cards are drawn when the last one that is drawn comes into view. */
    const scrollToEnd = () =>
      expect
        .poll(async () => {
          await last.scrollIntoViewIfNeeded();
          const isEnd = await row.evaluate((card) => card.ariaPosInSet === card.ariaSetSize);
          return isEnd && isInView(last);
        })
        .toBe(true);
    await scrollToEnd();
    const before = await last.boundingBox();
    await last.click();
    await expect.poll(() => person.page.url()).toMatch(/%22.*%22.*%22.*%22/);
    expect(await last.boundingBox()).toEqual(before);
    await person.page.reload();
    await assignment.card('Mira').waitFor();
    expect(await assignment.card('Mira').getAttribute('aria-pressed')).toBe('true');
    expect(await assignment.assign.innerText()).toBe('Assign Team (2 Selected)');
    // Who is chosen can be seen with forced colours, too, which show no backgrounds, but what was transparent.
    await person.page.emulateMedia({ forcedColors: 'active' });
    const signs = ['true', 'false'].map(async (isPressed) => {
      const card = assignment.cards.and(person.page.locator(`[aria-pressed=${isPressed}]`)).first();
      const outline = await card.evaluate((it) => getComputedStyle(it).outlineStyle);
      return [outline, await card.locator(':scope > span').last().locator('svg').count()];
    });
    expect(await Promise.all(signs)).toEqual([
      ['solid', 1],
      ['none', 0],
    ]);
    // The same holds for the open menu of the order: the browser's own mark is hidden there.
    await assignment.sort.press('Space');
    await person.page.keyboard.press('ArrowDown');
    const option = person.page.locator('option:focus-visible');
    expect(await option.evaluate((it) => getComputedStyle(it).outlineStyle)).toBe('solid');
    await person.page.keyboard.press('Escape');
    await person.page.emulateMedia({ forcedColors: 'none' });
    await scrollToEnd();
    expect(await last.getAttribute('aria-pressed')).toBe('true');
    // Somebody who is no longer there cannot be chosen by an address.
    await person.open('/chat');
    await person.open('/incident/1/assign?team=["999"]');
    await assignment.card('Mira').waitFor();
    expect(await assignment.assign.innerText()).toBe('Assign Team (0 Selected)');
  });

  it('says so when the server fails or cannot be reached, and tries again; works with the keyboard alone; and keeps the choice if it cannot be sent or is refused', async () => {
    let lists!: Calls;
    const { person, assignment } = await open('captain', '1', async (kabir) => {
      await alone(kabir);
      lists = await handOn(kabir.page, (request) => request.url().endsWith('/assignment/volunteers'));
      lists.always(answers(500, '{}'));
    });
    await assignment.fails('Failed to fetch volunteer list.');
    lists.always(isLost);
    await assignment.retry.click();
    await assignment.fails(UNREACHABLE);
    lists.always(passes);
    await assignment.retry.click();
    await assignment.card('Mira').waitFor();

    await assignment.sort.selectOption('Default');
    await assignment.card('Asha').focus();
    await person.page.keyboard.press('Space');
    await person.page.keyboard.press('Tab');
    await person.page.keyboard.press('Enter');
    expect(await assignment.selected()).toEqual(['Asha', 'Indu']);

    const assigning = await handOn(person.page, (request) => request.url().includes('/assign-team'));
    for (const [fate, reason] of [
      [isLost, ''],
      [answers(500, '{"message":"Down."}'), ' Down.'],
    ] as const) {
      assigning.always(fate);
      await assignment.assign.click();
      await assignment.says(`An error occurred while assigning the team. Please try again.${reason}`);
      expect(await assignment.dialog.count()).toBe(0);
      expect(await assignment.selected()).toEqual(['Asha', 'Indu']);
      expect(await assignment.assign.isEnabled()).toBe(true);
    }

    // The captain has lost the role meanwhile.
    assigning.always(answers(403, '{"message":"No."}'));
    await assignment.assign.click();
    await assignment.dialog.getByText(ONLY_CAPTAINS, { exact: true }).waitFor();
    await assignment.close('OK');
    expect(await assignment.selected()).toEqual(['Asha', 'Indu']);
  });

  it('is for captains: a member who types the address is told so, and sends nothing even if the server shows the list', async () => {
    const { person, assignment } = await open('member', '1');
    const refusal = assignment.dialog.getByText(ONLY_CAPTAINS, { exact: true });
    await refusal.waitFor();
    expect(await assignment.retry.count()).toBe(0);
    await assignment.close('OK');
    await person.isAt('/incident/1');
    await person.page.route('**/assignment/volunteers', (route) =>
      route.fulfill({ json: [{ userId: '6', firstName: 'Ravi' }] }),
    );
    await person.open('/incident/1/assign');
    await assignment.card('Ravi').click();
    await assignment.assign.click();
    await refusal.waitFor();
    await assignment.close('OK');
    expect(await assignment.selected()).toEqual(['Ravi']);
    expect(await situations.statusOf('1')).toBe('REPORTED');
  });

  it('follows what happens to the volunteers while a captain chooses, and keeps the choice', async () => {
    const zara = { username: 'zara', firstName: 'Zara', lastName: 'Khan' };
    await call(testApp.server.base, '/api/auth/signup', { body: signupForm(zara) });
    const pending = (await testApp.read('/api/admin/pending-users', 'admin')) as {
      userId: string;
      firstName: string;
    }[];
    const userId = pending.find(({ firstName }) => firstName === 'Zara')?.userId ?? '';
    const { assignment } = await open('captain', '1');
    await assignment.card('Asha').click();
    expect(await assignment.card('Zara').count()).toBe(0);

    await testApp.act('admin', 'PUT', `/api/admin/authorize/${userId}`);
    await assignment.card('Zara').click();
    expect(await assignment.traits('Zara')).toEqual([]);

    await situations.assigned('Zara');
    await assignment.card('Zara').getByText('Engaged in another case', { exact: true }).waitFor();
    // Several volunteers may have one first name.
    await assignment.card('Zara').getByText('Khan', { exact: true }).waitFor();
    await assignment.says('Engaged in another case: Zara Khan');
    expect((await assignment.selected()).toSorted()).toEqual(['Asha', 'Zara']);

    await testApp.act('superadmin', 'DELETE', '/api/admin/users/batch', { userIds: [userId] });
    await assignment.says('Zara is no longer a member, and was removed from your choice.');
    expect(await assignment.card('Zara').count()).toBe(0);
    expect(await assignment.selected()).toEqual(['Asha']);
  });

  it('tells the second of two captains, and shows what the first has done', async () => {
    const { person, assignment } = await open('captain', '1');
    await assignment.card('Mira').click();
    await testApp.act('admin', 'POST', '/api/incidents/1/assignment/assign-team', {
      userIds: await situations.idsOf('Ravi', 'Indu'),
    });
    // It says so before the button is pressed, too.
    await assignment.says('Somebody else has changed this incident meanwhile. It is ASSIGNED now.');
    await assignment.assign.click();
    await assignment.fails('Somebody else has changed this incident meanwhile. It is ASSIGNED now.');
    await assignment.dialog.getByRole('link', { name: 'Back to the incident' }).waitFor();
    await assignment.close('Look Again');
    await person.page.getByRole('heading', { name: /^Reassign Team Incident #\d+: \w+, \S/ }).waitFor();
    await assignment.card('Ravi').waitFor();
    // The captain had chosen Mira, who stays chosen (DECISIONS 377).
    await person.page
      .getByText('The team is now: Indu Rao, Ravi Kulkarni. Your choice stays: with Mira Nair.')
      .waitFor();
    expect((await assignment.selected()).toSorted()).toEqual(['Indu', 'Mira', 'Ravi']);

    // The case stays the same; only its members change.
    await assignment.card('Indu').click();
    await assignment.card('Mira').click();
    await assignment.assign.click();
    await assignment.dialog.getByRole('button', { name: 'Done' }).waitFor();
    await expect
      .poll(() => assignment.dialog.getByRole('listitem').allInnerTexts())
      .toEqual([expect.stringContaining('Ravi')]);
    await assignment.close('Done');
    await person.isAt('/live');
  });

  it('says so when somebody deletes the incident meanwhile', async () => {
    const incidentId = await situations.report();
    const { person, assignment } = await open('captain', incidentId);
    await assignment.card('Mira').click();
    await situations.move(incidentId, 'close', 'No dog there.');
    await situations.remove(incidentId);
    await person.page.getByRole('heading', { name: 'Incident not found.' }).waitFor();
    expect(await assignment.assign.count()).toBe(0);
    await person.page.getByRole('link', { name: 'View Live Incidents' }).click();
    await person.isAt('/live');
  });

  it('is not offered in a status that allows no team', async () => {
    const { person } = await open('captain', '4');
    await person.page.getByRole('heading', { name: 'No Team Can Be Assigned' }).waitFor();
    await person.page.getByRole('main').getByRole('link', { name: 'Back to the incident' }).last().click();
    await person.isAt('/incident/4');
  });
});
