import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { incidentEditMachine } from '../../../src/machines/incidents/incidentEdit.machine';
import { selectForm } from '../../../src/machines/incidents/incidentEdit.select';
import { changedForm, emptyIncidentForm, formOf, rebasedIncident } from '../../../src/machines/incidents/incidentForm';
import { actionInput, dog, listeners } from './samples';

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

describe('a pair of coordinates (DECISIONS 87)', () => {
  it.each([
    ['latitude', '12.97160, 77.59460', '12.97160', '77.59460'],
    ['longitude', ' 12.9716,77.5946\n', '12.9716', '77.5946'],
    ['latitude', '-33,8688; 151,2093', '-33,8688', '151,2093'],
    ['latitude', '12 77', '12', '77'],
    // A comma may begin the decimals, and three numbers are no place.
    ['latitude', '12,97', '12,97', ''],
    ['latitude', '12.97, 77.59, 3', '12.97, 77.59, 3', ''],
  ] as const)('that is pasted as %s fills both fields: %s', (field, text, latitude, longitude) => {
    expect(changedForm(emptyIncidentForm, field, text)).toEqual({ ...emptyIncidentForm, latitude, longitude });
  });

  it('stays where it is typed or deleted, and in a field for words', () => {
    let form = emptyIncidentForm;
    for (const text of ['12.9', '12.9,', '12.9, ', '12.9, 7', '12.9, 77', '12.9, 7'])
      form = changedForm(form, 'latitude', text);
    expect(form).toEqual({ ...emptyIncidentForm, latitude: '12.9, 7' });
    expect(changedForm(form, 'location', '12.97, 77.59')).toEqual({ ...form, location: '12.97, 77.59' });
  });

  it('fills both fields of the edit form', () => {
    const edit = createActor(incidentEditMachine, {
      input: { ...actionInput(listeners()), incident: dog({ latitude: 18.5, longitude: 73.8 }) },
    }).start();
    edit.send({ type: 'field.changed', name: 'longitude', value: '12.97160, 77.59460' });
    expect(selectForm(edit.getSnapshot())).toMatchObject({ latitude: '12.97160', longitude: '77.59460' });
    edit.stop();
  });
});
