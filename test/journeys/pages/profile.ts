import type { Locator, Page } from 'playwright-core';

/** The member's own profile (S2 §2, /profile). */
export class ProfilePage {
  readonly heading: Locator;
  readonly vehicleType: Locator;
  readonly manageKit: Locator;
  readonly enableNotifications: Locator;
  readonly turnNotificationsOff: Locator;
  readonly modal: Locator;

  constructor(private readonly page: Page) {
    this.heading = page.getByRole('heading', { name: 'Settings' });
    this.vehicleType = page.getByLabel('Vehicle type');
    this.manageKit = page.getByRole('link', { name: 'Manage Kit' });
    this.enableNotifications = page.getByRole('button', { name: 'Enable Notifications' });
    this.turnNotificationsOff = page.getByRole('button', { name: 'Turn Notifications Off' });
    this.modal = page.getByRole('dialog', { name: 'Change Password' });
  }

  setting = (name: string): Locator => this.page.getByRole('switch', { name });

  /** The label and value of each number. */
  async stats(): Promise<string[][]> {
    const terms = this.page.getByRole('region', { name: 'About you' });
    const labels = await terms.locator('dt').allInnerTexts();
    const values = await terms.locator('dd').allInnerTexts();
    return labels.map((label, place) => [label, values[place] ?? '']);
  }

  /** Waits until the page says so. */
  says = (text: string): Promise<void> => this.page.getByText(text, { exact: true }).waitFor();

  async openPassword(): Promise<void> {
    await this.page.getByRole('button', { name: 'Change Password' }).click();
    await this.modal.waitFor();
  }

  async changePassword(oldPassword: string, newPassword: string): Promise<void> {
    await this.modal.getByLabel('Old password').fill(oldPassword);
    await this.modal.getByLabel('New password').fill(newPassword);
    await this.modal.getByRole('button', { name: 'Change Password' }).click();
  }
}
