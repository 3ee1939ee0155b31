import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filesText, isLargeImage, kindOf, shownAs } from '../../src/rules/media/media';
import { fileNameOf, mediaAddress, thumbnailOf } from '../../src/rules/media/mediaAddress';
import { decorativePeaks, durationLabel, peaksOf } from '../../src/rules/media/sound';

describe('the media a chat takes (S1 §5: image/*, video/* and audio/*)', () => {
  it.each([
    ['image/jpeg', 'IMAGE'],
    ['image/svg+xml', 'IMAGE'],
    ['video/mp4', 'VIDEO'],
    ['audio/webm;codecs=opus', 'AUDIO'],
    ['application/pdf', null],
    ['text/plain', null],
    ['', null],
    ['imagery/png', null],
  ])('%j is %s', (mimeType, kind) => {
    expect(kindOf(mimeType)).toBe(kind);
  });

  it.each([
    [[], ''],
    [['image/jpeg'], 'Photo'],
    [['video/mp4'], 'Video'],
    [['audio/webm'], 'Recording'],
    [['image/jpeg', 'video/mp4'], '2 files'],
  ])('%j are, in a few words, %j', (mimeTypes, words) => {
    expect(filesText(mimeTypes)).toBe(words);
  });

  it.each([
    ['image/jpeg', 838_861, true],
    ['image/jpeg', 838_860, false],
    ['video/mp4', 5_000_000, false],
  ])('%s of %i bytes is a large image: %s (S1 §5: at most 0.8 MB)', (type, size, isLarge) => {
    expect(isLargeImage({ type, size })).toBe(isLarge);
  });

  it.each([
    ['IMAGE', 'IMAGE'],
    ['VIDEO', 'VIDEO'],
    ['AUDIO', 'AUDIO'],
    ['DOCUMENT', 'FILE'],
    ['image', 'FILE'],
    [null, 'FILE'],
  ])('%s is shown as %s (S1 §3: anything else is a file to download)', (mediaType, shown) => {
    expect(shownAs(mediaType)).toBe(shown);
  });
});

describe('the address of media (DECISIONS 6: the API base and a relative path, nothing else)', () => {
  it.each([
    ['', '/media/7', '/media/7'],
    ['', 'media/7', '/media/7'],
    ['https://api.example.org', '/media/7', 'https://api.example.org/media/7'],
    ['https://api.example.org/v1', 'uploads/a.jpg', 'https://api.example.org/v1/uploads/a.jpg'],
    ['', '/uploads/WhatsApp Image 2026 (1).jpeg', '/uploads/WhatsApp%20Image%202026%20(1).jpeg'],
    ['', '/uploads/7.00.12\u202fPM.jpeg', '/uploads/7.00.12%E2%80%AFPM.jpeg'],
    ['', '/uploads/dog #2%20b.jpg?key=a b', '/uploads/dog%20%232%20b.jpg?key=a%20b'],
  ])('on %j, %j is %j', (base, mediaUrl, address) => {
    expect(mediaAddress(base, mediaUrl)).toBe(address);
  });

  it.each([
    'https://elsewhere.example/a.jpg',
    'HTTP://elsewhere.example',
    'javascript:alert(1)',
    'data:text/html,hello',
    'blob:https://elsewhere.example/1',
    '//elsewhere.example/a.jpg',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    ' https://elsewhere.example',
    'java\nscript:alert(1)',
    '',
    null,
  ])('%j is not followed', (mediaUrl) => {
    expect(mediaAddress('', mediaUrl)).toBe(null);
  });

  it('never leaves the origin of the API', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (elsewhere, path) => {
        for (const mediaUrl of [elsewhere, path]) {
          const address = mediaAddress('https://api.example.org', mediaUrl);
          if (address !== null) expect(new URL(address).origin).toBe('https://api.example.org');
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe('the address of a small picture', () => {
  it.each([
    ['/media/7', true, '/media/7?thumbnail'],
    ['/media/7?key=1', true, '/media/7?key=1&thumbnail'],
    ['/media/7?key=1', false, '/media/7?key=1'],
  ])('of %s, where the server makes some is %s, is %s', (address, makesSome, small) => {
    expect(thumbnailOf(address, (capability) => makesSome && capability === 'thumbnails')).toBe(small);
  });
});

describe('the audio player (S1 §9: 30 bars, m:ss)', () => {
  it.each([
    [0, '0:00'],
    [5.9, '0:05'],
    [60, '1:00'],
    [754.2, '12:34'],
    [Number.POSITIVE_INFINITY, '0:00'],
    [Number.NaN, '0:00'],
    [-1, '0:00'],
  ])('%d seconds are %s', (seconds, label) => {
    expect(durationLabel(seconds)).toBe(label);
  });

  it('draws the loudest moment of each thirtieth, the loudest of all at full height', () => {
    const samples = new Float32Array(300);
    samples[0] = 0.1;
    samples[15] = -0.4;
    samples[299] = 0.2;
    const peaks = peaksOf(samples);
    expect(peaks).toHaveLength(30);
    expect([peaks[0], peaks[1], peaks[29]].map((peak) => peak?.toFixed(3))).toEqual(['0.250', '1.000', '0.500']);
    expect(peaks.filter((peak) => peak > 0)).toHaveLength(3);
  });

  it.each([0, 1, 29, 31])('has 30 bars also for %i samples, and none above 1', (length) => {
    const peaks = peaksOf(new Float32Array(length).fill(0.3));
    expect(peaks).toHaveLength(30);
    expect(Math.max(...peaks)).toBe(length ? 1 : 0);
  });

  it('has 30 decorative bars, always the same for the same message', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const peaks = decorativePeaks(seed);
        expect(peaks).toHaveLength(30);
        expect(peaks.every((peak) => peak >= 0.25 && peak <= 1)).toBe(true);
        expect(decorativePeaks(seed)).toEqual(peaks);
      }),
    );
    expect(decorativePeaks('a')).not.toEqual(decorativePeaks('b'));
  });
});

describe('the name of a file that can only be downloaded', () => {
  it.each([
    ['/media/plan.pdf', 'plan.pdf'],
    ['/media/Plan%20A.pdf', 'Plan A.pdf'],
    ['/files/100%.pdf', '100%.pdf'],
    ['/files/plan.pdf?key=a/b', 'plan.pdf'],
    ['/files/', 'File'],
    [null, 'File'],
  ])('of %j is %j', (mediaUrl, name) => {
    expect(fileNameOf(mediaUrl)).toBe(name);
  });
});
