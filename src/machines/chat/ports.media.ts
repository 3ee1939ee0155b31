import type { Waveform } from '../../rules/sound';
import { call, unsupervisedStream } from '../ports';

/** A voice message as it was recorded. */
export interface Recording {
  /** Its name has the extension of its real type (DECISIONS 37). */
  readonly file: File;
  /** In seconds. */
  readonly duration: number;
}

/** What the microphone says, from the question to the member until the recording is done. */
export type MicrophoneEvent =
  | { type: 'microphone.granted' }
  | { type: 'microphone.ticked'; seconds: number }
  | { type: 'microphone.finished'; recording: Recording }
  | { type: 'microphone.failed'; failure: 'unsupported' | 'denied' | 'unavailable' };

/** One recording: asks for the microphone, records until `microphone.stop`, and releases it in every way out. */
export const microphone = unsupervisedStream<{ type: 'microphone.stop' }, undefined>('microphone');

/** An image as it is sent, anything else as it is (S1 §5, DECISIONS 38). */
export const prepareFile = call<File, File>('prepareFile');

/** What a sound reports while a player has it. */
export type SoundEvent =
  /** How long it is, in seconds; null where that is not known before its end. */
  | { type: 'sound.loaded'; duration: number | null }
  | { type: 'sound.started' }
  /** Also when the member presses a key of the headset, or another app starts to play. */
  | { type: 'sound.paused' }
  | { type: 'sound.progressed'; seconds: number }
  | { type: 'sound.ended' }
  | { type: 'sound.failed' };

export type SoundCommand =
  | { type: 'sound.play' }
  | { type: 'sound.pause' }
  | { type: 'sound.seek'; seconds: number }
  | { type: 'sound.setRate'; rate: number };

/** The address of a sound, the second to start from, and whether it starts to play at once. */
export interface SoundInput {
  readonly address: string;
  readonly seconds: number;
  readonly rate: number;
  readonly plays: boolean;
}

/** One sound; stopping the stream silences it. */
export const sound = unsupervisedStream<SoundCommand, SoundInput>('sound');

/** A recording: its address, or the file itself. */
export type SoundSource = string | Blob;

/** The real peaks of a recording. Rejects where it cannot be decoded, or is too large to be fetched for that alone. */
export const decodeWaveform = call<Waveform, SoundSource>('decodeWaveform');
