import { vi } from 'vitest';

/** A page with a video that plays, and the commands that reach it. */
export function pageWithVideo() {
  const video = { pause: vi.fn() };
  vi.stubGlobal('document', { querySelectorAll: (what: string) => (what === 'video' ? [video] : []) });
  return video;
}
