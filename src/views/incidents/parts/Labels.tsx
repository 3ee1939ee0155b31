import { Ban, Bird, Cat, Check, Dog, HeartPulse, Megaphone, Milk, PawPrint, Repeat, UserCheck } from 'lucide-react';
import type { ComponentProps } from 'react';
import { animalTitle, statusText } from '../../../rules/incidents';
import { Badge } from '../../parts/Badge';
import styles from './AnimalLabel.module.css';

// lucide has no cow, and a piece of beef is no picture of an animal to be rescued.
const icons: Readonly<Record<string, typeof Dog>> = { DOG: Dog, CAT: Cat, CATTLE: Milk, BIRD: Bird };

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

type Looks = readonly [tone: NonNullable<ComponentProps<typeof Badge>['tone']>, Icon: typeof Dog];

/** Each status has a colour and a shape of its own, so that it is told apart without colours, too. An unknown one has none. */
const looks: Readonly<Record<string, Looks>> = {
  REPORTED: ['warn', Megaphone],
  ASSIGNED: ['assigned', UserCheck],
  IN_PROGRESS: ['inProgress', HeartPulse],
  ONGOING: ['ongoing', Repeat],
  RESOLVED: ['success', Check],
  CLOSED: ['plain', Ban],
};

/** The shape of a status, decorative; nothing for a status that the app does not know. */
export function StatusIcon({ status }: { status: string }) {
  const Icon = looks[status]?.[1];
  return Icon ? <Icon size={14} aria-hidden /> : null;
}

/** The status of an incident or a case (S1 §4: underscores display as spaces). */
export function StatusTag({ status }: { status: string }) {
  return (
    <Badge tone={looks[status]?.[0] ?? 'plain'}>
      <StatusIcon status={status} />
      {statusText(status)}
    </Badge>
  );
}
