import type { Locator, Page } from 'playwright-core';

/** The volunteer sign-up screen (S1 §2). */
export class SignupPage {
  readonly button: Locator;
  readonly vehicleType: Locator;
  readonly username: Locator;

  constructor(private readonly page: Page) {
    this.button = page.getByRole('button', { name: 'Sign Up' });
    this.vehicleType = page.getByLabel('Vehicle Type');
    this.username = page.getByLabel('Username');
  }

  async isShown(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Join Our Team' }).waitFor();
  }

  /** Enters a text into the field of this label. */
  async enter(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async choose(label: string, option: string): Promise<void> {
    await this.page.getByLabel(label).selectOption(option);
  }

  async submitByEnter(): Promise<void> {
    await this.page.getByLabel('Last Name').press('Enter');
  }

  /** Waits until the text is somewhere on the screen. */
  async says(text: string): Promise<void> {
    await this.page.getByText(text).waitFor();
  }

  async saysNoMore(text: string): Promise<void> {
    await this.page.getByText(text).waitFor({ state: 'detached' });
  }

  /** Waits for the modal of this title. @returns what it says */
  async modal(title: string): Promise<string> {
    const modal = this.page.getByRole('dialog', { name: title });
    await modal.waitFor();
    return modal.innerText();
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button }).click();
  }
}
