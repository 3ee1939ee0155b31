import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

// WCAG 2.2: 1.4.3 asks 4.5:1 of text, 1.4.11 asks 3:1 of the edges of controls and of marks that carry meaning.
const TEXT = 4.5;
const MARK = 3;

const css = readFileSync('src/styles/tokens.css', 'utf8');
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

function colour(name: string, scheme: Scheme): string {
  const pair = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const found = pair?.[scheme === 'light' ? 1 : 2];
  if (!found) throw new Error(`--${name} has no colour in the ${scheme} scheme`);
  return found;
}

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const hexOf = (channels: readonly number[]) =>
  `#${channels.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;

/** A colour that lies over another one, `part` of it, from 0 to 1. */
function mixed(over: string, under: string, part: number): string {
  const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return hexOf([1, 3, 5].map((at) => part * channel(over, at) + (1 - part) * channel(under, at)));
}

/** The colour of a name with a hue, as SenderName has it. */
function nameColour(hue: number, scheme: Scheme): string {
  const rule = readFileSync('src/views/chat/list/SenderName.module.css', 'utf8');
  const [light, dark] = [...rule.matchAll(/hsl\(var\(--hue\) (\d+)% (\d+)%\)/g)];
  const [, saturation, lightness] = ((scheme === 'light' ? light : dark) ?? []).map(Number);
  if (saturation === undefined || lightness === undefined) throw new Error('Names have no colour.');
  const [s, l] = [saturation / 100, lightness / 100];
  // CSS Color 4, §7: HSL to sRGB.
  return hexOf(
    [0, 8, 4].map((n) => {
      const k = (n + hue / 30) % 12;
      return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
    }),
  );
}

/** The hue of a colour, in degrees (CSS Color 4, §7). */
function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [most, span] = [Math.max(red, green, blue), Math.max(red, green, blue) - Math.min(red, green, blue)];
  const sixth =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
  return (sixth * 60 + 360) % 360;
}

const grounds = ['canvas', 'surface', 'raised', 'sunken'];
const cards = [0, 1, 2, 3, 4, 5].map((index) => `card-${index}`);
const readable: [ink: string, grounds: string[]][] = [
  ['text', [...grounds, ...cards, 'own', 'brand-tint', 'danger-tint', 'warn-tint', 'success-tint']],
  ['soft', [...grounds, ...cards, 'own']],
  ['brand-text', [...grounds, ...cards, 'own', 'brand-tint']],
  ['on-brand', ['brand', 'brand-strong']],
  ['danger', [...grounds, 'danger-tint']],
  ['on-danger', ['danger']],
  ['warn', [...grounds, 'warn-tint']],
  ['assigned', [...grounds, 'assigned-tint']],
  ['in-progress', [...grounds, 'in-progress-tint']],
  ['ongoing', [...grounds, 'ongoing-tint']],
  ['success', [...grounds, 'success-tint']],
];
const visible: [mark: string, grounds: string[]][] = [
  ['edge', ['canvas', 'surface', 'raised', 'sunken']],
  ['brand', [...grounds, ...cards]],
  ...cards.map((card, index): [string, string[]] => [`card-mark-${index}`, [card]]),
];
const cases = (pairs: typeof readable) =>
  schemes.flatMap((scheme) => pairs.flatMap(([ink, below]) => below.map((ground) => [ink, ground, scheme] as const)));

describe('the colours of the look', () => {
  it.each(cases(readable))('%s can be read on %s, %s', (ink, ground, scheme) => {
    expect(contrast(colour(ink, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(cases(visible))('%s can be seen on %s, %s', (mark, ground, scheme) => {
    expect(contrast(colour(mark, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(MARK);
  });

  it.each(schemes)(
    'ASSIGNED, IN PROGRESS and ONGOING differ in hue from each other and from REPORTED and RESOLVED, %s',
    (scheme) => {
      const hues = ['assigned', 'in-progress', 'ongoing', 'warn', 'success'].map((name) => hueOf(colour(name, scheme)));
      const apart = (one: number, other: number) => Math.min(Math.abs(one - other), 360 - Math.abs(one - other));
      const pairs = hues.flatMap((one, place) => hues.slice(place + 1).map((other) => apart(one, other)));
      expect(Math.min(...pairs)).toBeGreaterThanOrEqual(20);
    },
  );

  // In the light, the ground of a quote is darker than the message by 10 % of the brand's colour, by 16 % under a pointer. In the
  // dark it is darker, too, which makes it better.
  it.each([
    ['light', 'surface', 0],
    ['light', 'own', 0],
    ['light', 'surface', 0.16],
    ['light', 'own', 0.16],
    ['dark', 'surface', 0],
    ['dark', 'own', 0],
  ] as const)('every name can be read, %s, on %s with %f of the brand', (scheme, ground, part) => {
    const below = mixed(colour('brand', scheme), colour(ground, scheme), part);
    const hues = Array.from({ length: 360 }, (_, hue) => hue);
    expect(hues.filter((hue) => contrast(nameColour(hue, scheme), below) < TEXT)).toEqual([]);
    expect(contrast(colour('soft', scheme), below)).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(schemes.flatMap((scheme) => [['Button', scheme] as const, ['IconButton', scheme] as const]))(
    'a disabled %s can be read in sunlight, whether it can say why or not, %s',
    (part, scheme) => {
      const rules = readFileSync(`src/views/parts/buttons/${part}.module.css`, 'utf8');
      // One rule has the looks of both, and no other rule has the look of one of them.
      const [rule = '', ...others] = [...rules.matchAll(/\.button(?:\[aria-|:)[^{]*disabled[^{]*\{([^}]*)\}/g)].map(
        ([, found]) => found,
      );
      expect(others).toEqual([]);
      const token = (property: string) =>
        new RegExp(`\\s${property}: var\\(--([\\w-]+)\\);`).exec(rule)?.[1] ?? property;
      expect(contrast(colour(token('color'), scheme), colour(token('background'), scheme))).toBeGreaterThanOrEqual(
        TEXT,
      );
      expect(rule).not.toContain('opacity');
    },
  );

  it('measures as WCAG does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3);
  });
});

it('the styles in the page itself, which are painted before these arrive, have the same colours', () => {
  const page = readFileSync('index.html', 'utf8');
  const written = [...page.matchAll(/(?:--skeleton|background): (#[0-9a-f]{6});/g)].map(([, hex]) => hex);
  expect(written).toEqual(schemes.flatMap((scheme) => [colour('sunken', scheme), colour('canvas', scheme)]));
});
