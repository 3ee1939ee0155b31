import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import type { Page } from 'playwright-core';

/** How long a page that may hang has time to tell what it shows, in milliseconds. */
const SCREEN_WITHIN = 5_000;
let pictures = 0;

/** Describes a page in the log of a failed test: its address, its text, and the path of its screenshot, which is put into the folder. */
export async function screenOf(page: Page, folder: string): Promise<string> {
  const orSilent = <Value>(value: Promise<Value>) =>
    Promise.race([value.catch(({ message }: Error) => `(${message})`), pass(SCREEN_WITHIN).then(() => '(no answer)')]);
  const path = join(folder, `${Date.now()}-${++pictures}.png`);
  await orSilent(page.screenshot({ path, timeout: SCREEN_WITHIN }));
  const text = await orSilent(page.locator('body').innerText());
  return `${page.url()} (picture: ${path})\n${text.replace(/\n+/g, '\n')}`;
}
