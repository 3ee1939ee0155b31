import { useSelector } from '@xstate/react';
import { type Profile, vehicleTypes } from '../../contract/people';
import { selectWanted } from '../../machines/people/setting.machine';
import { selectSettingRef } from '../../machines/people/settings.machine';
import { DEFAULT_VEHICLE, type Setting, type SettingValue, settingOf } from '../../rules/people/settings';
import { useMember } from '../app';
import { NEEDS_NETWORK } from '../parts/buttons/Button';
import { useIsOffline } from '../parts/buttons/NetworkButton';
import { Field } from '../parts/forms/Field';
import { Select } from '../parts/forms/Select';
import { Switch } from '../parts/forms/Switch';
import styles from './Profile.module.css';

/** The value of a setting to show, with unconfirmed changes, and a function that changes it. */
function useSetting(profile: Profile, setting: Setting): [SettingValue, (value: SettingValue) => void] {
  const actor = useSelector(useMember().settings, selectSettingRef(setting));
  const wanted = useSelector(actor, (snapshot) => snapshot && selectWanted(snapshot));
  const shown = wanted === undefined ? settingOf(profile, setting) : wanted;
  return [shown, (value) => actor?.send({ type: 'setting.change', value })];
}

/** Availability, first-aid kit, vehicle with its type, shelter (S2 §2). */
export function ProfileSettings({ profile }: { profile: Profile }) {
  const [isAvailable, setAvailable] = useSetting(profile, 'availability');
  const [hasKit, setKit] = useSetting(profile, 'medicineBox');
  const [vehicle, setVehicle] = useSetting(profile, 'vehicle');
  const [hasShelter, setShelter] = useSetting(profile, 'shelter');
  const isOffline = useIsOffline();
  const locked = isOffline ? NEEDS_NETWORK : undefined;
  const type = vehicle === null ? null : String(vehicle);
  return (
    <div className={styles.settings}>
      <Switch
        label="Available"
        hint={
          isAvailable ? 'You can be sent to a rescue.' : 'Captains see that you are unavailable, and call others first.'
        }
        isOn={isAvailable === true}
        locked={locked}
        onChange={setAvailable}
      />
      <Switch
        label="First-aid kit"
        hint="A kit that you carry with you."
        isOn={hasKit === true}
        locked={locked}
        onChange={setKit}
      />
      <Switch
        label="Vehicle"
        hint="To drive to a rescue, or to a vet."
        isOn={type !== null}
        locked={locked}
        onChange={(isOn) => setVehicle(isOn ? DEFAULT_VEHICLE : null)}
      />
      {type !== null && (
        <div className={styles.type}>
          <Field label="Vehicle type" hint={locked}>
            <Select
              options={vehicleTypes.some((known) => known === type) ? vehicleTypes : [type, ...vehicleTypes]}
              value={type}
              readOnly={isOffline}
              onChange={({ currentTarget }) => setVehicle(currentTarget.value)}
            />
          </Field>
        </div>
      )}
      <Switch
        label="Shelter"
        hint="A place where an animal can stay."
        isOn={hasShelter === true}
        locked={locked}
        onChange={setShelter}
      />
    </div>
  );
}
