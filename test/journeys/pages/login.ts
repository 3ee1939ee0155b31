import type { Page } from 'playwright-core';

/** The login screen (S1 §2). */
export class LoginPage {
  constructor(private readonly page: Page) {}

  async isShown(): Promise<void> {
    await this.page.getByRole('heading', { name: 'Welcome Back' }).waitFor();
  }

  async enter(username: string, password: string): Promise<void> {
    await this.page.getByLabel('Username').fill(username);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
  }

  async submit(): Promise<void> {
    await this.page.getByRole('button', { name: 'Log In' }).click();
  }

  /** Logs in with the password that all demo accounts have. */
  async logIn(username: string, password = 'rescue-demo'): Promise<void> {
    await this.enter(username, password);
    await this.submit();
  }

  /** Waits until the paragraph above the button says so. */
  async says(error: string): Promise<void> {
    await this.page.getByRole('alert').filter({ hasText: error }).waitFor();
  }

  async error(): Promise<string> {
    return (await this.page.getByRole('alert').textContent()) ?? '';
  }

  /** Waits until it says, politely, why the last session ended. */
  async explains(farewell: string): Promise<void> {
    await this.page.getByRole('status').filter({ hasText: farewell }).waitFor();
  }

  async goToSignup(): Promise<void> {
    await this.page.getByRole('link', { name: 'Sign Up' }).click();
  }
}
