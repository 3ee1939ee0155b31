import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type IncidentEditSnapshot, incidentEditMachine } from '../../../src/machines/incidents/incidentEdit.machine';
import {
  selectBlockedBy,
  selectConflict,
  selectFailure,
  selectFieldErrors,
  selectForm,
  selectIsForbidden,
  selectIsLocating,
  selectIsReplacing,
  selectIsSubmitting,
  selectLocationFailure,
} from '../../../src/machines/incidents/incidentEdit.select';
import type { IncidentField } from '../../../src/machines/incidents/incidentForm';
import { LocationFailure } from '../../../src/rules/incidents/locationTexts';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, testWalk, walkOf } from '../../kit/walk';
import { PLACE, UNRETRIEVABLE, UNSUPPORTED } from '../device.facts';
import { andTells } from '../telling';
import { actionInput, dog, failures, listeners, told } from './samples';

const props = () => ({ ports: { locate: promisePort(), saveIncident: promisePort() }, ...listeners() });
type Props = ReturnType<typeof props>;
type Setup = Props & { read<T>(select: (snapshot: IncidentEditSnapshot) => T): T };

function editing(changes = {}) {
  const { ports, ...to } = props();
  const machine = incidentEditMachine.provide({
    actors: { locate: ports.locate.logic as never, saveIncident: ports.saveIncident.logic as never },
  });
  const actor = createActor(machine, { input: { ...actionInput(to), incident: dog(changes) } }).start();
  return {
    actor,
    ports,
    change: (name: IncidentField, value: string) => actor.send({ type: 'field.changed', name, value }),
    submit: () => actor.send({ type: 'form.submit' }),
    read: <T>(select: (s: IncidentEditSnapshot) => T) => select(actor.getSnapshot()),
  };
}

const SEEN = '2026-03-10T08:30:00Z';
const LATER = '2026-03-10T09:00:00Z';

describe('the edit form of an incident', () => {
  it('begins with the incident as it is', () => {
    expect(editing({ latitude: 18.5, longitude: 73.8 }).read(selectForm)).toEqual({
      ...{ informerName: 'Lakshmi Iyer', contactNumber: '9812345670', animalType: 'DOG', description: 'Limping.' },
      ...{ location: 'Old bridge, east bank', latitude: '18.5', longitude: '73.8', severity: '' },
    });
  });

  it('sends the body of S2 §7, without coordinates as null, and which version was edited', () => {
    const { change, ports, submit } = editing();
    change('informerName', '  Joseph Mathew ');
    change('contactNumber', '9876543210');
    change('animalType', 'CAT');
    change('description', ' Cannot stand. ');
    change('location', ' Ring road ');
    submit();
    expect(ports.saveIncident.calls).toEqual([
      {
        incidentId: '3',
        edit: {
          ...{ informerName: 'Joseph Mathew', contactNumber: '9876543210', animalType: 'CAT' },
          ...{ description: 'Cannot stand.', location: 'Ring road', latitude: null, longitude: null },
        },
        before: dog(),
      },
    ]);
  });

  it.each(['informerName', 'location', 'description'] as const)('is not sent without %s (S2 §5)', (missing) => {
    const { change, ports, read, submit } = editing();
    change(missing, '   ');
    expect(read(selectFieldErrors)).toEqual({});
    submit();
    expect(ports.saveIncident.calls).toEqual([]);
    expect(Object.keys(read(selectFieldErrors))).toEqual([missing]);
    expect(read(selectFailure)).toBe('Please fix the errors before submitting.');
    expect(read(selectBlockedBy)).toBe('Please correct what is marked first.');
    change(missing, 'something');
    expect([read(selectFieldErrors), read(selectFailure), read(selectBlockedBy)]).toEqual([{}, null, null]);
  });

  it('checks the contact number on every change: exactly 10 digits (DECISIONS 30)', () => {
    const { change, read } = editing();
    for (const wrong of ['9', '987654321', '98765432101', '98765 4321', '987654321a', '']) {
      change('contactNumber', wrong);
      expect(read(selectFieldErrors)).toEqual({ contactNumber: 'Phone number must be 10 digits.' });
      expect(read(selectBlockedBy)).toBe('Please correct what is marked first.');
    }
    change('contactNumber', '9876543210');
    expect(read(selectFieldErrors)).toEqual({});
  });

  it('sends an unchanged field as it came, and a changed one as it is typed (DECISIONS C3)', () => {
    const came = {
      animalType: 'UNICORN',
      latitude: 18.5204123456,
      longitude: 73.8567987654,
      location: 'Old bridge ',
    };
    const { change, ports, submit } = editing(came);
    change('description', ' Bleeding. ');
    submit();
    expect(ports.saveIncident.calls).toEqual([
      expect.objectContaining({ edit: expect.objectContaining({ ...came, description: 'Bleeding.' }) }),
    ]);
  });

  it('sends what is written over a coordinate or an unknown animal', () => {
    const { change, ports, submit } = editing({
      animalType: 'UNICORN',
      latitude: 18.5204123456,
      longitude: 73.8567987,
    });
    change('latitude', '18.6');
    change('animalType', 'CATTLE');
    submit();
    expect(ports.saveIncident.calls).toEqual([
      expect.objectContaining({
        edit: expect.objectContaining({ animalType: 'CATTLE', latitude: 18.6, longitude: 73.8567987 }),
      }),
    ]);
  });

  it.each([
    ['NOW', 'TODAY', { severity: 'TODAY' }],
    ['NOW', '', { severity: null }],
    [null, 'CAN_WAIT', { severity: 'CAN_WAIT' }],
    ['NOW', 'NOW', {}],
    [undefined, '', {}],
  ] as const)('sends how soon help is needed only if it was changed: %s, then %s (DECISIONS 172)', (was, is, sent) => {
    const { change, ports, submit, read } = editing(was === undefined ? {} : { severity: was });
    expect(read(selectForm).severity).toBe(was ?? '');
    change('severity', is);
    submit();
    const { edit } = ports.saveIncident.calls[0] as { edit: object };
    expect(Object.entries(edit).filter(([field]) => field === 'severity')).toEqual(Object.entries(sent));
  });

  it("replaces somebody else's change when it is saved again, but no later one", async () => {
    const { actor, ports, read, submit } = editing();
    const refuse = async () => {
      submit();
      ports.saveIncident.reject(failures.conflict);
      await new Promise(setImmediate);
      expect([read(selectFailure), read(selectIsReplacing)]).toEqual(['It is CLOSED now.', false]);
    };
    const seenAt = (minute: number) => ({ lastUpdated: `2026-03-10T08:${minute}:00Z` });
    const refresh = (minute: number) => {
      const incident = dog({ description: `Seen at ${minute}.`, ...seenAt(minute) });
      actor.send({ type: 'incident.refreshed', incident });
    };
    refresh(31);
    await refuse();
    refresh(32);
    expect(read(selectIsReplacing)).toBe(true);
    refresh(33);
    await refuse();
    refresh(34);
    submit();
    expect(ports.saveIncident.calls).toMatchObject([30, 32, 34].map((minute) => ({ before: seenAt(minute) })));
  });

  it('goes on with the version after an Update Location, with its coordinates', () => {
    const { actor, change, ports, read, submit } = editing();
    change('description', 'Two dogs.');
    actor.send({ type: 'incident.located', incident: dog({ ...PLACE, lastUpdated: LATER }) });
    expect(read(selectForm)).toMatchObject({ description: 'Two dogs.', latitude: '12.97161', longitude: '77.5946' });
    submit();
    expect(ports.saveIncident.calls).toMatchObject([{ edit: PLACE, before: { lastUpdated: LATER } }]);
  });

  it.each([
    ['sends a newer version of which only the status is new', 'incident.refreshed', { status: 'ASSIGNED' }, LATER],
    ['sends none that somebody else has edited', 'incident.located', { ...PLACE, description: 'Theirs.' }, SEEN],
  ] as const)('%s', (_, type, changes, lastUpdated) => {
    const { actor, ports, submit } = editing();
    actor.send({ type, incident: dog({ ...changes, lastUpdated: LATER }) });
    submit();
    const edit = { description: 'Limping.', latitude: null };
    expect(ports.saveIncident.calls).toMatchObject([{ edit, before: { lastUpdated } }]);
  });

  it('sends what was not changed here as somebody else has changed it, when it is saved again', async () => {
    const { actor, change, ports, read, submit } = editing({ contactNumber: '98' });
    change('latitude', '18.5');
    change('description', 'Mine.');
    change('contactNumber', '981');
    submit();
    expect(Object.keys(read(selectFieldErrors)).sort()).toEqual(['contactNumber', 'longitude']);
    change('contactNumber', '9876543210');
    change('longitude', '73.8');
    submit();
    ports.saveIncident.reject(failures.conflict);
    await new Promise(setImmediate);
    change('contactNumber', '98');
    const incident = dog({
      ...{ description: 'Theirs.', location: 'Ring road', severity: 'NOW', lastUpdated: LATER },
      ...{ latitude: 12.9, longitude: 77.5 },
    });
    actor.send({ type: 'incident.refreshed', incident });
    expect(read(selectFieldErrors)).toEqual({});
    submit();
    const details = { contactNumber: '9812345670', description: 'Mine.', location: 'Ring road' };
    const edit = { ...details, latitude: 18.5, longitude: 73.8 };
    expect(ports.saveIncident.calls.at(-1)).toMatchObject({ edit, before: { lastUpdated: LATER } });
    expect(ports.saveIncident.calls.at(-1)).not.toHaveProperty('edit.severity');
  });

  it('sends back as it came what another server has stored against our rules (DECISIONS C3)', () => {
    const { change, ports, submit } = editing({ contactNumber: '+91 98123 45670' });
    change('description', 'Both legs.');
    submit();
    expect(ports.saveIncident.calls).toMatchObject([{ edit: { contactNumber: '+91 98123 45670' } }]);
  });

  it("can be saved with the device's position after the typed one was wrong", async () => {
    const { actor, change, ports, read, submit } = editing();
    change('latitude', '18.5');
    submit();
    expect(Object.keys(read(selectFieldErrors))).toEqual(['longitude']);
    actor.send({ type: 'location.request' });
    ports.locate.resolve({ latitude: 18.52041234, longitude: 73.8567 });
    await new Promise(setImmediate);
    expect([read(selectFieldErrors), read(selectBlockedBy)]).toEqual([{}, null]);
  });
});

const closed = (fact: object | null) => ({ to: 'closed', sees: ({ parent }: Props) => told(parent, fact) });
/** What the server answers with. */
const saved = dog({ location: 'Ring road', lastUpdated: '2026-03-10T09:00:00Z' });
const EDITING = 'open.work.editing';
const refused = (text: string) => ({
  to: EDITING,
  sees: ({ read, parent }: Setup) => {
    expect(read(selectFailure)).toBe(text);
    told(parent);
  },
});
const conflict = (text: string) => ({
  to: [EDITING, 'open.conflict.found'],
  sees: ({ read, parent }: Setup) => {
    expect(read(selectFailure)).toBe(text);
    told(parent, { type: 'incident.conflict' });
  },
});
const located = (text: string) => ({
  to: EDITING,
  sees: ({ read }: Setup) => {
    expect(read(selectLocationFailure)).toBe(text);
    expect(read(selectForm).latitude).not.toBe('12.3');
  },
});

/** Nobody else has changed the details of this version since. */
const goesOn =
  (undisputed: object, to = 'open') =>
  ({ context: { incident } }: IncidentEditSnapshot) =>
    Object.entries(undisputed).every(([field, value]) => incident[field as 'description'] === value)
      ? { to, sees: ({ read }: Setup) => expect(read(({ context }) => context.incident.lastUpdated)).toBe(LATER) }
      : null;

const walk = walkOf({
  machine: incidentEditMachine,
  props,
  input: (to) => ({ ...actionInput(to), incident: dog() }),
  keeps: ({ context }) => context.form,
  key: ({ context: { form, errors, incident } }) => [
    form.location,
    Object.keys(errors),
    incident.description,
    incident.latitude,
  ],
  samples: {
    'another location': { type: 'field.changed', name: 'location', value: 'Ring road' },
    'no location': { type: 'field.changed', name: 'location', value: '' },
    locate: { type: 'location.request' },
    found: done('locate', { latitude: 18.52041234, longitude: 73.8567 }),
    unsupported: failed('locate', new LocationFailure('unsupported')),
    denied: failed('locate', new LocationFailure('denied')),
    'locate no more': { type: 'location.cancel' },
    refreshed: { type: 'incident.refreshed', incident: dog({ description: 'Theirs.', lastUpdated: LATER }) },
    'only the version is new': { type: 'incident.refreshed', incident: dog({ lastUpdated: LATER }) },
    'my Update Location is saved': { type: 'incident.located', incident: dog({ ...PLACE, lastUpdated: LATER }) },
    submit: { type: 'form.submit' },
    close: { type: 'modal.close' },
    'close the refusal': { type: 'refusal.close' },
    taken: done('saveIncident', saved),
    'no network': failed('saveIncident', failures.network),
    'broken server': failed('saveIncident', failures.broken),
    'worded refusal': failed('saveIncident', failures.worded),
    forbidden: failed('saveIncident', failures.forbidden),
    'too late': failed('saveIncident', failures.conflict),
    gone: failed('saveIncident', failures.gone),
  },
  ways: [
    { way: ['locate', 'denied', 'locate'] },
    {
      way: ['submit', 'too late', 'refreshed', 'submit'],
      sees: ({ ports }) => expect(ports.saveIncident.calls.at(-1)).toMatchObject({ before: { lastUpdated: LATER } }),
    },
  ],
  states: {
    open: {
      takes: {
        refreshed: goesOn({ description: 'Theirs.', latitude: null }),
        'only the version is new': goesOn({ description: 'Limping.', latitude: null }),
        'my Update Location is saved': goesOn({ description: 'Limping.' }),
      },
    },
    'open.work.editing': {
      sees: ({ read, ports }) => {
        expect([read(selectIsLocating), read(selectIsSubmitting)]).toEqual([false, false]);
        expect([ports.locate.running, ports.saveIncident.running]).toEqual([false, false]);
        expect(read(selectBlockedBy) === null).toBe(Object.keys(read(selectFieldErrors)).length === 0);
      },
      takes: {
        'another location': { to: EDITING, sees: ({ read }) => expect(read(selectForm).location).toBe('Ring road') },
        'no location': { to: EDITING, sees: ({ read }) => expect(read(selectForm).location).toBe('') },
        locate: {
          to: 'open.work.locating',
          sees: ({ read }) => expect(read(selectLocationFailure)).toBe(null),
        },
        submit: ({ context: { form } }) =>
          form.location === ''
            ? {
                to: EDITING,
                sees: ({ read }) => expect(read(selectFieldErrors)).toEqual({ location: 'Location is required.' }),
              }
            : 'open.work.submitting',
        close: closed(null),
      },
    },
    'open.work.locating': {
      sees: ({ read, ports }) => {
        expect([read(selectIsLocating), read(selectBlockedBy)]).toEqual([true, 'Your location is still being found.']);
        expect(ports.locate.running).toBe(true);
      },
      takes: {
        'another location': {
          to: 'open.work.locating',
          sees: ({ read }) => expect(read(selectForm).location).toBe('Ring road'),
        },
        'no location': { to: 'open.work.locating', sees: ({ read }) => expect(read(selectForm).location).toBe('') },
        'locate no more': EDITING,
        found: {
          to: EDITING,
          sees: ({ read }) => {
            const { latitude, longitude } = read(selectForm);
            expect([latitude, longitude, read(selectLocationFailure)]).toEqual(['18.52041', '73.8567', null]);
          },
        },
        unsupported: located(UNSUPPORTED),
        denied: located(UNRETRIEVABLE),
        close: closed(null),
      },
    },
    'open.work.submitting': {
      sees: ({ read, ports }) => {
        expect([read(selectIsSubmitting), read(selectFailure)]).toEqual([true, null]);
        expect(ports.saveIncident.running).toBe(true);
      },
      takes: {
        close: closed(null),
        taken: andTells(closed({ type: 'incident.saved', incident: saved }), 'Changes saved.'),
        'no network': refused('Failed to save changes. Check connection or input.'),
        'broken server': refused('Failed to save changes. Check connection or input.'),
        'worded refusal': refused('The disk is full.'),
        forbidden: 'open.work.forbidden',
        'too late': conflict('It is CLOSED now.'),
        gone: conflict('Incident not found.'),
      },
    },
    'open.work.forbidden': {
      sees: ({ read, parent }) => {
        expect([read(selectIsSubmitting), read(selectIsForbidden)]).toEqual([false, true]);
        told(parent);
      },
      // The dialog has said it. The form does not say it again.
      takes: { 'close the refusal': { to: EDITING, sees: ({ read }) => expect(read(selectFailure)).toBe(null) } },
    },
    'open.conflict.none': { sees: ({ read }) => expect(read(selectIsReplacing)).toBe(false) },
    'open.conflict.found': {
      sees: ({ read }) => expect(read(selectIsReplacing)).toBe(false),
      takes: {
        refreshed: 'open.conflict.told',
        'only the version is new': 'open.conflict.told',
        'my Update Location is saved': goesOn({ description: 'Limping.' }, 'open.conflict.found'),
      },
    },
    'open.conflict.told': { sees: ({ read }) => expect(read(selectConflict)).toContain('Saving again') },
    closed: { sees: ({ ports }) => expect([ports.locate.running, ports.saveIncident.running]).toEqual([false, false]) },
  },
});
testWalk(walk);
testMutants(walk);
