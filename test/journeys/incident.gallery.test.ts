import { describe, expect, it } from 'vitest';
import { openTestApp, type Person } from '../kit/browser';
import { listenTo } from '../kit/heard';
import { jpeg, recordings } from '../kit/media';
import { passAgain } from './calls';
import { GalleryPage } from './pages/incident';
import { situationsOf } from './situations';
import { alone } from './visits';

const testApp = openTestApp();
const situations = situationsOf(testApp);

async function atGallery(username: string, id: string, prepare: (person: Person) => Promise<unknown> = async () => {}) {
  const person = await testApp.returning(username);
  await prepare(person);
  await person.open(`/incident/${id}/media`);
  return { person, gallery: new GalleryPage(person.page) };
}

/** An incident with an image, a video and a voice of the report, and an image of its case. */
async function withMedia(): Promise<{ id: string; caseTitle: string }> {
  const id = await situations.report([await jpeg(), recordings.clipWebm, recordings.voiceWebm]);
  await situations.assign(id, 'Mira');
  await situations.begin(id, 'Mira');
  await situations.complete(id, 'Treated.', [await jpeg()]);
  const caseId = (await situations.incident(id)).mediaFiles.find((file) => file.caseId !== null)?.caseId;
  return { id, caseTitle: `Case #${caseId}` };
}

describe('the media of an incident', () => {
  it('are grouped by case, in sections that open and close (S2 §2)', async () => {
    const { id, caseTitle } = await withMedia();
    const { gallery, person } = await atGallery('member', id);
    await gallery.group('Initial Report').waitFor();
    expect(await gallery.titles()).toEqual(['Initial Report', caseTitle]);
    const report = gallery.group('Initial Report');
    await expect.poll(() => report.getByRole('listitem').count()).toBe(3);
    await expect.poll(() => gallery.group(caseTitle).getByRole('listitem').count()).toBe(1);

    const image = report.getByRole('link', { name: 'Image 1 of Initial Report' });
    expect(await image.getAttribute('rel')).toMatch(/noreferrer|noopener/);
    await expect
      .poll(() => image.getByRole('img').evaluate((shown: HTMLImageElement) => shown.complete && shown.naturalWidth))
      .toBeGreaterThan(0);
    const [opened] = await Promise.all([person.context.waitForEvent('page'), image.click()]);
    await opened.waitForLoadState();
    expect(opened.url()).toBe(new URL((await image.getAttribute('href')) ?? '', testApp.server.base).href);
    expect(person.route()).toBe(`/incident/${id}/media`);
    await opened.close();

    for (const [tag, label] of [
      ['video', 'Video 2 of Initial Report'],
      ['audio', 'Audio 3 of Initial Report'],
    ] as const) {
      const player = report.locator(`${tag}[aria-label="${label}"]`);
      expect(await player.getAttribute('controls')).toBe('');
      await expect.poll(() => player.evaluate((media: HTMLMediaElement) => media.readyState)).toBeGreaterThan(0);
    }

    await report.getByRole('heading').click();
    await image.waitFor({ state: 'hidden' });
    await report.getByRole('heading').click();
    await image.waitFor();
    await person.page.getByRole('link', { name: 'Back', exact: true }).click();
    await person.isAt(`/incident/${id}`);
  });

  it('lead back to their incident, and from there to where the member came from, not to the media again', async () => {
    const id = await situations.report([await jpeg()]);
    const person = await testApp.returning('member');
    await person.open('/live');
    const goesBack = async () => {
      await person.isAt(`/incident/${id}/media`);
      await person.page.getByRole('link', { name: 'Back', exact: true }).click();
      await person.isAt(`/incident/${id}`);
      await person.page.getByRole('button', { name: 'Back', exact: true }).click();
      await person.isAt('/live');
    };
    await person.open(`/incident/${id}`);
    await person.page.getByRole('link', { name: 'View Media (1)' }).click();
    await goesBack();
    // Opened by their address, they are not above the incident: it takes their place.
    await person.open(`/incident/${id}/media`);
    await goesBack();
  });

  it('say that they may be out of date, and that they are a copy of this device', async () => {
    const id = await situations.report([await jpeg()]);
    const { gallery, person } = await atGallery('member', id);
    await gallery.group('Initial Report').waitFor();
    await person.chat.isConnected();
    await person.page.route(`**/api/incidents/${id}`, (route) => route.abort());
    await situations.assign(id, 'Mira');
    await gallery.fails('Could not connect to the server.');
    // Without the connection, whose topic would have them fetched again.
    await alone(person);
    await person.page.reload();
    await gallery.group('Initial Report').waitFor();
    const age = person.page.getByText(/^Could not connect to the server\. As of \d?\d:\d\d\.$/);
    await age.waitFor();
    await passAgain(person.page, `**/api/incidents/${id}`);
    await person.page.getByRole('button', { name: 'Try again' }).click();
    await age.waitFor({ state: 'detached' });
    await gallery.group('Initial Report').waitFor();
  });

  it('of other types are links for downloading, and addresses of other hosts are no links (DECISIONS 6)', async () => {
    const { gallery, person } = await atGallery('member', '3', ({ page }) =>
      page.route('**/api/incidents/3', (route) =>
        route.fulfill({
          json: {
            id: 3,
            mediaFiles: [
              { id: 1, url: '/media/report.pdf', mediaType: 'DOCUMENT', caseId: null },
              { id: 2, url: 'https://elsewhere.example/x.jpg', mediaType: 'IMAGE', caseId: 9 },
              { id: 3, url: 'javascript:alert(1)', mediaType: 'OTHER', caseId: 9 },
            ],
          },
        }),
      ),
    );
    const link = gallery.group('Initial Report').getByRole('link', { name: 'File 1 of Initial Report' });
    expect(await link.getAttribute('download')).toBe('');
    // If the API is at another origin, browsers open the file instead, which must not be in place of the app.
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(await link.getAttribute('href')).toMatch(/\/media\/report\.pdf$/);
    await expect.poll(() => gallery.group('Case #9').getByText('Not available').count()).toBe(2);
    expect(await gallery.group('Case #9').getByRole('link').count()).toBe(0);
    expect(await person.page.getByRole('main').getByRole('img').count()).toBe(0);
  });

  it("say so when the server fails or cannot be reached, try again, and say 'No Media Available' when there are none", async () => {
    const path = '**/api/incidents/3';
    let status: number | null = 500;
    const { gallery, person } = await atGallery('member', '3', async (mira) => {
      await alone(mira);
      await mira.page.route(path, (route) => (status ? route.fulfill({ status, json: {} }) : route.abort()));
    });
    await gallery.fails('Failed to fetch incident details (Status: 500)');
    status = null;
    await gallery.retry.click();
    await gallery.fails('Could not connect to the server.');
    await passAgain(person.page, path);
    await gallery.retry.click();
    await person.page.getByRole('heading', { name: 'No Media Available' }).waitFor();
  });

  it('cannot be shown without an incident, or if there is no such incident, and lead to those that there are', async () => {
    const { gallery, person } = await atGallery('member', '%20');
    await gallery.fails('Missing token or incident ID.');
    expect(await gallery.retry.count()).toBe(0);
    await person.open('/incident/999999999/media');
    await gallery.fails('Failed to fetch incident details (Status: 404)');
    expect(await gallery.retry.count()).toBe(0);
    await person.page.getByRole('link', { name: 'View Live Incidents' }).click();
    await person.isAt('/live');
  });
});

describe('deleting media', () => {
  it('asks first, says why it failed, and takes the item away for everybody, like the deletion of the incident', async () => {
    const { id, caseTitle } = await withMedia();
    const { gallery, person } = await atGallery('admin', id);
    const kabir = await atGallery('captain', id);
    await kabir.gallery.group(caseTitle).waitFor();
    // S2 §6; the other roles: rules/roles.test.ts.
    const buttons = /^Delete /;
    await expect.poll(() => person.page.getByRole('button', { name: buttons }).count()).toBe(4);
    expect(await kabir.person.page.getByRole('button', { name: buttons }).count()).toBe(0);
    const remove = person.page.getByRole('button', { name: `Delete Image 1 of ${caseTitle}` });
    const confirm = gallery.dialog.getByRole('button', { name: 'Delete', exact: true });
    await remove.click();
    await gallery.dialog.getByRole('button', { name: 'Cancel' }).click();
    await gallery.dialog.waitFor({ state: 'detached' });
    expect((await situations.incident(id)).mediaFiles).toHaveLength(4);

    for (const [status, text] of [
      [500, 'Failed to delete media item (Status: 500)'],
      [null, 'Could not connect to the server.'],
    ] as const) {
      await person.page.route('**/media/*', (route) =>
        route.request().method() !== 'DELETE'
          ? route.fallback()
          : status
            ? route.fulfill({ status, json: {} })
            : route.abort(),
      );
      await remove.click();
      await confirm.click();
      await gallery.fails(text);
      await passAgain(person.page, '**/media/*');
      await gallery.dialog.getByRole('button', { name: 'Cancel' }).click();
      await gallery.dialog.waitFor({ state: 'detached' });
    }

    const heard = await listenTo(person.page);
    await remove.click();
    await confirm.click();
    await gallery.dialog.waitFor({ state: 'detached' });
    await expect.poll(heard).toEqual(['Media deleted.']);
    await gallery.group(caseTitle).waitFor({ state: 'detached' });
    // Without a reload.
    await kabir.gallery.group(caseTitle).waitFor({ state: 'detached' });
    expect((await situations.incident(id)).mediaFiles).toHaveLength(3);

    // The answer is lost: pressed again, Delete finds that the file is gone, which is what was wanted.
    await person.page.route('**/media/*', async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await person.page.getByRole('button', { name: 'Delete Image 1 of Initial Report' }).click();
    await confirm.click();
    await gallery.fails('Could not connect to the server.');
    await passAgain(person.page, '**/media/*');
    await confirm.click();
    await gallery.dialog.waitFor({ state: 'detached' });
    expect((await situations.incident(id)).mediaFiles).toHaveLength(2);

    // The incident is deleted: an open gallery says so, and leads to other incidents.
    await situations.move(id, 'resolve');
    await situations.remove(id);
    await kabir.gallery.fails('Incident not found.');
    expect(await kabir.gallery.groups.count()).toBe(0);
    await kabir.person.page.getByRole('link', { name: 'View Live Incidents' }).click();
    await kabir.person.isAt('/live');
  });
});
