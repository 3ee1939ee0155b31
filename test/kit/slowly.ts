import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';

/**
 * Slows pages and servers down, so that a test that does not wait for what it depends on fails every time instead of once in a
 * thousand runs: `SLOWLY=5 npx vitest run --project journeys`. The default, 1, changes nothing.
 */
const FACTOR = Number(process.env.SLOWLY ?? 1);

/** Makes the processor of a page's browser process slower by the factor. */
export async function slowPage(page: Page): Promise<void> {
  if (FACTOR <= 1) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: FACTOR });
}

/** @returns environment variables for a server's process that delay each answer of the API by 50 ms times the factor, or 1.5 times that */
export function slowServer(): Readonly<Record<string, string>> {
  if (FACTOR <= 1) return {};
  const slow = pathToFileURL('test/kit/slowAnswers.mjs').href;
  return {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${slow}`.trim(),
    SLOW_ANSWERS: String(FACTOR * 50),
  };
}
