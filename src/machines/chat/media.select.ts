import type { MediaSnapshot } from './media.machine';

type Part = 'audio' | 'viewer' | 'waveforms';

function part<Name extends Part>(
  { children }: MediaSnapshot,
  name: Name,
): NonNullable<MediaSnapshot['children'][Name]> {
  const ref = children[name];
  if (!ref) throw new Error(`${name} is not there yet`);
  return ref;
}
/** Whether media can be shown and played: only then the charts for it may be asked for. */
export const selectIsThere = (snapshot: MediaSnapshot) => snapshot.hasTag('there');
export const selectViewer = (snapshot: MediaSnapshot) => part(snapshot, 'viewer');
export const selectAudio = (snapshot: MediaSnapshot) => part(snapshot, 'audio');
export const selectWaveforms = (snapshot: MediaSnapshot) => part(snapshot, 'waveforms');
