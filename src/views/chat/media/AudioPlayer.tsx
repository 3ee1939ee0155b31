import { useSelector } from '@xstate/react';
import { CircleAlert, Pause, Play } from 'lucide-react';
import { useCallback, useEffect } from 'react';
import { selectDuration, selectPlaying, selectRate, selectSeconds } from '../../../machines/chat/audio.select';
import { selectWaveform } from '../../../machines/chat/waveforms.machine';
import { durationLabel } from '../../../rules/media/sound';
import { IconButton } from '../../parts/buttons/IconButton';
import { useIsOffline } from '../../parts/buttons/NetworkButton';
import { useRetryOnReturn } from '../../parts/retries';
import { Spinner } from '../../parts/Spinner';
import { Supervised } from '../../parts/Supervised';
import { useChat } from '../chat';
import styles from './AudioPlayer.module.css';
import { Scrubber } from './Scrubber';

interface AudioPlayerProps {
  /** Unique among the sounds of a chat; stays the same while the sound is shown. */
  id: string;
  /** The label for screen readers. */
  label: string;
  address: string | null;
  /** The source of the waveform: the recording or its address. */
  source: string | Blob | null;
  /** The Tab key stops here. */
  isCurrent?: boolean;
}

/** The audio player (S1 §9), or a message with 'Try again' if it has failed. */
export function AudioPlayer(props: AudioPlayerProps) {
  return (
    <div className={styles.place}>
      <Supervised actor={useChat().audio}>
        <Player {...props} />
      </Supervised>
    </div>
  );
}

/** 30 bars and the time as m:ss. The bars show the peaks of the recording once it is decoded. */
function Player({ id, label, address, source, isCurrent = true }: AudioPlayerProps) {
  const { audio, waveforms } = useChat();
  const playing = useSelector(audio, selectPlaying(id));
  const seconds = useSelector(audio, selectSeconds(id));
  const known = useSelector(audio, selectDuration(id));
  const rate = useSelector(audio, selectRate);
  const waveform = useSelector(waveforms, selectWaveform(id));
  const duration = known ?? waveform?.duration ?? null;
  const isOffline = useIsOffline();
  const isHeard = playing === 'playing' || playing === 'loading';
  const tabIndex = isCurrent ? 0 : -1;
  /** Nothing while it is not known: a recording of a browser may not say its duration before it is played. */
  const time = seconds > 0 || isHeard ? seconds : duration;

  // A row is rendered only near the viewport, so the waveform is requested only when it is needed.
  const request = useCallback(() => {
    if (source !== null) waveforms.send({ type: 'waveform.request', id, source });
  }, [waveforms, id, source]);
  useEffect(request, [request]);
  useRetryOnReturn(() => {
    request();
    if (playing === 'failed') audio.send({ type: 'failure.forget' });
  });

  const toggle = () => {
    if (isHeard) audio.send({ type: 'audio.pause' });
    else if (address !== null) audio.send({ type: 'audio.play', track: { id, address } });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <div className={styles.player} role="group" aria-label={label}>
      <IconButton
        label={isHeard ? 'Pause' : 'Play'}
        className={styles.play}
        strong
        tabIndex={tabIndex}
        disabled={address === null}
        onClick={toggle}
      >
        {playing === 'loading' ? <Spinner /> : isHeard ? <Pause aria-hidden /> : <Play aria-hidden />}
      </IconButton>
      <Scrubber
        seed={id}
        peaks={waveform?.peaks ?? null}
        seconds={seconds}
        duration={duration}
        tabIndex={tabIndex}
        onSeek={(place) =>
          address !== null && audio.send({ type: 'audio.seek', track: { id, address }, seconds: place })
        }
      />
      <div className={styles.below}>
        {playing === 'failed' ? (
          <span className={styles.failure} role="alert">
            <CircleAlert size={14} aria-hidden />
            {isOffline && typeof source === 'string' ? 'Needs the network' : 'Cannot be played'}
          </span>
        ) : (
          <span>{time !== null && durationLabel(time)}</span>
        )}
        {playing !== 'resting' && playing !== 'failed' && (
          <button
            type="button"
            className={styles.rate}
            tabIndex={tabIndex}
            aria-label={`Speed ${rate}×`}
            onClick={() => audio.send({ type: 'rate.change' })}
          >
            {rate}×
          </button>
        )}
      </div>
    </div>
  );
}
