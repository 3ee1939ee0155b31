import type { Page } from 'playwright-core';
import type { openTestApp } from './browser';

/** Opens the rules workbench at an address, without signing in. */
export async function openWorkbench(testApp: ReturnType<typeof openTestApp>, hash = ''): Promise<Page> {
  const { page } = await testApp.visitor();
  await page.goto(`${testApp.server.base}/inspector.html${hash}`);
  await page.getByRole('heading', { name: 'Rules workbench' }).waitFor();
  return page;
}

/** A link to a view of the open chart, or to one of all charts. */
export const viewLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^(What is shown|About all charts)$/ }).getByRole('link', { name, exact: true });

/** The picture of the open chart. */
export const drawn = (page: Page) => page.getByRole('region', { name: 'Drawing of the chart' }).locator('svg').first();

/** The panel that answers questions about the open chart. */
export const ask = (page: Page) => page.getByRole('complementary', { name: 'Ask the chart' });

/** Whether the middle of the element is in view and nothing covers it. Runs in the page. */
export function isUncovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === element;
}
