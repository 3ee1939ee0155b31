import { Link, useRouterState } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import type { NewsRef } from '../../machines/notifications/news.machine';
import { selectToastsActor } from '../../machines/notifications/news.select';
import { selectToasts, type ToastsRef } from '../../machines/notifications/toasts.machine';
import { selectIsProfileSettled, selectProfile, selectRoles } from '../../machines/session/session.select';
import { datedText } from '../../rules/dayText';
import type { ToastDraft } from '../../rules/notifications/news';
import { useApp } from '../app';
import { IconButton } from '../parts/buttons/IconButton';
import { useAnnouncedOverDialog } from '../parts/LiveRegion';
import styles from './Toasts.module.css';

/**
 * News for the member from other screens, with links. The live region is mounted even when empty; otherwise toasts are not read out.
 * Only the new one is read out, not those that are still shown.
 */
export function Toasts({ news }: { news: NewsRef }) {
  const { session } = useApp();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const roles = useSelector(session, selectRoles);
  const isKnown = useSelector(
    session,
    (snapshot) => selectProfile(snapshot) !== null && selectIsProfileSettled(snapshot),
  );
  const toasts = useSelector(news, selectToastsActor);
  useEffect(() => news.send({ type: 'place.entered', path }), [news, path]);
  useEffect(() => news.send({ type: 'roles.changed', roles, isKnown }), [news, roles, isKnown]);
  return toasts ? <Shown toasts={toasts} /> : null;
}

function Shown({ toasts }: { toasts: ToastsRef }) {
  const shown = useSelector(toasts, selectToasts);
  const hold = () => toasts.send({ type: 'toasts.hold' });
  const release = () => toasts.send({ type: 'toasts.release' });
  return (
    <div
      className={styles.toasts}
      role="status"
      aria-atomic={false}
      aria-label="News"
      // Not onPointerEnter: a toast that appears under a mouse that rests passes, and after one was closed the mouse is inside already.
      onPointerMove={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {shown.map((toast) => (
        <Toast key={toast.key} toast={toast} onClose={() => toasts.send({ type: 'toast.dismiss', key: toast.key })} />
      ))}
    </div>
  );
}

function Toast({ toast: { title, text, link }, onClose }: { toast: ToastDraft; onClose: () => void }) {
  const dated = datedText(title);
  useAnnouncedOverDialog(text ? `${dated} ${text}` : dated);
  const words = (
    <>
      <strong dir="auto">{dated}</strong>
      {text && <span dir="auto">{text}</span>}
    </>
  );
  return (
    <div className={styles.toast}>
      {link ? (
        <Link {...link} className={styles.words} onClick={onClose}>
          {words}
        </Link>
      ) : (
        <div className={styles.words}>{words}</div>
      )}
      <IconButton label="Close" onClick={onClose}>
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  );
}
