import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openTestApp } from '../kit/browser';
import { isInView } from '../kit/inView';
import { drawn, openWorkbench } from '../kit/workbench';
import { passAgain } from './calls';

const testApp = openTestApp();
const open = (hash = '') => openWorkbench(testApp, hash);

/** Waits for a button and returns how many states are moving in the picture in which it appears. */
const watchMotion = (page: Page, button: string) =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const isMoving = ({ effect }: Animation) => (effect as KeyframeEffect).target?.matches('[data-state]');
        const look = () => {
          if (document.querySelector(`[aria-label="${name}"]`))
            resolve(document.getAnimations().filter(isMoving).length);
          else requestAnimationFrame(look);
        };
        look();
      }),
    button,
  );

describe('the drawing of a chart in the rules workbench', () => {
  it('draws a chart, closes and opens its states, is saved as a file, and leads to the charts that it runs', async () => {
    const page = await open('#/submission/drawing');
    await expect.poll(() => drawn(page).getAttribute('aria-label')).toMatch(/^22 states and 52 arrows/);
    await page.getByRole('button', { name: 'Close sending' }).click();
    await expect.poll(() => drawn(page).getAttribute('aria-label')).toMatch(/^19 states/);
    await page.getByRole('button', { name: 'Open sending' }).click();
    await expect.poll(() => drawn(page).getAttribute('aria-label')).toMatch(/^22 states/);

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

    for (const [view, link] of [
      ['table', 'clock'],
      ['drawing', 'runs clock'],
    ] as const) {
      await page.goto(`${testApp.server.base}/inspector.html#/session/${view}`);
      await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
      await page.getByRole('main', { name: 'Clock' }).waitFor();
      expect(page.url()).toContain(`#/clock/${view}`);
    }
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

  it('is dragged with the mouse, and is made larger and smaller around the pointer', async () => {
    const page = await open('#/submission/drawing');
    await drawn(page).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    const frame = page.getByRole('region', { name: 'Drawing of the chart' });
    const place = () => frame.evaluate((it) => [it.scrollLeft, it.scrollTop] as const);
    const name = drawn(page).locator('[data-state="uploading"] text').first();
    const middleOf = async () => {
      const { x, y, width, height } = (await name.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { x: x + width / 2, y: y + height / 2 };
    };
    const near = async (at: { x: number; y: number }) => {
      const { x, y } = await middleOf();
      return Math.hypot(x - at.x, y - at.y);
    };
    await page.keyboard.down('Control');
    // In the middle, so that nothing of what follows moves it out of the frame.
    await name.evaluate((it) => it.scrollIntoView({ block: 'center', inline: 'center' }));
    const before = await middleOf();
    await page.mouse.move(before.x, before.y);
    const size = page.getByLabel('Size', { exact: true });
    for (const turn of [-400, -200, 300]) {
      const shown = await size.innerText();
      await page.mouse.wheel(0, turn);
      await expect.poll(() => size.innerText()).not.toBe(shown);
      expect(await near(before)).toBeLessThan(3);
    }
    await page.keyboard.up('Control');
    // The wheel alone scrolls.
    const [, top] = await place();
    await page.mouse.wheel(0, 60);
    await expect.poll(async () => (await place())[1]).toBeGreaterThan(top);

    // A drag that begins on a name chooses nothing; a press on it does.
    const start = await middleOf();
    const [leftThen, topThen] = await place();
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x - 60, start.y - 40, { steps: 4 });
    await page.mouse.up();
    expect(await place()).toEqual([leftThen + 60, topThen + 40]);
    expect(new URL(page.url()).hash).not.toContain('part=');
    await page.mouse.move(start.x, start.y);
    expect(await place()).toEqual([leftThen + 60, topThen + 40]);
    await name.click();
    await page.waitForURL(/part=uploading/);
  });

  it('says all of a state or a transition that is pressed, and has a link to it', async () => {
    const page = await open('#/submission/drawing');
    const said = page.getByRole('region', { name: 'Chosen in the drawing' });
    await drawn(page).getByRole('link', { name: 'uploading', exact: true }).click();
    await said.getByText('is uploaded again by another open tab').waitFor();
    expect(await drawn(page).locator('[data-chosen]').getAttribute('data-state')).toBe('uploading');
    await drawn(page)
      .getByRole('link', { name: /^Try uploaded/ })
      .click();
    await said.getByText(/^uploading Try uploaded: attempt\.uploaded\..* Does: /).waitFor();
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

  it('explains on the screen of a phone what was tapped there, also in a drawing that is longer than it', async () => {
    const page = await open('#/incidentLifecycle/drawing');
    await page.setViewportSize({ width: 360, height: 800 });
    await drawn(page).getByRole('link', { name: 'ONGOING', exact: true }).click();
    const said = page.getByRole('region', { name: 'Chosen in the drawing' });
    await said.waitFor();
    const { y = 0, height = 0 } = (await said.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(800);
    expect(await page.evaluate(() => scrollY)).toBe(0);
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
    // The other states move to their new places, unless the reader wants no motion.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const moving = watchMotion(page, 'Close sending');
    await opening.click();
    expect(await moving).toBeGreaterThan(10);
    const [leftNow, topNow] = await place();
    expect([Math.abs(leftNow - left) < 2, Math.abs(topNow - top) < 2]).toEqual([true, true]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const still = watchMotion(page, 'Open sending');
    await page.getByRole('button', { name: 'Close sending' }).click();
    expect(await still).toBe(0);
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
    expect(await chosen.locator('title').textContent()).toMatch(/^Try failed: attempt\.failed\. If .+\. Does: .+/);
  });

  it('is scrolled to the active state, at first and after each step', async () => {
    const page = await open();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${testApp.server.base}/inspector.html#/session/drawing`);
    await page.reload();
    const active = (name: string) => drawn(page).locator(`[data-active][data-state="${name}"]`);
    await expect.poll(() => isInView(active('restoring'))).toBe(true);
    await page.getByRole('button', { name: /^Read token: failed/ }).click();
    await expect.poll(() => isInView(active('signedOut'))).toBe(true);

    // In a smaller window it stays in view, unless the reviewer had scrolled away from it.
    await page.setViewportSize({ width: 1050, height: 420 });
    await expect.poll(() => isInView(active('signedOut'))).toBe(true);
    const frame = page.getByRole('region', { name: 'Drawing of the chart' });
    await frame.evaluate((it) => it.scrollTo(0, it.scrollTop < it.scrollHeight / 2 ? it.scrollHeight : 0));
    await expect.poll(() => isInView(active('signedOut'))).toBe(false);
    await page.setViewportSize({ width: 1050, height: 430 });
    // The drawing answers to its new size in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await isInView(active('signedOut'))).toBe(false);

    // Only the drawing is scrolled: on a phone the title and the tabs above it stay where they are.
    await page.setViewportSize({ width: 360, height: 800 });
    await page.reload();
    await expect.poll(() => isInView(active('signedOut'))).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  it('says so if it cannot be made, and is made at another try', async () => {
    const { page } = await testApp.visitor();
    await page.route('**/elk-worker*', (route) => route.abort());
    await page.goto(`${testApp.server.base}/inspector.html#/lamp/drawing`);
    await page.getByRole('alert').getByText('The drawing could not be made.').waitFor();
    await passAgain(page, '**/elk-worker*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await drawn(page).waitFor();
  });

  it('of another chart does not wait behind one that takes long', async () => {
    const { page } = await testApp.visitor();
    // The first worker never comes.
    await page.route('**/elk-worker*', () => {}, { times: 1 });
    await Promise.all([
      page.waitForRequest('**/elk-worker*'),
      page.goto(`${testApp.server.base}/inspector.html#/lamp/drawing`),
    ]);
    await page.goto(`${testApp.server.base}/inspector.html#/appVersion/drawing`);
    await drawn(page).waitFor();
  });
});
