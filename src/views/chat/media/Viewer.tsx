import { useSelector } from '@xstate/react';
import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import type { Message } from '../../../contract/chats';
import { selectTimeline } from '../../../machines/chat/history.select';
import { selectHasFailed, selectIsLoading, selectIsZoomed, selectZoom } from '../../../machines/chat/viewer.machine';
import { currentOf, pictureBeside, rowKey } from '../../../rules/chat/timeline';
import { photoFrom } from '../../../rules/media/mediaAddress';
import { timeLabel } from '../../../rules/timeTexts';
import { IconButton, iconButtonLook } from '../../parts/buttons/IconButton';
import { classes } from '../../parts/classes';
import { LiveRegion } from '../../parts/LiveRegion';
import { Spinner } from '../../parts/Spinner';
import { useChat } from '../chat';
import { useMediaSource } from './useMediaSource';
import { useStageGestures } from './useStageGestures';
import styles from './Viewer.module.css';

/** The zoom factor of one press on a key or button. */
const STEP = 1.5;
/** How far an arrow key moves a zoomed picture, as fractions of the viewer's width and height. */
const moves: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: 0.1, y: 0 },
  ArrowRight: { x: -0.1, y: 0 },
  ArrowUp: { x: 0, y: 0.1 },
  ArrowDown: { x: 0, y: -0.1 },
};

/** A full-size picture (S1 §2): a `<dialog>` over everything, with buttons to the other pictures of the chat. */
export function Viewer({ message: opened }: { message: Message }) {
  const { history, viewer } = useChat();
  const message = useSelector(history, (snapshot) => currentOf(selectTimeline(snapshot), opened)) ?? opened;
  const { address } = useMediaSource(message);
  const zoom = useSelector(viewer, selectZoom);
  const isZoomed = useSelector(viewer, selectIsZoomed);
  const isLoading = useSelector(viewer, selectIsLoading);
  const hasFailed = useSelector(viewer, selectHasFailed);
  const previous = useSelector(history, (snapshot) => pictureBeside(selectTimeline(snapshot), message.id, -1));
  const next = useSelector(history, (snapshot) => pictureBeside(selectTimeline(snapshot), message.id, 1));
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // The dialog itself gets the focus, because its keys work everywhere in it.
    shown?.focus();
    return () => shown?.close();
  }, []);

  const show = (other: Message | undefined) => other && viewer.send({ type: 'viewer.open', message: other });
  const zoomBy = (factor: number) => viewer.send({ type: 'zoom.change', factor, x: 0, y: 0 });
  const stage = useStageGestures({ previous, next });

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = isZoomed ? moves[event.key] : undefined;
    if (move) viewer.send({ type: 'picture.pan', ...move });
    else if (event.key === 'ArrowLeft') show(previous);
    else if (event.key === 'ArrowRight') show(next);
    else if (event.key === '+' || event.key === '=') zoomBy(STEP);
    else if (event.key === '-') zoomBy(1 / STEP);
    else if (event.key === '0') viewer.send({ type: 'zoom.reset' });
  }

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label="Photo"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onCancel={() => viewer.send({ type: 'viewer.close' })}
    >
      <LiveRegion inDialog />
      <header className={styles.bar}>
        <p className={styles.words} role="status">
          {/* New elements for each photo, so that one with the same words is read out, too. */}
          <strong key={`from ${message.id}`} dir="auto">
            {message.sender.firstName}
          </strong>
          <time key={message.id} dateTime={message.timestamp}>
            {timeLabel(message.timestamp)}
          </time>
        </p>
        <IconButton
          label="Zoom out"
          disabled={!isZoomed}
          reason="The whole photo is shown."
          onClick={() => zoomBy(1 / STEP)}
        >
          <ZoomOut size={22} aria-hidden />
        </IconButton>
        <IconButton
          label="Zoom in"
          disabled={isLoading || hasFailed}
          reason={hasFailed ? 'This photo could not be loaded.' : 'The photo is still loading.'}
          onClick={() => zoomBy(STEP)}
        >
          <ZoomIn size={22} aria-hidden />
        </IconButton>
        {address !== null && (
          <a
            href={address}
            download={`photo-${message.id}`}
            // If the API is at another origin, browsers open the photo instead: beside the app, not in its place.
            target="_blank"
            rel="noreferrer"
            className={iconButtonLook()}
            aria-label="Download"
            title="Download"
          >
            <Download size={22} aria-hidden />
          </a>
        )}
        <IconButton label="Close" onClick={() => viewer.send({ type: 'viewer.close' })}>
          <X aria-hidden />
        </IconButton>
      </header>
      <div className={classes(styles.stage, isZoomed && styles.zoomed)} {...stage}>
        {isLoading && <Spinner label="Loading the photo" className={styles.middle} />}
        {hasFailed && (
          <p className={styles.middle} role="alert">
            This photo could not be loaded.
          </p>
        )}
        {address !== null && !hasFailed && (
          <img
            key={rowKey(message)}
            src={address}
            className={styles.picture}
            style={{ '--x': zoom.x, '--y': zoom.y, '--scale': zoom.scale } as CSSProperties}
            alt={photoFrom(message.sender)}
            draggable={false}
            onLoad={() => viewer.send({ type: 'picture.loaded' })}
            onError={() => viewer.send({ type: 'picture.failed' })}
          />
        )}
      </div>
      {/* At the first and the last photo they stay, because one of them may have the focus, and the keys need it here. */}
      {(previous || next) && (
        <>
          <IconButton
            label="Previous photo"
            className={classes(styles.beside, styles.previous)}
            aria-disabled={!previous || undefined}
            onClick={() => show(previous)}
          >
            <ChevronLeft aria-hidden />
          </IconButton>
          <IconButton
            label="Next photo"
            className={classes(styles.beside, styles.next)}
            aria-disabled={!next || undefined}
            onClick={() => show(next)}
          >
            <ChevronRight aria-hidden />
          </IconButton>
        </>
      )}
      {message.text && (
        <p className={styles.caption} dir="auto">
          {message.text}
        </p>
      )}
    </dialog>
  );
}
