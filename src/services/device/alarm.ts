/** `frequency` in hertz, `length` in seconds, `volume` from 0 to 1. */
const TONE = { frequency: 740, length: 0.18, volume: 0.12 };
/** The length of the vibration, in milliseconds. */
const VIBRATION = 120;
/** After an alarm no other tab sounds one for this time, in milliseconds. */
const QUIET = 1_500;

let audio: AudioContext | null = null;

/**
 * Plays a short tone and vibrates, as asked. Only one of the open tabs does so, except over plain http, where browsers have no locks.
 * Does nothing before the member has used the page, because browsers allow neither before that.
 */
export async function alarm({ sound, vibration }: { sound: boolean; vibration: boolean }): Promise<void> {
  if (!sound && !vibration) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  const giveAlarm = async () => {
    if (vibration) navigator.vibrate?.(VIBRATION);
    if (sound) await play();
  };
  if (!navigator.locks) return giveAlarm();
  await navigator.locks.request('saathi.alarm', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const quiet = new Promise((resolve) => setTimeout(resolve, QUIET));
    // Some browsers never begin to play. Then this tab must not hold the lock for ever: no tab would give another alarm.
    await Promise.race([giveAlarm(), quiet]);
    await quiet;
  });
}

async function play(): Promise<void> {
  audio ??= new AudioContext();
  await audio.resume();
  const { frequency, length, volume } = TONE;
  const [tone, gain] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = frequency;
  gain.gain.setValueAtTime(volume, audio.currentTime);
  // Almost silent, because an exponential ramp cannot end at 0.
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + length);
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + length);
}
