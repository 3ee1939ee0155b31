import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { Setting } from '../../rules/people/settings';
import { workflow } from '../supervision';
import { type SettingInput, settingMachine } from './setting.machine';

type SettingsInput = Omit<SettingInput, 'setting'>;

const input =
  (setting: Setting) =>
  ({ context }: { context: SettingsInput }): SettingInput => ({ ...context, setting });

/**
 * The settings of the member's profile. They run while the member is signed in, so a change is completed and its failure is shown
 * even after the member has left the page.
 */
export const settingsMachine = workflow({
  types: {
    input: {} as SettingsInput,
    context: {} as SettingsInput,
    children: {} as { [Name in Setting]: Name },
  },
  actors: {
    availability: settingMachine,
    medicineBox: settingMachine,
    vehicle: settingMachine,
    shelter: settingMachine,
  },
}).createMachine({
  id: 'settings',
  context: ({ input }) => input,
  initial: 'running',
  states: {
    running: {
      description: 'Availability, first-aid kit, vehicle and shelter: each is changed by itself. S2 §2',
      invoke: [
        { id: 'availability', src: 'availability', input: input('availability') },
        { id: 'medicineBox', src: 'medicineBox', input: input('medicineBox') },
        { id: 'vehicle', src: 'vehicle', input: input('vehicle') },
        { id: 'shelter', src: 'shelter', input: input('shelter') },
      ],
    },
  },
});
export type SettingsRef = ActorRefFrom<typeof settingsMachine>;

/** The chart of one setting; undefined only after it has failed too often. */
export const selectSettingRef = (setting: Setting) => (snapshot: SnapshotFrom<typeof settingsMachine>) =>
  snapshot.children[setting];
