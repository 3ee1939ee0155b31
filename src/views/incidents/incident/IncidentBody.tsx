import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Check, Copy, FolderHeart, Images, ListTree, MessagesSquare, Navigation, Phone } from 'lucide-react';
import type { Incident } from '../../../contract/incidents';
import type { Submission } from '../../../contract/submissions';
import { type CopyingRef, selectCopied } from '../../../machines/incidents/copying.machine';
import type { IncidentRef } from '../../../machines/incidents/incident.machine';
import { selectCopying, selectNote } from '../../../machines/incidents/incident.select';
import { selectMe } from '../../../machines/session/session.select';
import type { QueueRef } from '../../../machines/submissions/queue.machine';
import { hasTeamToShow, needsTeam, waitingMovement } from '../../../rules/cases/movement';
import { directionsLink, isInTeam } from '../../../rules/incidents/incidents';
import { useApp } from '../../app';
import { MyMovement } from '../../cases/MyMovement';
import { TeamMovement } from '../../cases/TeamMovement';
import { buttonLook } from '../../parts/buttons/Button';
import { IconButton } from '../../parts/buttons/IconButton';
import { NetworkButton } from '../../parts/buttons/NetworkButton';
import { Names } from '../../parts/Names';
import { useSubmissions } from '../../submissions/useSubmissions';
import { IncidentFacts, MapLink } from '../parts/IncidentFacts';
import { PhotosLink } from '../parts/PhotosLink';
import { Actions } from './Actions';
import styles from './Incident.module.css';
import { Notes } from './Notes';

interface IncidentBodyProps {
  actor: IncidentRef;
  incident: Incident;
  queue: QueueRef;
}

/**
 * The member's own open case first; the fields of an incident, links to its chat, media, map and timeline, its team, the actions (S2 §2,
 * §4) and the notes.
 */
export function IncidentBody({ actor, incident, queue }: IncidentBodyProps) {
  const copying = useSelector(actor, selectCopying);
  const note = useSelector(actor, selectNote);
  const { can, session } = useApp();
  const me = useSelector(session, selectMe);
  // Somebody who is on the way should not have to scroll to these buttons.
  const isMyCase = needsTeam(incident) && isInTeam(incident, me?.id);
  return (
    <div className={styles.body}>
      {isMyCase && <Team actor={actor} incident={incident} queue={queue} isMyCase />}
      <section className={styles.card} aria-label="Details">
        <PhotosLink incident={incident} size={160} />
        <IncidentFacts
          incident={incident}
          besideContact={
            incident.contactNumber &&
            copying && <CopyContact copying={copying} onCopy={() => actor.send({ type: 'contact.copy' })} />
          }
        />
        <div className={styles.links}>
          {!isMyCase && <ChatLink incident={incident} />}
          {incident.mediaFileCount > 0 && (
            <Link to="/incident/$incidentId/media" params={{ incidentId: incident.id }} className={buttonLook()}>
              <Images size={20} aria-hidden /> View Media ({incident.mediaFileCount})
            </Link>
          )}
          <MapLink incident={incident} />
          {can('timeline') && (
            <NetworkButton onClick={() => actor.send({ type: 'timeline.view' })}>
              <ListTree size={20} aria-hidden /> Timeline
            </NetworkButton>
          )}
        </div>
        {incident.interestedUsers.length > 0 && (
          <p className={styles.interested}>
            Interested: <Names names={incident.interestedUsers.map(({ firstName }) => firstName)} />
          </p>
        )}
      </section>
      <div className={styles.side}>
        {!isMyCase && hasTeamToShow(incident) && <Team actor={actor} incident={incident} queue={queue} />}
        <Actions actor={actor} incident={incident} />
      </div>
      {note && <Notes incident={incident} note={note} queue={queue} />}
    </div>
  );
}

/** The incident as the member sees it: their own movement that waits to be sent is shown, without a time, in place of the confirmed one. */
function withWaitingMovement(incident: Incident, waiting: readonly Submission[], userId: string): Incident {
  const movement = waitingMovement(incident.id, waiting);
  if (movement === undefined || incident.team === null) return incident;
  const team = incident.team.map((one) => (one.userId === userId ? { ...one, movement, movedAt: null } : one));
  return { ...incident, team };
}

/** The assigned members and how far they have got. A member of the team can update their own status (DECISIONS 154) and finds the way. */
function Team({ actor, incident, queue, isMyCase = false }: IncidentBodyProps & { isMyCase?: boolean }) {
  const me = useSelector(useApp().session, selectMe);
  const waiting = useSubmissions(queue);
  const directions = directionsLink(incident);
  const mine = incident.team?.find(({ userId }) => userId === me?.id);
  return (
    <section className={isMyCase ? styles.mine : styles.card} aria-label="On the Way">
      {/* Above the team's lines, whose number changes with a press: the buttons would move under the finger. */}
      {mine && <MyMovement incident={incident} confirmed={mine.movement} waiting={waiting} onSay={actor.send} />}
      <TeamMovement incident={withWaitingMovement(incident, waiting, me?.id ?? '')} />
      {isMyCase && (
        <div className={styles.links}>
          <ChatLink incident={incident} />
          {incident.contactNumber && (
            <a href={`tel:${incident.contactNumber}`} className={buttonLook()}>
              <Phone size={20} aria-hidden /> Call <span className="visually-hidden">{incident.informerName}</span>
            </a>
          )}
          {directions !== null && (
            <a href={directions} target="_blank" rel="noreferrer" className={buttonLook()}>
              <Navigation size={20} aria-hidden /> Directions
            </a>
          )}
          <Link to="/my-cases" className={buttonLook('quiet')}>
            <FolderHeart size={18} aria-hidden /> Go to My Cases
          </Link>
        </div>
      )}
    </section>
  );
}

function ChatLink({ incident: { chatId } }: Pick<IncidentBodyProps, 'incident'>) {
  if (!chatId) return null;
  return (
    <Link to="/chat/$chatId" params={{ chatId }} className={buttonLook()}>
      <MessagesSquare size={20} aria-hidden /> Open Chat
    </Link>
  );
}

function CopyContact({ copying, onCopy }: { copying: CopyingRef; onCopy: () => void }) {
  const isCopied = useSelector(copying, selectCopied) === 'contact';
  return (
    <>
      <IconButton label="Copy contact" onClick={onCopy}>
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      <span className={styles.flash} role="status">
        {isCopied && 'Copied!'}
      </span>
    </>
  );
}
