import type { Locator, Page } from 'playwright-core';

/** What is written into the form of a report. */
export interface Written {
  readonly location: string;
  readonly description?: string;
}

/** Report an Incident (S1 §2, /report). */
export class ReportPage {
  readonly submit: Locator;
  readonly progress: Locator;
  readonly dialog: Locator;
  readonly alert: Locator;
  readonly files: Locator;
  /** The list of what waits to be sent. */
  readonly waiting: Locator;
  readonly offers: Locator;

  constructor(private readonly page: Page) {
    this.submit = page.getByRole('button', { name: 'Submit Report' });
    this.progress = page.getByRole('progressbar', { name: 'Uploaded' });
    this.dialog = page.getByRole('dialog');
    this.alert = page.getByRole('alert').filter({ hasText: /./ });
    this.files = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    const list = page.getByRole('region', { name: 'Waiting to send' });
    this.waiting = list.locator(':scope > ul > li');
    this.offers = page.getByRole('list', { name: 'Similar incidents' }).getByRole('link');
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async write({ location, description = 'A brown dog with a hurt hind leg.' }: Written): Promise<void> {
    await this.field('Description').fill(description);
    await this.field('Location').fill(location);
    await this.field('Informer Name').fill('Lata Rao');
    await this.field('Contact Number').fill('9876543210');
  }

  async chooseAnimal(name: string): Promise<void> {
    await this.page.getByRole('radio', { name, exact: true }).check();
  }

  async writeCoordinates(latitude: string, longitude: string): Promise<void> {
    await this.page.getByText('Coordinates').click();
    await this.field('Latitude').fill(latitude);
    await this.field('Longitude').fill(longitude);
  }

  async attach(...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
    await this.field('Media').setInputFiles(files);
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).last().click();
  }

  /** Waits for a dialog with this title, and gives its text. */
  async modal(title: string): Promise<string> {
    const dialog = this.dialog.filter({ has: this.page.getByRole('heading', { name: title, exact: true }) });
    await dialog.waitFor();
    return dialog.innerText();
  }

  /** Waits until nothing waits to be sent any more. */
  async isAllSent(): Promise<void> {
    await this.waiting.first().waitFor({ state: 'detached' });
  }
}
