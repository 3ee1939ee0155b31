import { MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Incident } from '../../../contract/incidents';
import { locationText, mapLink, placeOf } from '../../../rules/incidents/incidents';
import { dateTimeText } from '../../../rules/timeTexts';
import { buttonLook } from '../../parts/buttons/Button';
import { Description } from './Description';
import styles from './IncidentFacts.module.css';
import { AnimalLabel, StatusTag } from './Labels';
import { SeverityTag } from './SeverityTag';

interface IncidentFactsProps {
  incident: Incident;
  /** A button that copies the contact number, shown beside it. */
  besideContact?: ReactNode;
}

/** The fields of an incident (S1 §2, S2 §2), on its page and in the incident details of its chat. */
export function IncidentFacts({ incident, besideContact }: IncidentFactsProps) {
  return (
    <dl className={styles.facts}>
      <Fact name="Incident ID">#{incident.id}</Fact>
      <Fact name="Status">
        <span aria-live="polite">
          <StatusTag status={incident.status} />
        </span>
      </Fact>
      {incident.severity && (
        <Fact name="Severity">
          <SeverityTag severity={incident.severity} />
        </Fact>
      )}
      <Fact name="Animal Type">
        <AnimalLabel animalType={incident.animalType} />
      </Fact>
      <Fact name="Informer">
        <span dir="auto">{incident.informerName}</span>
      </Fact>
      <Fact name="Contact" width="long">
        <span className={styles.contact}>
          {incident.contactNumber && <a href={`tel:${incident.contactNumber}`}>{incident.contactNumber}</a>}
          {besideContact}
        </span>
      </Fact>
      <Fact name="Reported At" width="long">
        {dateTimeText(incident.reportedAt)}
      </Fact>
      <Fact name="Location" width="whole">
        <span dir="auto">{locationText(incident.location)}</span>
      </Fact>
      <Fact name="Description" width="whole">
        <Description text={incident.description} />
      </Fact>
    </dl>
  );
}

interface FactProps {
  name: string;
  /** `whole` has a row of its own; `long` has one only on a narrow screen. */
  width?: 'whole' | 'long';
  children: ReactNode;
}

function Fact({ name, width, children }: FactProps) {
  return (
    <div className={width && styles[width]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** 'View on Map' (S1 §2): shown if the coordinates are known. Opens an external maps service. */
export function MapLink({ incident }: { incident: Incident }) {
  const place = placeOf(incident);
  return (
    place && (
      <a className={buttonLook()} href={mapLink(place)} target="_blank" rel="noreferrer">
        <MapPin size={20} aria-hidden /> View on Map
      </a>
    )
  );
}
