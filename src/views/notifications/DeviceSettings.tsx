import { useSelector } from '@xstate/react';
import type { DeviceSettings as Settings } from '../../contract/device';
import type { NewsRef } from '../../machines/notifications/news.machine';
import { selectSetting } from '../../machines/notifications/news.select';
import { useMember } from '../app';
import { Switch } from '../parts/forms/Switch';

const settings: readonly (readonly [keyof Settings, string, string])[] = [
  ['toasts', 'Messages on every screen', 'A short message with a link when something concerns you elsewhere.'],
  ['sound', 'Sound', 'A short tone with each of them.'],
  ['vibration', 'Vibration', 'Where the device can vibrate.'],
  ['keys', 'Keyboard shortcuts', 'Single keys, such as j and k. Turn it off if you type by voice.'],
];

/** How this device announces news, and its shortcuts. The settings are kept in the browser and apply to every member who logs in there. */
export function DeviceSettings() {
  const { news } = useMember();
  return news && settings.map(([name, label, hint]) => <Setting key={name} news={news} {...{ name, label, hint }} />);
}

interface SettingProps {
  news: NewsRef;
  name: keyof Settings;
  label: string;
  hint: string;
}

function Setting({ news, name, label, hint }: SettingProps) {
  const isOn = useSelector(news, selectSetting(name));
  const choose = (wanted: boolean) => news.send({ type: 'setting.choose', name, isOn: wanted });
  return <Switch label={label} hint={hint} isOn={isOn} onChange={choose} />;
}
