import type { Locator, Page } from 'playwright-core';

/** The leaderboard (S1 §2, /leaderboard). */
export class LeaderboardPage {
  readonly podium: Locator;
  readonly rest: Locator;
  readonly crown: Locator;

  constructor(page: Page) {
    this.podium = page.getByRole('list', { name: 'Podium' }).getByRole('listitem');
    this.rest = page.getByRole('list', { name: 'Ranking' }).getByRole('listitem');
    this.crown = page.getByRole('img', { name: 'Crown' });
  }

  /** The label and value of each number in a member's modal. */
  async factsIn(modal: Locator): Promise<string[][]> {
    return modal
      .locator('dl > div')
      .evaluateAll((facts) => facts.map((fact) => [...fact.children].map((part) => part.textContent ?? '')));
  }
}
