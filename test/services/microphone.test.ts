import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { recordVoice } from '../../src/services/microphone';
import { pageWithVideo } from './recording';

const tracks: { stop(): void }[] = [];
/** The questions for the microphone that the member has not answered. */
let questions: (() => void)[] = [];
let video: ReturnType<typeof pageWithVideo>;

beforeEach(() => {
  video = pageWithVideo();
  const getUserMedia = () =>
    new Promise((resolve) => {
      questions.push(() => resolve({ getTracks: () => tracks }));
    });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', class {});
});
afterEach(() => {
  questions = [];
  vi.unstubAllGlobals();
});

it('pauses the videos of the page before the browser asks for the microphone', () => {
  expect(video.pause).not.toHaveBeenCalled();
  const { release } = recordVoice(() => {});
  expect([video.pause.mock.calls.length, questions.length]).toEqual([1, 1]);
  release();
});
