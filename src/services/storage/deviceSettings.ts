import { type GenericSchema, type InferOutput, parse } from 'valibot';
import { DeviceSettings, MutedChats } from '../../contract/device';
import { mutedKey } from './muted';
import { keepSetting, readSetting } from './settings';

const SETTINGS = 'device';

interface DeviceSettingsStore {
  keepSettings(settings: DeviceSettings): void;
  keepMuted(muted: readonly string[]): void;
  close(): void;
}

/**
 * Opens the settings of this device for notices, and the member's muted chats (localStorage). The listener gets both at the start
 * and whenever another tab has changed them. If the browser forbids storage, choices last as long as the page.
 */
export function openDeviceSettings(
  userId: string,
  listener: (settings: DeviceSettings, muted: readonly string[]) => void,
): DeviceSettingsStore {
  const tell = () => listener(read(SETTINGS, DeviceSettings, {}), read(mutedKey(userId), MutedChats, []));
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key === SETTINGS || key === mutedKey(userId)) tell();
  };
  window.addEventListener('storage', hear);
  tell();
  return {
    keepSettings: (settings) => keepSetting(SETTINGS, JSON.stringify(settings)),
    keepMuted: (muted) => keepSetting(mutedKey(userId), JSON.stringify(muted)),
    close: () => window.removeEventListener('storage', hear),
  };
}

function read<Schema extends GenericSchema>(key: string, schema: Schema, usual: unknown): InferOutput<Schema> {
  try {
    return parse(schema, JSON.parse(readSetting(key) ?? JSON.stringify(usual)));
  } catch (error) {
    console.error('What this device keeps cannot be read', key, error);
    return parse(schema, usual);
  }
}
