import { Beef, Bird, Cat, Dog, PawPrint } from 'lucide-react';
import { animalTitle, statusText } from '../../../rules/incidents';
import { Badge } from '../../parts/Badge';
import styles from './AnimalLabel.module.css';

const icons: Readonly<Record<string, typeof Dog>> = { DOG: Dog, CAT: Cat, CATTLE: Beef, BIRD: Bird };

/** The decorative icon of an animal; a paw for an animal that the app does not know. */
export function AnimalIcon({ animalType }: { animalType: string }) {
  const Icon = icons[animalType] ?? PawPrint;
  return <Icon size={20} aria-hidden />;
}

/** The animal of an incident with its icon: 'Dog'. */
export function AnimalLabel({ animalType }: { animalType: string }) {
  return (
    <span className={styles.animal}>
      <AnimalIcon animalType={animalType} />
      {animalTitle(animalType)}
    </span>
  );
}

/** Statuses that need a volunteer have a warning colour; an unknown status has none. */
const tones: Readonly<Record<string, 'warn' | 'info' | 'success'>> = {
  REPORTED: 'warn',
  ASSIGNED: 'info',
  IN_PROGRESS: 'info',
  ONGOING: 'info',
  RESOLVED: 'success',
};

/** The status of an incident or a case (S1 §4: underscores display as spaces). */
export function StatusTag({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{statusText(status)}</Badge>;
}
