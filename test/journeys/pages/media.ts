import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { newFolder } from '../../kit/folder';
import type { Sample } from '../../kit/media';

/** What is attached in an open chat, and the media of its messages (S1 §2, §5). */
export class MediaPage {
  readonly attach: Locator;
  /** The files that go with the next message. */
  readonly attached: Locator;
  readonly viewer: Locator;

  private readonly dropped: string[] = [];

  constructor(private readonly page: Page) {
    this.attach = page.getByRole('button', { name: 'Send Image/Video' });
    this.attached = page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
    this.viewer = page.getByRole('dialog', { name: 'Photo' });
    // The file picker is intercepted only if a listener is attached before.
    page.on('filechooser', () => {});
    page.on('close', () => {
      for (const folder of this.dropped) rmSync(folder, { recursive: true });
    });
  }

  /** Picks files in the browser's own picker. @returns what the picker offers */
  async pick(...files: Sample[]): Promise<string | null> {
    return this.pickAfter(() => this.attach.click(), ...files);
  }

  /** The same, with another way to open the picker. */
  async pickAfter(open: () => Promise<void>, ...files: Sample[]): Promise<string | null> {
    const [picker] = await Promise.all([this.page.waitForEvent('filechooser'), open()]);
    const offers = await picker.element().getAttribute('accept');
    await picker.setFiles(
      files.map(({ content, type, name }) => ({ buffer: Buffer.from(content), mimeType: type, name })),
    );
    return offers;
  }

  /** Copies a PNG, and the text that belongs to it if there is some, and pastes it with the keyboard. */
  async paste(png: Sample, text?: string): Promise<void> {
    await this.page.evaluate(
      async ([base64, words]) => {
        const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
        const data: Record<string, Blob> = { 'image/png': new Blob([bytes], { type: 'image/png' }) };
        if (words !== undefined) data['text/plain'] = new Blob([words], { type: 'text/plain' });
        await navigator.clipboard.write([new ClipboardItem(data)]);
      },
      [Buffer.from(png.content).toString('base64'), text] as const,
    );
    await this.page.keyboard.press('Control+V');
  }

  /** Drags files from the desktop over the middle of the page, and drops them when the page says that they may be dropped. */
  async drop(...files: Sample[]): Promise<void> {
    const folder = newFolder();
    this.dropped.push(folder);
    const paths = files.map(({ name }) => join(folder, name));
    for (const [at, path] of paths.entries()) writeFileSync(path, files[at]?.content ?? '');
    const devtools = await this.page.context().newCDPSession(this.page);
    const { width, height } = this.page.viewportSize() ?? { width: 0, height: 0 };
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop') =>
      devtools.send('Input.dispatchDragEvent', {
        type,
        x: width / 2,
        y: height / 2,
        data: { items: [], files: paths, dragOperationsMask: 1 },
      });
    await drag('dragEnter');
    await drag('dragOver');
    await this.page.getByText('Drop files to attach them').waitFor();
    await drag('drop');
    await devtools.detach();
  }

  /** Waits until this many files are attached and compressed. */
  async isReady(count: number): Promise<void> {
    const ready = this.attached.filter({ hasNot: this.page.locator('[aria-busy=true]') });
    await ready.nth(count - 1).waitFor({ timeout: 30_000 });
  }

  /** The picture in a message. */
  picture(message: Locator): Locator {
    return message.getByRole('button', { name: 'Photo from' });
  }

  /** Waits until a picture is drawn. */
  async isDrawn(picture: Locator): Promise<void> {
    const image = picture.getByRole('img', { name: 'Photo from' });
    await image.waitFor();
    await image.evaluate((shown: HTMLImageElement) => shown.decode());
  }

  /** Waits until the viewer shows its picture. */
  async isViewing(): Promise<void> {
    await this.isDrawn(this.viewer);
  }

  /** How long the viewer takes to open after the press is released, in milliseconds. */
  async delayOf(press: () => Promise<unknown>): Promise<number> {
    const delay = this.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let releasedAt = Number.NaN;
          addEventListener('pointerup', () => (releasedAt = performance.now()), { capture: true, once: true });
          const watcher = new MutationObserver(() => {
            if (!document.querySelector('dialog[aria-label="Photo"]')) return;
            watcher.disconnect();
            resolve(performance.now() - releasedAt);
          });
          watcher.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await press();
    return delay;
  }

  async closeViewer(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.viewer.waitFor({ state: 'detached' });
  }

  /** The drawn size of the picture in the viewer, in px. */
  async sizeInViewer(): Promise<{ width: number; height: number }> {
    const box = await this.viewer.getByRole('img', { name: 'Photo from' }).boundingBox();
    return { width: box?.width ?? 0, height: box?.height ?? 0 };
  }

  /** The button that cancels an upload; its label has the progress. */
  cancel(message: Locator): Locator {
    return message.getByRole('button', { name: 'Cancel sending' });
  }
}
