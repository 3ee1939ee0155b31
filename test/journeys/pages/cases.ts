import type { Locator, Page } from 'playwright-core';

/** The assignment of a team (S2 §2, /incident/{id}/assign). */
export class AssignmentPage {
  readonly search: Locator;
  readonly sort: Locator;
  /** The names above the button, each a button that removes them. */
  readonly chosen: Locator;
  readonly cards: Locator;
  /** 'Assign Team (N Selected)' */
  readonly assign: Locator;
  readonly dialog: Locator;
  readonly retry: Locator;

  constructor(private readonly page: Page) {
    this.search = page.getByLabel('Search by name');
    this.sort = page.getByLabel('Sort by');
    this.chosen = page.getByRole('list', { name: 'Chosen' }).getByRole('button');
    this.cards = page.getByRole('list', { name: 'Volunteers' }).getByRole('button');
    this.assign = page.getByRole('button', { name: /^Assign Team \(\d+ Selected\)$/ });
    this.dialog = page.getByRole('dialog');
    this.retry = page.getByRole('button', { name: 'Try again' });
  }

  card(firstName: string): Locator {
    return this.cards.filter({ has: this.page.getByText(firstName, { exact: true }) });
  }

  /** The first names in the order of the screen. */
  async names(): Promise<string[]> {
    return this.cards.locator('bdi:first-child').allInnerTexts();
  }

  /** The first names on the cards that are chosen. */
  async selected(): Promise<string[]> {
    return this.cards.and(this.page.locator('[aria-pressed=true]')).locator('bdi:first-child').allInnerTexts();
  }

  /** The words beside the icons of a card. */
  async traits(firstName: string): Promise<string[]> {
    const words = await this.card(firstName).locator('[data-trait]').allInnerTexts();
    return words.map((word) => word.trim());
  }

  /** A text in a bar over the screen. */
  async says(text: string): Promise<void> {
    await this.page.getByRole('status').getByText(text, { exact: true }).waitFor();
  }

  async close(button: string): Promise<void> {
    await this.dialog.getByText(button, { exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  async fails(why: string): Promise<void> {
    await this.page.getByRole('alert').getByText(why, { exact: true }).waitFor();
  }
}

/** My Active Cases (S2 §2, /my-cases), with its two dialogs. */
export class MyCasesPage {
  readonly dialog: Locator;
  readonly confirm: Locator;
  readonly notes: Locator;
  readonly media: Locator;
  readonly compresses: Locator;
  readonly copy: Locator;
  readonly complete: Locator;
  readonly retry: Locator;

  constructor(private readonly page: Page) {
    this.dialog = page.getByRole('dialog');
    this.confirm = this.dialog.getByRole('button', { name: 'Confirm' });
    this.notes = this.dialog.getByLabel('Resolution Notes');
    this.media = this.dialog.getByLabel('Media', { exact: true });
    this.compresses = this.dialog.getByLabel('Compress images before sending');
    this.copy = this.dialog.getByRole('button', { name: 'Copy for Report' });
    this.complete = this.dialog.getByRole('button', { name: 'Complete Case' });
    this.retry = page.getByRole('button', { name: 'Try again' });
  }

  card(incidentId: string): Locator {
    return this.page.getByRole('article', { name: `Incident #${incidentId}`, exact: true });
  }

  async initiate(incidentId: string): Promise<void> {
    await this.card(incidentId).getByRole('button', { name: 'Initiate Case' }).click();
  }

  async finish(incidentId: string): Promise<void> {
    await this.card(incidentId).getByRole('button', { name: 'Mark as Done' }).click();
    await this.notes.waitFor();
  }

  participant(name: string): Locator {
    return this.dialog.getByRole('checkbox', { name });
  }

  /** The names of the attached files. */
  async files(): Promise<string[]> {
    return this.dialog.getByRole('list', { name: 'Attached files' }).locator('[title]:not(button)').allInnerTexts();
  }

  async remove(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: `Remove ${name}` }).click();
  }

  async says(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).waitFor();
  }

  /** Waits until the dialog says that the act waits on this device. */
  async saysKept(why?: string): Promise<void> {
    const notice = this.dialog.getByText(
      'It is kept on this device and goes out by itself as soon as there is a connection.',
    );
    await notice.waitFor();
    if (why !== undefined) await this.dialog.getByText(why, { exact: true }).waitFor();
  }

  /** Initiates a case without a network: it is kept on the device. */
  async keepInitiation(incidentId: string, participant: string): Promise<void> {
    await this.initiate(incidentId);
    await this.participant(participant).waitFor();
    await this.confirm.click();
    await this.saysKept();
    await this.leave();
  }

  /** Completes a case without a network: it is kept on the device. */
  async keepCompletion(incidentId: string, notes: string, files: Parameters<Locator['setInputFiles']>[0] = []) {
    await this.finish(incidentId);
    await this.notes.fill(notes);
    await this.media.setInputFiles(files);
    await this.complete.click();
    await this.saysKept();
    await this.leave();
  }

  /** Closes a dialog by 'Done'. */
  async leave(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Done' }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }

  async saysNoMore(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).waitFor({ state: 'detached' });
  }

  async fails(why: string): Promise<void> {
    await this.page.getByRole('alert').getByText(why, { exact: true }).waitFor();
  }
}

/** The incident details modal behind the info button of a case chat, and the team modal over it (S1 §2). */
export class IncidentModalPage {
  readonly info: Locator;
  readonly dialog: Locator;
  readonly team: Locator;
  readonly viewTeam: Locator;
  readonly map: Locator;
  readonly retry: Locator;

  constructor(page: Page) {
    this.info = page.getByRole('button', { name: 'Incident details' });
    this.dialog = page.getByRole('dialog', { name: 'Incident Details' });
    this.team = page.getByRole('dialog', { name: /^Team/ });
    this.viewTeam = this.dialog.getByRole('button', { name: 'View Team' });
    this.map = this.dialog.getByRole('link', { name: 'View on Map' });
    this.retry = page.getByRole('button', { name: 'Try again' });
  }

  /** The text below a title of the modal. */
  fact(title: string): Locator {
    return this.dialog.locator('dt', { hasText: title }).locator('xpath=following-sibling::dd');
  }
}
