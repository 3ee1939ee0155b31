import type { Page } from 'playwright-core';
import type { Capability } from '../../src/contract/capabilities';

/** Hides these capabilities of the server from a page; without names, all of them. */
export const hideCapabilities = (page: Page, ...missing: readonly Capability[]) =>
  page.route('**/', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/(?<="capabilities":)\[[^\]]*\]/, (list) => {
      const names = JSON.parse(list) as Capability[];
      return JSON.stringify(missing.length === 0 ? [] : names.filter((name) => !missing.includes(name)));
    });
    await route.fulfill({ response: answer, body });
  });
