import type { Locator, Page } from 'playwright-core';

/** A first-aid kit (S2 §2, /profile/first-aid-kit/{userId}). */
export class KitPage {
  readonly items: Locator;
  readonly cart: Locator;
  readonly send: Locator;
  readonly requests: Locator;
  readonly dialog: Locator;
  readonly alerts: Locator;

  constructor(private readonly page: Page) {
    this.items = page.getByRole('list', { name: 'Kit items' }).getByRole('listitem');
    this.cart = page.getByRole('list', { name: 'Your request' }).getByRole('listitem');
    this.send = page.getByRole('button', { name: 'Send request' });
    this.requests = page.locator('ul:is([aria-label="My requests"], [aria-label="On their way"]) > li');
    this.dialog = page.getByRole('dialog');
    this.alerts = page.getByRole('main').getByRole('alert');
  }

  item(name: string): Locator {
    return this.items.filter({ has: this.page.getByText(name, { exact: true }) });
  }

  request(items: string): Locator {
    return this.requests.filter({ hasText: items });
  }

  use(name: string): Promise<void> {
    return this.page.getByRole('button', { name: `Use one ${name}` }).click();
  }

  /** Types a quantity in the dialog that sets it, and saves. */
  async setTo(name: string, quantity: string): Promise<void> {
    await this.dialog.getByLabel(`Quantity of ${name}`).fill(quantity);
    await this.dialog.getByRole('button', { name: 'Save' }).click();
  }

  /** Waits until an item shows this quantity. */
  has(name: string, amount: string): Promise<void> {
    return this.item(name).getByText(amount, { exact: true }).waitFor();
  }

  /** Finds an item by the search, and chooses it and its quantity. */
  async choose(place: Locator, search: string, quantity: string): Promise<void> {
    await place.getByLabel('Search items').fill(search);
    await place.getByLabel('Quantity', { exact: true }).fill(quantity);
  }

  /** The fields of a choice. */
  choice(place: Locator): { readonly item: Locator; readonly quantity: Locator } {
    return {
      item: place.getByLabel('Item', { exact: true }),
      quantity: place.getByLabel('Quantity', { exact: true }),
    };
  }

  /** Puts an item in the request. */
  async add(search: string, quantity: string): Promise<void> {
    const form = this.page.getByRole('region', { name: 'Request supplies' });
    await this.choose(form, search, quantity);
    await form.getByRole('button', { name: 'Add to request' }).click();
  }

  /** The present step of a request, as a screen reader reads it. */
  step(items: string): Locator {
    return this.request(items).locator('[aria-current=step]');
  }

  says(text: string | RegExp): Promise<void> {
    return this.alerts.getByText(text).first().waitFor();
  }

  /** Waits for a failure in the bar that is in sight wherever the page is scrolled to. */
  failsBelowTheHeader(text: string): Promise<void> {
    return this.page.getByRole('status').getByText(text, { exact: true }).waitFor();
  }

  /** A button for a submission that the server has refused. Its name says which one. */
  ofRefused(act: string, what: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name: new RegExp(`^${act} ?: ${what}$`) });
  }
}
