import { fromCallback, fromPromise } from 'xstate';
import { attachmentsMachine } from '../machines/chat/attachments.machine';
import { audioMachine } from '../machines/chat/audio.machine';
import type { SoundCommand, SoundInput } from '../machines/chat/ports.media';
import { recordingMachine } from '../machines/chat/recording.machine';
import { viewerMachine } from '../machines/chat/viewer.machine';
import { waveformsMachine } from '../machines/chat/waveforms.machine';
import { recordVoice } from '../services/microphone';
import { openSound } from '../services/sound';
import { decodeWaveform } from '../services/waveform';
import { prepareFile } from './prepareFile';

/** The charts that a chat can do without for a moment, with their ports. */
export function provideTools() {
  const microphone = fromCallback<{ type: 'microphone.stop' }, undefined>(({ sendBack, receive }) => {
    const recording = recordVoice(sendBack);
    receive(recording.stop);
    return recording.release;
  });

  const sound = fromCallback<SoundCommand, SoundInput>(({ input, sendBack, receive }) => {
    const { order, close } = openSound(input, sendBack);
    receive(order);
    return close;
  });

  return {
    attachments: attachmentsMachine.provide({ actors: { prepareFile } }),
    audio: audioMachine.provide({ actors: { sound } }),
    recording: recordingMachine.provide({ actors: { microphone } }),
    viewer: viewerMachine,
    waveforms: waveformsMachine.provide({
      actors: { decodeWaveform: fromPromise(({ input, signal }) => decodeWaveform(input, signal)) },
    }),
  };
}
export type Tools = ReturnType<typeof provideTools>;
