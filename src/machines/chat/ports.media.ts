import type { ChatAddress } from '../../contract/topics';
import type { MicrophoneFailure } from '../../rules/media/mediaTexts';
import type { Waveform } from '../../rules/media/sound';
import { call, unsupervisedStream } from '../ports';

/** A finished recording. */
export interface Recording {
  /** Its name has the extension of its real type (DECISIONS 37). */
  readonly file: File;
  /** In seconds. */
  readonly duration: number;
}

/** The events of the microphone, from the permission question until the recording is finished. */
export type MicrophoneEvent =
  | { type: 'microphone.granted' }
  | { type: 'microphone.ticked'; seconds: number }
  /** What is recorded so far, every few seconds. */
  | { type: 'microphone.progressed'; recording: Recording }
  | { type: 'microphone.finished'; recording: Recording }
  | { type: 'microphone.failed'; failure: MicrophoneFailure };

export type MicrophoneCommand =
  | { type: 'microphone.stop' }
  /** Nothing more of the recording is wanted. */
  | { type: 'microphone.discard' };

/**
 * One recording: asks for the microphone, records until `microphone.stop`, and always releases the microphone at the end. If it is
 * stopped before `microphone.discard`, because the chat is left, the device keeps what was recorded until then (DECISIONS 197).
 */
export const microphone = unsupervisedStream<MicrophoneCommand, { chat: ChatAddress }>('microphone');

/** The events of a sound. */
export type SoundEvent =
  /** The length in seconds; null if it is not known before the end. */
  | { type: 'sound.loaded'; duration: number | null }
  | { type: 'sound.started' }
  /** Also sent when the member presses a key of the headset, or another app starts to play. */
  | { type: 'sound.paused' }
  | { type: 'sound.progressed'; seconds: number }
  | { type: 'sound.ended' }
  | { type: 'sound.failed' };

export type SoundCommand =
  | { type: 'sound.play' }
  | { type: 'sound.pause' }
  | { type: 'sound.seek'; seconds: number }
  | { type: 'sound.setRate'; rate: number };

/** The address of a sound, the position to start from in seconds, the rate, and whether it starts to play at once. */
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

/**
 * The real waveform of a recording, or only its duration if it cannot be decoded or is too large to be fetched only for its waveform.
 * Rejects if it can get neither.
 */
export const decodeWaveform = call<Waveform, SoundSource>('decodeWaveform');
