/**
 * When a member did something, as their device tells. Its clock may be wrong, so the time is limited to between `earliest` and now.
 * @param told the time by the device's clock
 * @param earliest a time before which it cannot have been
 */
export const deviceTime = (told: Date, earliest: Date, now = new Date()): Date =>
  new Date(Math.min(Math.max(told.getTime(), earliest.getTime()), now.getTime()));
