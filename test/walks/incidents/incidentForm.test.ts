import { describe, expect, it } from 'vitest';
import { formOf, rebasedIncident } from '../../../src/machines/incidents/incidentForm';
import { dog } from './samples';

describe('the form of an older version of an incident', () => {
  it.each([
    ['latitude', { latitude: '18.5', longitude: '' }],
    ['longitude', { latitude: '', longitude: '18.5' }],
  ] as const)('mixes no coordinates: only the %s is typed when the newer version has both', (typed, left) => {
    const older = dog();
    const newer = dog({ latitude: 12.97161234, longitude: 77.5946 });
    expect(rebasedIncident({ ...formOf(older), [typed]: '18.5' }, older, newer)).toMatchObject(left);
  });
});
