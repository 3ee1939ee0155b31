import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTheatre, type Theatre } from '../kit/browser';
import { call } from '../kit/server';
import { type Situations, situationsOf } from './situations';
import { alone, failing, type Visit, visitIncident } from './visits';

let theatre: Theatre;
let situations: Situations;
beforeAll(async () => {
  theatre = await openTheatre();
  situations = situationsOf(theatre);
});
afterEach(() => theatre.sendHome());
afterAll(() => theatre.close());

const atIncident = (username: string, id: string, visit?: Visit) => visitIncident(theatre, username, id, visit);

describe('interest', () => {
  it('is shown at once, and confirmed', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('member', id);
    let answer = () => {};
    const permission = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await person.page.route('**/interest', async (route) => {
      await permission;
      await route.continue();
    });
    await incident.press("I'm Interested");
    await incident.button('Remove Interest').waitFor();
    expect((await situations.incident(id)).interestedUsers).toEqual([]);
    // A second press would be lost: until the first is confirmed there is none.
    expect(await incident.button('Remove Interest').isDisabled()).toBe(true);
    answer();
    await incident.details.getByText('Interested: Mira').waitFor();
    expect((await situations.incident(id)).interestedUsers.map(({ firstName }) => firstName)).toEqual(['Mira']);
    await incident.press('Remove Interest');
    await incident.button("I'm Interested").waitFor();
    await incident.details.getByText('Interested: Mira').waitFor({ state: 'detached' });
    expect((await situations.incident(id)).interestedUsers).toEqual([]);
  });

  it.each([
    [500, 'Failed to update interest status. Please try again.'],
    [null, 'Could not connect to the server.'],
  ])('is taken back when the answer is %s, and says so', async (status, text) => {
    const id = await situations.make('ONGOING');
    const { incident, person } = await atIncident('member', id);
    await person.page.route('**/interest', failing(status));
    await incident.press("I'm Interested");
    await incident.says(text);
    await incident.button("I'm Interested").waitFor();
  });
});

describe('closing', () => {
  it('asks for a reason, and closes the incident with it', async () => {
    const id = await situations.make('REPORTED');
    const { incident } = await atIncident('captain', id);
    await incident.press('Close Incident');
    await incident.answer('Close Incident');
    await incident.dialog.getByText('A reason is required.').waitFor();
    await incident.dialog.getByLabel('Reason').fill('   ');
    await incident.answer('Close Incident');
    await incident.dialog.getByText('A reason is required.').waitFor();
    await incident.dialog.getByLabel('Reason').fill('It had left by itself.');
    await incident.answer('Close Incident');
    await incident.closed();
    await incident.is('CLOSED');
    expect(await incident.buttons()).toEqual(['Delete Incident']);
    const { changes } = (await theatre.read(`/api/incidents/${id}/history`, 'captain')) as {
      changes: { event: string; note: string | null }[];
    };
    expect(changes.at(-1)).toMatchObject({ event: 'incident.close', note: 'It had left by itself.' });
  });

  it.each([
    [500, undefined, 'Error: Failed to close incident.'],
    [500, 'The disk is full.', 'Error: The disk is full.'],
    [null, undefined, 'Error: Failed to close incident.'],
  ])('that fails (%s, %s) says so for a few seconds, and keeps the reason', async (status, message, text) => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    await person.page.route(/\/close\b/, failing(status, message));
    await incident.press('Close Incident');
    await incident.dialog.getByLabel('Reason').fill('A false alarm.');
    await incident.answer('Close Incident');
    await incident.alerts(text);
    await incident.dialog.getByText(text).waitFor({ state: 'detached' });
    await person.page.unroute(/\/close\b/);
    expect(await incident.dialog.getByLabel('Reason').inputValue()).toBe('A false alarm.');
    await incident.answer('Close Incident');
    await incident.is('CLOSED');
  });

  it('can be thought over', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    await incident.press('Close Incident');
    await incident.answer('Cancel');
    await incident.closed();
    await incident.press('Close Incident');
    await person.page.keyboard.press('Escape');
    await incident.closed();
    expect((await situations.incident(id)).status).toBe('REPORTED');
  });

  it('is left by a press on the overlay, not by a selection of text that ends there', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    await incident.press('Close Incident');
    const reason = incident.dialog.getByLabel('Reason');
    await reason.fill('It had left by itself.');
    const { x, y } = (await reason.boundingBox()) ?? { x: 0, y: 0 };
    const { mouse } = person.page;
    await mouse.move(x + 100, y + 20);
    await mouse.down();
    await mouse.move(10, 10);
    await mouse.up();
    // The dialog fades before it goes: that it is open still is no proof.
    expect(await incident.dialog.evaluate((dialog) => (dialog as HTMLDialogElement).open)).toBe(true);
    expect(await reason.inputValue()).toBe('It had left by itself.');
    await mouse.click(10, 10);
    await incident.closed();
  });

  it('leaves the focus where it is while it is under way, and is asked for once', async () => {
    const id = await situations.make('REPORTED');
    const { incident, person } = await atIncident('captain', id);
    const answers: (() => void)[] = [];
    await person.page.route('**/close*', async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.fulfill({ status: 500, json: {} });
    });
    await incident.press('Close Incident');
    await incident.dialog.getByLabel('Reason').fill('A false alarm.');
    const button = incident.dialog.getByRole('button', { name: 'Close Incident' });
    await button.focus();
    await person.page.keyboard.press('Enter');
    await button.and(person.page.locator('[aria-disabled=true]')).waitFor();
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await person.page.keyboard.press('Enter');
    answers.forEach((answer) => {
      answer();
    });
    await incident.alerts('Error: Failed to close incident.');
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(answers).toHaveLength(1);
  });
});

describe('resolving and reactivating', () => {
  it('lead from ONGOING to RESOLVED and back', async () => {
    const id = await situations.make('ONGOING');
    const { incident } = await atIncident('captain', id);
    await incident.press('Mark as Resolved');
    await incident.is('RESOLVED');
    expect(await incident.buttons()).toEqual(['Reactivate', 'Delete Incident']);
    await incident.press('Reactivate');
    await incident.is('ONGOING');
    expect((await situations.incident(id)).status).toBe('ONGOING');
  });

  it.each([
    ['ONGOING', 'Mark as Resolved', 500, undefined, 'Error: Failed to update status.'],
    ['ONGOING', 'Mark as Resolved', null, undefined, 'Error: Failed to update status.'],
    ['RESOLVED', 'Reactivate', 500, undefined, 'Error: Failed to reactivate incident.'],
    ['RESOLVED', 'Reactivate', 503, 'We are moving.', 'Error: We are moving.'],
  ] as const)(
    'of %s, %s: a failure (%s, %s) is said for a few seconds',
    async (status, button, code, message, text) => {
      const id = await situations.make(status);
      const { incident, person } = await atIncident('captain', id);
      await person.page.route(/\/(resolve|reactivate)\b/, failing(code, message));
      await incident.press(button);
      await incident.says(text);
      await incident.is(status);
      await incident.status(text).waitFor({ state: 'detached' });
      await person.page.unroute(/\/(resolve|reactivate)\b/);
      await incident.press(button);
      await incident.is(status === 'ONGOING' ? 'RESOLVED' : 'ONGOING');
    },
  );
});

describe('whoever has lost the role meanwhile', () => {
  it.each([
    ['ONGOING', 'Mark as Resolved', 'resolve', 'You need to be a Rescue Captain or higher to resolve an incident.'],
    ['RESOLVED', 'Reactivate', 'reactivate', 'You need to be a Rescue Captain or higher to reactivate an incident.'],
    ['REPORTED', 'Close Incident', 'close', 'You need to be a Rescue Captain or higher to close an incident.'],
    ['CLOSED', 'Delete Incident', '', 'You need to be a Rescue Captain or higher to delete an incident.'],
  ] as const)('is told so in the words of S2 §6 at %s, %s', async (status, button, path, text) => {
    const id = await situations.make(status);
    const { incident, person } = await atIncident('captain', id);
    await person.page.route(new RegExp(`/api/incidents/${id}/?${path}[?]`), failing(403, 'No.'));
    await incident.press(button);
    if (path === 'close') await incident.dialog.getByLabel('Reason').fill('A false alarm.');
    if (path === 'close') await incident.answer('Close Incident');
    if (path === '') await incident.answer('Delete');
    await incident.dialog.getByText(text, { exact: true }).waitFor();
    await incident.answer('OK');
    await incident.closed();
    await incident.is(status);
  });
});

describe('two captains at once', () => {
  it('the second does not close unseen what the first has just written', async () => {
    const id = await situations.make('REPORTED');
    const asha = await atIncident('admin', id, { prepare: alone });
    const { informerName, contactNumber, animalType, location } = await situations.incident(id);
    await situations.put('captain', `/api/incidents/${id}`, {
      ...{ informerName, contactNumber, animalType, location },
      ...{ description: 'It has come back.', latitude: null, longitude: null },
    });
    await asha.incident.press('Close Incident');
    await asha.incident.dialog.getByLabel('Reason').fill('It has left.');
    await asha.incident.answer('Close Incident');
    await asha.incident.says('Error: Somebody else has changed this incident meanwhile. It is REPORTED now.');
    await asha.incident.closed();
    await asha.incident.fact('Description').getByText('It has come back.').waitFor();
    expect((await situations.incident(id)).status).toBe('REPORTED');
    await asha.incident.press('Close Incident');
    await asha.incident.dialog.getByLabel('Reason').fill('It has left again.');
    await asha.incident.answer('Close Incident');
    await asha.incident.is('CLOSED');
  });

  it('the second is told, and sees what the first has done', async () => {
    const id = await situations.make('ONGOING');
    // Without news, which would take the button away before it is pressed.
    const deaf = { prepare: alone };
    const kabir = await atIncident('captain', id, deaf);
    const asha = await atIncident('admin', id, deaf);
    await kabir.incident.press('Mark as Resolved');
    await kabir.incident.is('RESOLVED');
    await asha.incident.is('ONGOING');
    await asha.incident.press('Mark as Resolved');
    await asha.incident.says('Error: This incident is RESOLVED now: it cannot be resolved.');
    await asha.incident.is('RESOLVED');
    expect(await asha.incident.buttons()).toEqual(['Reactivate', 'Delete Incident']);
  });

  it('the second who closes is told outside of the modal, which makes no sense any more', async () => {
    const id = await situations.make('REPORTED');
    const kabir = await atIncident('captain', id);
    const asha = await atIncident('admin', id);
    await asha.incident.press('Close Incident');
    await asha.incident.dialog.getByLabel('Reason').fill('Mine.');
    await kabir.incident.press('Close Incident');
    await kabir.incident.dialog.getByLabel('Reason').fill('No, mine.');
    await kabir.incident.answer('Close Incident');
    await kabir.incident.is('CLOSED');
    await asha.incident.answer('Close Incident');
    await asha.incident.says('Error: This incident is CLOSED now: it cannot be closed.');
    await asha.incident.closed();
    await asha.incident.is('CLOSED');
  });

  it('whoever looks at what another deletes is told that it is gone', async () => {
    const id = await situations.make('CLOSED');
    const kabir = await atIncident('captain', id);
    const mira = await atIncident('member', id);
    await kabir.incident.press('Delete Incident');
    await kabir.incident.answer('Delete');
    await mira.incident.alerts('Incident not found.');
    await kabir.person.isAt('/live');
  });
});

describe('deleting', () => {
  it.each([
    [true, 'Incident archived and deleted.'],
    [false, 'Incident deleted.'],
  ])('with archive %s says so, and leads to the live incidents after 2 s', async (archive, text) => {
    const id = await situations.make(archive ? 'RESOLVED' : 'CLOSED');
    const { incident, person } = await atIncident('captain', id);
    const sent = person.page.waitForRequest((request) => request.method() === 'DELETE');
    await incident.press('Delete Incident');
    await incident.dialog.getByText(/This deletion is permanent\. It removes .* cases, chats and media/).waitFor();
    const choice = incident.dialog.getByLabel('Archive details before deleting');
    expect(await choice.isChecked()).toBe(true);
    if (!archive) await choice.uncheck();
    await incident.answer('Delete');
    await incident.says(text);
    const since = Date.now();
    expect((await sent).postDataJSON()).toEqual({ archive });
    expect(person.route()).toBe(`/incident/${id}`);
    await person.isAt('/live');
    expect(Date.now() - since).toBeGreaterThan(1_000);
    const gone = await call(theatre.server.base, `/api/incidents/${id}`, { token: await theatre.token('captain') });
    expect(gone.status).toBe(404);
  });

  it.each([
    [500, undefined, 'Failed to delete incident.'],
    [null, undefined, 'Failed to delete incident.'],
    [500, 'The archive is full.', 'The archive is full.'],
  ])('that fails (%s, %s) says so in the modal, and can be tried again', async (status, message, text) => {
    const id = await situations.make('CLOSED');
    const { incident, person } = await atIncident('captain', id);
    const deletion = new RegExp(`/api/incidents/${id}\\?`);
    await person.page.route(deletion, failing(status, message));
    await incident.press('Delete Incident');
    await incident.answer('Delete');
    await incident.alerts(text);
    await person.page.unroute(deletion);
    await incident.answer('Delete');
    await person.isAt('/live');
  });
});
