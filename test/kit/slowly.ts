import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';

/**
 * Slows pages and servers down, so that a test that does not wait for what it depends on fails every time instead of once in a
 * thousand: `SLOWLY=6 npx vitest run --project journeys`. 1, the default, changes nothing.
 */
const FACTOR = Number(process.env.SLOWLY ?? 1);

/** Makes the processor of a page's browser process slower by the factor. */
export async function slowPage(page: Page): Promise<void> {
  if (FACTOR <= 1) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: FACTOR });
}

/** @returns settings of a server's process in which each answer of the API comes later: 50 ms for each unit of the factor */
export function slowServer(): Readonly<Record<string, string>> {
  if (FACTOR <= 1) return {};
  const slow = pathToFileURL('test/kit/slowAnswers.mjs').href;
  return {
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${slow}`.trim(),
    SLOW_ANSWERS: String(FACTOR * 50),
  };
}
