import { Link } from '@tanstack/react-router';
import { MessagesSquare, Navigation, Phone } from 'lucide-react';
import type { MyCase } from '../../contract/cases';
import { directionsLink } from '../../rules/incidents/incidents';
import { buttonLook } from '../parts/buttons/Button';
import styles from './MyCases.module.css';

/** The end of a control's name, for screen readers: without the cards around them, the controls of all cases would have the same names. */
export const OfCase = ({ incidentId }: { incidentId: string }) => (
  <span className="visually-hidden">incident #{incidentId}</span>
);

/** The links of a case: its chat, a call to the informer, and directions in a maps app. */
export function CaseLinks({ myCase }: { myCase: MyCase }) {
  const { chatId, contactNumber, incidentId } = myCase;
  const directions = directionsLink(myCase);
  return (
    <div className={styles.ways}>
      {chatId && (
        <Link to="/chat/$chatId" params={{ chatId }} className={buttonLook()}>
          <MessagesSquare size={18} aria-hidden /> Chat <OfCase incidentId={incidentId} />
        </Link>
      )}
      {contactNumber && (
        <a href={`tel:${contactNumber}`} className={buttonLook()}>
          <Phone size={18} aria-hidden /> Call <OfCase incidentId={incidentId} />
        </a>
      )}
      {directions !== null && (
        <a href={directions} target="_blank" rel="noreferrer" className={buttonLook()}>
          <Navigation size={18} aria-hidden /> Directions <OfCase incidentId={incidentId} />
        </a>
      )}
    </div>
  );
}
