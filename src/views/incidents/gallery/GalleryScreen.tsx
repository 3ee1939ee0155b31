import { useParams } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { ArrowLeft, ImageOff } from 'lucide-react';
import { unreadableIn } from '../../../contract/lists';
import type { GalleryRef, galleryMachine } from '../../../machines/incidents/gallery.machine';
import {
  selectCanRetry,
  selectDeletionFailure,
  selectFailure,
  selectFeed,
  selectGroups,
  selectIsConfirming,
  selectIsDeleting,
  selectIsLoading,
  selectIsMissing,
} from '../../../machines/incidents/gallery.select';
import { selectRoles } from '../../../machines/session/session.select';
import { galleryFailureText } from '../../../rules/incidents/incidentPageTexts';
import { mayDeleteMedia } from '../../../rules/roles';
import { type ScreenProps, useApp, useScreen } from '../../app';
import { BackLink } from '../../parts/BackLink';
import { buttonLook } from '../../parts/buttons/Button';
import { Question } from '../../parts/dialogs/Question';
import { Outdated } from '../../parts/FeedProblem';
import { useAnnounced } from '../../parts/LiveRegion';
import { Page } from '../../parts/page/Page';
import { EmptyState, ErrorState, LoadingState, Unreadable } from '../../parts/page/States';
import { MissingIncident } from '../parts/IncidentAbsence';
import styles from './Gallery.module.css';
import { MediaItem } from './MediaItem';

/** The media of an incident (S2 §2, /incident/{incidentId}/media). */
export function GalleryScreen({ machine }: ScreenProps<typeof galleryMachine>) {
  const { incidentId } = useParams({ from: '/members/incident/$incidentId/media' });
  return <Gallery key={incidentId} machine={machine} incidentId={incidentId} />;
}

function Gallery({ machine, incidentId }: ScreenProps<typeof galleryMachine> & { incidentId: string }) {
  const gallery = useScreen(machine, { incidentId });
  useAnnounced(gallery);
  const isLoading = useSelector(gallery, selectIsLoading);
  const failure = useSelector(gallery, selectFailure);
  const canRetry = useSelector(gallery, selectCanRetry);
  const isMissing = useSelector(gallery, selectIsMissing);
  const isConfirming = useSelector(gallery, selectIsConfirming);
  const feed = useSelector(gallery, selectFeed);
  return (
    <Page
      title={`Media of Incident #${incidentId}`}
      actor={gallery}
      actions={
        <BackLink to="/incident/$incidentId" params={{ incidentId }} className={buttonLook()} data-back>
          <ArrowLeft size={20} aria-hidden /> Back
        </BackLink>
      }
    >
      {isLoading && <LoadingState label="Loading the media…" />}
      {failure !== null &&
        (isMissing ? (
          <MissingIncident title={failure} />
        ) : (
          <ErrorState
            message={failure}
            onRetry={canRetry ? () => gallery.send({ type: 'gallery.retry' }) : undefined}
          />
        ))}
      <Outdated feed={feed} textOf={galleryFailureText} />
      <Groups gallery={gallery} />
      {isConfirming && <DeleteMediaModal gallery={gallery} />}
    </Page>
  );
}

function Groups({ gallery }: { gallery: GalleryRef }) {
  const groups = useSelector(gallery, selectGroups);
  const roles = useSelector(useApp().session, selectRoles);
  const mayDelete = mayDeleteMedia(roles);
  const unreadable = unreadableIn(groups).length;
  if (groups?.length === 0 && unreadable === 0)
    return <EmptyState title="No Media Available" icon={<ImageOff size={32} aria-hidden />} />;
  const shown = groups?.map(({ title, files }) => (
    <details key={title} className={styles.group} open>
      <summary>
        <h2>{title}</h2>
        <span className={styles.count}>{files.length}</span>
      </summary>
      <ul role="list" className={styles.items}>
        {files.map((file, index) => (
          <MediaItem
            key={file.id}
            file={file}
            name={`${index + 1} of ${title}`}
            onDelete={mayDelete ? () => gallery.send({ type: 'media.delete', mediaId: file.id, roles }) : undefined}
          />
        ))}
      </ul>
    </details>
  ));
  return (
    <>
      <Unreadable count={unreadable} of={['media item', 'media items']} />
      {shown}
    </>
  );
}

function DeleteMediaModal({ gallery }: { gallery: GalleryRef }) {
  const isDeleting = useSelector(gallery, selectIsDeleting);
  const failure = useSelector(gallery, selectDeletionFailure);
  return (
    <Question
      title="Delete Media"
      onClose={() => gallery.send({ type: 'modal.close' })}
      verb="Delete"
      busy={isDeleting}
      onConfirm={() => gallery.send({ type: 'deletion.confirm' })}
    >
      <p>This media item will be deleted for everybody. It cannot be undone.</p>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
    </Question>
  );
}
