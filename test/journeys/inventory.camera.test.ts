import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { putReaderInPage, tables, videoOf } from '../kit/barcode';
import { openTestApp } from '../kit/browser';
import { launchChromium } from '../kit/chromium';
import { newFolder } from '../kit/folder';
import { InventoryPage } from './pages/inventory';

const testApp = openTestApp();
const folder = newFolder();
let browser: Browser;
beforeAll(async () => {
  const film = join(folder, 'barcode.y4m');
  writeFileSync(film, videoOf('4006381333931'));
  browser = await launchChromium([
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

it('an unknown barcode in front of the camera is given to a new item, and finds it from then on', async () => {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  page.setDefaultTimeout(inject('uiTimeout'));
  await page.addInitScript((token) => localStorage.setItem('token', token), await testApp.token('inventory'));
  await page.addInitScript(putReaderInPage, tables);
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted);
      Object.assign(window, { camera: stream.getVideoTracks()[0] });
      return stream;
    };
  });
  const camera = () => page.evaluate(() => (window as { camera?: MediaStreamTrack }).camera?.readyState);
  await page.goto(`${testApp.server.base}/#/inventory`);
  const inventory = new InventoryPage(page);

  await inventory.open('Scan', 'Find by Barcode');
  const picture = inventory.dialog.getByLabel('Camera');
  await expect.poll(() => picture.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(640);
  // The picture goes on while a code is typed.
  await picture.evaluate((video) =>
    video.addEventListener('emptied', () => video.setAttribute('data-began-again', '')),
  );
  await inventory.field('Barcode').pressSequentially('89');
  expect(await picture.getAttribute('data-began-again')).toBe(null);
  await page.keyboard.press('Escape');
  await inventory.isClosed();

  await inventory.open('Scan', 'Find by Barcode');
  await inventory.dialog.getByText('No item has the barcode 4006381333931.').waitFor();
  expect(await camera()).toBe('live');
  await inventory.press('New Item');
  await inventory.dialog.getByRole('heading', { name: 'New Item' }).waitFor();
  // The camera is off as soon as the code is read.
  await expect.poll(camera).toBe('ended');
  expect(await inventory.field('Barcode').inputValue()).toBe('4006381333931');
  await inventory.field('Name').fill('Tweezers');
  await inventory.press('Save');
  await inventory.isClosed();
  await inventory.item('Tweezers').waitFor();

  await inventory.button('Scan').click();
  await inventory.dialog.getByRole('heading', { name: 'Stock of Tweezers' }).waitFor();
  await expect.poll(camera).toBe('ended');
  await page.close();
});

it('if the camera is refused, the code can be typed', async () => {
  const person = await testApp.returning('inventory', { microphone: 'denied' });
  await person.page.addInitScript(putReaderInPage, tables);
  await person.page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      await new Promise((resolve) => Object.assign(window, { answer: resolve }));
      return ask(wanted);
    };
  });
  await person.open('/inventory');
  const inventory = new InventoryPage(person.page);
  await inventory.open('Scan', 'Find by Barcode');
  await inventory.dialog.getByText('Please allow the camera.').waitFor();
  await person.page.evaluate(() => (window as unknown as { answer(): void }).answer());
  await inventory.dialog.getByText('The camera cannot be used. Please type the code.').waitFor();
  expect(await inventory.dialog.getByText('Hold the barcode before the camera.').count()).toBe(0);
  await inventory.field('Barcode').fill('8901234500019');
  await inventory.press('Find');
  await inventory.dialog.getByRole('heading', { name: 'Stock of Bandage' }).waitFor();
});
