import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { catalogue } from '../../src/machines/catalogue';
import { transitionsOf } from '../kit/walking/graph';

interface Uncaused {
  readonly level: string;
  readonly transition: string;
  readonly reason: string;
}
/** The transitions that nothing at a level of the walks can cause, and why (`npm run walks` prints them). */
const uncaused: readonly Uncaused[] = JSON.parse(readFileSync('test/uncaused.json', 'utf8'));
const nameOf = ({ level, transition }: Uncaused) => `${level}: ${transition}`;

it('test/uncaused.json names only transitions that a chart has now', () => {
  const known = new Set(catalogue.flatMap(({ machine }) => [...transitionsOf(machine).values()]));
  expect(uncaused.filter(({ transition }) => !known.has(transition)).map(nameOf)).toEqual([]);
});

it('test/uncaused.json names each transition once per level, for the server or the browser', () => {
  // On the chart alone everything can be caused, because the ports are scripted.
  expect(uncaused.filter(({ level }) => !['server', 'browser'].includes(level)).map(nameOf)).toEqual([]);
  expect(uncaused.map(nameOf)).toEqual([...new Set(uncaused.map(nameOf))]);
});

it('test/uncaused.json has a reason of at least six words for each', () => {
  expect(uncaused.filter(({ reason }) => reason.trim().split(/\s+/).length < 6).map(nameOf)).toEqual([]);
});
