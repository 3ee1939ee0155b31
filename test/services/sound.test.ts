import { afterEach, expect, it, vi } from 'vitest';
import { openSound } from '../../src/services/device/sound';
import { pageWithVideo } from './recording';

afterEach(() => void vi.unstubAllGlobals());

it('a sound that plays pauses the videos of the page, also if a key of the headset makes it play', () => {
  const video = pageWithVideo();
  const elements: { onplay(): void }[] = [];
  class Element extends EventTarget {
    onplay = () => {};
    constructor() {
      super();
      elements.push(this);
    }
    play() {
      this.onplay();
      return Promise.resolve();
    }
  }
  vi.stubGlobal('Audio', Element);
  const sound = { address: '/media/1.webm', seconds: 0, rate: 1 };
  const { execute } = openSound({ ...sound, plays: false }, () => {});
  expect(video.pause).not.toHaveBeenCalled();
  execute({ type: 'sound.play' });
  expect(video.pause).toHaveBeenCalledTimes(1);
  elements[0]?.onplay();
  expect(video.pause).toHaveBeenCalledTimes(2);
  openSound({ ...sound, plays: true }, () => {});
  expect(video.pause).toHaveBeenCalledTimes(3);
});
