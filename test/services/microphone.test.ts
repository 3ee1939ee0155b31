import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { MicrophoneEvent } from '../../src/machines/chat/ports.media';
import { recordVoice } from '../../src/services/device/microphone';
import { pageWithVideo } from './recording';

/** A browser's recorder: it gives a piece when the test says so, and the last one after it was stopped. */
class Recorder {
  static readonly all: Recorder[] = [];
  static isTypeSupported = () => true;
  state = 'inactive';
  readonly mimeType = 'audio/webm';
  ondataavailable = (_piece: { data: Blob }) => {};
  onstop = () => {};
  constructor() {
    Recorder.all.push(this);
  }
  /** How long each piece lasts, in milliseconds. */
  piece = 0;
  start(piece: number) {
    this.state = 'recording';
    this.piece = piece;
  }
  give(text: string) {
    this.ondataavailable({ data: new Blob([text]) });
  }
  stop() {
    this.state = 'inactive';
    setTimeout(() => {
      this.give('end');
      this.onstop();
    });
  }
}

/** The answers to the questions for the microphone. */
let questions: (() => void)[] = [];
const track = { stop: vi.fn() };
let video: ReturnType<typeof pageWithVideo>;

beforeEach(() => {
  vi.useFakeTimers();
  video = pageWithVideo();
  const getUserMedia = () =>
    new Promise((resolve) => {
      questions.push(() => resolve({ getTracks: () => [track] }));
    });
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  vi.stubGlobal('MediaRecorder', Recorder);
});
afterEach(() => {
  questions = [];
  Recorder.all.length = 0;
  track.stop.mockClear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A recording that has lasted so many milliseconds. */
async function recording(lasted: number) {
  const news: MicrophoneEvent[] = [];
  const { stop, release } = recordVoice((one) => news.push(one));
  questions[0]?.();
  await vi.advanceTimersByTimeAsync(lasted);
  const [recorder] = Recorder.all;
  if (!recorder) throw new Error('nothing is recorded');
  return {
    stop,
    release,
    recorder,
    news: () => news.map(({ type }) => type).filter((type) => !type.endsWith('ticked')),
  };
}

it('pauses the videos of the page before the browser asks for the microphone', () => {
  expect(video.pause).not.toHaveBeenCalled();
  const { release } = recordVoice(() => {});
  expect([video.pause.mock.calls.length, questions.length]).toEqual([1, 1]);
  void release();
});

it('gives what is recorded so far every 5 s, because a page that is killed loses what came after that (DECISIONS 197)', async () => {
  const { recorder, release, news } = await recording(8_000);
  expect(recorder.piece).toBe(5_000);
  recorder.give('begin, ');
  expect(news()).toEqual(['microphone.granted', 'microphone.progressed']);
  void release();
});

describe('a recording that is released', () => {
  it('gives the whole of it to whoever released it, and says nothing more', async () => {
    const { recorder, release, news } = await recording(8_000);
    recorder.give('begin, ');
    const rest = release();
    await vi.runAllTimersAsync();
    const { file, duration } = (await rest) ?? {};
    expect([await file?.text(), file?.name, Math.round(duration ?? 0)]).toEqual([
      'begin, end',
      'voice-message.webm',
      8,
    ]);
    expect(news()).toEqual(['microphone.granted', 'microphone.progressed']);
    expect(track.stop).toHaveBeenCalled();
    expect(await release()).toBe(null);
  });

  it('gives it also if it was just about to end by itself', async () => {
    const { stop, release } = await recording(3_000);
    stop();
    const rest = release();
    await vi.runAllTimersAsync();
    expect(await (await rest)?.file.text()).toBe('end');
  });

  it('gives nothing if the browser does not finish it within 5 s: what waits for it would never be stored', async () => {
    const { recorder, release } = await recording(8_000);
    recorder.onstop = () => {};
    const rest = release();
    await vi.runAllTimersAsync();
    expect(await rest).toBe(null);
  });

  it('gives nothing if it is shorter than half a second, was finished, or has not begun', async () => {
    const short = await recording(400);
    const nothing = short.release();
    await vi.runAllTimersAsync();
    expect(await nothing).toBe(null);
    Recorder.all.length = 0;
    questions = [];
    const finished = await recording(3_000);
    finished.stop();
    await vi.runAllTimersAsync();
    expect([finished.news().at(-1), await finished.release()]).toEqual(['microphone.finished', null]);
    expect(await recordVoice(() => {}).release()).toBe(null);
  });
});
