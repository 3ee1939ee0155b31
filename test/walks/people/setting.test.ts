import { describe, expect, it } from 'vitest';
import { createActor, type SnapshotFrom } from 'xstate';
import type { Profile } from '../../../src/contract/people';
import { selectWanted, settingMachine } from '../../../src/machines/people/setting.machine';
import type { Setting, SettingValue } from '../../../src/rules/people/settings';
import { testMutants } from '../../kit/mutants';
import { done, failed, promisePort, settle, testWalk, walkOf } from '../../kit/walk';
import { briefNotice } from '../incidents/samples';
import { failures, listeners, mira, sessionWith } from './profileSamples';

const REFUSED = briefNotice('Failed to update availability. Please try again.');

const props = () => ({ ports: { saveSetting: promisePort<unknown, { value: SettingValue }>() }, ...listeners() });
type Snapshot = SnapshotFrom<typeof settingMachine>;
const isOutdated = ({ context }: Snapshot) => context.wanted !== context.sent;

/** The call has failed: the last confirmed value is there again and it is said, unless something else is wanted by now. */
const failing = (snapshot: Snapshot) =>
  isOutdated(snapshot)
    ? 'saving'
    : {
        to: 'confirmed',
        sees: ({ notices }: ReturnType<typeof props>) => expect(notices.received.at(-1)).toEqual(REFUSED),
      };

const walk = walkOf({
  machine: settingMachine,
  props,
  input: ({ session, notices }) => ({ setting: 'availability' as const, session: session.ref, notices: notices.ref }),
  key: ({ context: { wanted, sent } }) => [wanted, sent],
  samples: {
    'switched off': { type: 'setting.change', value: false },
    'switched on': { type: 'setting.change', value: true },
    'it is stored': done('saveSetting'),
    'no answer comes': failed('saveSetting', failures.unreachable),
    'the server refuses': failed('saveSetting', failures.broken),
  },
  states: {
    confirmed: {
      sees: ({ read, ports }) => {
        expect(read(selectWanted)).toBe(undefined);
        expect(ports.saveSetting.running).toBe(false);
      },
      takes: { 'switched off': 'saving', 'switched on': 'saving' },
    },
    saving: {
      sees: ({ read, ports, actor, last }) => {
        const { wanted, sent } = actor.getSnapshot().context;
        expect(read(selectWanted)).toBe(wanted);
        if (last?.startsWith('switched')) expect(wanted).toBe(last === 'switched on');
        expect(ports.saveSetting.running).toBe(true);
        expect(ports.saveSetting.calls.at(-1)).toEqual({ setting: 'availability', value: sent });
      },
      takes: {
        'switched off': 'saving',
        'switched on': 'saving',
        'it is stored': (snapshot) => ({
          to: isOutdated(snapshot) ? 'saving' : 'confirmed',
          sees: ({ session, ports, read }) => {
            const { value } = ports.saveSetting.calls.at(isOutdated(snapshot) ? -2 : -1) ?? {};
            expect(session.received.at(-1)).toEqual({
              type: 'profile.confirmed',
              fields: { availabilityStatus: value ? 'Available' : 'Unavailable' },
            });
            if (isOutdated(snapshot)) expect(ports.saveSetting.calls.at(-1)?.value).toBe(read(selectWanted));
          },
        }),
        'no answer comes': failing,
        'the server refuses': failing,
      },
    },
  },
});
testWalk(walk);
testMutants(walk);

/** A setting that runs over a scripted port. */
function running(setting: Setting, profile: Partial<Profile> = {}) {
  const session = sessionWith({ ...mira, ...profile });
  const { notices } = listeners();
  const port = promisePort<unknown, { value: SettingValue }>();
  const machine = settingMachine.provide({ actors: { saveSetting: port.logic as never } });
  const actor = createActor(machine, { input: { setting, session: session.ref, notices: notices.ref } }).start();
  const change = (value: SettingValue) => actor.send({ type: 'setting.change', value });
  const texts = () => notices.received.map(({ text }) => text);
  return { session, port, actor, change, texts, sent: () => port.calls.map(({ value }) => value) };
}

describe('a setting', () => {
  it('sends one call at a time, and then the last chosen value', async () => {
    const { port, change, sent } = running('shelter');
    change(true);
    change(false);
    change(true);
    change(false);
    expect(sent()).toEqual([true]);
    port.resolve(undefined);
    await settle();
    expect(sent()).toEqual([true, false]);
    port.resolve(undefined);
    await settle();
    expect(sent()).toEqual([true, false]);
  });

  it('goes back to the last confirmed value, not to the one before the press', async () => {
    const { port, session, change, texts } = running('vehicle');
    change('Bike');
    change('Car');
    port.resolve(undefined);
    await settle();
    change('Scooty');
    port.reject(failures.unreachable);
    await settle();
    expect(texts()).toEqual([]);
    port.reject(failures.unreachable);
    await settle();
    expect(session.profile()).toMatchObject({ hasVehicle: true, vehicleType: 'Bike' });
    expect(texts()).toEqual(['Failed to update vehicle type. Please try again.']);
  });

  it.each<[Setting, SettingValue, Partial<Profile>, string]>([
    ['availability', false, {}, 'Failed to update availability. Please try again.'],
    ['medicineBox', true, {}, 'Failed to update first-aid kit. Please try again.'],
    ['shelter', true, {}, 'Failed to update shelter. Please try again.'],
    ['vehicle', 'Bike', {}, 'Failed to update vehicle status. Please try again.'],
    ['vehicle', null, { hasVehicle: true, vehicleType: 'Car' }, 'Failed to update vehicle status. Please try again.'],
    ['vehicle', 'Car', { hasVehicle: true, vehicleType: 'Bike' }, 'Failed to update vehicle type. Please try again.'],
  ])('%s to %s, refused, has its own text (S2 §8)', async (setting, value, profile, text) => {
    const { port, change, texts } = running(setting, profile);
    change(value);
    port.reject(failures.broken);
    await settle();
    expect(texts()).toEqual([text]);
  });
});
