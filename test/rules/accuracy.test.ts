import { expect, it } from 'vitest';
import { accuracyText, isRough } from '../../src/rules/incidents/locationTexts';

it.each([
  [0, '0 m'],
  [11.2, '12 m'],
  [99.5, '100 m'],
  [101, '110 m'],
  [1200.4, '1300 m'],
  [9990, '10 km'],
  [12_001, '13 km'],
])('a position that is exact to %s m is not called more exact than a device can know: %s', (metres, text) => {
  expect(accuracyText(metres)).toBe(text);
});

it.each([
  [undefined, false],
  [null, false],
  [11.2, false],
  [100, false],
  [100.1, true],
  [1200.3, true],
])(
  'a place that is exact to %s m is asked about before a team is sent there: %s (DECISIONS 366)',
  (accuracy, isAsked) => {
    expect(isRough({ accuracy })).toBe(isAsked);
  },
);
