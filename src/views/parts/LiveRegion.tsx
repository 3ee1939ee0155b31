import { useSelector } from '@xstate/react';
import { useCallback, useEffect, useState } from 'react';
import type { DoneAnnounced } from '../../machines/announcement';
import { type NoticesSnapshot, selectNotices } from '../../machines/session/notices.machine';
import { selectNoticesActor } from '../../machines/session/session.select';
import { useApp } from '../app';
import { type Emitter, useEmitted } from './useEmitted';

/**
 * How long a sentence stays in the page, in milliseconds. Screen readers read it at once. Afterwards it must not be found by somebody who
 * reads through the page, and the same sentence can be said again.
 */
const LIFETIME = 1_000;

const none: ReturnType<typeof selectNotices> = [];
const noticesOf = (snapshot?: NoticesSnapshot) => (snapshot ? selectNotices(snapshot) : none);

const useNotices = () => useSelector(useApp().session, selectNoticesActor);

/**
 * A place where screen readers hear the notices that nobody sees. The page behind a dialog is inert and not heard, so each modal has
 * such a place, too, and there all notices are heard that come while it is open (DECISIONS 298).
 */
export function LiveRegion({ inDialog = false }: { inDialog?: boolean }) {
  const notices = useSelector(useNotices(), noticesOf);
  const [earlier] = useState(notices);
  return (
    <div className="visually-hidden" aria-live="polite" data-live-region>
      {notices.map(
        (notice) =>
          (inDialog || notice.tone === 'unseen') &&
          !earlier.includes(notice) && <p key={`${notice.id} ${notice.times}`}>{notice.text}</p>,
      )}
    </div>
  );
}

/** @returns a function that has screen readers say, once, what the screen shows without words */
export function useAnnounce(): (sentence: string) => void {
  const notices = useNotices();
  return useCallback(
    (text) => notices?.send({ type: 'notice.show', tone: 'unseen', text, lifetime: LIFETIME }),
    [notices],
  );
}

/** Says what a chart has done. */
export function useAnnounced(actor: Emitter<'done.announced', DoneAnnounced>): void {
  const announce = useAnnounce();
  useEmitted(actor, 'done.announced', ({ sentence }) => announce(sentence));
}

/** Says a text that appears behind an open dialog, where its own live region is inert. */
export function useAnnouncedOverDialog(text: string): void {
  const announce = useAnnounce();
  useEffect(() => {
    if (document.querySelector('dialog:modal')) announce(text);
  }, [text, announce]);
}
