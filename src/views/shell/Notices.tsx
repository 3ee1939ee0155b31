import { useSelector } from '@xstate/react';
import type { NoticesRef } from '../../machines/session/notices.machine';
import { selectNotices } from '../../machines/session/notices.select';
import { Banner } from '../parts/Banner';
import styles from './Notices.module.css';

/** The app's bars and toasts, in a region that is always there so that each is read out as it comes. */
export function Notices({ notices }: { notices: NoticesRef }) {
  const shown = useSelector(notices, selectNotices);
  return (
    <div className={styles.notices} role="status">
      {shown.map(({ id, tone, text }) => (
        <Banner key={id} tone={tone} silent floating onClose={() => notices.send({ type: 'notice.dismiss', id })}>
          {text}
        </Banner>
      ))}
    </div>
  );
}
