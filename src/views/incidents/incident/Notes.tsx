import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { AudioLines, CircleAlert, Clock, MessageSquarePlus, Video } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Incident, MediaFile } from '../../../contract/incidents';
import type { IncidentNote } from '../../../contract/notes';
import type { NoteSubmission } from '../../../contract/submissions';
import {
  type IncidentNoteRef,
  selectCopying,
  selectFiles,
  selectHasUnsent,
  selectIsAsking,
  selectIsWriting,
  selectText,
} from '../../../machines/incidents/incidentNote.machine';
import { offersNote, takesNotes } from '../../../machines/incidents/permission';
import { selectMe } from '../../../machines/session/session.select';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import { NOTE_DELETION, noteNews, noteTooLateText } from '../../../rules/incidents/incidentPageTexts';
import { TEXT_NOT_COPIED } from '../../../rules/incidents/incidentTexts';
import { mediaWords, shownAs } from '../../../rules/media/media';
import { hasNote } from '../../../rules/submissions/note';
import { notSentText } from '../../../rules/submissions/texts';
import { dateTimeText } from '../../../rules/timeTexts';
import { counted } from '../../../rules/wording';
import { useApp } from '../../app';
import { MessageText } from '../../chat/list/MessageText';
import { Button, buttonLook } from '../../parts/buttons/Button';
import { CopyFlash } from '../../parts/buttons/CopyButton';
import { UnsentDeletion } from '../../parts/dialogs/Question';
import { useAnnounce, useAnnounced } from '../../parts/LiveRegion';
import { NotSent } from '../../parts/NotSent';
import { useSubmissions } from '../../submissions/useSubmissions';
import { Photo } from '../parts/Photo';
import photoStyles from '../parts/Photo.module.css';
import styles from './Incident.module.css';
import { NoteModal } from './NoteModal';

interface NotesProps {
  incident: Incident;
  note: IncidentNoteRef;
  queue: QueueRef;
}

/** The notes of an incident, the member's own notes that wait to be sent, and the button that adds one (DECISIONS 170). */
export function Notes({ incident, note, queue }: NotesProps) {
  const { can, session } = useApp();
  const userId = useSelector(session, selectMe)?.id ?? '';
  const isWriting = useSelector(note, selectIsWriting);
  const waiting = useSubmissions(queue).flatMap((submission) =>
    submission.kind === 'note' &&
    submission.content.incidentId === incident.id &&
    !hasNote(incident, submission, userId)
      ? [submission]
      : [],
  );
  const notes = incident.notes ?? none;
  useAnnounced(note);
  useNotesSaid(notes);
  const mayAdd = offersNote(incident, can);
  const hasUnsent = useSelector(note, selectHasUnsent);
  if (!mayAdd && notes.length === 0 && waiting.length === 0 && !isWriting && !hasUnsent) return null;
  return (
    <section className={styles.card} aria-label="Notes">
      <h2>Notes</h2>
      {notes.length + waiting.length > 0 && (
        <ul role="list" className={styles.noteList}>
          {waiting.map((submission) => (
            <WaitingNote key={submission.id} note={submission} />
          ))}
          {notes.map((one) => (
            <Note
              key={one.id}
              incidentId={incident.id}
              note={one}
              files={incident.mediaFiles.filter(({ noteId }) => noteId === one.id)}
            />
          ))}
        </ul>
      )}
      {mayAdd && (
        <Button onClick={() => note.send({ type: 'note.write', incident })}>
          <MessageSquarePlus size={20} aria-hidden /> Add Photo or Note
        </Button>
      )}
      {hasUnsent && <UnsentNote note={note} />}
      {isWriting && <NoteModal note={note} tooLate={takesNotes(incident) ? null : noteTooLateText(incident)} />}
    </section>
  );
}

const none: readonly IncidentNote[] = [];

/** What the member has written for an incident that is deleted. The page shows it below 'Incident not found.'. */
export function StrandedNote({ note }: { note: IncidentNoteRef }) {
  const hasUnsent = useSelector(note, selectHasUnsent);
  return hasUnsent && <UnsentNote note={note} />;
}

/** What the member wrote before the incident was resolved, closed or deleted, and did not add (DECISIONS 365). */
function UnsentNote({ note }: { note: IncidentNoteRef }) {
  const text = useSelector(note, selectText);
  const files = useSelector(note, selectFiles);
  const copying = useSelector(note, selectCopying);
  const isAsking = useSelector(note, selectIsAsking);
  return (
    copying && (
      <NotSent title="You have not added this:" text={text} files={files} copying={copying}>
        <CopyFlash copying={copying} failure={TEXT_NOT_COPIED} />
        <Button onClick={() => note.send({ type: 'unsent.discard' })}>Delete</Button>
        {isAsking && (
          <UnsentDeletion
            text={NOTE_DELETION}
            onKeep={() => note.send({ type: 'dialog.close' })}
            onDelete={() => note.send({ type: 'deletion.confirm' })}
          />
        )}
      </NotSent>
    )
  );
}

/** Says that others have added a note. The list itself is not read out: a note moves in it when it is sent. */
function useNotesSaid(notes: readonly IncidentNote[]): void {
  const myId = useSelector(useApp().session, selectMe)?.id;
  const say = useAnnounce();
  const known = useRef<ReadonlySet<string>>(null);
  useEffect(() => {
    const news = known.current && noteNews(known.current, notes, myId);
    known.current = new Set(notes.map(({ id }) => id));
    if (news !== null) say(news);
  }, [notes, myId, say]);
}

interface NoteProps {
  incidentId: string;
  note: IncidentNote;
  files: readonly MediaFile[];
}

/** No name is highlighted in a note, because notes do not mention members. Phone numbers and addresses are links. */
const nobody: readonly string[] = [];

function Note({ incidentId, note: { by, at, text }, files }: NoteProps) {
  const name = by?.firstName || 'A member';
  return (
    <li>
      <p className={styles.meta}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {' · '}
        <time dateTime={at}>{dateTimeText(at)}</time>
      </p>
      {text !== '' && (
        <p className={styles.notes} dir="auto">
          <MessageText text={text} knownNames={nobody} />
        </p>
      )}
      {files.length > 0 && (
        <div className={styles.noteFiles}>
          {files.map((file, index) => (
            <Link
              key={file.id}
              to="/incident/$incidentId/media"
              params={{ incidentId }}
              className={shownAs(file.mediaType) === 'IMAGE' ? photoStyles.link : buttonLook()}
              aria-label={`${mediaWords[shownAs(file.mediaType)]} ${index + 1} of ${name}`}
            >
              <FileMark file={file} />
            </Link>
          ))}
        </div>
      )}
    </li>
  );
}

function FileMark({ file }: { file: MediaFile }) {
  const shown = shownAs(file.mediaType);
  if (shown === 'IMAGE') return <Photo photoUrl={file.url} size={96} />;
  const Icon = shown === 'AUDIO' ? AudioLines : Video;
  return (
    <>
      <Icon size={20} aria-hidden /> {mediaWords[shown]}
    </>
  );
}

function WaitingNote({ note: { content, status, reason } }: { note: NoteSubmission }) {
  const { length } = content.files;
  return (
    <li>
      {content.text !== '' && (
        <p className={styles.notes} dir="auto">
          {content.text}
        </p>
      )}
      {length > 0 && <p className={styles.meta}>{counted(length, 'file')}</p>}
      {status === 'refused' ? (
        <p className={styles.failure}>
          <CircleAlert size={16} aria-hidden /> {notSentText(reason)}
        </p>
      ) : (
        <p className={styles.waiting}>
          <Clock size={16} aria-hidden /> Waits to be sent
        </p>
      )}
    </li>
  );
}
