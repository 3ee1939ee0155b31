import type { WaveformsSnapshot } from './waveforms.machine';

/** The waveform of a recording; null where it cannot be had, undefined while it is not known yet. */
export const selectWaveform = (id: string) => (snapshot: WaveformsSnapshot) => snapshot.context.known[id];
