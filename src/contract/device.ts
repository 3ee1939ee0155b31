import * as v from 'valibot';

const flag = (usual: boolean) => v.optional(v.fallback(v.boolean(), usual), usual);

/** How a device tells of news, kept in its browser for all who log in there. A sound is only made where somebody has asked for it. */
export const DeviceSettings = v.object({ sound: flag(false), vibration: flag(false), toasts: flag(true) });
export type DeviceSettings = v.InferOutput<typeof DeviceSettings>;

/** The chats that a member has muted on a device, by their keys. */
export const MutedChats = v.fallback(v.array(v.string()), []);
