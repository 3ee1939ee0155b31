import type { Locator, Page } from 'playwright-core';

/** The volunteers, one volunteer's page, the approvals and the panel of the super admins (S2 §2). */
export class PeoplePage {
  readonly cards: Locator;
  readonly name: Locator;
  readonly save: Locator;
  readonly controls: Locator;
  readonly dialog: Locator;
  readonly applicants: Locator;

  constructor(readonly page: Page) {
    this.cards = page.getByRole('list', { name: 'Volunteers' }).getByRole('link');
    this.name = page.getByLabel('Search by name');
    this.save = page.getByRole('button', { name: 'Save Changes' });
    this.controls = page.getByRole('region', { name: 'Admin Controls' });
    this.dialog = page.getByRole('dialog');
    this.applicants = page.getByRole('list', { name: 'Pending sign-ups' }).getByRole('article');
  }

  /** Waits until a status line or an alert says so. */
  async says(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().waitFor();
  }

  /** The checkboxes of the roles editor, each with whether it can be pressed. */
  async roles(): Promise<[role: string, isOn: boolean, isOpen: boolean][]> {
    const boxes = await this.controls.getByRole('checkbox').all();
    return Promise.all(
      boxes.map(
        async (box): Promise<[string, boolean, boolean]> => [
          (await box.evaluate((it) => it.closest('label')?.innerText ?? '')).trim(),
          await box.isChecked(),
          await box.isEnabled(),
        ],
      ),
    );
  }

  applicant(name: string): Locator {
    return this.page.getByRole('article', { name });
  }

  /** A dialog with this title. */
  titled(title: string): Locator {
    return this.page.getByRole('dialog', { name: title, exact: true });
  }
}
