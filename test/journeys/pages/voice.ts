import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

declare global {
  interface Window {
    heard: { tracks: MediaStreamTrack[]; sounds: HTMLMediaElement[]; answer: Promise<void> };
  }
}

/** The voice recorder of an open chat, and the voice messages in it (S1 §2, §9). */
export class VoicePage {
  readonly record: Locator;
  /** Ends the recording and sends it. */
  readonly stop: Locator;
  /** Ends the recording, so that it can be heard before it is sent. */
  readonly listenFirst: Locator;
  readonly cancel: Locator;
  /** How long has been recorded, m:ss. */
  readonly elapsed: Locator;
  /** The finished recording, to be listened to. */
  readonly recording: Locator;
  readonly send: Locator;
  readonly discard: Locator;
  readonly again: Locator;
  /** Brings a discarded recording back. */
  readonly undo: Locator;

  /** Records the microphones that the page gets and the sounds that it plays. Call it before the page is opened. */
  async watch(): Promise<void> {
    await this.page.addInitScript(() => {
      const { mediaDevices } = navigator;
      const { getUserMedia } = mediaDevices;
      const { play } = HTMLMediaElement.prototype;
      window.heard = { tracks: [], sounds: [], answer: Promise.resolve() };
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await getUserMedia.call(mediaDevices, wanted);
        await window.heard.answer;
        window.heard.tracks.push(...stream.getTracks());
        return stream;
      };
      HTMLMediaElement.prototype.play = function () {
        window.heard.sounds.push(this);
        return play.call(this);
      };
    });
  }

  constructor(private readonly page: Page) {
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    // While it shows why it cannot be pressed, its name contains the reason.
    this.record = page.getByRole('button', { name: /^Record Voice Message(:|$)/ });
    this.stop = button('Stop Recording');
    this.listenFirst = button('Listen first');
    this.cancel = button('Cancel recording');
    this.elapsed = page.getByRole('timer', { name: 'Recorded so far' });
    this.recording = page.getByRole('group', { name: 'Your recording' });
    this.send = button('Send voice message');
    this.discard = button('Discard recording');
    this.again = button('Record again');
    this.undo = button('Undo');
  }

  /** How many microphones the page has got so far, and how many of them are still on. */
  microphones(): Promise<{ given: number; on: number }> {
    return this.page.evaluate(() => {
      const { tracks } = window.heard;
      return { given: tracks.length, on: tracks.filter(({ readyState }) => readyState === 'live').length };
    });
  }

  /** Leaves the prompt for the microphone unanswered. @returns a function that grants it */
  async keepAsking(): Promise<() => Promise<void>> {
    const answer = await this.page.evaluateHandle(() => {
      let say = () => {};
      window.heard.answer = new Promise((resolve) => {
        say = resolve;
      });
      return say;
    });
    return () => answer.evaluate((say) => say());
  }

  /** From now on the browser's recorders have a fault. @returns a function that mends them */
  async breakRecorder(
    fault: 'does not start' | 'fails later' | 'stops at once' | 'hears nothing' | 'never finishes',
  ): Promise<() => Promise<void>> {
    const healing = await this.page.evaluateHandle((how) => {
      const { start } = MediaRecorder.prototype;
      MediaRecorder.prototype.start = function (this: MediaRecorder) {
        if (how === 'does not start') throw new DOMException('out of order', 'InvalidStateError');
        if (how === 'hears nothing') this.ondataavailable = null;
        if (how === 'never finishes') this.stop = () => {};
        if (how === 'fails later')
          this.addEventListener('dataavailable', () => this.dispatchEvent(new Event('error')), { once: true });
        start.call(this, ['fails later', 'never finishes'].includes(how) ? 200 : undefined);
        if (how === 'stops at once') this.stop();
      };
      return () => void Object.assign(MediaRecorder.prototype, { start });
    }, fault);
    return () => healing.evaluate((heal) => heal());
  }

  /** The rate of the sound that was played last, and its position in seconds. */
  sound(): Promise<{ rate: number; at: number; isPaused: boolean }> {
    return this.page.evaluate(() => {
      const last = window.heard.sounds.at(-1);
      return { rate: last?.playbackRate ?? 0, at: last?.currentTime ?? 0, isPaused: last?.paused ?? true };
    });
  }

  /** Records until at least this many seconds are shown. */
  async recordFor(seconds: number): Promise<void> {
    await this.record.click();
    await this.hasRecorded(seconds);
  }

  /** On a busy machine more seconds may have passed. */
  async hasRecorded(seconds: number): Promise<void> {
    const recorded = async () => {
      const [minutes, rest] = (await this.elapsed.innerText()).split(':').map(Number);
      return (minutes ?? 0) * 60 + (rest ?? 0);
    };
    await expect.poll(recorded).toBeGreaterThanOrEqual(seconds);
  }

  /** The newest voice message of somebody. */
  from(name: string): Locator {
    return this.page.getByRole('group', { name: `Voice message from ${name}` }).last();
  }

  /** How tall the bars of a player's waveform are, in percent. */
  async bars(player: Locator): Promise<number[]> {
    const heights = await player
      .getByRole('slider', { name: 'Position' })
      .evaluate((bars) => [...bars.children].map((bar) => (bar as HTMLElement).style.blockSize));
    return heights.map((height) => Number.parseFloat(height));
  }

  /** Waits until the bars are those of the recording itself, not decorative ones. */
  async hasRealBars(player: Locator): Promise<void> {
    await player.locator('[role=slider][data-decorative=false]').waitFor();
  }
}
