import type { Locator, Page } from 'playwright-core';

/** The central inventory (S2 §2, /inventory), with its dialogs. */
export class InventoryPage {
  readonly dialog: Locator;
  readonly items: Locator;

  constructor(private readonly page: Page) {
    this.dialog = page.getByRole('dialog');
    this.items = this.section('Master Item List').getByRole('listitem');
  }

  section(title: string): Locator {
    return this.page.getByRole('region', { name: title, exact: true });
  }

  /** The addresses of the links in a request. */
  async waysTo(request: Locator): Promise<string> {
    const ways = await request.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    return ways.join(' ');
  }

  request(section: string, userName: string): Locator {
    return this.section(section).getByRole('article', { name: `Request of ${userName}`, exact: true });
  }

  item(name: string): Locator {
    return this.items.filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async names(): Promise<string[]> {
    return this.items.locator('strong').allInnerTexts();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** A field of the open dialog. */
  field(label: string): Locator {
    return this.dialog.getByLabel(label, { exact: true });
  }

  async press(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name, exact: true }).last().click();
  }

  async open(button: string, title: string): Promise<void> {
    await this.button(button).click();
    await this.dialog.getByRole('heading', { name: title, exact: true }).waitFor();
  }

  /** What screen readers read of the dialog when it opens, besides its title; '' if that is nothing. */
  async told(): Promise<string> {
    const ids = (await this.dialog.getAttribute('aria-describedby'))?.split(' ') ?? [];
    return (await Promise.all(ids.map((id) => this.page.locator(`#${id}`).innerText()))).join(' ');
  }

  async isClosed(): Promise<void> {
    await this.dialog.waitFor({ state: 'detached' });
  }

  /** The numbers of the dashboard. */
  async counts(): Promise<string[]> {
    const cards = this.page.getByRole('button', { name: /(Pending Requests|Ready for Pickup|Low Stock Items)$/ });
    return (await cards.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
  }

  async fails(text: string | RegExp): Promise<void> {
    await this.page.getByRole('alert').getByText(text, { exact: true }).waitFor();
  }

  async says(text: string): Promise<void> {
    await this.page.getByRole('status').getByText(text, { exact: true }).waitFor();
  }
}
