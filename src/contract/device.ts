import * as v from 'valibot';

const flag = (usual: boolean) => v.optional(v.fallback(v.boolean(), usual), usual);

/**
 * How a device announces news, and whether single keys are shortcuts. The settings are kept in the browser for all members who log in
 * there. Sound and vibration are off until a member turns them on.
 */
export const DeviceSettings = v.object({
  sound: flag(false),
  vibration: flag(false),
  toasts: flag(true),
  keys: flag(true),
});
export type DeviceSettings = v.InferOutput<typeof DeviceSettings>;

/** The chats that a member has muted on a device, by their keys. */
export const MutedChats = v.fallback(v.array(v.string()), []);

/** The numbers of unread things that a member last saw on a device. Those of the chats are by their keys. */
export const KeptCounts = v.object({
  chats: v.record(v.string(), v.object({ count: v.number(), mentions: v.number() })),
  notifications: v.number(),
  approvals: v.number(),
  inventory: v.number(),
});
