import { useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import {
  type ArchivesRef,
  selectArchives,
  selectDownloading,
  selectExists,
  selectHasFailed,
  selectIsLoading,
  selectIsRefused,
} from '../../machines/admin/archives.machine';
import { ARCHIVES_FAILURE, DOWNLOAD_FAILURE } from '../../rules/admin/auditTexts';
import { dateTimeText } from '../../rules/timeTexts';
import { Banner } from '../parts/Banner';
import { NetworkButton } from '../parts/buttons/NetworkButton';
import { Supervised } from '../parts/Supervised';
import styles from './Admin.module.css';

/** The archives of deleted incidents (DECISIONS 29). */
export function Archives({ archives }: { archives: ArchivesRef }) {
  const exists = useSelector(archives, selectExists);
  if (!exists) return null;
  return (
    <section className={styles.task} aria-labelledby="archives">
      <h2 id="archives">Archives</h2>
      <ArchiveList archives={archives} />
    </section>
  );
}

/** The archives, each with a button that downloads it. */
export function ArchiveList({ archives }: { archives: ArchivesRef }) {
  const isLoading = useSelector(archives, selectIsLoading);
  const hasFailed = useSelector(archives, selectHasFailed);
  const isRefused = useSelector(archives, selectIsRefused);
  const list = useSelector(archives, selectArchives);
  const downloading = useSelector(archives, selectDownloading);
  return (
    <Supervised actor={archives}>
      {isLoading && <p role="status">Loading archives…</p>}
      {hasFailed && (
        <Banner tone="danger" onRetry={() => archives.send({ type: 'archives.retry' })}>
          {ARCHIVES_FAILURE}
        </Banner>
      )}
      {isRefused && <Banner tone="danger">{DOWNLOAD_FAILURE}</Banner>}
      {list?.length === 0 && <p className={styles.soft}>No incident was archived yet.</p>}
      {list && list.length > 0 && (
        <ul role="list" className={styles.entries}>
          {list.map((archive) => (
            <li key={archive.id} className={styles.entry}>
              <span className={styles.words}>
                <span>Incident #{archive.incidentId}</span>
                <span className={styles.soft}>
                  {dateTimeText(archive.archivedAt)}
                  {archive.archivedBy && (
                    <>
                      {' by '}
                      <bdi>{archive.archivedBy.firstName}</bdi>
                    </>
                  )}
                </span>
              </span>
              <NetworkButton
                busy={downloading === archive.id}
                disabled={downloading !== null}
                onClick={() => archives.send({ type: 'archive.download', archive })}
              >
                <Download size={20} aria-hidden /> Download
                <span className="visually-hidden"> the archive of incident #{archive.incidentId}</span>
              </NetworkButton>
            </li>
          ))}
        </ul>
      )}
    </Supervised>
  );
}
