import type { Locator, Page } from 'playwright-core';

/** The live incidents (S1 §2, /live), as a list and on the map. */
export class LivePage {
  readonly cards: Locator;
  readonly filter: Locator;
  readonly retry: Locator;
  /** The text that tells how old the list is, and why. */
  readonly age: Locator;
  readonly map: Locator;

  constructor(private readonly page: Page) {
    this.cards = page.getByRole('feed', { name: 'Incidents' }).getByRole('article');
    this.filter = page.getByLabel('Status');
    this.retry = page.getByRole('button', { name: 'Try again' });
    this.age = page.getByRole('main').getByText('Last updated:');
    this.map = page.getByRole('region', { name: /^Map/ });
  }

  card(text: string | RegExp): Locator {
    return this.cards.filter({ hasText: text });
  }

  /** The locations of the cards in the document, in their order. */
  async locations(): Promise<string[]> {
    return this.cards.locator('[dir=auto]').allInnerTexts();
  }

  async choose(label: string): Promise<void> {
    await this.filter.selectOption({ label });
  }

  async show(view: 'List' | 'Map'): Promise<void> {
    await this.view(view).click();
  }

  view(view: 'List' | 'Map'): Locator {
    return this.page.getByRole('link', { name: view, exact: true });
  }

  marker(name: string | RegExp): Locator {
    return this.map.getByRole('button', { name });
  }

  /** Waits until it says why there is no list. */
  async fails(why: string): Promise<void> {
    await this.page.getByRole('alert').getByText(why, { exact: true }).waitFor();
  }
}
