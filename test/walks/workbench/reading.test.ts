import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { readAll } from '../../../src/inspector/reading';

const chart = (title: string, config: Parameters<typeof createMachine>[0]) => ({
  machine: createMachine(config),
  title,
  group: 'Things',
  source: 'its box',
});

it('one chart that cannot be read, and one with the id of another, keep no other from being shown', () => {
  const lamp = chart('Lamp', { id: 'lamp', initial: 'off', states: { off: {} } });
  const broken = chart('Fan', { id: 'fan', initial: 'offf', states: { off: {} } });
  const double = chart('Second lamp', { id: 'lamp' });
  const radio = chart('Radio', { id: 'radio' });
  const { charts, models, unread } = readAll({ charts: [broken, lamp, double, radio] });
  expect(charts).toEqual([lamp, radio]);
  expect(models.map(({ id, states }) => [id, states.length])).toEqual([
    ['lamp', 2],
    ['radio', 1],
  ]);
  expect(unread).toEqual([
    { title: 'Fan', reason: 'Initial state node "offf" not found on parent state node #fan' },
    { title: 'Second lamp', reason: 'It has the same id ‘lamp’ as ‘Lamp’.' },
  ]);
});
