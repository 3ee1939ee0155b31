import type { Locator } from 'playwright-core';

/** Presses what is disabled, and waits until it says why. */
export async function saysWhy(control: Locator, words: string): Promise<void> {
  await control.click({ force: true });
  await control.page().getByText(words, { exact: true }).filter({ visible: true }).waitFor();
}
