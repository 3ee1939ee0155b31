import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { drawn, openWorkbench } from '../kit/workbench';

const testApp = openTestApp();
const open = (hash = '') => openWorkbench(testApp, hash);

describe('the drawing of a chart in the rules workbench', () => {
  it('draws a chart, closes and opens its states, and leads to the charts that it runs', async () => {
    const page = await open('#/submission/drawing');
    await expect.poll(() => drawn(page).getAttribute('aria-label')).toMatch(/^22 states and 52 arrows/);
    await page.getByRole('button', { name: 'Close sending' }).click();
    await expect.poll(() => drawn(page).getAttribute('aria-label')).toMatch(/^19 states/);
    await page.getByRole('button', { name: 'Open sending' }).click();
    await expect.poll(() => drawn(page).getAttribute('aria-label')).toMatch(/^22 states/);

    await page.goto(`${testApp.server.base}/inspector.html#/session/table`);
    await page.getByRole('link', { name: 'clock', exact: true }).click();
    await page.getByRole('main', { name: 'Clock' }).waitFor();
  });

  it('is readable at the width of a page, can be made larger than its frame, and is moved with the keyboard', async () => {
    const page = await open('#/submission/drawing');
    await drawn(page).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    const frame = page.getByRole('region', { name: 'Drawing of the chart' });
    const size = page.getByLabel('Size', { exact: true });
    const across = () => drawn(page).evaluate((it) => it.getBoundingClientRect().width);
    const scrolls = () => frame.evaluate((it) => it.scrollWidth > it.clientWidth);
    const letters = await drawn(page)
      .locator('text')
      .first()
      .evaluate((it: SVGTextElement) => 12 * (it.getScreenCTM()?.a ?? 0));
    expect(letters).toBeGreaterThanOrEqual(9.5);
    const before = await across();
    await page.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(across).toBeCloseTo(before * 1.25, 0);
    expect(await scrolls()).toBe(true);

    await frame.focus();
    await page.keyboard.press('+');
    await expect.poll(across).toBeGreaterThan(before * 1.5);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => frame.evaluate((it) => it.scrollLeft)).toBeGreaterThan(0);
    await page.keyboard.press('0');
    await expect.poll(scrolls).toBe(false);
    const whole = await size.innerText();
    await page.keyboard.press('-');
    await expect.poll(() => size.innerText()).not.toBe(whole);
  });

  it('leads from a state to the chart that it runs', async () => {
    const page = await open('#/session/drawing');
    await drawn(page).getByRole('link', { name: 'runs clock', exact: true }).click();
    await page.getByRole('main', { name: 'Clock' }).waitFor();
    expect(page.url()).toContain('#/clock/drawing');
  });

  it('says all of a state or a transition that is pressed, and has a link to it', async () => {
    const page = await open('#/submission/drawing');
    const said = page.getByRole('region', { name: 'Chosen in the drawing' });
    await drawn(page).getByRole('link', { name: 'uploading', exact: true }).click();
    await said.getByText('is uploaded again by another open tab').waitFor();
    expect(await drawn(page).locator('[data-chosen]').getAttribute('data-state')).toBe('uploading');
    await drawn(page)
      .getByRole('link', { name: /^attempt\.uploaded/ })
      .click();
    await said.getByText(/^uploading attempt\.uploaded\..* Does: /).waitFor();
    // What a state does when it is entered has no room in its box.
    await drawn(page).getByRole('link', { name: 'refused', exact: true }).click();
    await said.getByText(/final · entering: /).waitFor();

    const other = await open(new URL(page.url()).hash);
    await other
      .getByRole('region', { name: 'Chosen in the drawing' })
      .getByText(/final · entering: /)
      .waitFor();
    await other.getByRole('link', { name: 'In the table' }).click();
    await other.getByRole('region', { name: 'refused', exact: true }).waitFor();
    expect(await other.getByRole('main').locator('[data-chosen]').getAttribute('aria-label')).toBe('refused');
  });

  it('opens a state where it was on the screen', async () => {
    const page = await open('#/submission/drawing');
    await drawn(page).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByRole('button', { name: 'Close sending' }).click();
    const opening = page.getByRole('button', { name: 'Open sending' });
    await opening.hover();
    const box = drawn(page).locator('[data-state="sending"] > rect');
    const place = () =>
      box.evaluate((it) => [it.getBoundingClientRect().left, it.getBoundingClientRect().top] as const);
    const [left, top] = await place();
    await opening.click();
    await page.getByRole('button', { name: 'Close sending' }).waitFor();
    const [leftNow, topNow] = await place();
    expect([Math.abs(leftNow - left) < 2, Math.abs(topNow - top) < 2]).toEqual([true, true]);
  });

  it('is scrolled to what a link names, and says what a transition does', async () => {
    const page = await open(
      `#/submission/drawing?part=${encodeURIComponent('submission.uploading | attempt.failed | 0')}`,
    );
    const chosen = drawn(page).locator('[data-chosen]');
    await chosen.waitFor();
    await expect
      .poll(() =>
        chosen.evaluate((it) => {
          const { top, bottom } = it.getBoundingClientRect();
          return top < innerHeight && bottom > 0;
        }),
      )
      .toBe(true);
    expect(await chosen.locator('title').textContent()).toMatch(/^attempt\.failed\. If .+\. Does: .+/);
  });

  it('is scrolled to the active state, at first and after each step', async () => {
    const page = await open('#/session/drawing');
    await page.setViewportSize({ width: 1280, height: 800 });
    const isInView = (name: string) =>
      drawn(page)
        .locator(`[data-active][data-state="${name}"]`)
        .evaluate((box) => {
          const [inner, outer] = [box, box.closest('section')].map((it) => it?.getBoundingClientRect());
          return Boolean(
            inner && outer && inner.left >= outer.left && inner.right <= outer.right && inner.bottom <= outer.bottom,
          );
        });
    await expect.poll(() => isInView('restoring')).toBe(true);
    await page.getByRole('button', { name: /^readToken fails/ }).click();
    await expect.poll(() => isInView('signedOut')).toBe(true);

    // Only the drawing is scrolled: on a phone the title and the tabs above it stay where they are.
    await page.setViewportSize({ width: 360, height: 800 });
    await page.reload();
    await expect.poll(() => isInView('signedOut')).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('is saved as SVG, PNG, Mermaid and JSON', async () => {
    const page = await open('#/submission/drawing');
    await drawn(page).waitFor();
    const save = async (kind: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: kind, exact: true }).click(),
      ]);
      return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
    };
    const svg = await save('SVG');
    expect(svg.name).toBe('submission.svg');
    expect(svg.content.toString()).toMatch(/^<svg[\s\S]*>uploading</);
    expect(svg.content.toString()).not.toContain('foreignObject');
    const png = await save('PNG');
    expect([png.name, png.content.subarray(1, 4).toString()]).toEqual(['submission.png', 'PNG']);
    expect((await save('Mermaid')).content.toString()).toMatch(/^stateDiagram-v2\n/);
    expect(JSON.parse((await save('JSON')).content.toString())).toMatchObject({ id: 'submission' });
  });

  it('says so if it cannot be made, and is made at another try', async () => {
    const { page } = await testApp.visitor();
    await page.route('**/elk-worker*', (route) => route.abort());
    await page.goto(`${testApp.server.base}/inspector.html#/lamp/drawing`);
    await page.getByRole('alert').getByText('The drawing could not be made.').waitFor();
    await page.unroute('**/elk-worker*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await drawn(page).waitFor();
  });
});
